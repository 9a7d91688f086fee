/** Values that the bench reads from the page: the time of page 1, and the scrolling element. */
interface Seen {
  first: number
  scroller: HTMLElement | null
}

declare global {
  interface Window {
    seen: Seen
  }
}
window.seen = { first: 0, scroller: null }

/** Records the time of the first frame that shows page 1. */
export function onFirst(scroller: HTMLElement): void {
  requestAnimationFrame(() => {
    window.seen = { first: performance.now(), scroller }
  })
}

export const file = new URLSearchParams(location.search).get('file') ?? ''
