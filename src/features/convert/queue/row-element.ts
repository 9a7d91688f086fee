/** Where a row stands on the page. */
export const rowElement = (id: string): HTMLElement | null =>
  document.querySelector(`[data-row="${CSS.escape(id)}"]`)

/**
 * Gives the focus to the first of these rows that is there once the list is drawn: what had it has
 * gone.
 */
export function focusRow(...ids: string[]): void {
  requestAnimationFrame(() => ids.map(rowElement).find(Boolean)?.focus())
}

/**
 * For so many frames a menu may still be closing, which gives the focus to a button that has gone.
 */
const FRAMES = 30

/** On the body, or on the page as a whole, where `keepFocus` puts what no row took. */
const isLost = (active: Element | null) => active === document.body || active?.matches('main') === true

/** Gives a lost focus to an element: nothing that has it meanwhile is disturbed. */
export function catchFocus(target: () => HTMLElement | null, frames = FRAMES): void {
  if (isLost(document.activeElement)) target()?.focus()
  else if (frames > 0) requestAnimationFrame(() => catchFocus(target, frames - 1))
}

/**
 * The row that takes the focus of these once they are gone: the next one, else the one before, else
 * where files are added.
 */
export function nextRowOf(ids: readonly string[]): () => HTMLElement | null {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const gone = (row: HTMLElement) => ids.includes(row.dataset.row ?? '')
  const first = rows.findIndex(gone)
  const left = [...rows.slice(first).filter((row) => !gone(row)), ...rows.slice(0, first).reverse()]
  return () =>
    left.find((row) => row.isConnected && !gone(row)) ?? document.querySelector<HTMLElement>('[data-browse]')
}
