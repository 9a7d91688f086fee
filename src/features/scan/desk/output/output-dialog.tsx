import { useLingui } from '@lingui/react/macro'
import { Sheet } from '../../../../ui/sheet.tsx'
import { Output, type OutputProps } from './output.tsx'

export type OutputDialogProps = OutputProps & { open: boolean; onClose: () => void }

/** The output form in a bottom sheet. */
export function OutputDialog({ open, onClose, ...output }: OutputDialogProps) {
  const { t } = useLingui()
  return (
    <Sheet open={open} onOpenChange={onClose} title={t`Create PDF`}>
      <div className="-mx-4 -mb-4 flex flex-col">
        <Output {...output} />
      </div>
    </Sheet>
  )
}
