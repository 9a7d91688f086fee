import { useLingui } from '@lingui/react/macro'
import { LockIcon } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import type { OptionField } from '../convert/options/index.ts'

type SecretFieldProps = {
  field: OptionField
  /** The server has a sealed value, which can be replaced but not read. */
  kept: boolean
  /** The entered value; undefined to keep the stored one. */
  typed: string | undefined
  error: string | undefined
  onChange: (typed: string | undefined) => void
}

/** A password: saved and sealed, or newly entered. An empty entry removes the saved one. */
export function SecretField({ field, kept, typed, error, onChange }: SecretFieldProps) {
  const { t } = useLingui()
  const { label, help } = field
  if (kept && typed === undefined)
    return (
      <div className="min-w-0">
        <p className="mb-1 text-small font-medium text-ink-soft">{label}</p>
        <p className="flex flex-wrap items-center gap-2">
          <span className="flex items-center gap-1.5">
            <LockIcon className="size-3.5 text-ink-soft" />
            {t`Saved, encrypted`}
          </span>
          <Button
            size={24}
            aria-label={t`Replace ${label}`}
            onClick={() => onChange('')}
          >{t`Replace`}</Button>
        </p>
        {error && <p className="mt-1 text-small text-bad">{error}</p>}
      </div>
    )
  return (
    <Field
      label={label}
      help={kept && !typed ? t`Leave empty to remove the saved password.` : help}
      error={error}
      aside={
        kept && (
          <button
            type="button"
            className="link"
            onClick={() => onChange(undefined)}
          >{t`Keep saved password`}</button>
        )
      }
    >
      <PasswordInput
        value={typed ?? ''}
        autoComplete="new-password"
        maxLength={120}
        onChange={({ target }) => onChange(kept || target.value ? target.value : undefined)}
      />
    </Field>
  )
}
