import { CheckIcon, MinusIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldControl } from './field.tsx'

type CheckboxProps = {
  checked: boolean
  /** The event says whether Shift was held, for choosing a range. */
  onChange: (checked: boolean, event: Event) => void
  /** Some of what it stands for is chosen, not all. */
  mixed?: boolean
  disabled?: boolean
  name?: string
} & (
  | { children: ReactNode; label?: never }
  | {
      children?: never
      /** Its name where no words stand beside it. */
      label: string
    }
)

/** The browser's own tick box, drawn over: it lies unseen above its picture and is larger than it, 24 or 44 px. */
export function Checkbox({ checked, onChange, mixed = false, children, label, ...rest }: CheckboxProps) {
  const box = (
    <span className="relative grid size-4 flex-none place-items-center text-on-accent touch:size-5">
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
        className="peer absolute -inset-1 cursor-pointer opacity-0 disabled:cursor-default touch:-inset-3"
      />
      <span className="pointer-events-none absolute inset-0 rounded-mark border border-control bg-raised transition-colors duration-(--dur-fast) peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-hover:peer-enabled:border-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-disabled:border-line-strong peer-disabled:bg-sunk" />
      {mixed ? (
        <MinusIcon className="pointer-events-none relative size-3 stroke-3" />
      ) : (
        checked && (
          <CheckIcon className="pointer-events-none relative size-3 stroke-3 peer-disabled:text-ink-faint" />
        )
      )}
    </span>
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
