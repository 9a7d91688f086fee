/** The lifetime of a key: a number of days, until a date, or unlimited. */
export type ExpiryChoice = '30' | '90' | '365' | 'date' | 'never'

const DAY = 86_400_000
export const MOST_DAYS = 3650

/** Tomorrow and the latest possible day, "2026-11-22", for a date input. */
export function bounds(now = new Date()): { min: string; max: string } {
  const day = (away: number) => new Date(now.getTime() + away * DAY).toISOString().slice(0, 10)
  return { min: day(1), max: day(MOST_DAYS) }
}

/** Days until a key expires; null for never; undefined if the date is missing or out of bounds. */
export function daysOf(choice: ExpiryChoice, date: string, now = new Date()): number | null | undefined {
  if (choice === 'never') return null
  if (choice !== 'date') return Number(choice)
  // The last day is included.
  const end = Date.parse(`${date}T23:59:59`)
  const days = Math.floor((end - now.getTime()) / DAY)
  return Number.isNaN(end) || days < 1 || days > MOST_DAYS ? undefined : days
}

/** Days before expiry from which on a warning is shown. */
const SOON = 7

export type KeyState = 'lasting' | 'good' | 'soon' | 'expired'
export function stateOf(expiresAt: string | null, now = Date.now()): KeyState {
  if (expiresAt === null) return 'lasting'
  const left = Date.parse(expiresAt) - now
  return left <= 0 ? 'expired' : left <= SOON * DAY ? 'soon' : 'good'
}
