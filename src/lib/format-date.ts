/** The active locale and the page's time zone. */
export type DateStyle = { locale?: string; timeZone?: string }

// Cached: creating a formatter costs more than a call, and a list uses the same few.
const made = new Map<string, Intl.DateTimeFormat>()

function formatter(
  { locale, timeZone }: DateStyle,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  // English puts the day before the month, as in the rest of the product.
  const language = !locale || locale.startsWith('en') ? 'en-GB' : locale
  const key = JSON.stringify([language, timeZone, options])
  let found = made.get(key)
  if (!found) {
    const zone = safeTimeZone(timeZone)
    found = new Intl.DateTimeFormat(language, zone ? { ...options, timeZone: zone } : options)
    made.set(key, found)
  }
  return found
}

/**
 * A time zone that this browser supports, or undefined (its own): a profile may have a newer name.
 */
export function safeTimeZone(timeZone: string | undefined): string | undefined {
  if (!timeZone) return undefined
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return timeZone
  } catch {
    return undefined
  }
}

/** "10:43" */
export function formatTime(date: Date, style: DateStyle = {}): string {
  return formatter(style, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date)
}

/** "10:43:08" */
export function formatTimeExact(date: Date, style: DateStyle = {}): string {
  return formatter(style, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(
    date,
  )
}

/** "Saturday 21 November" */
export function formatDay(date: Date, style: DateStyle = {}): string {
  return strip(formatter(style, { weekday: 'long', day: 'numeric', month: 'long' }).format(date))
}

/** "16 Nov", where space is short; with the year if it is not the current one. */
export function formatDayShort(date: Date, style: DateStyle & { now?: Date } = {}): string {
  return formatter(style, { day: 'numeric', month: 'short', ...yearOf(date, style) }).format(date)
}

/** "Mon 16 Nov" */
export function formatWeekdayShort(date: Date, style: DateStyle = {}): string {
  return strip(formatter(style, { weekday: 'short', day: 'numeric', month: 'short' }).format(date))
}

/** A calendar day, "2026-11-21", as a local instant, for formatting. */
export const dayOf = (date: string): Date => new Date(`${date}T12:00`)

/** "21 November", with the year if it is not the current one. */
export function formatDate(date: Date, style: DateStyle & { now?: Date } = {}): string {
  return formatter(style, { day: 'numeric', month: 'long', ...yearOf(date, style) }).format(date)
}

function yearOf(date: Date, style: DateStyle & { now?: Date }): { year?: 'numeric' } {
  const year = (of: Date) => formatter(style, { year: 'numeric' }).format(of)
  return year(date) === year(style.now ?? new Date()) ? {} : { year: 'numeric' }
}

/** "21 November 10:43" */
export function formatDateTime(date: Date, style: DateStyle & { now?: Date } = {}): string {
  return `${formatDate(date, style)} ${formatTime(date, style)}`
}

/** "today 10:43", "yesterday 10:43", "16 November 10:43": for the middle of a sentence. */
export function formatMoment(date: Date, style: DateStyle & { now?: Date } = {}): string {
  const away = daysBetween(dayKey(date, style), dayKey(style.now ?? new Date(), style))
  const day = away === 0 || away === -1 ? dayWord(away, style.locale) : formatDate(date, style)
  return `${day} ${formatTime(date, style)}`
}

/** The same for the start of a line: "Today 10:43". */
export const formatMomentLine = (date: Date, style: DateStyle & { now?: Date } = {}): string =>
  capital(formatMoment(date, style), style.locale)

/** The calendar day in that zone, "2026-11-21", for grouping lists. */
export function dayKey(date: Date, style: DateStyle = {}): string {
  return formatter(
    { locale: 'sv', timeZone: style.timeZone },
    { year: 'numeric', month: '2-digit', day: '2-digit' },
  ).format(date)
}

/** A day's heading: "Today" and "Saturday 21 November", or "Monday" and "16 November". */
export function dayHeading(
  date: Date,
  style: DateStyle & { now?: Date } = {},
): { name: string; note: string } {
  const now = style.now ?? new Date()
  const away = daysBetween(dayKey(date, style), dayKey(now, style))
  if (away === 0 || away === -1)
    return { name: relativeDay(away, style.locale), note: formatDay(date, style) }
  return {
    name: formatter(style, { weekday: 'long' }).format(date),
    note: formatDate(date, { ...style, now }),
  }
}

const relative = new Map<string, Intl.RelativeTimeFormat>()

function dayWord(away: number, locale = 'en'): string {
  let found = relative.get(locale)
  if (!found) {
    found = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    relative.set(locale, found)
  }
  return found.format(away, 'day')
}

function relativeDay(away: number, locale = 'en'): string {
  return capital(dayWord(away, locale), locale)
}

const capital = (text: string, locale = 'en'): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)

const daysBetween = (day: string, from: string) =>
  Math.round((Date.parse(day) - Date.parse(from)) / 86_400_000)

const strip = (text: string) => text.replace(/,/g, '')
