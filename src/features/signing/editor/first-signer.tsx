import { useLingui } from '@lingui/react/macro'
import { PlusIcon } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isAddress } from '../../../lib/is-address.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { type EditorRecipient, newRecipient } from './draft.ts'

type FirstSignerProps = { focus: boolean; onAdd: (recipient: EditorRecipient) => void }

/** Adds the first signer inline: most requests have only one. */
export function FirstSigner({ focus, onAdd }: FirstSignerProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [tried, setTried] = useState(false)
  const faults = {
    name: name.trim() ? null : t`Enter a name.`,
    email: isAddress(email) ? null : t`Enter a complete e-mail address, such as name@example.org.`,
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (faults.name || faults.email) return
    onAdd({ ...newRecipient(1), name: name.trim(), email: email.trim() })
  }
  return (
    <form
      noValidate
      aria-label={t`First signer`}
      onSubmit={submit}
      className="grid gap-3 rounded-sheet border border-dashed border-control p-3"
    >
      <Field label={t`Signer’s name`} error={tried ? faults.name : undefined}>
        <Input
          autoFocus={focus}
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          maxLength={200}
        />
      </Field>
      <Field label={t`Signer’s e-mail`} error={tried ? faults.email : undefined}>
        <Input
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="off"
          maxLength={254}
        />
      </Field>
      <Button type="submit" icon={PlusIcon} className="justify-self-start">
        {t`Add signer`}
      </Button>
      <p className="text-small text-ink-soft">{t`Use Add for approvers and people who get a copy.`}</p>
    </form>
  )
}
