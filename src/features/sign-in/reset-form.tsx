import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from 'react-router'
import { resetPassword } from '../../api/sign-in.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EntryForm } from './entry-form.tsx'
import { FormError } from './form-error.tsx'
import { NewPassword, usePasswordError } from './new-password.tsx'
import { useSubmit } from './use-submit.ts'

/** Sets a new password with a reset link. Without a valid link, offers to request another. */
export function ResetForm({ token }: { token: string | null }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { working, error, send } = useSubmit()
  const wrong = usePasswordError(error)

  function submit(form: FormData) {
    const password = wrong.take(form)
    if (password === null || token === null) return
    void send(async () => {
      await resetPassword({ token, password })
      await navigate(paths.signIn(), { replace: true, state: { notice: 'reset' } })
    })
  }

  if (token === null || error?.code === 'link_expired')
    return (
      <div role="alert" className="mt-5">
        <p className="text-ink-soft">
          <Trans>This link was already used or has expired.</Trans>
        </p>
        <Button
          size={36}
          className="mt-5 min-h-11 text-read"
          render={<Link to={paths.forgotPassword()} replace />}
        >
          <Trans>Request new link</Trans>
        </Button>
      </div>
    )
  return (
    <EntryForm onSubmit={submit} working={working} act={t`Set password`} verb={t`Saving`}>
      <FormError error={wrong.elsewhere} fields={['password']} />
      <NewPassword error={wrong.here} />
      <p className="text-body text-ink-soft">
        {t`You’ll be signed out on all devices. Two-factor authentication stays on.`}
      </p>
    </EntryForm>
  )
}
