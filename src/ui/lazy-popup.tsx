import {
  cloneElement,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { type Deferred, useDeferred } from './deferred.tsx'

/** The props that a popup receives from its trigger. */
export type Opened = {
  id: string
  open: boolean
  onOpenChange: (open: boolean, details: Change) => void
  close: () => void
  /** The trigger: the popup is positioned at it and returns the focus to it. */
  anchor: RefObject<HTMLElement | null>
  anchorId: string
  /** Opened by keyboard: the first option has the focus, not the popup. */
  byKey: RefObject<boolean>
}

/** The change details of Base UI. */
type Change = { event: Event; cancel: () => void }

type LazyPopupProps<P> = {
  trigger: ReactElement<Trigger>
  popup: Deferred<P & Opened>
  /** The popup's own props. */
  given: P
  haspopup: 'menu' | 'dialog'
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  /** Attributes for the trigger, which its own attributes override. */
  attributes?: Trigger
}

type Trigger = HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement>; disabled?: boolean }

/**
 * A trigger and its popup. The trigger is rendered at first paint and stays the same element; the
 * popup's much larger code is loaded on hover or focus.
 */
export function LazyPopup<P extends object>(props: LazyPopupProps<P>) {
  const { trigger, popup, given, haspopup, attributes } = props
  const [ownOpen, setOwnOpen] = useState(false)
  const open = props.open ?? ownOpen
  const anchor = useRef<HTMLElement>(null)
  const byKey = useRef(false)
  const id = useId()
  const anchorId = trigger.props.id ?? attributes?.id ?? `${id}-trigger`
  const Popup = useDeferred(popup, false)
  const [ever, setEver] = useState(open)
  if (open && !ever) setEver(true)

  const preload = () => void popup.preload()
  const latest = useRef<(next: boolean) => void>(set)
  useEffect(() => {
    latest.current = set
  })
  useEffect(() => {
    if (!open) return
    let gone = false
    // If loading fails, the trigger must not be shown as open; the next press retries.
    void popup.preload().then(() => {
      if (!gone && !popup.get()) latest.current(false)
    })
    return () => {
      gone = true
    }
  }, [open, popup])
  function set(next: boolean) {
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }
  function onOpenChange(next: boolean, details: Change) {
    const { event } = details
    const at = event instanceof FocusEvent ? event.relatedTarget : event.target
    // The trigger handles its own press: otherwise the popup would close and open again.
    if (!next && event.type !== 'keydown' && at instanceof Node && anchor.current?.contains(at))
      details.cancel()
    else set(next)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    byKey.current = true
    set(true)
  }
  const own: Trigger = {
    'aria-haspopup': haspopup,
    'aria-expanded': open,
    'aria-controls': open && Popup ? id : undefined,
    onPointerEnter: preload,
    onFocus: preload,
    onKeyDown,
    onClick: (event) => {
      // A click without a pointer comes from the keyboard or a screen reader.
      byKey.current = event.detail === 0
      set(!open)
    },
    ref: anchor,
  }
  return (
    <>
      {cloneElement(trigger, {
        ...attributes,
        ...mergeTrigger(trigger.props, own),
        id: anchorId,
        ...(open && { 'data-popup-open': '' }),
      })}
      {Popup && ever && (
        <Popup
          {...given}
          id={id}
          open={open}
          onOpenChange={onOpenChange}
          close={() => set(false)}
          anchor={anchor}
          anchorId={anchorId}
          byKey={byKey}
        />
      )}
    </>
  )
}

/**
 * Calls both handlers, the element's own first; it skips the trigger's by preventing the default.
 */
export function mergeTrigger(given: Trigger, own: Trigger): Trigger {
  const merged: Record<string, unknown> = { ...given, ...own }
  for (const [name, mine] of Object.entries(own)) {
    const theirs = given[name as keyof Trigger]
    if (name === 'ref') merged.ref = joinRefs(given.ref, own.ref)
    else if (typeof mine === 'function' && typeof theirs === 'function')
      merged[name] = (event: { defaultPrevented: boolean }) => {
        theirs(event as never)
        if (!event.defaultPrevented) mine(event)
      }
  }
  return merged
}

function joinRefs(first: Ref<HTMLElement> | undefined, second: Ref<HTMLElement> | undefined) {
  if (!first || !second) return first ?? second
  return (element: HTMLElement | null) => {
    for (const ref of [first, second])
      if (typeof ref === 'function') ref(element)
      else ref.current = element
  }
}
