import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { toApiError } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { ProblemLine } from '../problems/index.ts'

/** The minimum length of a reason. */
const LEAST = 3
const MOST = 1000

interface Act {
  isPending: boolean
  error: unknown
  mutate(reason: string, options: { onSuccess: () => void }): void
}

export interface ReasonDialogProps {
  title: string
  description: ReactNode
  /** The field's label; "Reason" by default. */
  label?: string
  help: string
  least?: number
  act: Act
  button: string
  verb: string
  done: string
  danger?: boolean
  onClose: () => void
}

/** Asks for the reason of an action, which is written to the audit log. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, label, help, least = LEAST, act, button, verb, done, danger, onClose } = props
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const isValid = reason.trim().length >= least
  const submit = () => {
    if (!isValid || act.isPending) return
    act.mutate(reason.trim(), {
      onSuccess: () => {
        showToast({ text: done })
        onClose()
      },
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button
            variant={danger ? 'danger-solid' : 'primary'}
            disabled={!isValid}
            working={act.isPending}
            verb={verb}
            onClick={submit}
          >
            {button}
          </Button>
        </>
      }
    >
      <Field label={label ?? t`Reason`} help={help}>
        <Textarea
          rows={3}
          maxLength={MOST}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      <ProblemLine error={act.error ? toApiError(act.error) : null} />
    </Dialog>
  )
}
