import { and, gte, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { FAMILIES, type Family } from '../../../contract/families.ts'
import type { UsageTrend, usageEndpoints } from '../../../contract/usage.ts'
import type { Context } from '../../core/context.ts'
import { conversions } from '../../core/schema.ts'
import { accountOf } from './account-of.ts'
import { chargedByBar } from './charged.ts'
import { addDays, dateIn, startOfDay } from './days.ts'
import { add, type CountsRow, counted, counts, noFigures } from './figures.ts'

type Query = z.output<(typeof usageEndpoints)['getUsageTrend']['query']>
type Bar = CountsRow & { bar: number; family: Family }

/** How many bars there are, and the days that each is of. */
const BARS = { 30: [30, 1], 90: [90, 1], 365: [52, 7] } as const

/**
 * Conversions by day or week, each beside the one of the period before, in days as they are where
 * the person is.
 */
export async function getUsageTrend(ctx: Context, query: Query): Promise<z.input<typeof UsageTrend>> {
  const account = await accountOf(ctx)
  const zone = query.time_zone ?? account.zone
  const [count, step] = BARS[query.days]
  const today = dateIn(zone, ctx.platform.clock())
  // Two periods, the one before first; the last of these dates is tomorrow.
  const dates = Array.from({ length: 2 * count + 1 }, (_, at) => addDays(today, 1 - (2 * count - at) * step))
  const edges = dates.map((date) => startOfDay(zone, date))
  const [found, charged] = await Promise.all([
    readBars(ctx, account.id, edges),
    chargedByBar(ctx, account.id, edges, query.family),
  ])
  const sum = (wanted: (bar: number) => boolean) => sumUp(found, charged, query.family, wanted)
  const dateAt = (at: number) => dates[at] as string

  const rows = Array.from({ length: count }, (_, at) => ({
    date: dateAt(count + at),
    ...sum((bar) => bar === count + at),
    previous: sum((bar) => bar === at).figures,
  }))
  const { figures: previous } = sum((bar) => bar < count)
  const { figures: total, families } = sum((bar) => bar >= count)
  return {
    time_zone: zone,
    family: query.family ?? null,
    step: step === 1 ? 'day' : 'week',
    from: dateAt(count),
    to: today,
    rows: rows.map(({ figures: own, ...row }) => ({ ...row, ...own })),
    total: { ...total, families },
    previous: { ...previous, from: dateAt(0), to: addDays(dateAt(count), -1) },
  }
}

/**
 * The index alone is read, and each row's day is looked up among the few dozen there are: a year of
 * many is soon added up.
 */
async function readBars(ctx: Context, owner: string, edges: readonly Date[]): Promise<Bar[]> {
  const within = and(
    counted(owner),
    gte(conversions.createdAt, edges[0] as Date),
    lt(conversions.createdAt, edges.at(-1) as Date),
  )
  // One value and no expression: that would be worked out again for every row.
  const listed = `{${edges.map((edge) => edge.toISOString()).join(',')}}`
  const { rows } = await ctx.platform.db.execute<Bar>(sql`
    select width_bucket(created_at, ${listed}::timestamptz[]) - 1 as bar, family, ${counts}
    from ${conversions} where ${within} group by bar, family`)
  return rows
}

/**
 * The figures are of one family where that is asked for; how many there are of each is said all the
 * same.
 */
function sumUp(
  bars: readonly Bar[],
  charged: ReadonlyMap<number, number>,
  chosen: Family | undefined,
  wanted: (bar: number) => boolean,
) {
  const sum = noFigures()
  for (const [bar, credits] of charged) if (wanted(bar)) sum.credits += credits
  const families = Object.fromEntries(FAMILIES.map((family) => [family, 0])) as Record<Family, number>
  for (const one of bars) {
    if (!wanted(one.bar)) continue
    if (!chosen || one.family === chosen) add(sum, one)
    families[one.family] += one.conversions
  }
  return { figures: sum, families }
}
