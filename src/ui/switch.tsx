import { useFieldControl } from './field.tsx'

type SwitchProps = {
  checked: boolean
  /** Takes effect immediately; for values that a button submits use Checkbox. */
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** Required outside a Field. */
  label?: string
}

export function Switch({ checked, onChange, disabled, label }: SwitchProps) {
  return (
    <button
      {...useFieldControl()}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="group relative h-4 w-7 flex-none rounded-pill border border-control bg-sunk transition-colors duration-(--dur-fast) before:absolute before:-inset-1.5 aria-checked:border-accent aria-checked:bg-accent disabled:opacity-50 touch:h-6 touch:w-11 touch:before:-inset-3"
    >
      <span className="absolute inset-y-px start-px aspect-square rounded-pill bg-control transition-[inset-inline-start] duration-(--dur-fast) group-aria-checked:start-[calc(100%-13px)] group-aria-checked:bg-on-accent touch:group-aria-checked:start-[calc(100%-21px)]" />
    </button>
  )
}
