import { useLingui } from '@lingui/react/macro'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import type { OperationEntry } from '../../api/convert.ts'
import { MOST_STEPS } from '../../api/pipelines.ts'
import { Button } from '../../ui/button.tsx'
import { AddStepDialog, fetchStepChooser } from './add-step-dialog.tsx'

type AddStepProps = {
  operations: readonly OperationEntry[]
  /** The input format of the new step; null if unknown. */
  format: string | null
  /** The number of existing steps. */
  steps: number
  primary?: boolean
  onAdd: (operation: string, target: string) => void
}

export function AddStep({ operations, format, steps, primary, onAdd }: AddStepProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const full = steps >= MOST_STEPS
  return (
    <>
      <Button
        icon={PlusIcon}
        variant={primary ? 'primary' : 'second'}
        className={primary ? undefined : 'me-auto'}
        aria-haspopup="dialog"
        {...(full
          ? { disabled: true, reason: t`A pipeline can have up to ${MOST_STEPS} steps.` }
          : { onClick: () => setOpen(true), onPointerEnter: fetchStepChooser, onFocus: fetchStepChooser })}
      >
        {steps === 0 ? t`Add first step` : t`Add step`}
      </Button>
      <AddStepDialog
        open={open}
        operations={operations}
        format={format}
        onClose={() => setOpen(false)}
        onPick={onAdd}
      />
    </>
  )
}
