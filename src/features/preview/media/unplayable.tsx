import { useLingui } from '@lingui/react/macro'
import { DownloadIcon, VolumeXIcon } from 'lucide-react'
import { formatLabel } from '../../../lib/format-label.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../parts.tsx'
import type { Side } from '../sides.ts'

/** The browser cannot play the file; a program on the same device may. */
export function Unplayable({ side }: { side: Side }) {
  const { t } = useLingui()
  const format = formatLabel(side.format)
  return (
    <Note
      icon={VolumeXIcon}
      title={t`This browser can’t play it`}
      action={
        <Button icon={DownloadIcon} render={<a href={side.url} download />}>
          {side.which === 'source' ? t`Download original` : t`Download result`}
        </Button>
      }
    >{t`It doesn’t support this ${format}. Download it and use another player.`}</Note>
  )
}
