import { eq, inArray, or } from 'drizzle-orm'
import type { AccountPurchase } from '../../../contract/billing-admin.ts'
import { presentPurchase } from '../../core/billing/present-purchase.ts'
import { businesses, type PurchaseRow, users } from '../../core/schema.ts'
import type { Queries } from '../../platform.ts'

type Account = AccountPurchase['account']

/**
 * Accounts by their ids, as the administrator reads them. One that was deleted keeps its id alone.
 */
export async function accountsOf(db: Queries, ids: readonly string[]): Promise<(id: string) => Account> {
  const wanted = [...new Set(ids)]
  const people =
    wanted.length === 0
      ? []
      : await db.select({ id: users.id, name: users.username }).from(users).where(inArray(users.id, wanted))
  const firms =
    wanted.length === 0
      ? []
      : await db
          .select({ id: businesses.id, name: businesses.name })
          .from(businesses)
          .where(inArray(businesses.id, wanted))
  const known = new Map<string, Account>([
    ...people.map(({ id, name }) => [id, { account_id: id, kind: 'user', name }] as const),
    ...firms.map(({ id, name }) => [id, { account_id: id, kind: 'business', name }] as const),
  ])
  return (id) => known.get(id) ?? { account_id: id, kind: 'deleted', name: '' }
}

/** Ids of the accounts that a text names in full. */
export async function findAccounts(db: Queries, text: string): Promise<string[]> {
  const key = text.toLowerCase()
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.usernameKey, key), eq(users.emailKey, key)))
  const firms = await db
    .select({ id: businesses.id })
    .from(businesses)
    .where(or(eq(businesses.publicId, text), eq(businesses.name, text)))
  return [...people, ...firms].map(({ id }) => id)
}

/** Purchases with the accounts that made them. */
export async function presentPurchases(
  db: Queries,
  rows: readonly PurchaseRow[],
): Promise<AccountPurchase[]> {
  const accountOf = await accountsOf(
    db,
    rows.map(({ ownerId }) => ownerId),
  )
  return rows.map((row) => ({ ...presentPurchase(row), account: accountOf(row.ownerId) }))
}
