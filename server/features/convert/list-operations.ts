import { eq } from 'drizzle-orm'
import type { OperationEntry } from '../../../contract/convert.ts'
import type { Family } from '../../../contract/families.ts'
import type { Context } from '../../core/context.ts'
import { rateCard } from '../../core/schema.ts'

/** What can be done between two formats of a family, with each option's JSON Schema and the price of a run (decision 5). */
export async function listOperations(
  ctx: Context,
  family: Family,
  pair: { from?: string | undefined; to?: string | undefined },
): Promise<OperationEntry[]> {
  const { engines, db } = ctx.platform
  const [from, to] = [pair.from, pair.to].map((name) =>
    name === undefined ? undefined : engines.normalise(name),
  )
  if (from === null || to === null) return [] // no such format, so nothing to be done with it
  const prices = await db.select().from(rateCard).where(eq(rateCard.family, family))
  return engines.operations({ family, ...(from && { from }), ...(to && { to }) }).map((operation) => ({
    ...operation,
    from: [...operation.from],
    to: [...operation.to],
    credits: prices.find((price) => price.operation === operation.operation)?.credits ?? 0,
  }))
}
