import { sql } from 'drizzle-orm'
import type { DetailedWebhookStats, WebhookStats } from '../../../contract/webhooks.ts'
import type { Context } from '../../core/context.ts'
import { webhookDeliveries } from '../../core/schema.ts'
import { findWebhook } from './find-webhook.ts'

const HOUR = 3_600_000

/** Figures of a webhook of the caller's own, also by type. @throws Refusal not_found */
export async function getWebhookStats(
  ctx: Context,
  id: string,
  hours: number,
): Promise<DetailedWebhookStats> {
  await findWebhook(ctx, id)
  const stats = (await statsOf(ctx, [id], hours)).get(id) as WebhookStats
  return { ...stats, types: await typesOf(ctx, id, new Date(stats.series[0]?.at as string)) }
}

type HourRow = {
  webhook_id: string
  hour: number
  succeeded: number
  failed: number
  pending: number
}
type TotalRow = { webhook_id: string; median_ms: number | null }
type TypeRow = DetailedWebhookStats['types'][number]
type FailureRow = { webhook_id: string; id: string; created_at: Date; error: string }

/** Figures of several webhooks, by the hour and in total; the current hour is the last one. */
export async function statsOf(
  { platform }: Pick<Context, 'platform'>,
  ids: readonly string[],
  hours: number,
): Promise<Map<string, WebhookStats>> {
  if (ids.length === 0) return new Map()
  const now = platform.clock().getTime()
  const first = Math.floor(now / HOUR) - hours + 1
  const since = new Date(first * HOUR)
  const these = sql`webhook_id = any(${sql.param([...ids])}::uuid[]) and created_at >= ${since}`
  const { rows: byHour } = await platform.db.execute<HourRow>(sql`
    select webhook_id, floor(extract(epoch from created_at) / 3600)::int as hour,
      count(*) filter (where status = 'succeeded')::int as succeeded,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'pending')::int as pending
    from ${webhookDeliveries} where ${these} group by 1, 2`)
  const { rows: totals } = await platform.db.execute<TotalRow>(sql`
    select webhook_id, round(percentile_cont(0.5) within group (order by duration_ms))::int as median_ms
    from ${webhookDeliveries} where ${these} and duration_ms is not null group by 1`)
  const { rows: failures } = await platform.db.execute<FailureRow>(sql`
    select distinct on (webhook_id) webhook_id, id, created_at, error
    from ${webhookDeliveries} where ${these} and status <> 'succeeded' and error is not null
    order by webhook_id, created_at desc, id desc`)
  return new Map(
    ids.map((id) => {
      const own = byHour.filter((row) => row.webhook_id === id)
      const sum = (name: 'succeeded' | 'failed' | 'pending') =>
        own.reduce((total, row) => total + row[name], 0)
      const [succeeded, failed] = [sum('succeeded'), sum('failed')]
      const failure = failures.find((row) => row.webhook_id === id)
      const stats: WebhookStats = {
        hours,
        succeeded,
        failed,
        pending: sum('pending'),
        success_rate: succeeded + failed === 0 ? null : succeeded / (succeeded + failed),
        median_ms: totals.find((row) => row.webhook_id === id)?.median_ms ?? null,
        last_failure: failure
          ? {
              at: new Date(failure.created_at).toISOString(),
              delivery_id: failure.id,
              error: failure.error,
            }
          : null,
        series: Array.from({ length: hours }, (_, index) => {
          const row = own.find(({ hour }) => hour === first + index)
          return {
            at: new Date((first + index) * HOUR).toISOString(),
            succeeded: row?.succeeded ?? 0,
            failed: row?.failed ?? 0,
            pending: row?.pending ?? 0,
          }
        }),
      }
      return [id, stats] as const
    }),
  )
}

/** Figures of one webhook by type since a time. A cancelled delivery counts for the median only, as in total. */
async function typesOf(
  { platform }: Pick<Context, 'platform'>,
  id: string,
  since: Date,
): Promise<DetailedWebhookStats['types']> {
  const { rows } = await platform.db.execute<TypeRow>(sql`
    select type,
      count(*) filter (where status = 'succeeded')::int as succeeded,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'pending')::int as pending,
      round(percentile_cont(0.5) within group (order by duration_ms))::int as median_ms
    from ${webhookDeliveries} where webhook_id = ${id} and created_at >= ${since}
    group by type having count(*) filter (where status <> 'cancelled') > 0
    order by count(*) filter (where status <> 'cancelled') desc, type`)
  return rows
}
