import { inArray } from 'drizzle-orm'
import type { AdminAct } from '../../contract/admin-audit.ts'
import type { Queries, Transaction } from '../platform.ts'
import { requirePerson } from './context.ts'
import { orderedId } from './ordered-id.ts'
import { adminEvents, businesses, users } from './schema.ts'
import type { TransactionContext } from './transaction.ts'

interface Facts {
  /** The affected account: of a user, a guest or a business. */
  accountId?: string | null
  /** The affected object besides the account. */
  target?: string | null
  reason?: string | null | undefined
  detail?: Record<string, string>
}

/**
 * Writes an administrator's action to the instance's audit log, in the action's transaction. Stores
 * current names: the log outlives accounts. It never contains a token, a password or an e-mail
 * address.
 */
export async function recordAdminAct(
  ctx: TransactionContext,
  tx: Transaction,
  act: AdminAct,
  { accountId = null, target = null, reason, detail = {} }: Facts = {},
): Promise<void> {
  const { userId } = requirePerson(ctx)
  const named = await namesOf(tx, accountId === null ? [userId] : [userId, accountId])
  const createdAt = ctx.platform.clock()
  await tx.insert(adminEvents).values({
    ...{ id: orderedId(createdAt), act, createdAt },
    ...{ actorId: userId, actorName: named.get(userId)?.name ?? '' },
    ...{ accountId, accountName: accountId === null ? null : (named.get(accountId)?.name ?? '') },
    ...{ target, reason: reason || null, detail, address: ctx.address },
  })
  ctx.log.info({ act, by: userId, account: accountId, address: ctx.address }, 'administrator act')
}

/** Names of users and businesses by owner. Guests and deleted accounts have none. */
export async function namesOf(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, { kind: 'user' | 'business'; name: string }>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const people = await db
    .select({ id: users.id, name: users.username })
    .from(users)
    .where(inArray(users.id, wanted))
  const firms = await db
    .select({ id: businesses.id, name: businesses.name })
    .from(businesses)
    .where(inArray(businesses.id, wanted))
  return new Map<string, { kind: 'user' | 'business'; name: string }>([
    ...people.map(({ id, name }) => [id, { kind: 'user', name }] as const),
    ...firms.map(({ id, name }) => [id, { kind: 'business', name }] as const),
  ])
}
