/**
 * The end of a day, which is good as a whole, of this device ("2026-12-07"), as an instant; null
 * where there is no such day.
 */
export function endOfDay(day: string): string | null {
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? null : end.toISOString()
}
