import type { WebhookStats } from '../../../api/webhooks.ts'
import { dayKey } from '../../../lib/format-date.ts'

type Hours = WebhookStats['series']

export interface Bar {
  /** Instants of its beginning and its end, which is the next one's beginning. */
  since: string
  until: string
  succeeded: number
  failed: number
  pending: number
}

export interface Bars {
  step: 'hour' | 'day'
  bars: readonly Bar[]
}

const HOUR = 3_600_000

export const countOf = ({ succeeded, failed, pending }: Omit<Bar, 'since' | 'until'>): number =>
  succeeded + failed + pending

/**
 * A bar per hour up to a day of them, else a bar per calendar day of the zone (by default this
 * device's).
 */
export const barsOf = (series: Hours, timeZone?: string): Bars =>
  series.length <= 24
    ? { step: 'hour', bars: series.map(barOf) }
    : { step: 'day', bars: daysOf(series, timeZone) }

/**
 * Sums hours by calendar day. A day that begins or ends daylight saving time has 23 or 25 hours. An
 * hour counts for the day that it begins on: in zones that are half an hour off, a day is bounded
 * by whole hours of UTC, as its bar says.
 */
export function daysOf(series: Hours, timeZone?: string): Bar[] {
  const days = Map.groupBy(series, ({ at }) => dayKey(new Date(at), { timeZone }))
  return [...days.values()].map((hours) => {
    const bars = hours.map(barOf)
    const sum = (name: 'succeeded' | 'failed' | 'pending') => bars.reduce((all, bar) => all + bar[name], 0)
    return {
      since: bars[0]?.since as string,
      until: bars.at(-1)?.until as string,
      succeeded: sum('succeeded'),
      failed: sum('failed'),
      pending: sum('pending'),
    }
  })
}

const barOf = ({ at, ...figures }: Hours[number]): Bar => ({
  since: new Date(at).toISOString(),
  until: new Date(Date.parse(at) + HOUR).toISOString(),
  ...figures,
})

type Filter = { since: string | null; until: string | null }

/**
 * Whether the list is filtered by exactly this bar, which is how a second press knows that it
 * undoes the first.
 */
export const isFilter = (bar: Bar, { since, until }: Filter): boolean =>
  since === bar.since && until === bar.until

/** Whether the list shows all of this bar and not simply everything. */
export const isWithin = (bar: Bar, { since, until }: Filter): boolean =>
  (since !== null || until !== null) &&
  (since === null || Date.parse(bar.since) >= Date.parse(since)) &&
  (until === null || Date.parse(bar.until) <= Date.parse(until))
