import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Family } from '../../contract/families.ts'
import type { Queries } from '../platform.ts'
import { rateCard } from './schema.ts'

/** The price of one run of an operation, from the rate card in the database. */
export async function priceOf(db: Queries, family: Family, operation: string): Promise<number> {
  const [price] = await db
    .select()
    .from(rateCard)
    .where(and(eq(rateCard.family, family), eq(rateCard.operation, operation)))
  if (!price) throw new Error(`the rate card has no price for ${family} ${operation}`)
  return price.credits
}

/**
 * An SQL expression for the price of operations, each `times` times; null if the rate card lacks
 * one of them. Without operations the price is 0.
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
