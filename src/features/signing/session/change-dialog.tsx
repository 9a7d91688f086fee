import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { type Recipient, type SigningRow, useChangeRecipient } from '../../../api/signing.ts'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import { isAddress } from '../../../lib/is-address.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { type Option, Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ProblemLine } from '../../problems/index.ts'
import { LONG } from './labels.ts'

type ChangeDialogProps = { session: SigningRow; recipient: Recipient; onClose: () => void }

/** Changes the name, the e-mail address or the verification of a recipient. */
export function ChangeDialog({ session, recipient, onClose }: ChangeDialogProps) {
  const { t } = useLingui()
  const form = useId()
  const [name, setName] = useState(recipient.name)
  const [email, setEmail] = useState(recipient.email)
  const [access, setAccess] = useState(recipient.access)
  const [code, setCode] = useState('')
  const [message, setMessage] = useState(recipient.message)
  const [tried, setTried] = useState(false)
  const shown = cutMiddle(recipient.name, LONG)
  const keeps = recipient.access === 'code'
  const wrong = {
    name: name.trim() === '',
    email: !isAddress(email),
    code: access === 'code' && code.length < 4 && !(keeps && code === ''),
  }
  const act = useChangeRecipient(() => {
    showToast({ text: t`Recipient updated` })
    onClose()
  })
  const options: Option<Recipient['access']>[] = [
    { value: 'link', label: t`Link only` },
    { value: 'email', label: t`E-mail code` },
    { value: 'code', label: t`Access code` },
  ]
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (Object.values(wrong).some(Boolean) || act.isPending) return
    const body = {
      name: name.trim(),
      email: email.trim(),
      access,
      message: message.trim(),
      ...(access === 'code' && code !== '' && { access_code: code }),
    }
    act.mutate({ session_id: session.id, recipient_id: recipient.id, body })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Edit ${shown}`}
      description={
        recipient.state === 'waiting'
          ? t`The recipient gets an e-mail when it’s their turn.`
          : t`A new link is sent now. The current link of ${shown} stops working.`
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
        <div className="grid items-start gap-x-3 gap-y-4 sm:grid-cols-2">
          <Field label={t`Name`} error={tried && wrong.name ? t`Enter a name.` : act.error?.field('name')}>
            <Input
              value={name}
              onChange={(event) => setName(event.target.value)}
              maxLength={120}
              autoComplete="off"
              required
            />
          </Field>
          <Field
            label={t`E-mail address`}
            error={
              tried && wrong.email
                ? t`Enter a complete e-mail address, such as name@example.org.`
                : act.error?.field('email')
            }
          >
            <Input
              type="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              maxLength={254}
              autoComplete="off"
              required
            />
          </Field>
        </div>
        <Field label={t`Verification`}>
          <Select options={options} value={access} onChange={setAccess} />
        </Field>
        {access === 'code' && (
          <Field
            label={t`Access code`}
            help={
              keeps
                ? t`Leave empty to keep the current code.`
                : t`Share it outside e-mail, for example by phone. It can’t be shown again.`
            }
            error={tried && wrong.code ? t`At least 4 characters.` : act.error?.field('access_code')}
          >
            <Input
              value={code}
              onChange={(event) => setCode(event.target.value)}
              maxLength={64}
              autoComplete="off"
              mono
            />
          </Field>
        )}
        <Field label={t`Private message`} help={t`Only this recipient sees it.`}>
          <Textarea
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            rows={2}
            maxLength={4000}
          />
        </Field>
      </form>
      <ProblemLine error={act.error} fields={['name', 'email', 'access_code']} />
    </Dialog>
  )
}
