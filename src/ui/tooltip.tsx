import {
  cloneElement,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react'
import { deferred, useDeferred } from './deferred.tsx'
import { mergeTrigger } from './lazy-popup.tsx'

export type TooltipLabels = {
  name: string
  hotkey?: string | undefined
  side?: 'top' | 'bottom' | 'inline-end' | 'inline-start'
}

type TooltipProps = TooltipLabels & { children: ReactElement<HTMLAttributes<HTMLElement>> }

const OPEN_MS = 400
/** Long enough to move the pointer onto it. */
const CLOSE_MS = 120

const popup = deferred(async () => (await import('./tooltip-popup.tsx')).TooltipPopup)

/** The name of an icon and its shortcut. Never the only place of information. */
export function Tooltip({ children, ...words }: TooltipProps) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const Popup = useDeferred(popup, open)
  useEffect(() => () => clearTimeout(timer.current), [])

  function soon(next: boolean, after: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), after)
  }
  function now(next: boolean) {
    clearTimeout(timer.current)
    setOpen(next)
  }
  const touches = ({ pointerType }: PointerEvent) => pointerType === 'touch'
  return (
    <>
      {cloneElement(
        children,
        mergeTrigger(children.props, {
          ref: anchor,
          onPointerEnter: (event) => {
            if (touches(event)) return
            void popup.preload()
            soon(true, OPEN_MS)
          },
          onPointerLeave: () => soon(false, CLOSE_MS),
          onPointerDown: () => now(false),
          onFocus: (event) => event.target.matches(':focus-visible') && now(true),
          onBlur: () => now(false),
          // The opened popup replaces it.
          onClick: () => now(false),
        }),
      )}
      {open && Popup && (
        <Popup
          {...words}
          anchor={anchor}
          onClose={() => now(false)}
          onStay={() => clearTimeout(timer.current)}
        />
      )}
    </>
  )
}
