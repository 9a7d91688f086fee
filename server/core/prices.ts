import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Family } from '../../contract/families.ts'
import type { Queries } from '../platform.ts'
import { rateCard } from './schema.ts'

/** What one run of an operation costs, from the rate card in the database. */
export async function priceOf(db: Queries, family: Family, operation: string): Promise<number> {
  const [price] = await db
    .select()
    .from(rateCard)
    .where(and(eq(rateCard.family, family), eq(rateCard.operation, operation)))
  if (!price) throw new Error(`the rate card has no price for ${family} ${operation}`)
  return price.credits
}

/**
 * The price of some operations, each so many times, as a part of a statement that is null where the
 * rate card lacks one of them. Without operations there is nothing to look up: 0.
 */
export function priceIn(family: Family, operations: readonly string[], times: number): SQL<number> | 0 {
  if (operations.length === 0) return 0
  return sql`${times}::integer * (${sql.join(
    operations.map(
      (operation) =>
        sql`(select credits from ${rateCard} where family = ${family} and operation = ${operation})`,
    ),
    sql` + `,
  )})`
}
