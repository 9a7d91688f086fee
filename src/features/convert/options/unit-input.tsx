import { type KeyboardEvent, useState } from 'react'
import { Input, type InputProps } from '../../../ui/input.tsx'

type UnitInputProps = Omit<InputProps, 'value' | 'onChange' | 'type'> & {
  unit: string
  value: number | undefined
  onChange: (value: number | undefined) => void
  /**
   * Commits the value on Enter or blur only, because it is then adjusted, which would break typing.
   */
  settles?: boolean
}

/** A number input with its unit inside. */
export function UnitInput({ unit, value, onChange, settles, ...input }: UnitInputProps) {
  const [draft, setDraft] = useState<number | null | undefined>(null)
  const shown = draft === null ? value : draft
  function settle() {
    if (draft === null) return
    setDraft(null)
    onChange(draft)
  }
  return (
    <span className="relative block min-w-0">
      <Input
        size={28}
        inputMode="decimal"
        {...input}
        type="number"
        value={shown === undefined || Number.isNaN(shown) ? '' : shown}
        onChange={({ target }) => {
          const typed = target.value === '' ? undefined : target.valueAsNumber
          if (settles) setDraft(typed)
          else onChange(typed)
        }}
        {...(settles && {
          onBlur: settle,
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key !== 'Enter' || draft === null) return
            event.preventDefault()
            settle()
          },
        })}
        className="[appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
        style={{ paddingInlineEnd: `calc(${unit.length}ch + 0.75rem)` }}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 end-2.5 flex items-center text-small text-ink-soft"
      >
        {unit}
      </span>
    </span>
  )
}
