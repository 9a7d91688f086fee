import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { BusinessEventKind } from '../../contract/business-states.ts'
import type { Queries } from '../platform.ts'
import { nameOf } from './person-name.ts'
import { type BusinessEventRow, businessEvents, users } from './schema.ts'
import type { QueryContext } from './transaction.ts'

interface Facts {
  /** What it is about: a person's name, a document's. */
  target?: string | null
  targetId?: string | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string | null
  /** Of somebody who acts without being a member yet. */
  as?: BusinessEventRow['actorKind']
}

/**
 * Writes down in a business's audit log what the caller did, in the caller's transaction. It never holds a password, a token
 * or a document's content.
 */
export async function recordBusinessEvent(
  ctx: QueryContext,
  db: Queries,
  businessId: string,
  kind: BusinessEventKind,
  { target = null, targetId = null, before = {}, after = {}, reason = null, as }: Facts = {},
): Promise<void> {
  await db.insert(businessEvents).values({
    id: randomUUID(),
    businessId,
    kind,
    createdAt: ctx.platform.clock(),
    ...(await actorOf(ctx, db, as)),
    target,
    targetId,
    before,
    after,
    reason: reason || null,
    address: ctx.address,
  })
}

async function actorOf({ actor: { principal, role } }: QueryContext, db: Queries, as?: Facts['as']) {
  if (principal.kind === 'key')
    return { actorKind: 'api_key' as const, actorId: principal.userId, actorName: principal.name }
  if (principal.kind !== 'user')
    return { actorKind: as ?? ('system' as const), actorId: null, actorName: 'Somebody with the link' }
  const [user] = await db.select().from(users).where(eq(users.id, principal.userId))
  return {
    actorKind: as ?? (role ? ('member' as const) : ('administrator' as const)),
    actorId: principal.userId,
    actorName: user ? nameOf(user) : '',
  }
}
