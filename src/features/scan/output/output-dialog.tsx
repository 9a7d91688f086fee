import { useLingui } from '@lingui/react/macro'
import type { ScanSession } from '../../../api/scan.ts'
import { Sheet } from '../../../ui/sheet.tsx'
import { Output } from './output.tsx'

export type OutputDialogProps = { session: ScanSession; open: boolean; onClose: () => void }

/** The output in a sheet from below. */
export function OutputDialog({ session, open, onClose }: OutputDialogProps) {
  const { t } = useLingui()
  return (
    <Sheet open={open} onOpenChange={onClose} title={t`Create PDF`}>
      <div className="-mx-4 -mb-4 flex flex-col">
        <Output session={session} />
      </div>
    </Sheet>
  )
}
