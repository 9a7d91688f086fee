const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** How long after the attempt before each one is made; the first at once (wire decision 13). */
const WAITS = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const
/** So much later at most, by chance, so that what failed together does not come back together. */
const JITTER = 0.1
const LONGEST_RETRY_AFTER = 24 * HOUR

export const ATTEMPTS = WAITS.length

/**
 * When the next attempt is made; null after the last one.
 * @param made attempts that were made, with the one that has just failed
 * @param retryAfter the header of the response: seconds or an HTTP date (RFC 9110)
 */
export function nextAttemptAt(
  made: number,
  now: Date,
  retryAfter: string | undefined,
  chance = Math.random(),
): Date | null {
  const wait = WAITS[made]
  if (wait === undefined) return null
  const retryDelay = Math.min(askedFor(retryAfter, now), LONGEST_RETRY_AFTER)
  return new Date(now.getTime() + Math.max(Math.round(wait * (1 + JITTER * chance)), retryDelay))
}

function askedFor(retryAfter: string | undefined, now: Date): number {
  if (!retryAfter) return 0
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * SECOND
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime())
}
