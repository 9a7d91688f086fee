import { formatDate, formatTimeExact } from '../../../lib/format-date.ts'

/** "21 November 10:43:08 UTC+1": a time of the log names its zone wherever it stands. */
export function logTime(at: string, locale: string): string {
  const date = new Date(at)
  return `${formatDate(date, { locale })} ${formatTimeExact(date, { locale })} ${zoneOf(date)}`
}

function zoneOf(date: Date): string {
  const minutes = -date.getTimezoneOffset()
  const hours = Math.trunc(Math.abs(minutes) / 60)
  const rest = Math.abs(minutes) % 60
  if (minutes === 0) return 'UTC'
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}
