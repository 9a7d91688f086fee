import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { type ApiError, toApiError } from '../../api/errors.ts'
import { changeRecipient, type Recipient, type SigningSession } from '../../api/signing.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { ProblemLine } from '../problems/index.ts'
import { useAccessWords } from '../signing-people/index.ts'

export type ChangeDialogProps = { session: SigningSession; recipient: Recipient; onClose: () => void }

const ACCESS: readonly Recipient['access'][] = ['link', 'email', 'code']

/** Somebody else in the same place, or the same one at another address. Their link is a new one. */
export function ChangeDialog({ session, recipient, onClose }: ChangeDialogProps) {
  const { t } = useLingui()
  const form = useId()
  const accesses = useAccessWords()
  const [name, setName] = useState(recipient.name)
  const [email, setEmail] = useState(recipient.email)
  const [access, setAccess] = useState(recipient.access)
  const [code, setCode] = useState('')
  const [message, setMessage] = useState(recipient.message)
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const keepsCode = recipient.access === 'code'

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (sending) return
    setSending(true)
    setError(null)
    try {
      await changeRecipient(session.id, recipient.id, {
        name: name.trim(),
        email: email.trim(),
        access,
        message: message.trim(),
        ...(access === 'code' && code && { access_code: code }),
      })
      showToast({ text: t`${name.trim()} is asked now` })
      onClose()
    } catch (thrown) {
      setError(toApiError(thrown))
      setSending(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Ask somebody else than ${recipient.name}`}
      description={t`The link that they have opens nothing any more. Whoever stands here gets a new one when it is their turn.`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button type="submit" form={form} look="primary" working={sending} verb={t`Saving`}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} className="grid gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t`Name`} error={error?.field('name')}>
            <Input
              required
              autoComplete="off"
              maxLength={120}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
          <Field label={t`E-mail`} error={error?.field('email')}>
            <Input
              required
              type="email"
              autoComplete="off"
              maxLength={254}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          </Field>
        </div>
        <Field label={t`How they show who they are`} help={accesses[access].says}>
          <Select
            options={ACCESS.map((value) => ({
              value,
              label: accesses[value].word,
              note: accesses[value].says,
            }))}
            value={access}
            onChange={setAccess}
          />
        </Field>
        {access === 'code' && (
          <Field
            label={t`Code`}
            help={keepsCode && t`One is set, and not shown again. Write another to change it.`}
          >
            <Input
              mono
              required={!keepsCode}
              minLength={4}
              maxLength={64}
              autoComplete="off"
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          </Field>
        )}
        <Field label={t`A word for them alone`}>
          <Textarea
            rows={2}
            maxLength={4000}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
        </Field>
      </form>
      <ProblemLine error={error} fields={['name', 'email']} />
    </Dialog>
  )
}
