import { useRef } from 'react'

/** Frames to wait for a row to mount before giving up. */
const TRIES = 10

/**
 * Focus in a virtual list: scrolls to a row that is not mounted first. The focusable element has
 * the row's id as `data-row`; `placeOf` returns a row's index in a list with additional rows.
 */
export function useRowFocus(ids: readonly string[], placeOf = (id: string) => ids.indexOf(id)) {
  const reveal = useRef<((index: number) => void) | null>(null)
  function focusRow(id: string, tries = TRIES) {
    const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
    if (row) return row.focus()
    reveal.current?.(placeOf(id))
    if (tries > 0) requestAnimationFrame(() => focusRow(id, tries - 1))
  }
  /**
   * Handles an arrow key: moves `step` rows from index `at`, or to the first row if there is none.
   */
  function move(event: KeyboardEvent, at: number, step: number) {
    const next = ids[at < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, at + step))]
    if (!next) return
    event.preventDefault()
    focusRow(next)
  }
  return { reveal, focusRow, move }
}
