import type { ScanPage, ScanPageSettings, ScanSession } from '../../../../api/scan.ts'

/** Corners nearer than this, as a share of the photo, have not moved. */
const STILL = 0.002

/** The newer of what is known and what has come: a late answer reverts nothing. */
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

/**
 * The session with one page as an answer to a change of it has it; added at the end where it is
 * new.
 */
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

/** The corner that moved farthest, counted clockwise from the top left one; null where none did. */
export function movedCorner(before: Quad, after: Quad): number | null {
  if (!before || !after) return null
  const ways = after.map(([x, y], at) => {
    const [oldX = x, oldY = y] = before[at] ?? []
    return Math.hypot(x - oldX, y - oldY)
  })
  const most = Math.max(...ways)
  return most > STILL ? ways.indexOf(most) : null
}
