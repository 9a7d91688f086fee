import { useRef } from 'react'

/** Frames that a row may take to come into the page before it is given up. */
const TRIES = 10

/**
 * The focus in a virtual list, where a row may not be in the page yet: it is brought into sight
 * first. What takes the focus carries the row's id as `data-row`; `placeOf` says where a row stands
 * in a list that has more than rows.
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
   * What an arrow key does: from the row at `at` so many on, and to the first where one is at none.
   */
  function move(event: KeyboardEvent, at: number, step: number) {
    const next = ids[at < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, at + step))]
    if (!next) return
    event.preventDefault()
    focusRow(next)
  }
  return { reveal, focusRow, move }
}
