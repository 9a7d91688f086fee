import { and, eq, type SQL } from 'drizzle-orm'
import type { Family } from '../../contract/families.ts'
import { ApiProblem } from './api-problem.ts'
import { type Context, ownerOf } from './context.ts'
import { type ConversionRow, conversions } from './schema.ts'

/** Which families a route speaks of; a conversion of another one is not there. */
export type Families = readonly Family[] | undefined

/**
 * The caller's own conversion; what is somebody else's is not there, and neither is another
 * family's.
 */
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
