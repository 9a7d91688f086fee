import { type ReactNode, useId } from 'react'
import { classNames } from '../lib/class-names.ts'

type RadioGroupProps<V extends string> = {
  legend: ReactNode
  options: readonly { value: V; label: ReactNode; note?: ReactNode; disabled?: boolean }[]
  value: V | null
  onChange: (value: V) => void
}

/** One of a few options, each with a sentence. Native radios provide the arrow keys. */
export function RadioGroup<V extends string>({ legend, options, value, onChange }: RadioGroupProps<V>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium text-ink-soft">{legend}</legend>
      <div className="grid gap-1.5">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'flex items-start gap-2.5 touch:min-h-(--size-touch)',
              option.disabled && 'text-ink-faint',
            )}
          >
            <span className="relative my-0.5 size-4 flex-none">
              <input
                type="radio"
                name={name}
                checked={option.value === value}
                disabled={option.disabled}
                onChange={() => onChange(option.value)}
                className="peer absolute -inset-1 cursor-pointer opacity-0 touch:-inset-3.5"
              />
              <span className="pointer-events-none absolute inset-0 rounded-pill border border-control bg-raised transition-colors duration-(--dur-fast) peer-checked:border-5 peer-checked:border-accent peer-hover:peer-enabled:border-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-disabled:bg-sunk" />
            </span>
            <span className="min-w-0">
              {option.label}
              {option.note && <span className="block text-small text-ink-soft">{option.note}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
