import { useLingui } from '@lingui/react/macro'
import { QrCodeIcon } from 'lucide-react'
import type { Share } from '../../../api/shares.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useOpenDialog } from './use-open-dialog.ts'

/** The link itself. Empty if it does not open. */
export function LinkPanel({ share: { link_id, url, state } }: { share: Share }) {
  const { t } = useLingui()
  const { open } = useOpenDialog()
  if (state !== 'active' || !url) return null
  return (
    <Panel>
      <div className="flex flex-wrap gap-2">
        <Input
          mono
          readOnly
          aria-label={t`Link`}
          value={url}
          dir="ltr"
          translate="no"
          // Backward selection keeps the start visible.
          onFocus={({ target }) => target.setSelectionRange(0, target.value.length, 'backward')}
          className="min-w-40 flex-1 max-sm:basis-full"
        />
        <CopyButton size={32} text={url} name={t`Copy link`} />
        <Button icon={QrCodeIcon} aria-haspopup="dialog" onClick={() => open('link', link_id)}>
          {t`QR code`}
        </Button>
      </div>
    </Panel>
  )
}
