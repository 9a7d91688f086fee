import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from 'react-router'
import { resetPassword } from '../../api/sign-in.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EntryForm } from './entry-form.tsx'
import { FormError } from './form-error.tsx'
import { NewPassword, usePasswordError } from './new-password.tsx'
import { useSubmit } from './use-submit.ts'

/** A new password for whoever has the link. Without a link that works there is only the way to another. */
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
          <Trans>The link does not work any more: it was used, or it has run out.</Trans>
        </p>
        <Button
          size={36}
          className="mt-5 min-h-11 text-read"
          render={<Link to={paths.forgotPassword()} replace />}
        >
          <Trans>Ask for a new link</Trans>
        </Button>
      </div>
    )
  return (
    <EntryForm onSubmit={submit} working={working} act={t`Set the password`} verb={t`Setting`}>
      <FormError error={wrong.elsewhere} fields={['password']} />
      <NewPassword error={wrong.here} />
      <p className="text-body text-ink-soft">
        {t`Every session of the account ends, and you sign in anew. A second factor stays.`}
      </p>
    </EntryForm>
  )
}
