/**
 * What the next request for unfinished conversions asks, without any library, so that the benchmark
 * asks the same.
 */

export interface Followed {
  id: string
  /** When it was first followed, and last asked for. */
  since: number
  requestedAt: number
}

/** As many as one list request may name. */
export const MAX_IDS = 100
/** Answers that come at once are not followed by the next request any faster. */
export const GAP_MS = 50
/** A conversion that is added while a request is held is asked for so soon. */
export const JOIN_MS = 150

/**
 * How long a request is held: a young conversion's progress is news, and no proxy cuts so short a
 * wait.
 */
const HOLD_S = { young: 3, old: 15 }

/**
 * Those of the next request, in their order. Where they are too many, half of them are the oldest,
 * which the queue runs first, and the others take turns.
 */
export function nextRequested(followed: readonly Followed[]): Followed[] {
  if (followed.length <= MAX_IDS) return [...followed]
  const others = followed.slice(MAX_IDS / 2).sort((a, b) => a.requestedAt - b.requestedAt)
  return [...followed.slice(0, MAX_IDS / 2), ...others.slice(0, MAX_IDS / 2)]
}

/**
 * For how long the request is held: the longer the youngest one runs, the slower is its progress.
 */
export function holdSeconds(followed: readonly Pick<Followed, 'since'>[], now = Date.now()): number {
  const age = now - Math.max(...followed.map(({ since }) => since))
  return Math.min(HOLD_S.old, HOLD_S.young + Math.max(0, age) / 30_000)
}
