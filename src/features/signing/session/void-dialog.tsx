import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import { type SigningRow, useVoidSigning } from '../../../api/signing.ts'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ProblemLine } from '../../problems/index.ts'
import { LONG } from './labels.ts'

/** Voids a request; the dialog says who is notified. */
export function VoidDialog({ session, onClose }: { session: SigningRow; onClose: () => void }) {
  const { t } = useLingui()
  const form = useId()
  const safe = useRef<HTMLButtonElement>(null)
  const [reason, setReason] = useState('')
  const { id, title, recipients } = session
  const name = cutMiddle(title, LONG)
  const notified = recipients.filter(({ invited_at, state }) => invited_at !== null && state !== 'delegated')
  const who = notified.map((one) => one.name).join(', ')
  const act = useVoidSigning(() => {
    showToast({ text: t`“${name}” voided` })
    onClose()
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!act.isPending) act.mutate({ session_id: id, reason: reason.trim() })
  }
  return (
    <Dialog
      alert
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Void “${name}”?`}
      description={t`Recipients can no longer sign, and existing signatures no longer count. You can’t reopen the request, but you can duplicate it.`}
      initialFocus={safe}
      foot={
        <>
          <DialogClose render={<Button ref={safe}>{t`Cancel`}</Button>} />
          <Button type="submit" form={form} variant="danger-solid" working={act.isPending} verb={t`Voiding`}>
            {t`Void`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-3">
        <p className="wrap-anywhere">
          {notified.length === 0
            ? t`No recipient was invited yet, so nobody is notified.`
            : t({
                message: plural(notified.length, {
                  one: `${who} is notified.`,
                  other: `${who} are notified.`,
                }),
              })}
        </p>
        <Field label={t`Reason`} help={t`Shown to recipients and in the audit log.`}>
          <Textarea
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            rows={3}
            maxLength={1000}
          />
        </Field>
      </form>
      <ProblemLine error={act.error} />
    </Dialog>
  )
}
