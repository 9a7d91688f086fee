/** Where a row stands on the page. */
export const rowElement = (id: string): HTMLElement | null =>
  document.querySelector(`[data-row="${CSS.escape(id)}"]`)

/** Gives the focus to the first of these rows that is there once the list is drawn: what had it has gone. */
export function focusRow(...ids: string[]): void {
  requestAnimationFrame(() => ids.map(rowElement).find(Boolean)?.focus())
}
