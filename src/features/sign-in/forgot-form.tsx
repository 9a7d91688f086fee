import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { requestPasswordReset } from '../../api/sign-in.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { EntryForm } from './entry-form.tsx'
import { FormError } from './form-error.tsx'
import { useSubmit } from './use-submit.ts'

/** Requests a reset link. The response is the same whether the account exists or not. */
export function ForgotForm() {
  const { t } = useLingui()
  const { working, error, send } = useSubmit()
  const [sentTo, setSentTo] = useState<string | null>(null)

  function submit(form: FormData) {
    const email = String(form.get('email')).trim()
    void send(async () => {
      await requestPasswordReset(email)
      setSentTo(email)
    })
  }

  if (sentTo !== null)
    return (
      <div role="status" className="mt-5 grid gap-3">
        <p>
          <strong translate="no" className="font-medium wrap-anywhere">
            {sentTo}
          </strong>
        </p>
        <p className="text-ink-soft">
          {t`If an account uses this address, we sent it a reset link. The link works once and expires soon.`}
        </p>
        <p className="text-ink-soft">
          {t`No e-mail? Check your spam folder.`}{' '}
          <TextButton onClick={() => setSentTo(null)}>{t`Request another link`}</TextButton>
        </p>
      </div>
    )
  return (
    <EntryForm onSubmit={submit} working={working} act={t`Send reset link`} verb={t`Sending`}>
      <FormError error={error} fields={['email']} />
      <Field label={t`E-mail address`} error={error?.field('email')}>
        <Input type="email" name="email" autoComplete="email" required maxLength={254} />
      </Field>
    </EntryForm>
  )
}
