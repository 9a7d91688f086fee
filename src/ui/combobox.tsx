import { Combobox as Base } from '@base-ui/react/combobox'
import { useLingui } from '@lingui/react/macro'
import { CheckIcon, ChevronDownIcon, SearchIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { type ControlSize, choice, floating, height, valueFrame } from './control.ts'
import { useFieldControl } from './field.tsx'

export type ComboboxItem = {
  value: string
  label: string
  /** Found by these words as well: an ending, another name. */
  words?: string
  /** At the line's end: what it is good for, a price. */
  note?: ReactNode
}

export type ComboboxGroup = { name: string; items: readonly ComboboxItem[] }

type ComboboxProps = {
  groups: readonly ComboboxGroup[]
  value: string | null
  onChange: (value: string) => void
  /** What is chosen: "Target format". */
  label: string
  placeholder?: string
  /** Takes the place of the select-like trigger. */
  trigger?: ReactElement
  /** Labels are formats, and set in mono. */
  mono?: boolean
  disabled?: boolean
  size?: ControlSize
}

/** A list one can search, grouped by kind. Typing filters, the arrow keys move, Enter takes. */
export function Combobox({
  groups,
  value,
  onChange,
  label,
  placeholder,
  trigger,
  mono,
  disabled,
  size = 32,
}: ComboboxProps) {
  const { t } = useLingui()
  const field = useFieldControl()
  const chosen = groups.flatMap((group) => group.items).find((item) => item.value === value) ?? null
  return (
    <Base.Root
      items={groups}
      value={chosen}
      onValueChange={(item: ComboboxItem | null) => item && onChange(item.value)}
      isItemEqualToValue={(item, other) => item?.value === other?.value}
      itemToStringLabel={(item) => item?.label ?? ''}
      filter={(item, query) => item !== null && matches(item, query)}
      autoHighlight
      disabled={disabled}
    >
      <Base.Trigger
        {...field}
        aria-label={field ? undefined : chosen ? `${label}: ${chosen.label}` : label}
        {...(trigger
          ? { render: trigger }
          : {
              className: classNames(
                valueFrame,
                height[size],
                'flex items-center justify-between gap-2 ps-2.5 pe-2',
              ),
            })}
      >
        {trigger ? undefined : (
          <>
            <span className={classNames('min-w-0 truncate', !chosen && 'text-ink-faint')}>
              {chosen?.label ?? placeholder}
            </span>
            <ChevronDownIcon className="size-3.5 text-ink-faint" />
          </>
        )}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-(--z-pop)">
          <Base.Popup aria-label={label} className={classNames(floating, 'w-64 max-w-(--available-width)')}>
            <div className="flex items-center gap-2 border-b border-line px-3">
              <SearchIcon className="text-ink-faint" />
              <Base.Input
                aria-label={t`Search: ${label}`}
                className="min-h-9 min-w-0 flex-1 bg-transparent outline-none touch:min-h-(--size-touch) touch:text-[1rem]"
              />
            </div>
            <Base.Empty>
              <p className="px-3 py-3 text-ink-soft empty:hidden">{t`Nothing of that name`}</p>
            </Base.Empty>
            <Base.List className="max-h-[min(22rem,calc(var(--available-height)-44px))] overflow-y-auto py-1 outline-none data-empty:p-0">
              {(group: ComboboxGroup) => (
                <Base.Group key={group.name} items={group.items} className="pb-1">
                  <Base.GroupLabel className="px-3 py-1 text-small text-ink-soft">
                    {group.name}
                  </Base.GroupLabel>
                  <Base.Collection>
                    {(item: ComboboxItem) => (
                      <Base.Item key={item.value} value={item} className={choice}>
                        <span className={mono ? 'mono text-small font-medium' : undefined}>{item.label}</span>
                        <span className="min-w-0 flex-1 truncate text-end text-small text-ink-soft">
                          {item.note}
                        </span>
                        <span className="grid w-3.5 place-items-center">
                          <Base.ItemIndicator>
                            <CheckIcon className="size-3.5 text-accent" />
                          </Base.ItemIndicator>
                        </span>
                      </Base.Item>
                    )}
                  </Base.Collection>
                </Base.Group>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function matches(item: ComboboxItem, query: string): boolean {
  const text = `${item.label} ${item.words ?? ''}`.toLocaleLowerCase()
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
