import { eq } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { hashToken } from '../../core/context.ts'
import { challenges } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { endSessions } from '../../core/sessions.ts'
import { withTransaction } from '../../core/transaction.ts'

/**
 * Ends the session on the server and takes its cookie away; a sign-in that waits ends too. Being
 * signed out already is fine.
 */
export async function logOut(ctx: Context): Promise<void> {
  const { shown } = ctx
  const { principal } = ctx.actor
  await withTransaction(ctx, async (ctx, tx) => {
    if (shown.challenge)
      await tx.delete(challenges).where(eq(challenges.tokenHash, hashToken(shown.challenge)))
    if (principal.kind !== 'user') return
    await endSessions(tx, principal.userId, { only: principal.sessionId })
    await recordEvent(ctx, tx, principal.userId, 'signed_out')
  })
  ctx.issued.session = null
  if (shown.challenge) ctx.issued.challenge = null
}
