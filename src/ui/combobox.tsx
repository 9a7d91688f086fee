import { ChevronDownIcon } from 'lucide-react'
import type { HTMLAttributes, ReactElement, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { type ControlSize, height, valueFrame } from './control.ts'
import { deferred } from './deferred.tsx'
import { useFieldControl } from './field.tsx'
import { LazyPopup } from './lazy-popup.tsx'

export type ComboboxItem = {
  value: string
  label: string
  /** Also searched: an extension, another name. */
  words?: string
  /** At the end of the line: a use, a price. */
  note?: ReactNode
}

export type ComboboxGroup = { name: string; items: readonly ComboboxItem[] }

export type ComboboxList = {
  groups: readonly ComboboxGroup[]
  chosen: ComboboxItem | null
  onChange: (value: string) => void
  /** What is selected: "Target format". */
  label: string
  /** For format labels, in monospace. */
  mono?: boolean | undefined
}

type ComboboxProps = Omit<ComboboxList, 'chosen'> & {
  value: string | null
  placeholder?: string
  /** Replaces the select-like trigger. */
  trigger?: ReactElement<HTMLAttributes<HTMLElement>>
  disabled?: boolean | undefined
  size?: ControlSize
}

const popup = deferred(async () => (await import('./combobox-popup.tsx')).ComboboxPopup)

/** A searchable list, grouped by kind. Typing filters, the arrow keys move, Enter selects. */
export function Combobox(props: ComboboxProps) {
  const { groups, value, onChange, label, placeholder, trigger, mono, disabled, size = 32 } = props
  const field = useFieldControl()
  const chosen = groups.flatMap((group) => group.items).find((item) => item.value === value) ?? null
  return (
    <LazyPopup
      popup={popup}
      given={{ groups, chosen, onChange, label, mono }}
      haspopup="dialog"
      attributes={{
        ...field,
        role: 'combobox',
        'aria-label': field ? undefined : chosen ? `${label}: ${chosen.label}` : label,
        ...(disabled !== undefined && { disabled }),
      }}
      trigger={
        trigger ?? (
          <button
            type="button"
            className={classNames(
              valueFrame,
              height[size],
              'flex items-center justify-between gap-2 ps-2.5 pe-2',
            )}
          >
            <span className={classNames('min-w-0 truncate', !chosen && 'text-ink-faint')}>
              {chosen?.label ?? placeholder}
            </span>
            <ChevronDownIcon className="size-3.5 text-ink-faint" />
          </button>
        )
      }
    />
  )
}
