import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type CancelReason, type Plan, useCancelPlan } from '../../../api/billing.ts'
import { toApiError } from '../../../api/errors.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { ProblemLine } from '../../problems/index.ts'

const REASONS: readonly [CancelReason, MessageDescriptor][] = [
  ['too_expensive', msg`Too expensive`],
  ['not_needed', msg`I no longer need it`],
  ['missing_feature', msg`Missing features`],
  ['quality', msg`Results aren’t good enough`],
  ['other_service', msg`I’m switching to another service`],
  ['other', msg`Another reason`],
]

/** Explains the effect of a cancellation, and asks for an optional reason. */
export function CancelDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const cancel = useCancelPlan()
  const [reason, setReason] = useState<CancelReason | null>(null)
  const [comment, setComment] = useState('')
  const day = plan.current_period_end
    ? formatDate(new Date(plan.current_period_end), { locale: i18n.locale })
    : ''
  const submit = () =>
    cancel.mutate(
      { ...(reason && { reason }), ...(comment.trim() && { comment: comment.trim() }) },
      { onSuccess: onClose },
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Cancel ${plan.name}?`}
      description={t`Your plan stays active until ${day}, then changes to the free plan. You can resume it until then. Nothing is deleted, and pack credits stay.`}
      foot={
        <>
          <DialogClose render={<Button>{t`Keep ${plan.name}`}</Button>} />
          <Button variant="danger" working={cancel.isPending} verb={t`Cancelling`} onClick={submit}>
            {t`Cancel plan`}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <RadioGroup
          legend={t`Reason (optional)`}
          options={REASONS.map(([value, label]) => ({ value, label: i18n._(label) }))}
          value={reason}
          onChange={setReason}
        />
        {reason && (
          <Field label={t`Tell us more (optional)`}>
            <Textarea
              value={comment}
              maxLength={1000}
              rows={2}
              onChange={({ target }) => setComment(target.value)}
            />
          </Field>
        )}
      </div>
      <ProblemLine error={cancel.error && toApiError(cancel.error)} />
    </Dialog>
  )
}
