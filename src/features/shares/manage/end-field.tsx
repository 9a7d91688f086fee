import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { dayKey, formatDateTime, formatMoment } from '../../../lib/format-date.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { type Option, Select } from '../../../ui/select.tsx'
import type { ExpiryChoice, Settings } from './settings.ts'

type EndFieldProps = {
  settings: Settings
  onChange: (patch: Partial<Settings>) => void
  error: ReactNode
  expiresAt?: string | null | undefined
}

/** When the link expires. */
export function EndField({ settings, onChange, error, expiresAt }: EndFieldProps) {
  const { t, i18n } = useLingui()
  const { expiry, endsAt } = settings
  const style = { locale: i18n.locale }
  const options: Option<ExpiryChoice>[] = [
    ...(endsAt ? [{ value: 'kept' as const, label: formatDateTime(new Date(endsAt), style) }] : []),
    { value: '1', label: t`In 1 day` },
    { value: '7', label: t`In 7 days` },
    { value: '30', label: t`In 30 days` },
    { value: 'date', label: t`On a date` },
    { value: 'never', label: t`Never` },
  ]
  const until = expiresAt && formatMoment(new Date(expiresAt), style)
  return (
    <>
      <Field
        label={t`Expires`}
        help={until && t`The result is kept until ${until}, and the link expires with it.`}
        error={expiry === 'date' ? undefined : error}
      >
        <Select options={options} value={expiry} onChange={(expiry) => onChange({ expiry })} />
      </Field>
      {expiry === 'date' && (
        <Field label={t`Last day`} error={error}>
          <Input
            type="date"
            value={settings.date}
            min={dayKey(new Date())}
            onChange={(event) => onChange({ date: event.target.value })}
            required
          />
        </Field>
      )}
    </>
  )
}
