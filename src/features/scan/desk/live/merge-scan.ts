import type { ScanPage, ScanPageSettings, ScanSession } from '../../../../api/scan.ts'

/** The threshold of a moved corner, as a fraction of the photo. */
const STILL = 0.002

/** Merges by the newer revision, so that a late response reverts nothing. */
export function mergeScan(known: ScanSession | undefined, next: ScanSession): ScanSession {
  if (!known || known.session_id !== next.session_id) return next
  if (next.revision < known.revision) return known
  const previous = new Map(known.pages.map((page) => [page.page_id, page]))
  const pages = next.pages.map((page) => {
    const old = previous.get(page.page_id)
    return old && old.version > page.version ? { ...old, position: page.position } : page
  })
  return { ...next, pages }
}

/** The session with one page as returned by a change; appended if it is new. */
export function withPage(known: ScanSession, page: ScanPage): ScanSession {
  const old = known.pages.find(({ page_id }) => page_id === page.page_id)
  if (old && old.version > page.version) return known
  const pages = old ? known.pages.map((one) => (one === old ? page : one)) : [...known.pages, page]
  return { ...known, pages: pages.toSorted((a, b) => a.position - b.position) }
}

export const isSame = (one: ScanPageSettings, other: ScanPageSettings): boolean =>
  one.rotation === other.rotation &&
  one.filter === other.filter &&
  one.layout === other.layout &&
  movedCorner(one.quad, other.quad) === null &&
  (one.quad === null) === (other.quad === null)

type Quad = ScanPageSettings['quad']

/** The index of the corner that moved farthest, clockwise from the top left; null if none did. */
export function movedCorner(before: Quad, after: Quad): number | null {
  if (!before || !after) return null
  const ways = after.map(([x, y], at) => {
    const [oldX = x, oldY = y] = before[at] ?? []
    return Math.hypot(x - oldX, y - oldY)
  })
  const most = Math.max(...ways)
  return most > STILL ? ways.indexOf(most) : null
}
