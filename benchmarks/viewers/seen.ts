/** What the bench reads from the page: when page 1 was there, and what scrolls. */
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

/** In the first frame with page 1 on it. */
export function onFirst(scroller: HTMLElement): void {
  requestAnimationFrame(() => {
    window.seen = { first: performance.now(), scroller }
  })
}

export const file = new URLSearchParams(location.search).get('file') ?? ''
