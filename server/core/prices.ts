import { and, eq } from 'drizzle-orm'
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
