const DATE = /^\d{4}-\d{2}-\d{2}$/

/**
 * Whether a text is a day of the calendar, written as `2026-11-22`. `Date` takes the 31st of every
 * month.
 */
export function isDate(text: string): boolean {
  const day = DATE.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
