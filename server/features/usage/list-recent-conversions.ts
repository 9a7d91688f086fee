import { and, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ConversionList } from '../../../contract/history.ts'
import type { usageEndpoints } from '../../../contract/usage.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import { presentConversion } from '../../core/present-conversion.ts'
import { type ConversionRow, conversions } from '../../core/schema.ts'
import { counted } from './figures.ts'

type Query = z.output<(typeof usageEndpoints)['listRecentConversions']['query']>
type Answer = z.input<typeof ConversionList>

/**
 * A page of the caller's conversions, as history lists them. @throws ApiProblem invalid_request for
 * a foreign cursor
 */
export async function listRecentConversions(ctx: Context, query: Query): Promise<Answer> {
  const { db } = ctx.platform
  const own = counted(requireOwner(ctx))
  return listByTime<ConversionRow, Answer['results'][number]>(query, conversions, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(conversions)
        .where(and(own, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${conversions} where ${own}`, limit),
    present: (row) => presentConversion(ctx, row),
  })
}
