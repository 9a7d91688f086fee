import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { type ApiError, toApiError } from '../../api/errors.ts'
import { extendSigning, type SigningSession, voidSigning } from '../../api/signing.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { endOfDay } from '../../lib/end-of-day.ts'
import { dayKey } from '../../lib/format-date.ts'
import { formatList } from '../../lib/format-list.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { ProblemLine } from '../problems/index.ts'
import { LONG } from './words.ts'

export type SessionDialogProps = { session: SigningSession; onClose: () => void }

/** Sends once, however often it is pressed; what went wrong stands in the dialog. */
function useSending(onClose: () => void) {
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const send = async (act: () => Promise<unknown>, says: string) => {
    if (sending) return
    setSending(true)
    setError(null)
    try {
      await act()
      showToast({ text: says })
      onClose()
    } catch (thrown) {
      setError(toApiError(thrown))
      setSending(false)
    }
  }
  return { sending, error, send }
}

/** A later day, or none. One that has run out goes on where it stopped. */
export function ExtendDialog({ session, onClose }: SessionDialogProps) {
  const { t } = useLingui()
  const form = useId()
  const { sending, error, send } = useSending(onClose)
  const over = session.state === 'expired'
  const [endless, setEndless] = useState(!over && session.deadline_at === null)
  const [day, setDay] = useState(() => {
    const at = session.deadline_at === null ? 0 : Date.parse(session.deadline_at)
    return dayKey(new Date(Math.max(at, Date.now() + 7 * 86_400_000)))
  })
  const end = endless ? null : endOfDay(day)
  const late = !endless && (end === null || Date.parse(end) <= Date.now())
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!late)
      void send(
        () => extendSigning(session.id, end),
        over ? t`It goes on` : t`The day to sign by has changed`,
      )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={over ? t`Go on with “${cutMiddle(session.title, LONG)}”` : t`Another day to sign by`}
      description={
        over ? t`Whoever has not acted yet can do so again with the link that they have.` : undefined
      }
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button type="submit" form={form} look="primary" working={sending} verb={t`Saving`} disabled={late}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-3">
        <Field label={t`Sign by`} error={late && t`Choose a day that is not over yet.`}>
          <Input
            type="date"
            value={day}
            min={dayKey(new Date())}
            disabled={endless}
            onChange={({ target }) => setDay(target.value)}
          />
        </Field>
        <Checkbox checked={endless} onChange={setEndless}>
          {t`No day: it waits as long as it takes`}
        </Checkbox>
      </form>
      <ProblemLine error={error} />
    </Dialog>
  )
}

/** Ends it for everybody, with a reason that they read. */
export function VoidDialog({ session, onClose }: SessionDialogProps) {
  const { t, i18n } = useLingui()
  const form = useId()
  const { sending, error, send } = useSending(onClose)
  const [reason, setReason] = useState('')
  const told = session.recipients.filter(({ invited_at }) => invited_at !== null).map(({ name }) => name)
  function submit(event: FormEvent) {
    event.preventDefault()
    void send(() => voidSigning(session.id, reason.trim()), t`Called off`)
  }
  return (
    <Dialog
      open
      alert
      onOpenChange={(open) => !open && onClose()}
      title={t`Call off “${cutMiddle(session.title, LONG)}”?`}
      description={
        told.length > 0
          ? t`It ends for everybody and cannot be taken up again. ${formatList(told, i18n.locale)} will be told.`
          : t`It ends for everybody and cannot be taken up again.`
      }
      foot={
        <>
          <DialogClose render={<Button>{t`Keep`}</Button>} />
          <Button type="submit" form={form} look="danger-solid" working={sending} verb={t`Calling it off`}>
            {t`Call it off`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label={t`Why`} help={t`They read it in the mail. It may stay empty.`}>
          <Textarea
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </form>
      <ProblemLine error={error} />
    </Dialog>
  )
}
