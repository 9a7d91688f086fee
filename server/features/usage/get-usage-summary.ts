import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { UsageSummary, usageEndpoints } from '../../../contract/usage.ts'
import type { Context } from '../../core/context.ts'
import { conversions } from '../../core/schema.ts'
import { accountOf } from './account-of.ts'
import { dateIn, monthEnd, startOfDay } from './days.ts'
import { add, counted, type FiguresRow, figures, noFigures } from './figures.ts'
import { forecast } from './forecast.ts'
import { storageOf } from './storage-of.ts'

type Query = z.output<(typeof usageEndpoints)['getUsageSummary']['query']>

/** What an account did this month and in all, its balance, how long that may last, and what it has stored. */
export async function getUsageSummary(ctx: Context, query: Query): Promise<z.input<typeof UsageSummary>> {
  const account = await accountOf(ctx)
  const { granted, remaining, held, since } = account
  const zone = query.time_zone ?? account.zone
  const today = dateIn(zone, ctx.platform.clock())
  const from = `${today.slice(0, 7)}-01`
  const [{ month, all }, ahead, storage] = await Promise.all([
    countAll(ctx, account.id, startOfDay(zone, from)),
    forecast(ctx, account, zone),
    storageOf(ctx, account.id),
  ])
  return {
    time_zone: zone,
    month: { from, to: monthEnd(today), ...month },
    all_time: { since: since.toISOString(), ...all },
    credits: { granted, remaining, held, charged: granted - remaining - held },
    forecast: ahead,
    storage,
  }
}

/** Both in one reading of the index. */
async function countAll(ctx: Context, owner: string, month: Date) {
  const { rows } = await ctx.platform.db.execute<FiguresRow & { recent: boolean }>(sql`
    select created_at >= ${month.toISOString()}::timestamptz as recent, ${figures}
    from ${conversions} where ${counted(owner)} group by recent`)
  const found = { month: noFigures(), all: noFigures() }
  for (const { recent, ...one } of rows) {
    if (recent) add(found.month, one)
    add(found.all, one)
  }
  return found
}
