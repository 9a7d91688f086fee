import { Trans, useLingui } from '@lingui/react/macro'
import { CameraIcon, CameraOffIcon, ImagesIcon } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { NoCamera } from '../camera/open-camera.ts'

type FileCaptureProps = {
  reason: NoCamera
  isBusy: boolean
  onFiles: (files: readonly File[]) => void
  onRetry: () => void
}

/** Photos of the phone’s own camera app, where the page has no camera. All that follows is the same. */
export function FileCapture({ reason, isBusy, onFiles, onRetry }: FileCaptureProps) {
  const { t } = useLingui()
  const camera = useRef<HTMLInputElement>(null)
  const photos = useRef<HTMLInputElement>(null)
  function take({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const files = [...(input.files ?? [])]
    // The same photo can be chosen again.
    input.value = ''
    if (files.length > 0) onFiles(files)
  }
  return (
    <div className="flex max-w-80 flex-col items-center gap-4 overflow-y-auto p-5 text-center">
      <CameraOffIcon className="size-6 text-ink-faint" />
      <p className="text-ink-soft">{<Reason reason={reason} />}</p>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        multiple
        hidden
        aria-label={t`Photo from the camera app`}
        onChange={take}
      />
      <input
        ref={photos}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t`Photos from this phone`}
        onChange={take}
      />
      <Button
        look="primary"
        wide
        size={36}
        icon={CameraIcon}
        className="min-h-14"
        working={isBusy}
        verb={t`Reading the photo`}
        onClick={() => camera.current?.click()}
      >
        <Trans>Take a photo</Trans>
      </Button>
      <Button
        wide
        size={36}
        icon={ImagesIcon}
        className="min-h-12"
        disabled={isBusy}
        onClick={() => photos.current?.click()}
      >
        <Trans>Choose photos</Trans>
      </Button>
      {reason !== 'insecure' && (
        <Button look="ghost" size={36} onClick={onRetry}>
          <Trans>Try the camera again</Trans>
        </Button>
      )}
    </div>
  )
}

function Reason({ reason }: { reason: NoCamera }) {
  if (reason === 'insecure')
    return (
      <Trans>
        This page was not opened over HTTPS, so the browser gives it no camera. Photos of your camera app are
        sent the same way.
      </Trans>
    )
  if (reason === 'denied')
    return (
      <Trans>
        The camera is not allowed for this page. Allow it in the browser’s settings, or send photos of your
        camera app.
      </Trans>
    )
  if (reason === 'missing') return <Trans>This device has no camera. Choose photos instead.</Trans>
  return (
    <Trans>
      The camera did not start; another app may be using it. Close that app, or send photos of your camera
      app.
    </Trans>
  )
}
