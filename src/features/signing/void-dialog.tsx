import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import { type SigningRow, voidSigning } from '../../api/signing.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { ProblemLine } from '../problems/index.ts'
import { useDialogAct } from './use-dialog-act.ts'
import { LONG } from './words.ts'

/** Ends a session for all, and says before who hears of it. */
export function VoidDialog({ session, onClose }: { session: SigningRow; onClose: () => void }) {
  const { t } = useLingui()
  const form = useId()
  const safe = useRef<HTMLButtonElement>(null)
  const [reason, setReason] = useState('')
  const { id, title, recipients } = session
  const name = cutMiddle(title, LONG)
  const told = recipients.filter(({ invited_at, state }) => invited_at !== null && state !== 'delegated')
  const who = told.map((one) => one.name).join(', ')
  const act = useDialogAct(
    (why: string) => voidSigning(id, why),
    () => {
      showToast({ text: t`“${name}” called off` })
      onClose()
    },
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!act.isPending) act.mutate(reason.trim())
  }
  return (
    <Dialog
      alert
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Call off “${name}”?`}
      description={t`Nobody can sign it any more, and what was signed does not count. It cannot be taken up again, but it can be used again for another one.`}
      initialFocus={safe}
      foot={
        <>
          <DialogClose render={<Button ref={safe}>{t`Keep`}</Button>} />
          <Button type="submit" form={form} look="danger-solid" working={act.isPending} verb={t`Calling off`}>
            {t`Call it off`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-3">
        <p className="wrap-anywhere">
          {told.length === 0
            ? t`Nobody has been asked yet, so nobody is told.`
            : t({
                message: plural(told.length, { one: `Told of it: ${who}.`, other: `Told of it: ${who}.` }),
              })}
        </p>
        <Field label={t`Reason`} help={t`It stands in what they are told, and in the log.`}>
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
