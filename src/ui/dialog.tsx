import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactElement, type ReactNode, type RefObject, useEffect, useSyncExternalStore } from 'react'
import { classNames } from '../lib/class-names.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the object. */
  title: ReactNode
  /** What the action affects. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the safe one first. */
  foot?: ReactNode
  /** The element with the initial focus; by default the first field or button. */
  initialFocus?: RefObject<HTMLElement | null>
  wide?: boolean
  /** As wide as the window allows, for visual content. */
  full?: boolean
  alert?: boolean
  /** May open over another dialog, which is hidden meanwhile and restored unchanged. */
  over?: boolean
}

let overs = 0
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a dialog that opens over others is open. */
function useCovered(comes: boolean): boolean {
  useEffect(() => {
    if (!comes) return
    const count = (by: number) => {
      overs += by
      for (const listener of listeners) listener()
    }
    count(1)
    return () => count(-1)
  }, [comes])
  return useSyncExternalStore(subscribe, () => overs > 0)
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  foot,
  initialFocus,
  wide,
  full,
  alert,
  over = false,
}: DialogProps) {
  const aside = useCovered(over && open) && !over
  return (
    <Base.Root
      open={open && !aside}
      onOpenChange={(next) => onOpenChange(next)}
      disablePointerDismissal={alert}
    >
      <Base.Portal keepMounted={aside}>
        <Base.Backdrop className="fixed inset-0 z-(--z-dialog) bg-(--scrim) transition-opacity duration-(--dur-slow) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-(--z-dialog) grid grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto p-4">
          <Base.Popup
            initialFocus={initialFocus}
            // A hidden dialog must not restore the focus: the one on top has it. Evaluated on
            // close.
            finalFocus={() => over || overs === 0}
            // Set only if it differs: `undefined` would remove the dialog's role.
            {...(alert && { role: 'alertdialog' })}
            data-dialog=""
            className={classNames(
              'floats w-full rounded-sheet border border-line-strong bg-raised shadow-dialog outline-none',
              full ? 'max-w-[1120px]' : wide ? 'max-w-[720px]' : 'max-w-[480px]',
            )}
          >
            <div className="p-4">
              <Base.Title className="title text-lead">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-1 text-ink-soft" render={<div />}>
                  {description}
                </Base.Description>
              )}
              {children && <div className="mt-3">{children}</div>}
            </div>
            {foot && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-2.5">{foot}</div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Closes its dialog: `<DialogClose render={<Button>Keep</Button>} />`. */
export function DialogClose({ render }: { render: ReactElement }) {
  return <Base.Close render={render} />
}
