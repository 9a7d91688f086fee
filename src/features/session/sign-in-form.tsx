import { useLingui } from '@lingui/react/macro'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { logIn } from '../../api/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { FormError } from './form-error.tsx'
import { useSubmit } from './use-submit.ts'

/** Uncontrolled on purpose: two fields need no form library, and a password manager may fill them unseen. */
export function SignInForm({ next }: { next: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { working, error, send } = useSubmit()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void send(async () => {
      await logIn({ username: String(form.get('username')).trim(), password: String(form.get('password')) })
      await navigate(next, { replace: true })
    })
  }

  return (
    <form
      onSubmit={submit}
      className="mt-7 grid gap-4 [&_input]:min-h-11 [&_input]:px-3 [&_input]:text-read"
      aria-busy={working}
    >
      <FormError error={error} />
      <Field label={t`E-mail or user name`}>
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
        />
      </Field>
      <Field label={t`Password`}>
        <PasswordInput name="password" autoComplete="current-password" required maxLength={128} />
      </Field>
      <Button
        type="submit"
        look="primary"
        size={36}
        wide
        working={working}
        verb={t`Signing in`}
        className="min-h-12 text-read"
      >
        {t`Sign in`}
      </Button>
    </form>
  )
}
