import { dayKey } from '../../../lib/format-date.ts'

/** The ranges of a webhook's statistics; the first is the default. */
export const RANGES = ['24h', '7d', '30d'] as const
export type Range = (typeof RANGES)[number]

const HOUR = 3_600_000
const DAYS: Record<Range, number | null> = { '24h': null, '7d': 7, '30d': 30 }
/** Deliveries are stored for 30 days: the server returns no more hours. */
const MOST_HOURS = 720

/**
 * The number of hours to request, including the current one: all since the start of the range's
 * first calendar day; today is the last. A day has 23 to 25 hours. With a 25-hour day, 30 days
 * start an hour later, at the storage limit.
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
