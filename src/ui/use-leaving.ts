import { useEffect, useRef } from 'react'
import type { Opened } from './lazy-popup.tsx'

export const FOCUSABLE =
  'a[href], input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled), [tabindex="0"]'

/**
 * A popup is at the end of the document but belongs to its trigger: Tab continues after the
 * trigger. Closing it in any other way returns the focus.
 */
export function useLeaving({ open, anchor, close }: Pick<Opened, 'open' | 'anchor' | 'close'>) {
  const left = useRef(false)
  useEffect(() => {
    if (open) left.current = false
  }, [open])
  return {
    leave(popup: Element | null, back: boolean): void {
      const trigger = anchor.current
      if (!trigger) return
      const after = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].find(
        (element) =>
          element.tabIndex >= 0 &&
          // Base UI's focus guards, which are next to the popup.
          !element.hasAttribute('data-base-ui-focus-guard') &&
          !popup?.contains(element) &&
          !trigger.contains(element) &&
          (trigger.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) > 0 &&
          element.checkVisibility(),
      )
      left.current = true
      ;((!back && after) || trigger).focus()
      close()
    },
    finalFocus: (): HTMLElement | false | null => (left.current ? false : anchor.current),
  }
}
