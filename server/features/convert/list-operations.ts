import { inArray } from 'drizzle-orm'
import type { OperationEntry } from '../../../contract/convert.ts'
import type { Family } from '../../../contract/families.ts'
import type { Context } from '../../core/context.ts'
import { ROUTE_FAMILIES, type RouteFamily } from '../../core/families.ts'
import { rateCard } from '../../core/schema.ts'
import { isUnlisted } from '../../core/service-runs.ts'

/**
 * What can be done between two formats of a family, with each option's JSON Schema and the price of
 * a run (decision 5).
 */
export async function listOperations(
  ctx: Context,
  route: RouteFamily,
  pair: { from?: string | undefined; to?: string | undefined },
): Promise<OperationEntry[]> {
  const { engines } = ctx.platform
  const [from, to] = [pair.from, pair.to].map((name) =>
    name === undefined ? undefined : engines.normalise(name, route),
  )
  if (from === null || to === null) return [] // no such format, so nothing to be done with it
  return operationsOf(ctx, ROUTE_FAMILIES[route], { ...(from && { from }), ...(to && { to }) })
}

/**
 * The priced operations of some families, between formats that are given by their normalized names.
 */
export async function operationsOf(
  ctx: Context,
  families: readonly Family[],
  pair: { from?: string; to?: string },
): Promise<OperationEntry[]> {
  const { engines, db } = ctx.platform
  const prices = await db
    .select()
    .from(rateCard)
    .where(inArray(rateCard.family, [...families]))
  return engines
    .operations(pair)
    .filter((one) => families.includes(one.family) && !isUnlisted(one))
    .map(({ minFiles, maxFiles, ...operation }) => ({
      ...operation,
      min_files: minFiles,
      max_files: maxFiles,
      from: [...operation.from],
      to: [...operation.to],
      credits:
        prices.find(
          ({ family, operation: name }) => family === operation.family && name === operation.operation,
        )?.credits ?? 0,
    }))
}
