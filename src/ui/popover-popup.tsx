import { Popover as Base } from '@base-ui/react/popover'
import { useLingui } from '@lingui/react/macro'
import { XIcon } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { classNames } from '../lib/class-names.ts'
import { floating } from './control.ts'
import type { Opened } from './deferred.tsx'
import type { PopoverSheet } from './popover.tsx'

const FOCUSABLE =
  'a[href], input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled)'

/** What a Popover opens. Its code is not in any page's first load. */
export function PopoverPopup(props: PopoverSheet & Opened) {
  const { label, head, children, foot, side = 'bottom', align = 'start', flush } = props
  const { id, open, onOpenChange, close, anchor } = props
  const { t } = useLingui()
  const popup = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  // The close button stands first in the page and comes last in what one wants.
  const firstField = () => content.current?.querySelector<HTMLElement>(FOCUSABLE) ?? popup.current
  const left = useRef(false)

  // It lies at the page's end but belongs to its trigger: Tab goes on from there, as if it stood beside it.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Tab') return
    const fields = [...(popup.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter(
      (field) => field.tabIndex >= 0 && field.checkVisibility(),
    )
    const edge = event.shiftKey ? fields[0] : fields.at(-1)
    if (document.activeElement !== edge && document.activeElement !== popup.current) return
    if (event.shiftKey) event.preventDefault()
    left.current = true
    anchor.current?.focus()
    close()
  }
  function giveBack() {
    const gone = left.current
    left.current = false
    return gone ? false : anchor.current
  }
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-(--z-pop)"
        >
          <Base.Popup
            id={id}
            aria-label={label}
            ref={popup}
            initialFocus={firstField}
            finalFocus={giveBack}
            onKeyDown={onKeyDown}
            className={classNames(
              floating,
              'flex max-h-(--available-height) w-max max-w-[min(340px,var(--available-width))] min-w-48 flex-col',
            )}
          >
            {head && (
              <div className="flex min-h-11 items-center gap-2 border-b border-line ps-3 pe-1.5">
                <div className="min-w-0 flex-1">{head}</div>
                <Base.Close
                  aria-label={t`Close`}
                  className="grid size-8 flex-none place-items-center rounded-control text-ink-soft hover:bg-hover hover:text-ink touch:size-11"
                >
                  <XIcon className="size-3.5" />
                </Base.Close>
              </div>
            )}
            <div ref={content} className={classNames('min-h-0 overflow-y-auto', !flush && 'p-3')}>
              {children}
            </div>
            {foot && (
              <div className="flex items-center gap-2 border-t border-line py-2 ps-3 pe-2">{foot}</div>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
