import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { type SigningRow, useExtendSigning } from '../../../api/signing.ts'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import { dayKey } from '../../../lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { type Option, Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ProblemLine } from '../../problems/index.ts'
import { type Choice, endsAt } from './deadline.ts'
import { LONG, useMoments } from './labels.ts'

/** Changes the deadline. A later one reopens an expired request. */
export function ExtendDialog({ session, onClose }: { session: SigningRow; onClose: () => void }) {
  const { t } = useLingui()
  const form = useId()
  const moments = useMoments()
  const [choice, setChoice] = useState<Choice>('7')
  const [date, setDate] = useState('')
  const [wrong, setWrong] = useState(false)
  const { id, title, state, deadline_at } = session
  const act = useExtendSigning(() => {
    showToast({ text: t`Deadline changed` })
    onClose()
  })
  const name = cutMiddle(title, LONG)
  const options: Option<Choice>[] = [
    { value: '7', label: t`In 7 days` },
    { value: '14', label: t`In 14 days` },
    { value: '30', label: t`In 30 days` },
    { value: 'date', label: t`On a date` },
    { value: 'none', label: t`No deadline` },
  ]
  const error = wrong ? t`Choose today or a later date.` : act.error?.field('deadline_at')
  const now = deadline_at && moments.within(deadline_at)

  function submit(event: FormEvent) {
    event.preventDefault()
    const at = endsAt(choice, date)
    setWrong(at === undefined)
    if (at !== undefined && !act.isPending) act.mutate({ session_id: id, deadline_at: at })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Deadline of “${name}”`}
      description={
        state === 'expired'
          ? t`This request has expired. A later deadline reopens it, and its links work again.`
          : now
            ? t`Current deadline: ${now}.`
            : t`No deadline set.`
      }
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button type="submit" form={form} variant="primary" working={act.isPending} verb={t`Saving`}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        <Field label={t`Deadline`} error={choice === 'date' ? undefined : error}>
          <Select options={options} value={choice} onChange={setChoice} />
        </Field>
        {choice === 'date' && (
          <Field label={t`Last day`} error={error}>
            <Input
              type="date"
              value={date}
              min={dayKey(new Date())}
              onChange={(event) => setDate(event.target.value)}
              required
            />
          </Field>
        )}
      </form>
      <ProblemLine error={act.error} fields={['deadline_at']} />
    </Dialog>
  )
}
