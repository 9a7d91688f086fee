import { STATUS_DAYS, type StatusDay, type StatusIncident } from '../../../contract/status.ts'
import type { StatusSpanRow } from '../../core/schema.ts'
import { UNPROBED_MS } from '../../core/status/unprobed.ts'

const MINUTE = 60_000
const DAY = 86_400_000

type State = StatusDay['state']
const RANK: Record<State, number> = { unknown: 0, ok: 1, degraded: 2, down: 3 }
export const worstState = (states: readonly State[]): State =>
  states.reduce<State>((worst, state) => (RANK[state] > RANK[worst] ? state : worst), 'unknown')

/** Midnight (UTC) of the first day of the history. */
export const firstDay = (now: Date) => Math.floor(now.getTime() / DAY) * DAY - (STATUS_DAYS - 1) * DAY

/** A part's days up to today, oldest first, from its spans. */
export function daysOf(spans: readonly StatusSpanRow[], now: Date): StatusDay[] {
  const first = firstDay(now)
  return Array.from({ length: STATUS_DAYS }, (_, index) => {
    const start = first + index * DAY
    const within = spans.filter(
      ({ since, until }) => since.getTime() < start + DAY && until.getTime() >= start,
    )
    return {
      date: new Date(start).toISOString().slice(0, 10),
      state: worstState(within.map(({ state }) => state)),
      minutes_down: minutesIn(within, 'down', start),
      minutes_degraded: minutesIn(within, 'degraded', start),
    }
  })
}

/** Whole minutes, and at least one where there was any time. */
function minutesIn(spans: readonly StatusSpanRow[], state: State, start: number): number {
  const ms = spans
    .filter((span) => span.state === state)
    .reduce(
      (sum, { since, until }) =>
        sum + Math.min(until.getTime(), start + DAY) - Math.max(since.getTime(), start),
      0,
    )
  return ms > 0 ? Math.max(1, Math.round(ms / MINUTE)) : 0
}

/** Spans of one part, oldest first, that are not `ok` and follow each other are one incident. */
export function incidentsOf(spans: readonly StatusSpanRow[], now: Date): StatusIncident[] {
  const runs: StatusSpanRow[][] = []
  for (const [index, span] of spans.entries()) {
    if (span.state === 'ok') continue
    const before = spans[index - 1]
    const run = runs.at(-1)
    const isNext = before !== undefined && before.state !== 'ok' && +span.since - +before.until <= UNPROBED_MS
    if (run && isNext) run.push(span)
    else runs.push([span])
  }
  const latest = spans.at(-1)
  return runs.flatMap((run) => {
    const [first] = run
    const last = run.at(-1)
    if (!first || !last) return []
    const isNow = last === latest && +now - +last.until <= UNPROBED_MS
    const worst = run.find(({ state }) => state === 'down') ?? first
    const state = worst.state === 'down' ? 'down' : 'degraded'
    return {
      part: worst.part,
      state,
      since: first.since.toISOString(),
      until: isNow ? null : last.until.toISOString(),
      families: [...new Set(worst.state === 'down' ? worst.families : run.flatMap((span) => span.families))],
    }
  })
}
