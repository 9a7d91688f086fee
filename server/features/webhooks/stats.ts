import { type SQL, sql } from 'drizzle-orm'
import type { DetailedWebhookStats, WebhookStats } from '../../../contract/webhooks.ts'
import type { Context } from '../../core/context.ts'
import { webhookDeliveries } from '../../core/schema.ts'
import { findWebhook } from './find-webhook.ts'

const HOUR = 3_600_000

/** Figures of a webhook of the caller's own, also by type. @throws ApiProblem not_found */
export async function getWebhookStats(
  ctx: Context,
  id: string,
  hours: number,
): Promise<DetailedWebhookStats> {
  await findWebhook(ctx, id)
  const stats = (await statsOf(ctx, [id], hours)).get(id) as WebhookStats
  return { ...stats, types: await typesOf(ctx, id, new Date(stats.series[0]?.at as string)) }
}

type Figures = { succeeded: number; failed: number; pending: number }
type HourRow = Figures & { webhook_id: string; hour: number }
type GroupRow = Figures & { group: string; median_ms: number | null }
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
  const totals = await groupedBy(sql`webhook_id`, these, platform)
  const { rows: failures } = await platform.db.execute<FailureRow>(sql`
    select distinct on (webhook_id) webhook_id, id, created_at, error
    from ${webhookDeliveries} where ${these} and status <> 'succeeded' and error is not null
    order by webhook_id, created_at desc, id desc`)
  return new Map(
    ids.map((id) => {
      const own = byHour.filter((row) => row.webhook_id === id)
      const sum = (name: keyof Figures) => own.reduce((total, row) => total + row[name], 0)
      const [succeeded, failed] = [sum('succeeded'), sum('failed')]
      const failure = failures.find((row) => row.webhook_id === id)
      const stats: WebhookStats = {
        hours,
        succeeded,
        failed,
        pending: sum('pending'),
        success_rate: succeeded + failed === 0 ? null : succeeded / (succeeded + failed),
        median_ms: totals.find(({ group }) => group === id)?.median_ms ?? null,
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

/** Figures of one webhook by type since a time, the most deliveries first. */
async function typesOf({ platform }: Pick<Context, 'platform'>, id: string, since: Date) {
  const these = sql`webhook_id = ${id} and created_at >= ${since}`
  const rows = await groupedBy(sql`type`, these, platform)
  const countOf = ({ succeeded, failed, pending }: Figures) => succeeded + failed + pending
  return rows
    .map(({ group, ...figures }) => ({ type: group, ...figures }))
    .filter((one) => countOf(one) > 0)
    .sort((a, b) => countOf(b) - countOf(a) || (a.type < b.type ? -1 : 1))
}

/**
 * Deliveries by a column. The median is read from how often each duration occurs: `percentile_cont`
 * would sort every delivery, which takes seconds for a million of them. Cancelled ones count for
 * the median only.
 */
async function groupedBy(column: SQL, these: SQL, { db }: Context['platform']): Promise<GroupRow[]> {
  const { rows } = await db.execute<GroupRow>(sql`
    with counted as (
      select ${column} as "group", duration_ms,
        count(*) filter (where status = 'succeeded') as succeeded,
        count(*) filter (where status = 'failed') as failed,
        count(*) filter (where status = 'pending') as pending,
        count(*) as count
      from ${webhookDeliveries} where ${these} group by 1, 2
    ), ranked as (
      select *, sum(count) over (partition by "group" order by duration_ms) as up_to,
        sum(count) filter (where duration_ms is not null) over (partition by "group") as timed
      from counted
    )
    select "group", sum(succeeded)::int as succeeded, sum(failed)::int as failed, sum(pending)::int as pending,
      round((min(duration_ms) filter (where 2 * up_to >= timed)
        + min(duration_ms) filter (where 2 * up_to > timed)) / 2.0)::int as median_ms
    from ranked group by 1`)
  return rows
}
