import { useEffect, useRef } from 'react'
import type { Opened } from './lazy-popup.tsx'

export const FOCUSABLE =
  'a[href], input:not([type="hidden"]):not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled), [tabindex="0"]'

/**
 * A popup lies at the page's end and belongs to its trigger: Tab goes on from there, as if it stood
 * beside it. Closed in any other way it gives the focus back.
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
          // Base UI's own edges, which stand where the popup is written.
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
