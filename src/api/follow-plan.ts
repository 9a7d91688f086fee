/**
 * Plans the next request for pending conversions. Has no dependencies, so that the benchmark can
 * use it.
 */

export interface Followed {
  id: string
  /** When it was first followed, and last requested. */
  since: number
  requestedAt: number
}

/** The limit of ids in one list request. */
export const MAX_IDS = 100
/** The minimum gap between two requests, also when responses are immediate. */
export const GAP_MS = 50
/** Delay before a conversion that is added during a held request is requested. */
export const JOIN_MS = 150

/**
 * Seconds that a request is held: short for young conversions' progress, and for proxy timeouts.
 */
const HOLD_S = { young: 3, old: 15 }

/**
 * The conversions of the next request, in order. Above the limit, half are the oldest, which the
 * queue runs first, and the others rotate.
 */
export function nextRequested(followed: readonly Followed[]): Followed[] {
  if (followed.length <= MAX_IDS) return [...followed]
  const others = followed.slice(MAX_IDS / 2).sort((a, b) => a.requestedAt - b.requestedAt)
  return [...followed.slice(0, MAX_IDS / 2), ...others.slice(0, MAX_IDS / 2)]
}

/**
 * Seconds that a request is held: the longer the youngest conversion runs, the slower its progress.
 */
export function holdSeconds(followed: readonly Pick<Followed, 'since'>[], now = Date.now()): number {
  const age = now - Math.max(...followed.map(({ since }) => since))
  return Math.min(HOLD_S.old, HOLD_S.young + Math.max(0, age) / 30_000)
}
