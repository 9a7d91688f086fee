import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ApiError } from '../../../../api/errors.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Textarea } from '../../../../ui/textarea.tsx'
import { ProblemLine } from '../../../problems/index.ts'

type ReasonDialogProps = {
  title: string
  description: string
  /** The button's label. */
  act: string
  danger: boolean
  /** Whether a reason is required. */
  required: boolean
  working: boolean
  error: ApiError | null
  onAct: (reason: string) => void
  onClose: () => void
}

/** Asks for a reason before changing a business. The reason is mailed to the owners. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, act, danger, required, working, error, onAct, onClose } = props
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const lacks = required && reason.trim() === ''
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
            working={working}
            verb={t`Changing`}
            onClick={() => {
              setTried(true)
              if (!lacks) onAct(reason.trim())
            }}
          >
            {act}
          </Button>
        </>
      }
    >
      <Field
        label={t`Reason`}
        help={t`E-mailed to owners and shown to members`}
        error={tried && lacks ? t`Enter a reason.` : undefined}
      >
        <Textarea value={reason} onChange={(event) => setReason(event.target.value)} maxLength={1000} />
      </Field>
      <ProblemLine error={error} />
    </Dialog>
  )
}
