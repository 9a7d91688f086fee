import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import type { Conversion } from '../../api/history.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { FamilyIcon } from '../../ui/family-icon.tsx'
import { Divider } from './image/divider.tsx'
import { useImage } from './image/use-image.ts'
import { sameShape } from './image/view-math.ts'
import { isTooLarge } from './kinds.ts'
import { type Side, sidesOf } from './sides.ts'

type CompactPreviewProps = {
  conversion: Conversion
  /** The thumbnail URL of the result; null if no engine renders one. */
  thumbnail: string | null
}

/** A result in a side panel: images with a divider, other files as a thumbnail. */
export function CompactPreview({ conversion, thumbnail }: CompactPreviewProps) {
  const { source, result } = sidesOf(conversion)
  const shown = result && isImage(result) ? result : null
  if (!shown) return <Small src={thumbnail} conversion={conversion} />
  return (
    <ImageResult
      source={source && isImage(source) ? source : null}
      result={shown}
      otherwise={<Small src={thumbnail} conversion={conversion} />}
    />
  )
}

const isImage = ({ kind, bytes }: Side): boolean => kind === 'image' && !isTooLarge('image', bytes)

/** The result, over its original if both have the same shape. */
function ImageResult({
  source,
  result,
  otherwise,
}: {
  source: Side | null
  result: Side
  otherwise: ReactNode
}) {
  const { i18n } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(50)
  const before = useImage(source?.url ?? null)
  const after = useImage(result.url)
  if (after.state === 'failed') return otherwise
  const pair = source && before.state === 'ready' && after.state === 'ready' && sameShape(before, after)
  const words = (side: Side) => `${formatLabel(side.format)} ${formatBytes(side.bytes, i18n.locale)}`
  const image = 'checkered absolute inset-0 size-full object-contain'
  return (
    <div
      ref={box}
      dir="ltr"
      className="relative max-h-56 w-full overflow-hidden rounded-mark border border-line bg-sunk"
      style={{ aspectRatio: after.state === 'ready' ? `${after.width} / ${after.height}` : '4 / 3' }}
    >
      {pair && <img src={source.url} alt="" draggable={false} className={image} />}
      <img
        src={result.url}
        alt={result.name}
        draggable={false}
        className={image}
        style={pair ? { clipPath: `inset(0 0 0 ${at}%)` } : undefined}
      />
      {pair && <Divider at={at} onChange={setAt} stage={box} first={words(source)} second={words(result)} />}
    </div>
  )
}

function Small({ src, conversion }: { src: string | null; conversion: Conversion }) {
  const [missing, setMissing] = useState(false)
  return (
    <div
      className="grid h-40 place-items-center overflow-hidden rounded-mark border border-line bg-sunk"
      data-family={conversion.family}
    >
      {src && !missing ? (
        <img src={src} alt="" onError={() => setMissing(true)} className="size-full object-contain" />
      ) : (
        <FamilyIcon family={conversion.family} />
      )}
    </div>
  )
}
