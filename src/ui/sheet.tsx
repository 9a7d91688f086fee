import { useDirection } from '@base-ui/react/direction-provider'
import { Drawer as Base } from '@base-ui/react/drawer'
import { useLingui } from '@lingui/react/macro'
import { XIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The accessible name, if the title is not enough. */
  label?: string
  children: ReactNode
  foot?: ReactNode
  /** Opens from the bottom, or from the start edge as the sidebar of the menu button. */
  from?: 'foot' | 'start'
}

/** A dialog for phones: opens from the bottom; it can be swiped away by its handle, or closed. */
export function Sheet({ open, onOpenChange, title, label, children, foot, from = 'foot' }: SheetProps) {
  const { t } = useLingui()
  const edge = useDirection() === 'rtl' ? 'right' : 'left'
  const below = from === 'foot'
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)} swipeDirection={below ? 'down' : edge}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-(--z-sheet) bg-(--scrim) transition-opacity duration-(--dur-slow) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport
          className={classNames(
            'fixed inset-0 z-(--z-sheet) flex',
            below ? 'items-end justify-center' : 'items-stretch',
          )}
        >
          <Base.Popup
            data-sheet=""
            {...(label && { 'aria-label': label, 'aria-labelledby': undefined })}
            className={classNames(
              'flex flex-col bg-raised outline-none transition-[translate,opacity] duration-(--dur-slow) ease-out data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:transition-none',
              below
                ? 'max-h-[85dvh] w-full max-w-[640px] translate-y-(--drawer-swipe-movement-y) rounded-t-drawer border-t border-line-strong pb-[env(safe-area-inset-bottom)] data-ending-style:translate-y-2 data-starting-style:translate-y-2'
                : 'w-[min(280px,85vw)] translate-x-(--drawer-swipe-movement-x) border-e border-line-strong data-ending-style:-translate-x-2 data-starting-style:-translate-x-2 rtl:data-ending-style:translate-x-2 rtl:data-starting-style:translate-x-2',
            )}
          >
            {below && <span className="mx-auto mt-2 h-1 w-9 flex-none rounded-pill bg-control" />}
            <div
              className={classNames(
                'flex items-center justify-between ps-4 pe-2',
                below ? 'min-h-12' : 'absolute end-0 top-1 z-1',
              )}
            >
              <Base.Title className={below ? 'title text-title' : 'sr-only'}>{title}</Base.Title>
              <Base.Close
                aria-label={t`Close`}
                className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-hover"
              >
                <XIcon className="size-5" />
              </Base.Close>
            </div>
            <Base.Content className={classNames('min-h-0 flex-1 overflow-y-auto', below && 'px-4 pb-4')}>
              {children}
            </Base.Content>
            {foot && <div className="border-t border-line p-4">{foot}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
