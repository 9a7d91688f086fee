import type { KeyboardEvent, MouseEvent } from 'react'
import { preloadPreview } from './result-preview.tsx'

/** Controls in a row that handle their own clicks. */
const CONTROLS = 'a, button, input, select, textarea, label, [role="slider"], [role="menu"], [role="dialog"]'

/** Handlers that open a row by click and Enter, except on its controls. */
export const opensPreview = (open: () => void) => ({
  'data-previews': '',
  onPointerEnter: preloadPreview,
  onClick: ({ target, currentTarget }: MouseEvent) => {
    // Events of a dialog bubble to its row through React, but not in the DOM.
    if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(CONTROLS)) return
    // The end of a text selection is not a click.
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
