import { dayKey } from '../../../lib/format-date.ts'

/** Times that the figures of a webhook are shown of; the first is the default. */
export const RANGES = ['24h', '7d', '30d'] as const
export type Range = (typeof RANGES)[number]

const HOUR = 3_600_000
const DAYS: Record<Range, number | null> = { '24h': null, '7d': 7, '30d': 30 }
/** Deliveries are kept for 30 days: a service answers for no more hours. */
const MOST_HOURS = 720

/**
 * Hours to ask for, the current one included: all that began on the range's calendar days, of which
 * today is the last. A day has 23 to 25 of them. 30 days with one of 25 hours, at their end, begin
 * an hour later: nothing is kept of that one.
 */
export function hoursOf(range: Range, now: Date, timeZone?: string): number {
  const days = DAYS[range]
  if (days === null) return 24
  const current = Math.floor(now.getTime() / HOUR)
  const seen = new Set<string>()
  let hours = 0
  while (hours < MOST_HOURS) {
    seen.add(dayKey(new Date((current - hours) * HOUR), { timeZone }))
    if (seen.size > days) break
    hours += 1
  }
  return hours
}
