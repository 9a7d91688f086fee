/** The DOM element of a row. */
export const rowElement = (id: string): HTMLElement | null =>
  document.querySelector(`[data-row="${CSS.escape(id)}"]`)

/**
 * Focuses the first of these rows that exists after the render, because the focused element is
 * gone.
 */
export function focusRow(...ids: string[]): void {
  requestAnimationFrame(() => ids.map(rowElement).find(Boolean)?.focus())
}

/** Frames during which a closing menu may still focus a button that is gone. */
const FRAMES = 30

/** The focus is on the body, or on the page, where `keepFocus` puts it if no row took it. */
const isLost = (active: Element | null) => active === document.body || active?.matches('main') === true

/** Focuses an element if the focus is lost; otherwise does nothing. */
export function catchFocus(target: () => HTMLElement | null, frames = FRAMES): void {
  if (isLost(document.activeElement)) target()?.focus()
  else if (frames > 0) requestAnimationFrame(() => catchFocus(target, frames - 1))
}

/**
 * The row to focus after these are removed: the next one, else the previous, else the button that
 * adds files.
 */
export function nextRowOf(ids: readonly string[]): () => HTMLElement | null {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const gone = (row: HTMLElement) => ids.includes(row.dataset.row ?? '')
  const first = rows.findIndex(gone)
  const left = [...rows.slice(first).filter((row) => !gone(row)), ...rows.slice(0, first).reverse()]
  return () =>
    left.find((row) => row.isConnected && !gone(row)) ?? document.querySelector<HTMLElement>('[data-browse]')
}
