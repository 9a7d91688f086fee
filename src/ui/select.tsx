import { Select as Base } from '@base-ui/react/select'
import { CheckIcon, ChevronDownIcon, type LucideIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import { type ControlSize, choice, floating, height, valueFrame } from './control.ts'
import { useFieldControl } from './field.tsx'

export type Option<V extends string> = {
  value: V
  label: string
  note?: string
  icon?: LucideIcon
  disabled?: boolean
}

type SelectProps<V extends string> = {
  options: readonly Option<V>[]
  value: V | null
  onChange: (value: V) => void
  /** Required outside a Field. */
  label?: string
  placeholder?: string
  name?: string
  disabled?: boolean
  size?: ControlSize
  className?: string
}

export function Select<V extends string>({
  options,
  value,
  onChange,
  label,
  placeholder,
  size = 32,
  className,
  ...root
}: SelectProps<V>) {
  return (
    <Base.Root<V>
      {...root}
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <Base.Trigger
        {...useFieldControl()}
        aria-label={label}
        className={classNames(
          valueFrame,
          height[size],
          'flex items-center justify-between gap-2 ps-2.5 pe-2',
          className,
        )}
      >
        <span className="min-w-0 truncate">
          <Base.Value placeholder={placeholder} />
        </span>
        <Base.Icon render={<ChevronDownIcon className="size-3.5 text-ink-faint" />} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-(--z-pop)">
          <Base.Popup className={classNames(floating, 'min-w-(--anchor-width) max-w-(--available-width)')}>
            <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto py-1">
              {options.map(({ value, label, note, icon: Icon, disabled }) => (
                <Base.Item key={value} value={value} disabled={disabled} className={choice}>
                  {Icon && <Icon className="text-ink-soft" />}
                  <span className="min-w-0 flex-1 py-1">
                    <Base.ItemText>{label}</Base.ItemText>
                    {note && <span className="block text-small text-ink-soft">{note}</span>}
                  </span>
                  <span className="grid w-4 place-items-center">
                    <Base.ItemIndicator>
                      <CheckIcon className="size-3.5 text-accent" />
                    </Base.ItemIndicator>
                  </span>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
