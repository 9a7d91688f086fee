const ROW = '[role="row"], li, article'
const GROUP = '[role="rowgroup"], [role="table"], ul, ol, section'
const CONTROL = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex="0"]'

interface Place {
  group: Element
  index: number
}

const rowsOf = (group: Element): Element[] => [...group.querySelectorAll(ROW)].filter(isSeen)
/** Virtual lists have headings among their rows, which are not focusable. */
const isSeen = (row: Element): boolean => row.matches('[data-row]') || row.querySelector(CONTROL) !== null

function placeOf(element: Element): Place | null {
  const row = element.closest(ROW)
  const group = row?.parentElement?.closest(GROUP)
  return row && group ? { group, index: rowsOf(group).indexOf(row) } : null
}

function focusAt({ group, index }: Place): boolean {
  if (!group.isConnected) return false
  const rows = rowsOf(group)
  const row = rows[Math.min(Math.max(0, index), rows.length - 1)]
  const control = row?.matches('[data-row]')
    ? row
    : (row?.querySelector('[data-row]') ?? row?.querySelector(CONTROL))
  if (!(control instanceof HTMLElement)) return false
  control.focus({ preventScroll: true })
  return document.activeElement === control
}

/**
 * Keeps the focus on the page: when the focused element is removed with its row or a dialog, the
 * row in its place gets the focus, else the page. Otherwise the body has it, and the next Tab
 * starts at the top.
 * @returns the cleanup function
 */
export function keepFocus(main: HTMLElement): () => void {
  let last: Element | null = null
  let place: Place | null = null
  let frame = 0

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    last = target
    // A dialog does not change the remembered place from which it was opened.
    if (main.contains(target)) place = placeOf(target)
  }
  const restore = () => {
    frame = 0
    const active = document.activeElement
    if ((active && active !== document.body) || !last || last.isConnected) return
    last = null
    if (!(place && focusAt(place))) main.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    // Waits two frames: closing dialogs restore the focus, and a list re-renders its rows.
    if (last && !last.isConnected && frame === 0)
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(restore)
      })
  })
  document.addEventListener('focusin', onFocus)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', onFocus)
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}
