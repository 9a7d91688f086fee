import { inArray, sql } from 'drizzle-orm'
import type { Queries } from '../../platform.ts'
import { type GrantSource, planMonths, promoCodes, promoRedemptions, purchases, users } from '../schema.ts'

/**
 * Display names of credit sources by reference of a lot or entry: the plan's name, or the promo
 * code.
 */
export async function grantNames(
  db: Queries,
  grants: readonly { source: GrantSource; reference: string }[],
): Promise<Map<string, string>> {
  const of = (...sources: GrantSource[]) =>
    grants.filter(({ source }) => sources.includes(source)).map(({ reference }) => reference)
  const names = new Map<string, string>()
  const bought = of('plan', 'pack')
  if (bought.length > 0) {
    const rows = await db
      .select({ id: sql<string>`coalesce(${planMonths.id}, ${purchases.id})`, name: purchases.name })
      .from(purchases)
      .leftJoin(
        planMonths,
        sql`${planMonths.purchaseId} = ${purchases.id} and ${inArray(planMonths.id, bought)}`,
      )
      .where(sql`${inArray(purchases.id, bought)} or ${inArray(planMonths.id, bought)}`)
    for (const { id, name } of rows) names.set(id, name)
  }
  const redeemed = of('promo')
  if (redeemed.length > 0) {
    const rows = await db
      .select({ id: promoRedemptions.id, name: promoCodes.code })
      .from(promoRedemptions)
      .innerJoin(promoCodes, sql`${promoCodes.id} = ${promoRedemptions.promoId}`)
      .where(inArray(promoRedemptions.id, redeemed))
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}

/** Names of users by id, without deleted ones. */
export async function peopleNames(
  db: Queries,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null)
  if (known.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, username: users.username, first: users.firstName, last: users.lastName })
    .from(users)
    .where(inArray(users.id, known))
  return new Map(rows.map(({ id, username, first, last }) => [id, `${first} ${last}`.trim() || username]))
}
