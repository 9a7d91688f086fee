import type { WebhookStats } from '../../../api/webhooks.ts'
import { dayKey } from '../../../lib/format-date.ts'

type Hours = WebhookStats['series']

export interface Bar {
  /** Instants of its start and its end, which is the next one's start. */
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
 * One bar per hour for up to a day, otherwise one per calendar day of the zone (by default this
 * device's).
 */
export const barsOf = (series: Hours, timeZone?: string): Bars =>
  series.length <= 24
    ? { step: 'hour', bars: series.map(barOf) }
    : { step: 'day', bars: daysOf(series, timeZone) }

/**
 * Sums hours by calendar day. A day with a daylight saving time change has 23 or 25 hours. An hour
 * belongs to the day on which it starts: in zones with a half-hour offset, a day has the bounds of
 * whole UTC hours, as in its bar.
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

/** Whether the list is filtered by exactly this bar: then a second click removes the filter. */
export const isFilter = (bar: Bar, { since, until }: Filter): boolean =>
  since === bar.since && until === bar.until

/** Whether a filter is set and includes this whole bar. */
export const isWithin = (bar: Bar, { since, until }: Filter): boolean =>
  (since !== null || until !== null) &&
  (since === null || Date.parse(bar.since) >= Date.parse(since)) &&
  (until === null || Date.parse(bar.until) <= Date.parse(until))
