import { Popover as Base } from '@base-ui/react/popover'
import { useLingui } from '@lingui/react/macro'
import { XIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { floating } from './control.ts'

type PopoverProps = {
  trigger: ReactElement
  /** What it is about, for the screen reader. */
  label: string
  /** At the top: a compact motif, a title. With it comes a close button. */
  head?: ReactNode
  children: ReactNode
  /** At the foot: the price and Apply. */
  foot?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'bottom' | 'top' | 'inline-end' | 'inline-start'
  align?: 'start' | 'center' | 'end'
  /** Lists bring their own padding. */
  flush?: boolean
}

export function Popover(props: PopoverProps) {
  const {
    trigger,
    label,
    head,
    children,
    foot,
    open,
    onOpenChange,
    side = 'bottom',
    align = 'start',
    flush,
  } = props
  const { t } = useLingui()
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-(--z-pop)"
        >
          <Base.Popup
            aria-label={label}
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
            <div className={classNames('min-h-0 overflow-y-auto', !flush && 'p-3')}>{children}</div>
            {foot && (
              <div className="flex items-center gap-2 border-t border-line py-2 ps-3 pe-2">{foot}</div>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
