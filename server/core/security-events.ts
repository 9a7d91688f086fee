import { randomUUID } from 'node:crypto'
import type { Queries } from '../platform.ts'
import { type SecurityEventKind, securityEvents } from './schema.ts'
import type { QueryContext } from './transaction.ts'

/**
 * Writes down what happened to an account's safety, for its owner and for the operator's log.
 * `userId` is null for a sign-in under a name that nobody has. `detail` never holds a code, a token
 * or a password.
 */
export async function recordEvent(
  ctx: QueryContext,
  db: Queries,
  userId: string | null,
  kind: SecurityEventKind,
  detail: Record<string, string> = {},
): Promise<void> {
  await db.insert(securityEvents).values({
    id: randomUUID(),
    userId,
    kind,
    createdAt: ctx.platform.clock(),
    address: ctx.address,
    userAgent: ctx.userAgent,
    detail,
  })
  ctx.log.info({ security: kind, user: userId, address: ctx.address, ...detail }, 'security event')
}

/**
 * What an administrator did to an account. Its person reads this log: the administrator's address
 * and device are not in it.
 */
export const recordAdminEvent = (
  ctx: QueryContext,
  db: Queries,
  userId: string,
  kind: SecurityEventKind,
  detail: Record<string, string> = {},
): Promise<void> =>
  recordEvent({ ...ctx, address: '', userAgent: '' }, db, userId, kind, { ...detail, by: 'admin' })
