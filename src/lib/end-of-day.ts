/**
 * The end of a day ("2026-12-07") in this device's time zone, as an instant; null if the day is
 * invalid.
 */
export function endOfDay(day: string): string | null {
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? null : end.toISOString()
}
