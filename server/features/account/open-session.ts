import { randomUUID } from 'node:crypto'
import { type Context, hashToken, newToken } from '../../core/context.ts'
import { sessions } from '../../core/schema.ts'
import type { Database } from '../../platform.ts'

const DAY = 86_400_000

/** A new session for a user: always a new token, never one that was there before (ASVS 7.2.4). */
export async function openSession(ctx: Context, tx: Database, userId: string) {
  const token = newToken()
  const expires = new Date(ctx.platform.clock().getTime() + ctx.platform.settings.sessionDays * DAY)
  await tx.insert(sessions).values({
    id: randomUUID(),
    userId,
    tokenHash: hashToken(token),
    address: ctx.address,
    userAgent: ctx.userAgent,
    expiresAt: expires,
  })
  ctx.issued.session = { token, expires }
}
