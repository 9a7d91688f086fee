/** Where a row stands on the page. */
export const rowElement = (id: string): HTMLElement | null =>
  document.querySelector(`[data-row="${CSS.escape(id)}"]`)
