import { Trans, useLingui } from '@lingui/react/macro'
import { UploadIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { fromFile } from './signature-image.ts'

type UploadedProps = { onCanvas: (canvas: HTMLCanvasElement) => Promise<void> }

/**
 * A photo or scan of a signature on paper. The file stays on this device; only the processed image
 * is sent.
 */
export function Uploaded({ onCanvas }: UploadedProps) {
  const { t } = useLingui()
  const [problem, setProblem] = useState<string | null>(null)
  async function take(file: File | undefined) {
    setProblem(null)
    if (!file) return
    try {
      const canvas = await fromFile(file)
      if (canvas) await onCanvas(canvas)
      else setProblem(t`No signature found in this image. Use dark ink on white paper.`)
    } catch {
      setProblem(t`This image can’t be read. Use a PNG or JPEG.`)
    }
  }
  return (
    <DropZone
      className="grid min-h-40 content-center justify-items-center gap-3 p-4 text-center"
      label={t`Image of your signature`}
      accept="image/png,image/jpeg,image/webp"
      multiple={false}
      hint={t`Drop to use as your signature`}
      onFiles={([file]) => void take(file)}
    >
      {(open) => (
        <>
          <p className="text-ink-soft">
            <Trans>A photo or scan of your signature, in dark ink on white paper.</Trans>
          </p>
          <Button size={36} icon={UploadIcon} onClick={open}>
            <Trans>Choose image</Trans>
          </Button>
          <div role="alert">{problem && <p className="text-bad">{problem}</p>}</div>
        </>
      )}
    </DropZone>
  )
}
