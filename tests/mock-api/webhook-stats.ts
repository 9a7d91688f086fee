import type { WebhookStats } from '../../contract/webhooks.ts'
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
    median_ms: median(own.flatMap(({ attempts }) => attempts.at(-1)?.duration_ms ?? [])),
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
