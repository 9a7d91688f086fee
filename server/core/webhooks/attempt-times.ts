const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Delay of each attempt after the previous one; the first is immediate (wire decision 13). */
const WAITS = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const
/** Maximum random delay as a share, so that failed attempts do not retry simultaneously. */
const JITTER = 0.1
const LONGEST_RETRY_AFTER = 24 * HOUR

export const ATTEMPTS = WAITS.length

/**
 * The time of the next attempt; null after the last one.
 * @param made number of attempts, including the one that just failed
 * @param retryAfter the response header: seconds or an HTTP date (RFC 9110)
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
