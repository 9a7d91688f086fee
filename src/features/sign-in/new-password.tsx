import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ApiError } from '../../api/errors.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'

const MIN_PASSWORD = 8

/** The field for a new password. */
export function NewPassword({ error }: { error: string | undefined }) {
  const { t } = useLingui()
  return (
    <Field label={t`Password`} help={t`At least 8 characters. A few words work best.`} error={error}>
      <PasswordInput name="password" autoComplete="new-password" required maxLength={128} />
    </Field>
  )
}

/** The password's error, found locally or by the server, and other errors. */
export function usePasswordError(error: ApiError | null) {
  const { t } = useLingui()
  const [short, setShort] = useState(false)
  const weak = error?.code === 'weak_password'
  return {
    here: short
      ? t`At least 8 characters.`
      : (error?.field('password') ??
        (weak ? t`This password is easy to guess. Choose another one.` : undefined)),
    elsewhere: weak ? null : error,
    /** The entered password; null if it is invalid. */
    take: (form: FormData): string | null => {
      const password = String(form.get('password'))
      setShort(password.length < MIN_PASSWORD)
      return password.length < MIN_PASSWORD ? null : password
    },
  }
}
