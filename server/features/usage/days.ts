const DAY = 86_400_000

/**
 * Calendar days are strings, "2026-11-21", counted without any clock; a zone says when each of them
 * begins.
 */
export const addDays = (date: string, days: number): string => isoDate(Date.parse(date) + days * DAY)

/** The last day of its month. */
export const monthEnd = (date: string): string =>
  isoDate(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0))

/** The day that it is there at that moment. */
export const dateIn = (zone: string, at: Date): string => isoDate(wallClock(zone, at.getTime()))

/**
 * The first moment of a day there. Most days begin at midnight; where the clocks go forward then,
 * an hour later, and where they go back over it, at the first of the two.
 */
export function startOfDay(zone: string, date: string): Date {
  const midnight = Date.parse(date)
  // Its offset is the one before or the one after whatever change is near.
  const candidates = [midnight - DAY, midnight + DAY].map((near) => midnight - (wallClock(zone, near) - near))
  const inside = candidates.filter((at) => isoDate(wallClock(zone, at)) === date)
  return new Date(Math.min(...(inside.length > 0 ? inside : candidates)))
}

const isoDate = (at: number) => new Date(at).toISOString().slice(0, 10)

const formatters = new Map<string, Intl.DateTimeFormat>()

/** What a clock there shows, as if it were UTC. */
function wallClock(zone: string, at: number): number {
  const formatter = formatters.get(zone) ?? makeFormatter(zone)
  const parts = formatter.formatToParts(at)
  const [year, month, day, hour, minute, second] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => Number(parts.find((part) => part.type === type)?.value))
  return Date.UTC(year as number, (month as number) - 1, day, hour, minute, second)
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat {
  const formatter = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  // As many as there are places; a name in other letters would be another one for each way to write
  // it.
  if (formatters.size > 1000) formatters.clear()
  formatters.set(timeZone, formatter)
  return formatter
}
