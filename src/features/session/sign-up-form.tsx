import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { signUp } from '../../api/sign-in.ts'
import { randomId } from '../../lib/random-id.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { EntryForm } from './entry-form.tsx'
import { FormError } from './form-error.tsx'
import { NewPassword, usePasswordError } from './new-password.tsx'
import { Providers } from './providers.tsx'
import { useSubmit } from './use-submit.ts'

const FIELDS = ['username', 'email', 'password']

export function SignUpForm({ next }: { next: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { working, error, send } = useSubmit()
  const wrong = usePasswordError(error)
  // The same person sent again, since the answer was lost, is the same request.
  const asked = useRef({ of: '', key: '' })

  function submit(form: FormData) {
    const password = wrong.take(form)
    if (password === null) return
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
    <>
      <EntryForm onSubmit={submit} working={working} act={t`Make an account`} verb={t`Making the account`}>
        <FormError error={wrong.elsewhere} fields={FIELDS} />
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
        <NewPassword error={wrong.here} />
      </EntryForm>
      <Providers next={next} />
    </>
  )
}
