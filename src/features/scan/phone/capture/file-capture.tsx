import { Trans, useLingui } from '@lingui/react/macro'
import { CameraIcon, CameraOffIcon, ImagesIcon } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../../ui/button.tsx'
import type { NoCamera } from '../camera/open-camera.ts'
import { PhotoInput } from './photo-input.tsx'

type FileCaptureProps = {
  reason: NoCamera
  isBusy: boolean
  onFiles: (files: readonly File[]) => void
  onRetry: () => void
}

/**
 * Takes photos with the phone’s camera app, if the page has no camera. The following steps are the
 * same.
 */
export function FileCapture({ reason, isBusy, onFiles, onRetry }: FileCaptureProps) {
  const { t } = useLingui()
  const camera = useRef<HTMLInputElement>(null)
  const photos = useRef<HTMLInputElement>(null)
  return (
    <div className="flex max-w-80 flex-col items-center gap-4 overflow-y-auto p-5 text-center">
      <CameraOffIcon className="size-6 text-ink-faint" />
      <p className="text-ink-soft">{<Reason reason={reason} />}</p>
      <PhotoInput input={camera} label={t`Photo from the camera app`} hasCamera onFiles={onFiles} />
      <PhotoInput input={photos} label={t`Photos from this phone`} onFiles={onFiles} />
      <Button
        variant="primary"
        wide
        size={36}
        icon={CameraIcon}
        className="min-h-14"
        working={isBusy}
        verb={t`Reading the photo`}
        onClick={() => camera.current?.click()}
      >
        <Trans>Take photo</Trans>
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
        <Button variant="ghost" size={36} onClick={onRetry}>
          <Trans>Retry camera</Trans>
        </Button>
      )}
    </div>
  )
}

function Reason({ reason }: { reason: NoCamera }) {
  if (reason === 'insecure')
    return <Trans>The camera needs HTTPS. You can use photos from your camera app instead.</Trans>
  if (reason === 'denied')
    return (
      <Trans>
        Camera access is blocked. Allow it in your browser settings, or choose photos from your camera app.
      </Trans>
    )
  if (reason === 'missing') return <Trans>This device has no camera. Choose photos instead.</Trans>
  return (
    <Trans>
      The camera didn’t start. Close other apps that use it, or choose photos from your camera app.
    </Trans>
  )
}
