import { Menu as Base } from '@base-ui/react/menu'
import { CheckIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { classNames } from '../lib/class-names.ts'
import { choice, floating } from './control.ts'
import { Kbd } from './kbd.tsx'
import type { Opened } from './lazy-popup.tsx'
import type { MenuEntry, MenuList } from './menu.tsx'
import { useLeaving } from './use-leaving.ts'

/** The popup of a Menu. Its code is not in any page's initial bundle. */
export function MenuPopup(props: MenuList & Opened) {
  const { entries, align = 'end', side = 'bottom', id, open, onOpenChange, anchor, anchorId, byKey } = props
  const { leave, finalFocus } = useLeaving(props)
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-(--z-pop)"
        >
          <Base.Popup
            id={id}
            aria-labelledby={anchorId}
            finalFocus={finalFocus}
            onKeyDown={(event) => {
              if (event.key !== 'Tab') return
              event.preventDefault()
              leave(event.currentTarget, event.shiftKey)
            }}
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
            <FirstFocus byKey={byKey} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * Focuses the first entry of a menu opened by keyboard. Base UI does so only for its own trigger.
 */
function FirstFocus({ byKey }: Pick<Opened, 'byKey'>) {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!byKey.current) return
    const frame = requestAnimationFrame(() =>
      mark.current?.parentElement
        ?.querySelector<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')
        ?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [byKey])
  return <span ref={mark} hidden />
}

function Entry({ entry }: { entry: Exclude<MenuEntry, 'line'> }) {
  const { label, icon: Icon, hotkey, danger, disabled, reason } = entry
  const shared = {
    disabled,
    className: classNames(choice, danger && 'text-bad'),
    children: (
      <>
        {Icon && <Icon className={danger ? undefined : 'text-ink-soft'} />}
        <span className="min-w-0 flex-1">
          {label}
          {disabled && reason && (
            <>
              {' '}
              <span className="block text-small">{reason}</span>
            </>
          )}
        </span>
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
