import { useLingui } from '@lingui/react/macro'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { type Option, Select } from '../../ui/select.tsx'
import { bounds, type ExpiryChoice } from './expiry.ts'

type ExpiryFieldProps = {
  choice: ExpiryChoice
  onChoice: (choice: ExpiryChoice) => void
  date: string
  onDate: (date: string) => void
  error?: string | undefined
}

/** When the key expires. */
export function ExpiryField({ choice, onChoice, date, onDate, error }: ExpiryFieldProps) {
  const { t } = useLingui()
  const options: Option<ExpiryChoice>[] = [
    { value: '30', label: t`In 30 days` },
    { value: '90', label: t`In 90 days` },
    { value: '365', label: t`In 1 year` },
    { value: 'date', label: t`Custom date` },
    { value: 'never', label: t`Never` },
  ]
  const { min, max } = bounds()
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Field
        label={t`Expires`}
        help={
          choice === 'never' && (
            <span className="text-warn">{t`A lost key works until someone revokes it.`}</span>
          )
        }
      >
        <Select options={options} value={choice} onChange={onChoice} />
      </Field>
      {choice === 'date' && (
        <Field label={t`Last day`} error={error}>
          <Input
            type="date"
            value={date}
            min={min}
            max={max}
            onChange={(event) => onDate(event.target.value)}
            required
          />
        </Field>
      )}
    </div>
  )
}
