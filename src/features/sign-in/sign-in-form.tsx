import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from 'react-router'
import { logIn } from '../../api/sign-in.ts'
import { paths } from '../../paths.ts'
import { keepCode } from '../../stores/pending-sign-in.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { EntryForm } from './entry-form.tsx'
import { FormError } from './form-error.tsx'
import { Providers } from './providers.tsx'
import { useSubmit } from './use-submit.ts'

export function SignInForm({ back }: { back: string | null }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { working, error, send } = useSubmit()
  const next = back ?? paths.overview()

  function submit(form: FormData) {
    const who = String(form.get('username')).trim()
    void send(async () => {
      const wanted = await logIn({ username: who, password: String(form.get('password')) })
      if (!wanted) return navigate(next, { replace: true })
      const expiresAt = Date.now() + wanted.expires_in * 1000
      keepCode({ methods: wanted.methods_available, expiresAt, who })
      return navigate(paths.signInCode(back ? { return: back } : undefined))
    })
  }

  return (
    <>
      <EntryForm onSubmit={submit} working={working} act={t`Sign in`} verb={t`Signing in`}>
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
        <Field
          label={t`Password`}
          aside={
            <Link
              className="link relative touch:after:absolute touch:after:-inset-3.5"
              to={paths.forgotPassword()}
            >
              <Trans>Forgot password?</Trans>
            </Link>
          }
        >
          <PasswordInput name="password" autoComplete="current-password" required maxLength={128} />
        </Field>
      </EntryForm>
      <Providers next={next} />
    </>
  )
}
