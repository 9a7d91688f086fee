import { sql } from 'drizzle-orm'
import type { Family } from '../../../contract/families.ts'
import type { Context } from '../../core/context.ts'
import { creditEntries } from '../../core/schema.ts'

/**
 * Credits by the bar in which they were charged. By the ledger, which also has what was hidden or
 * removed since, and leaves out what a visitor's quota paid.
 * @param edges When each bar begins, and at the end when the last one ends.
 * @param family Only conversions of it.
 */
export async function chargedByBar(
  ctx: Context,
  owner: string,
  edges: readonly Date[],
  family?: Family,
): Promise<Map<number, number>> {
  // One value and no expression: that would be worked out again for every row.
  const listed = `{${edges.map((edge) => edge.toISOString()).join(',')}}`
  const ofFamily = family ? sql`and area = ${family}` : sql``
  const { rows } = await ctx.platform.db.execute<{ bar: number; credits: number }>(sql`
    select width_bucket(created_at, ${listed}::timestamptz[]) - 1 as bar, -sum(credits)::float8 as credits
    from ${creditEntries}
    where owner_id = ${owner} and kind = 'charge' ${ofFamily}
      and created_at >= ${edges[0]} and created_at < ${edges.at(-1)}
    group by bar`)
  return new Map(rows.map(({ bar, credits }) => [bar, credits]))
}
