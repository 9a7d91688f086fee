import { useLingui } from '@lingui/react/macro'
import { type LucideIcon, XIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'
import { height } from './control.ts'
import { Kbd } from './kbd.tsx'

/**
 * Opens a filter's list; use it as the trigger of a Popover or Menu. A set filter shows its value
 * and can be cleared.
 */
type FilterChipProps = Omit<ComponentProps<'button'>, 'children' | 'value'> & {
  label: string
  icon?: LucideIcon
  hotkey?: string
} & ({ value: string; onClear: () => void } | { value?: undefined; onClear?: never })

export function FilterChip({
  label,
  icon: Icon,
  hotkey,
  value,
  onClear,
  className,
  ...button
}: FilterChipProps) {
  const { t } = useLingui()
  const set = value !== undefined
  return (
    <span
      className={classNames(
        'inline-flex rounded-control border border-control text-small whitespace-nowrap',
        set ? 'bg-raised font-medium' : 'border-dashed text-ink-soft',
        className,
      )}
    >
      <button
        type="button"
        {...button}
        {...(set && { 'aria-label': `${label}: ${value}` })}
        className={classNames(
          'inline-flex items-center gap-2 rounded-[3px] ps-2.5 hover:bg-hover data-popup-open:bg-hover',
          height[28],
          '-my-px',
          set ? 'pe-1.5' : 'pe-2.5',
        )}
      >
        {Icon && <Icon className="size-3.5 text-ink-soft" />}
        {value ?? label}
        {hotkey && !set && <Kbd>{hotkey}</Kbd>}
      </button>
      {set && (
        <button
          type="button"
          aria-label={t`Clear ${label}`}
          onClick={onClear}
          className="-my-px inline-grid w-6 place-items-center rounded-[3px] text-ink-soft hover:bg-hover hover:text-ink touch:w-11"
        >
          <XIcon className="size-3.5" />
        </button>
      )}
    </span>
  )
}
