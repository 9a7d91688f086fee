import type { DetailedWebhookStats, WebhookStats } from '../../contract/webhooks.ts'
import type { StoredDelivery } from './stored-webhooks.ts'

const HOUR = 3_600_000

/** Figures of one webhook, by the hour and in total; the current hour is the last one. */
export function statsOf(
  deliveries: readonly StoredDelivery[],
  webhookId: string,
  hours: number,
): WebhookStats {
  const first = Math.floor(Date.now() / HOUR) - hours + 1
  const hourOf = ({ createdAt }: StoredDelivery) => Math.floor(Date.parse(createdAt) / HOUR)
  const own = deliveries.filter((one) => one.webhookId === webhookId && hourOf(one) >= first)
  const byHour = Map.groupBy(own, hourOf)
  const total = figuresOf(own)
  const ended = total.succeeded + total.failed
  const failure = own
    .filter((one) => one.status !== 'succeeded' && one.attempts.at(-1)?.error)
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
    .at(-1)
  return {
    hours,
    ...total,
    success_rate: ended === 0 ? null : total.succeeded / ended,
    median_ms: medianOf(own),
    last_failure: failure
      ? {
          at: failure.createdAt,
          delivery_id: failure.id,
          error: failure.attempts.at(-1)?.error ?? '',
        }
      : null,
    series: Array.from({ length: hours }, (_, index) => ({
      at: new Date((first + index) * HOUR).toISOString(),
      ...figuresOf(byHour.get(first + index) ?? []),
    })),
  }
}

/** The same, and by type, the most deliveries first. */
export function detailedStatsOf(
  deliveries: readonly StoredDelivery[],
  webhookId: string,
  hours: number,
): DetailedWebhookStats {
  const stats = statsOf(deliveries, webhookId, hours)
  const since = stats.series[0]?.at ?? ''
  const own = deliveries.filter((one) => one.webhookId === webhookId && one.createdAt >= since)
  const types = [...Map.groupBy(own, ({ event }) => event.type)]
    .map(([type, of]) => ({ type, ...figuresOf(of), median_ms: medianOf(of) }))
    .filter((one) => countOf(one) > 0)
    .sort((a, b) => countOf(b) - countOf(a) || (a.type < b.type ? -1 : 1))
  return { ...stats, types }
}

const countOf = ({ succeeded, failed, pending }: ReturnType<typeof figuresOf>) => succeeded + failed + pending

const medianOf = (deliveries: readonly StoredDelivery[]) =>
  median(deliveries.flatMap(({ attempts }) => attempts.at(-1)?.duration_ms ?? []))

function figuresOf(deliveries: readonly StoredDelivery[]) {
  const count = (status: StoredDelivery['status']) => deliveries.filter((one) => one.status === status).length
  return { succeeded: count('succeeded'), failed: count('failed'), pending: count('pending') }
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  return upper === undefined || lower === undefined ? null : Math.round((upper + lower) / 2)
}
