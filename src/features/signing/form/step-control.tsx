import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { SignatureMaker } from '../pad/index.ts'
import { Attachment } from './attachment.tsx'
import { type Filled, type SignField, standing, type Value } from './steps.ts'

export type StepControlProps = {
  field: SignField
  label: string
  filled: Filled
  /** The recipient's name. */
  name: string
  token: string
  error: string | undefined
  onValue: (id: string, value: Value) => void
  onMark: (kind: 'signature' | 'initials', mark: Filled['signature']) => void
  /** Whether a signature is still being encoded as an image. */
  onMaking: (is: boolean) => void
}

/** The control of the current field, with touch-sized targets. */
export function StepControl(props: StepControlProps) {
  const { field, label: caption, filled, name, token, error, onValue, onMark, onMaking } = props
  const { kind, help } = field
  const value = standing(field, filled)
  const text = typeof value === 'string' ? value : ''
  const set = (next: Value) => onValue(field.id, next)
  // The step's heading is the visible label.
  const label = <span className="sr-only">{caption}</span>
  switch (kind) {
    case 'signature':
    case 'initials':
      return (
        <SignatureMaker
          key={kind}
          kind={kind}
          name={name}
          token={token}
          mark={filled[kind]}
          onMade={(mark) => onMark(kind, mark)}
          onMaking={onMaking}
        />
      )
    case 'checkbox':
      return (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-(--color-accent)"
            checked={value === true}
            onChange={({ target }) => set(target.checked)}
          />
          <span>
            {caption}
            {help && <span className="block text-small text-ink-soft">{help}</span>}
          </span>
        </label>
      )
    case 'radio':
    case 'choice':
      return <Options field={field} label={caption} value={text} onChange={set} />
    case 'attachment':
      return <Attachment {...props} />
    case 'text':
      if ((field.max_length ?? 1000) > 200 && (field.places[0]?.rect.height ?? 0) > 40)
        return (
          <Field label={label} help={help} error={error}>
            <Textarea rows={3} value={text} onChange={({ target }) => set(target.value)} />
          </Field>
        )
  }
  return (
    <Field label={label} help={help} error={error}>
      <Input
        size={36}
        value={text}
        {...TYPES[kind]}
        {...(field.max_length !== null && { maxLength: field.max_length })}
        onChange={({ target }) => set(target.value)}
      />
    </Field>
  )
}

const TYPES = {
  text: {},
  number: { inputMode: 'decimal' },
  date: { type: 'date' },
  name: { autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email' },
} as const

type OptionsProps = { field: SignField; label: string; value: string; onChange: (value: string) => void }

function Options({ field, label, value, onChange }: OptionsProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="sr-only">{label}</legend>
      {field.help && <p className="text-small text-ink-soft">{field.help}</p>}
      <div className="grid max-h-56 gap-1 overflow-y-auto">
        {field.options.map((option) => (
          <label key={option} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name={field.id}
              className="size-5 accent-(--color-accent)"
              checked={value === option}
              onChange={() => onChange(option)}
            />
            {option}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
