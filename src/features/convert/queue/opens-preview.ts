import type { KeyboardEvent, MouseEvent } from 'react'
import { preloadPreview } from './result-preview.tsx'

/** What a press on a row is meant for, where it stands in one of these. */
const CONTROLS = 'a, button, input, select, textarea, label, [role="slider"], [role="menu"], [role="dialog"]'

/**
 * Handlers that open a row by a click and by Enter, but not where a control of its own is pressed.
 */
export const opensPreview = (open: () => void) => ({
  'data-previews': '',
  onPointerEnter: preloadPreview,
  onClick: ({ target, currentTarget }: MouseEvent) => {
    // A dialog that a row opened is no part of it in the page, but its events come here.
    if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(CONTROLS)) return
    // The end of marking its name is no press.
    if (getSelection()?.isCollapsed === false) return
    open()
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.target !== event.currentTarget)
      return
    event.preventDefault()
    open()
  },
})
