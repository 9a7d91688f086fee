import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formatLabel } from '../../../lib/format-label.ts'
import { Button } from '../../../ui/button.tsx'
import { Note, type ViewProps, Waiting } from '../parts.tsx'
import { ImageStage } from './image-stage.tsx'
import { useImage } from './use-image.ts'

/** One image. */
export function ImageView({ side, beside }: ViewProps & { beside?: boolean }) {
  const { t } = useLingui()
  const [attempt, setAttempt] = useState(0)
  const loaded = useImage(side.url, attempt)
  const format = formatLabel(side.format)
  if (loaded.state === 'loading') return <Waiting />
  if (loaded.state !== 'ready')
    return (
      <Note
        title={t`This browser can’t display the image`}
        action={<Button onClick={() => setAttempt(attempt + 1)}>{t`Retry`}</Button>}
      >{t`It may not support ${format}, or you may be offline. Download the file to view it.`}</Note>
    )
  return (
    <div className="@container min-w-0">
      <ImageStage layers={[{ src: side.url, alt: side.name }]} size={loaded} fixed={beside} />
    </div>
  )
}
