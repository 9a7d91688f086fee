import { Trans, useLingui } from '@lingui/react/macro'
import { ImageOffIcon, Maximize2Icon } from 'lucide-react'
import { useState } from 'react'
import type { PublicShare } from '../../../api/public-share.ts'
import { herePath, NativeDialog } from '../../public-page/index.ts'

type SharePreview = NonNullable<PublicShare['preview']>
type PreviewProps = { preview: SharePreview; file: NonNullable<PublicShare['file']> }

/**
 * A worker's image or excerpt of the file, never the file itself. Its space is reserved before it
 * is loaded.
 */
export function Preview({ preview: { kind, picture_url, sample_url }, file }: PreviewProps) {
  const sample = sample_url && herePath(sample_url)
  const image = picture_url && herePath(picture_url)
  if (kind === 'picture' || !sample) return image ? <PreviewImage src={image} name={file.file_name} /> : null
  return (
    <figure className="flex flex-col gap-2">
      {kind === 'video' ? (
        <video
          controls
          playsInline
          preload="none"
          src={sample}
          {...(image && { poster: image })}
          className="aspect-video max-h-[70dvh] w-full rounded-mark bg-sunk"
        />
      ) : (
        <>
          {image && <PreviewImage src={image} name={file.file_name} low />}
          {/* biome-ignore lint/a11y/useMediaCaption: a stranger's sound comes without a track of captions */}
          <audio controls preload="none" src={sample} className="w-full" />
        </>
      )}
      <figcaption className="text-[0.875rem] text-ink-soft">
        {kind === 'video' ? <Trans>The first 20 seconds</Trans> : <Trans>The first 30 seconds</Trans>}
      </figcaption>
    </figure>
  )
}

/**
 * The first request may time out before a worker has rendered it; the second one finds it cached.
 */
const TRIES = 2

type PreviewImageProps = { src: string; name: string; low?: boolean }

function PreviewImage({ src, name, low }: PreviewImageProps) {
  const { t } = useLingui()
  const [tries, setTries] = useState(0)
  const [open, setOpen] = useState(false)
  const room = low
    ? 'aspect-[3/1]'
    : 'aspect-[4/3] lg:aspect-auto lg:h-[calc(100dvh-80px)] lg:min-h-80 lg:max-h-[64rem]'
  if (tries === TRIES)
    return (
      <p className={`${room} grid w-full place-content-center justify-items-center gap-2 text-ink-soft`}>
        <ImageOffIcon className="size-6" />
        <Trans>No preview available</Trans>
      </p>
    )
  return (
    <>
      <button
        type="button"
        aria-label={t`Enlarge preview`}
        onClick={() => setOpen(true)}
        className={`${room} group relative block w-full rounded-mark border border-line bg-sunk p-3`}
      >
        <img
          key={tries}
          src={src}
          alt={t`Preview of ${name}`}
          loading="lazy"
          decoding="async"
          onError={() => setTries(tries + 1)}
          className="size-full object-contain"
        />
        <span className="absolute end-2 bottom-2 grid size-8 place-items-center rounded-control border border-control bg-raised text-ink-soft group-hover:text-ink">
          <Maximize2Icon />
        </span>
      </button>
      <NativeDialog open={open} onClose={() => setOpen(false)} title={t`Preview`} large>
        <img src={src} alt={t`Preview of ${name}`} className="mx-auto max-h-full max-w-full object-contain" />
      </NativeDialog>
    </>
  )
}
