import { useLingui } from '@lingui/react/macro'
import { SaveIcon } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { SavePanel } from './save-panel.tsx'
import type { Saved } from './saved.ts'
import type { SaveForm } from './use-save-form.ts'

type SaveButtonProps = {
  form: SaveForm
  disabled: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  onOpen: (saved: Saved) => void
}

/** The button that opens the save panel, if it does not fit beside the pages. */
export function SaveButton({ form, disabled, open, onOpenChange, onOpen }: SaveButtonProps) {
  const { t } = useLingui()
  return (
    <Popover
      label={t`Save`}
      align="end"
      flush
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button
          variant="primary"
          icon={SaveIcon}
          working={form.saver.saving}
          verb={t`Saving`}
          disabled={disabled}
        >
          {t`Save`}
        </Button>
      }
    >
      <div className="w-74 max-w-full *:border-t-0">
        <SavePanel form={form} onOpen={onOpen} />
      </div>
    </Popover>
  )
}
