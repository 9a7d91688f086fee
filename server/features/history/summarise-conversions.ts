import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { FAMILIES, type Family } from '../../../contract/families.ts'
import type { ConversionSummary, SummaryQuery } from '../../../contract/history.ts'
import { type Context, ownerOf } from '../../core/context.ts'
import { conversions } from '../../core/schema.ts'
import { COUNT_LIMIT, charged, countsByIndex, matching } from './conversion-filters.ts'

type Query = z.output<typeof SummaryQuery>

interface Part {
  family: Family
  count: number
  quoted: number
  charged: number
  failed: number
}

/**
 * What the filters leave, by family, and what it cost. The counts leave the family's own filter
 * out, so that they say what choosing another would show. Counting stops where a list's does; the
 * sums are then of the newest.
 */
export async function summariseConversions(
  ctx: Context,
  query: Query,
): Promise<z.input<typeof ConversionSummary>> {
  const owner = ownerOf(ctx)
  const { family: chosen, ...others } = query
  const ofAny = owner ? matching(ctx, owner, others) : sql`false`
  const ofChosen = owner ? matching(ctx, owner, query) : sql`false`
  const byIndex = countsByIndex(others) && !others.status
  const limit = byIndex ? COUNT_LIMIT.byIndex : COUNT_LIMIT.byRow
  const [counts, sums] = await Promise.all([
    byIndex ? countEach(ctx, ofAny, limit) : chosen && newest(ctx, ofAny),
    newest(ctx, ofChosen),
  ])
  const total = sum(sums, 'count')
  const families = counts || sums
  const whole = byIndex || sum(families, 'count') <= limit
  return {
    families: FAMILIES.map((family) => {
      const count = families.find((part) => part.family === family)?.count ?? 0
      return { family, count: Math.min(count, limit), count_exact: whole && count <= limit }
    }),
    count: Math.min(total, COUNT_LIMIT.byRow),
    count_exact: total <= COUNT_LIMIT.byRow,
    credits_quoted: sum(sums, 'quoted'),
    credits_charged: sum(sums, 'charged'),
    failed: sum(sums, 'failed'),
  }
}

const sum = (parts: readonly Part[], figure: 'count' | 'quoted' | 'charged' | 'failed') =>
  parts.reduce((total, part) => total + part[figure], 0)

/** Each family by its index alone, up to the limit. */
async function countEach(ctx: Context, where: SQL | undefined, limit: number): Promise<Part[]> {
  const each = FAMILIES.map(
    (
      family,
    ) => sql`select ${family}::text as family, count(*)::int as count, 0 as quoted, 0 as charged, 0 as failed
      from (select 1 from ${conversions} where ${where} and ${conversions.family} = ${family} limit ${limit + 1}) as counted`,
  )
  return (await ctx.platform.db.execute<Part & Record<string, unknown>>(sql.join(each, sql` union all `)))
    .rows
}

/**
 * The newest of them, read; one more is counted, and in no sum, so that it is known whether there
 * are more.
 */
async function newest(ctx: Context, where: SQL | undefined): Promise<Part[]> {
  const limit = COUNT_LIMIT.byRow
  const { createdAt, id, family, creditsQuoted, status, errorCode } = conversions
  const ofSums = sql`filter (where place <= ${limit})`
  const { rows } = await ctx.platform.db.execute<Part & Record<string, unknown>>(
    sql`select family, count(*)::int as count,
        coalesce(sum(quoted) ${ofSums}, 0)::float8 as quoted, coalesce(sum(charged) ${ofSums}, 0)::float8 as charged,
        (count(*) filter (where failed and place <= ${limit}))::int as failed
      from (
        select ${family} as family, ${creditsQuoted} as quoted, ${charged} as charged,
          ${status} = 'failed' and ${errorCode} is distinct from 'cancelled' as failed,
          row_number() over (order by ${createdAt} desc, ${id} desc) as place
        from ${conversions} where ${where} order by ${createdAt} desc, ${id} desc limit ${limit + 1}
      ) as newest
      group by family`,
  )
  return rows
}
