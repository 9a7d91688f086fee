import { randomUUID } from 'node:crypto'
import type { Queries } from '../platform.ts'
import { type SecurityEventKind, securityEvents } from './schema.ts'
import type { QueryContext } from './transaction.ts'

/**
 * Writes to a user's security log, and to the operator's log. `userId` is null for a sign-in with
 * an unknown name. `detail` never contains a code, a token or a password.
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
 * Records an administrator's action in a user's security log, which the user can read: it omits the
 * administrator's address and device.
 */
export const recordAdminEvent = (
  ctx: QueryContext,
  db: Queries,
  userId: string,
  kind: SecurityEventKind,
  detail: Record<string, string> = {},
): Promise<void> =>
  recordEvent({ ...ctx, address: '', userAgent: '' }, db, userId, kind, { ...detail, by: 'admin' })
