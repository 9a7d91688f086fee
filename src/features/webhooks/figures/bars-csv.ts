import { dayKey } from '../../../lib/format-date.ts'
import type { Bars } from './bars.ts'

/** One row per bar. Names, times and numbers need no quoting, and are no formulas. */
export function barsCsv({ bars }: Bars, timeZone?: string): string {
  const head = ['date', 'since', 'until', 'succeeded', 'failed', 'pending']
  const lines = bars.map(({ since, until, succeeded, failed, pending }) => [
    dayKey(new Date(since), { timeZone }),
    since,
    until,
    succeeded,
    failed,
    pending,
  ])
  return [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('')
}

/** "deliveries-hooks.example.com-2026-11-20-2026-11-26.csv" */
export function csvName({ bars }: Bars, host: string, timeZone?: string): string {
  const day = (at: string | undefined) => (at ? dayKey(new Date(at), { timeZone }) : '')
  return `deliveries-${host.replace(/[^\w.-]/g, '-')}-${day(bars[0]?.since)}-${day(bars.at(-1)?.since)}.csv`
}
