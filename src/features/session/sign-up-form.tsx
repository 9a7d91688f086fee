import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { signUp } from '../../api/sign-in.ts'
import { randomId } from '../../lib/random-id.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { FormError } from './form-error.tsx'
import { useSubmit } from './use-submit.ts'

const FIELDS = ['username', 'email', 'password']
const MIN_PASSWORD = 8

export function SignUpForm({ next }: { next: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { working, error, send } = useSubmit()
  const [short, setShort] = useState(false)
  // The same person sent again, since the answer was lost, is the same request.
  const asked = useRef({ of: '', key: '' })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = String(form.get('password'))
    setShort(password.length < MIN_PASSWORD)
    if (password.length < MIN_PASSWORD) return
    const person = {
      username: String(form.get('username')).trim(),
      email: String(form.get('email')).trim(),
      password,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
    const of = `${person.username} ${person.email}`
    if (asked.current.of !== of) asked.current = { of, key: randomId() }
    void send(async () => {
      await signUp(person, asked.current.key)
      await navigate(next, { replace: true })
    })
  }

  return (
    <form
      onSubmit={submit}
      className="mt-7 grid gap-4 [&_input]:min-h-11 [&_input]:px-3 [&_input]:text-read"
      aria-busy={working}
    >
      <FormError error={error} fields={FIELDS} />
      <Field
        label={t`User name`}
        help={t`Letters, digits, dots, dashes, underscores`}
        error={error?.field('username')}
      >
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          minLength={2}
          maxLength={39}
        />
      </Field>
      <Field label={t`E-mail address`} error={error?.field('email')}>
        <Input type="email" name="email" autoComplete="email" required maxLength={254} />
      </Field>
      <Field
        label={t`Password`}
        help={t`At least 8 characters; a few words are best`}
        error={short ? t`At least 8 characters.` : error?.field('password')}
      >
        <PasswordInput name="password" autoComplete="new-password" required maxLength={128} />
      </Field>
      <Button
        type="submit"
        look="primary"
        size={36}
        wide
        working={working}
        verb={t`Making the account`}
        className="min-h-12 text-read"
      >
        {t`Make an account`}
      </Button>
    </form>
  )
}
