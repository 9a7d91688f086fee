import { Combobox as Base } from '@base-ui/react/combobox'
import { useLingui } from '@lingui/react/macro'
import { CheckIcon, SearchIcon } from 'lucide-react'
import { classNames } from '../lib/class-names.ts'
import type { ComboboxGroup, ComboboxItem, ComboboxList } from './combobox.tsx'
import { choice, floating } from './control.ts'
import type { Opened } from './lazy-popup.tsx'

/** The popup of a Combobox. Its code is not in any page's initial bundle. */
export function ComboboxPopup(props: ComboboxList & Opened) {
  const { groups, chosen, onChange, label, mono, id, open, onOpenChange, anchor } = props
  const { t } = useLingui()
  return (
    <Base.Root
      open={open}
      onOpenChange={onOpenChange}
      items={groups}
      value={chosen}
      onValueChange={(item: ComboboxItem | null) => item && onChange(item.value)}
      isItemEqualToValue={(item, other) => item?.value === other?.value}
      itemToStringLabel={(item) => item?.label ?? ''}
      filter={(item, query) => item !== null && matches(item, query)}
      autoHighlight
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-(--z-pop)"
        >
          <Base.Popup
            id={id}
            aria-label={label}
            finalFocus={anchor}
            className={classNames(floating, 'w-64 max-w-(--available-width)')}
          >
            <div className="flex items-center gap-2 border-b border-line px-3">
              <SearchIcon className="text-ink-faint" />
              <Base.Input
                aria-label={t`Search: ${label}`}
                className="min-h-9 min-w-0 flex-1 bg-transparent outline-none touch:min-h-(--size-touch) touch:text-[1rem]"
              />
            </div>
            <Base.Empty>
              <p className="px-3 py-3 text-ink-soft empty:hidden">{t`No matches`}</p>
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
                        <span
                          translate={mono ? 'no' : undefined}
                          className={mono ? 'mono text-small font-medium' : undefined}
                        >
                          {item.label}
                        </span>
                        <span className="flex-1 text-end text-small whitespace-nowrap text-ink-soft">
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
