import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { UsageSummary, usageEndpoints } from '../../../contract/usage.ts'
import type { Context } from '../../core/context.ts'
import { conversions } from '../../core/schema.ts'
import { accountOf } from './account-of.ts'
import { chargedByBar } from './charged.ts'
import { addDays, dateIn, monthEnd, startOfDay } from './days.ts'
import { type CountsRow, counted, counts, noFigures, type UsageCounts } from './figures.ts'
import { forecast } from './forecast.ts'
import { storageOf } from './storage-of.ts'

type Query = z.output<(typeof usageEndpoints)['getUsageSummary']['query']>

/**
 * What an account did this month and in all, its balance, how long that may last, and what it has
 * stored.
 */
export async function getUsageSummary(ctx: Context, query: Query): Promise<z.input<typeof UsageSummary>> {
  const account = await accountOf(ctx)
  const { granted, remaining, held, charged, since } = account
  const zone = query.time_zone ?? account.zone
  const today = dateIn(zone, ctx.platform.clock())
  const from = `${today.slice(0, 7)}-01`
  const [month, all, ahead, storage] = await Promise.all([
    countMonth(ctx, account.id, [startOfDay(zone, from), startOfDay(zone, addDays(monthEnd(today), 1))]),
    countAll(ctx, account.id),
    forecast(ctx, account, zone),
    storageOf(ctx, account.id),
  ])
  return {
    time_zone: zone,
    month: { from, to: monthEnd(today), ...month },
    all_time: { since: since.toISOString(), ...all },
    credits: { granted, remaining, held, charged },
    forecast: ahead,
    storage,
  }
}

async function countMonth(ctx: Context, owner: string, [from, to]: [Date, Date]) {
  const within = and(counted(owner), gte(conversions.createdAt, from), lt(conversions.createdAt, to))
  const [{ rows }, charged] = await Promise.all([
    ctx.platform.db.execute<CountsRow>(sql`select ${counts} from ${conversions} where ${within}`),
    chargedByBar(ctx, owner, [from, to]),
  ])
  return { ...noFigures(), ...rows[0], credits: charged.get(0) ?? 0 }
}

/**
 * How many there are is asked of one index, and how the few went that did not complete of another:
 * a million are not read.
 */
async function countAll(ctx: Context, owner: string): Promise<UsageCounts> {
  const { rows } = await ctx.platform.db.execute<CountsRow>(sql`
    select conversions::int, (conversions - other)::int as completed, failed::int, cancelled::int
    from (select count(*) as conversions from ${conversions} where ${counted(owner)}) as everything,
      (select count(*) as other, count(*) filter (where error_code = 'cancelled') as cancelled,
          count(*) filter (where status = 'failed' and error_code is distinct from 'cancelled') as failed
        from ${conversions} where ${and(counted(owner), inArray(conversions.status, ['failed', 'pending']))}) as others`)
  return rows[0] ?? noFigures()
}
