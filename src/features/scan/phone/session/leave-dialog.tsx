import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../../../ui/button.tsx'
import { NativeDialog } from '../../../public-page/index.ts'

type LeaveDialogProps = {
  isOpen: boolean
  deskName: string | null
  unsent: number
  onClose: () => void
  onLeave: () => void
}

/** Asks before this phone disconnects. */
export function LeaveDialog({ isOpen, deskName, unsent, onClose, onLeave }: LeaveDialogProps) {
  const { t } = useLingui()
  const title = deskName ? t`Disconnect from ${deskName}’s desk?` : t`Disconnect from the desk?`
  return (
    <NativeDialog open={isOpen} onClose={onClose} title={title}>
      <div className="flex flex-col gap-4 text-read">
        <p className="text-ink-soft">
          {unsent > 0 ? (
            <Plural
              value={unsent}
              one="# photo hasn’t been uploaded. It stays on this phone and is uploaded as soon as possible."
              other="# photos haven’t been uploaded. They stay on this phone and are uploaded as soon as possible."
            />
          ) : (
            <Trans>Uploaded pages stay at the desk. To reconnect, scan the QR code there.</Trans>
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size={36} className="flex-1" onClick={onClose}>
            <Trans>Stay connected</Trans>
          </Button>
          <Button size={36} variant="danger" className="flex-1" onClick={onLeave}>
            <Trans>Disconnect</Trans>
          </Button>
        </div>
      </div>
    </NativeDialog>
  )
}
