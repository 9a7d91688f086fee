import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useFaultLabels } from './fault-labels.ts'
import type { OptionField } from './options-schema.ts'
import { UnitInput } from './unit-input.tsx'

type OptionControlProps = {
  field: OptionField
  value: unknown
  onChange: (value: unknown) => void
  /** The server's validation error. */
  error?: string | undefined
  /** The unit, shown inside the field. */
  unit?: string | null
  /** Text in place of the schema's help. */
  help?: string | null
}

/** An option with its label and error. The schema determines the control. */
export function OptionControl({
  field,
  value,
  onChange,
  error,
  unit,
  help = field.help,
}: OptionControlProps) {
  const words = useFaultLabels()(field, value)
  return (
    <Field inline label={field.label} help={help} error={words ?? error}>
      <Control field={field} value={value} onChange={onChange} unit={unit ?? null} />
    </Field>
  )
}

type ControlProps = Pick<OptionControlProps, 'field' | 'value' | 'onChange'> & { unit: string | null }

function Control({ field, value, onChange, unit }: ControlProps) {
  switch (field.kind) {
    case 'switch':
      return <Switch checked={value === true} onChange={onChange} />
    case 'choice': {
      const { choices } = field
      const choose = (next: string) => onChange(choices.find((one) => one.value === next)?.raw)
      const short = choices.length <= 3 && choices.every(({ label }) => label.length <= 8)
      return short ? (
        <Segmented
          label={field.label}
          wide
          size={28}
          options={choices}
          value={String(value)}
          onChange={choose}
        />
      ) : (
        <Select size={28} options={choices} value={String(value ?? '')} onChange={choose} />
      )
    }
    case 'colour':
      return (
        <div className="flex items-center gap-2">
          <input
            type="color"
            aria-label={field.label}
            value={String(value ?? '#ffffff')}
            onChange={(event) => onChange(event.target.value)}
            className="h-7 w-10 rounded-control border border-control bg-raised p-0.5 touch:h-11"
          />
          <span className="mono text-small">{String(value ?? '')}</span>
        </div>
      )
    case 'text':
      return (
        <Input
          size={28}
          {...(field.secret && { type: 'password', autoComplete: 'new-password' })}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'lines':
      return (
        <Textarea
          rows={3}
          value={Array.isArray(value) ? value.join('\n') : ''}
          // Empty lines are kept while typing, for the next entry.
          onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
        />
      )
    case 'number':
      return <NumberControl field={field} value={value} onChange={onChange} unit={unit} />
  }
}

type NumberField = Extract<OptionField, { kind: 'number' }>

/** A slider if both bounds are known and close enough to aim at; otherwise a number input. */
function NumberControl({ field, value, onChange, unit }: ControlProps & { field: NumberField }) {
  const { min, max, step, optional, label } = field
  if (min !== null && max !== null && !optional && (max - min) / step <= 600)
    return (
      <Slider
        label={label}
        min={min}
        max={max}
        step={step}
        value={typeof value === 'number' ? value : min}
        onChange={onChange}
      />
    )
  if (unit)
    return (
      <UnitInput
        unit={unit}
        step={step}
        {...(min !== null && { min })}
        {...(max !== null && { max })}
        value={typeof value === 'number' ? value : undefined}
        onChange={onChange}
      />
    )
  return (
    <Input
      size={28}
      type="number"
      inputMode="numeric"
      mono
      step={step}
      {...(min !== null && { min })}
      {...(max !== null && { max })}
      value={typeof value === 'number' && !Number.isNaN(value) ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
    />
  )
}
