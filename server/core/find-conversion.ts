import { and, eq, type SQL } from 'drizzle-orm'
import type { Family } from '../../contract/families.ts'
import { ApiProblem } from './api-problem.ts'
import { type Context, ownerOf } from './context.ts'
import { type ConversionRow, conversions } from './schema.ts'

/** The families of a route; conversions of other families are not found. */
export type Families = readonly Family[] | undefined

/** The caller's conversion; throws not_found for conversions of others and of other families. */
export async function findConversion(ctx: Context, id: string, families: Families): Promise<ConversionRow> {
  const owner = ownerOf(ctx)
  const mine: SQL | undefined = owner
    ? and(eq(conversions.id, id), eq(conversions.ownerId, owner))
    : undefined
  const [row] = mine ? await ctx.platform.db.select().from(conversions).where(mine) : []
  if (!row || (families && !families.includes(row.family))) {
    throw new ApiProblem('not_found', 'Conversion not found.')
  }
  return row
}
