import { Popover as Base } from '@base-ui/react/popover'
import { useLingui } from '@lingui/react/macro'
import { XIcon } from 'lucide-react'
import { useRef } from 'react'
import { classNames } from '../lib/class-names.ts'
import { floating } from './control.ts'
import type { Opened } from './lazy-popup.tsx'
import type { PopoverSheet } from './popover.tsx'
import { FOCUSABLE, useLeaving } from './use-leaving.ts'

/** The popup of a Popover. Its code is not in any page's initial bundle. */
export function PopoverPopup(props: PopoverSheet & Opened) {
  const { label, head, children, foot, side = 'bottom', align = 'start', flush, wide, form } = props
  const { id, open, onOpenChange, anchor } = props
  const { t } = useLingui()
  const popup = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  // The close button is first in the DOM, but should not have the initial focus.
  const firstField = () => content.current?.querySelector<HTMLElement>(FOCUSABLE) ?? popup.current
  const { leave, finalFocus } = useLeaving(props)
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
            finalFocus={finalFocus}
            className={classNames(
              floating,
              'flex max-h-(--available-height) min-w-48 flex-col',
              form
                ? 'w-[min(720px,var(--available-width))]'
                : wide
                  ? 'w-max max-w-[min(424px,var(--available-width))]'
                  : 'w-max max-w-[min(340px,var(--available-width))]',
            )}
          >
            {/* Tab focuses them at both ends; date inputs' inner stops make keydown useless. */}
            <Edge onFocus={() => leave(popup.current, true)} />
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
            <Edge onFocus={() => leave(popup.current, false)} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Edge({ onFocus }: { onFocus: () => void }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus does not stay on it
  // biome-ignore lint/a11y/noStaticElementInteractions: as above
  return <span tabIndex={0} className="absolute size-0 outline-none" onFocus={onFocus} />
}
