import { eq } from 'drizzle-orm'
import type { BusinessEventKind } from '../../contract/business-states.ts'
import type { Transaction } from '../platform.ts'
import { orderedId } from './ordered-id.ts'
import { nameOf } from './person-name.ts'
import { type BusinessEventRow, businessEvents, users } from './schema.ts'
import type { TransactionContext } from './transaction.ts'
import { emitBusinessEvents } from './webhooks/business-events.ts'

interface Facts {
  /** The affected object: a person's name, a document's. */
  target?: string | null
  targetId?: string | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string | null
  /** The actor's role if they do not act as a member. */
  as?: BusinessEventRow['actorKind']
}

/** Rows per statement: each has 13 parameters, and PostgreSQL allows 65,535. */
const BATCH = 1000

/**
 * Records the caller's action in a business's audit log, in the caller's transaction. Never
 * contains a password, a token or a document's content.
 */
export const recordBusinessEvent = (
  ctx: TransactionContext,
  tx: Transaction,
  businessId: string,
  kind: BusinessEventKind,
  facts: Facts = {},
): Promise<void> => recordBusinessEvents(ctx, tx, businessId, [{ kind, ...facts }])

/** Like `recordBusinessEvent`, for several events in few statements, listed in this order. */
export async function recordBusinessEvents(
  ctx: TransactionContext,
  tx: Transaction,
  businessId: string,
  events: readonly ({ kind: BusinessEventKind } & Facts)[],
): Promise<void> {
  if (events.length === 0) return
  const actor = await actorOf(ctx, tx)
  const createdAt = ctx.platform.clock()
  const rows = events.map(
    ({ kind, target = null, targetId = null, before = {}, after = {}, reason = null, as }) => ({
      id: orderedId(createdAt),
      businessId,
      kind,
      createdAt,
      ...actor,
      ...(as && { actorKind: as }),
      target,
      targetId,
      before,
      after,
      reason: reason || null,
      address: ctx.address,
    }),
  )
  for (let at = 0; at < rows.length; at += BATCH)
    await tx.insert(businessEvents).values(rows.slice(at, at + BATCH))
  await emitBusinessEvents(ctx.platform, tx, businessId, rows)
}

async function actorOf({ actor: { principal, role } }: TransactionContext, db: Transaction) {
  if (principal.kind === 'key')
    return { actorKind: 'api_key' as const, actorId: principal.userId, actorName: principal.name }
  if (principal.kind !== 'user')
    return { actorKind: 'system' as const, actorId: null, actorName: 'A person with the link' }
  const [user] = await db.select().from(users).where(eq(users.id, principal.userId))
  return {
    actorKind: role ? ('member' as const) : ('administrator' as const),
    actorId: principal.userId,
    actorName: user ? nameOf(user) : '',
  }
}
