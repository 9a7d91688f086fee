import { Checkbox as Base } from '@base-ui/react/checkbox'
import { CheckIcon, MinusIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldControl } from './field.tsx'

type CheckboxProps = {
  checked: boolean
  onChange: (checked: boolean, event: Event) => void
  /** Some of what it stands for is chosen, not all. */
  mixed?: boolean
  disabled?: boolean
  name?: string
} & (
  | { children: ReactNode; label?: never }
  | { children?: never /** Its name where no words stand beside it. */; label: string }
)

export function Checkbox({ checked, onChange, mixed, children, label, ...rest }: CheckboxProps) {
  const box = (
    <Base.Root
      {...useFieldControl()}
      {...rest}
      checked={checked}
      indeterminate={mixed}
      aria-label={label}
      onCheckedChange={(next, { event }) => onChange(next, event)}
      className="relative grid size-4 flex-none place-items-center rounded-mark border border-control bg-raised text-on-accent transition-colors duration-(--dur-fast) not-data-disabled:hover:border-accent data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent data-disabled:bg-sunk data-disabled:text-ink-faint touch:size-5 touch:after:absolute touch:after:-inset-3"
    >
      <Base.Indicator
        render={mixed ? <MinusIcon strokeWidth={3} /> : <CheckIcon strokeWidth={3} />}
        className="size-3"
      />
    </Base.Root>
  )
  if (children === undefined) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI's checkbox inside is the control
    <label className="flex items-start gap-2 touch:min-h-(--size-touch) touch:items-center">
      <span className="flex h-5 items-center">{box}</span>
      <span className="min-w-0">{children}</span>
    </label>
  )
}
