import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { useFieldControl } from './field.tsx'

type CheckboxProps = {
  checked: boolean
  /** The event has the Shift state, for range selection. */
  onChange: (checked: boolean, event: Event) => void
  /** Some of the represented items are selected, but not all. */
  mixed?: boolean
  disabled?: boolean
  name?: string
} & (
  | { children: ReactNode; label?: never }
  | {
      children?: never
      /** The accessible name if there is no visible label. */
      label: string
    }
)

/**
 * A native checkbox styled in one element, because lists have one per row: `before` is the check
 * mark or the dash, and `after` enlarges the target to 24 or 44 px.
 */
export function Checkbox({ checked, onChange, mixed = false, children, label, ...rest }: CheckboxProps) {
  const box = (
    <input
      {...useFieldControl()}
      {...rest}
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(input) => {
        if (input) input.indeterminate = mixed
      }}
      onChange={(event) => onChange(event.target.checked, event.nativeEvent)}
      className={classNames(
        'relative grid size-4 flex-none cursor-pointer appearance-none place-items-center rounded-mark border border-control bg-raised text-on-accent transition-colors duration-(--dur-fast) touch:size-5',
        'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent enabled:hover:border-accent',
        'disabled:cursor-default disabled:border-line-strong disabled:bg-sunk disabled:text-ink-faint',
        'before:border-current after:absolute after:-inset-1.25 touch:after:-inset-3.25',
        mixed
          ? 'before:w-2 before:border-t-[1.5px]'
          : 'before:mb-0.5 before:h-2 before:w-1 before:rotate-45 before:border-e-[1.5px] before:border-b-[1.5px] not-checked:before:hidden',
      )}
    />
  )
  if (children === undefined) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is in `box`
    <label className="flex items-start gap-2.5 touch:min-h-(--size-touch) touch:items-center">
      <span className="flex h-5 items-center">{box}</span>
      <span className="min-w-0">{children}</span>
    </label>
  )
}
