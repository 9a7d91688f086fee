import { Menu as Base } from '@base-ui/react/menu'
import { CheckIcon, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { classNames } from '../lib/class-names.ts'
import { choice, floating } from './control.ts'
import { Kbd } from './kbd.tsx'

type Shown = { label: string; icon?: LucideIcon; hotkey?: string; danger?: boolean; disabled?: boolean }

/** An act, a link (a router's, through `render`), a thing that is on or off, or a hairline. */
export type MenuEntry =
  | (Shown & { onSelect: () => void })
  | (Shown & { render: ReactElement })
  | (Shown & { checked: boolean; onChange: (checked: boolean) => void })
  | 'line'

type MenuProps = {
  trigger: ReactElement
  entries: readonly MenuEntry[]
  align?: 'start' | 'center' | 'end'
  side?: 'bottom' | 'top'
}

export function Menu({ trigger, entries, align = 'end', side = 'bottom' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-(--z-pop)"
        >
          <Base.Popup
            className={classNames(floating, 'max-h-(--available-height) min-w-48 overflow-y-auto py-1.5')}
          >
            {entries.map((entry, index) =>
              entry === 'line' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name
                <Base.Separator key={index} className="my-1.5 border-t border-line" />
              ) : (
                <Entry key={entry.label} entry={entry} />
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ entry }: { entry: Exclude<MenuEntry, 'line'> }) {
  const { label, icon: Icon, hotkey, danger, disabled } = entry
  const shared = {
    disabled,
    className: classNames(choice, danger && 'text-bad'),
    children: (
      <>
        {Icon && <Icon className={danger ? undefined : 'text-ink-soft'} />}
        <span className="min-w-0 flex-1">{label}</span>
        {hotkey && <Kbd>{hotkey}</Kbd>}
        {'checked' in entry && entry.checked && <CheckIcon className="size-3.5 text-accent" />}
      </>
    ),
  }
  if ('render' in entry)
    return (
      <Base.LinkItem render={entry.render} className={shared.className}>
        {shared.children}
      </Base.LinkItem>
    )
  if ('checked' in entry)
    return (
      <Base.CheckboxItem
        {...shared}
        checked={entry.checked}
        onCheckedChange={(next) => entry.onChange(next)}
      />
    )
  return <Base.Item {...shared} onClick={entry.onSelect} />
}
