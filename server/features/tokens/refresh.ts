import { and, eq, gt, isNull } from 'drizzle-orm'
import { ACCESS_SECONDS, issueTokens } from '../../core/access-tokens.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, hashToken } from '../../core/context.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { refreshTokens, sessions } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { endSessions, readSession } from '../../core/sessions.ts'
import { withTransaction } from '../../core/transaction.ts'

/**
 * New tokens for a refresh token, which works once. One that comes a second time is in two hands,
 * one of which stole it: the session ends, for both (RFC 9700, 4.14). @throws ApiProblem
 * invalid_token, too_many_requests
 */
export async function refresh(ctx: Context, token: string) {
  await consumeOrThrow(ctx, LIMIT_RULES.tokenAddress, ctx.address)
  const { clock } = ctx.platform
  const hash = hashToken(token)
  const issued = await withTransaction(ctx, async (ctx, tx) => {
    const [mine] = await tx
      .update(refreshTokens)
      .set({ usedAt: clock() })
      .where(
        and(
          eq(refreshTokens.tokenHash, hash),
          isNull(refreshTokens.usedAt),
          gt(refreshTokens.expiresAt, clock()),
        ),
      )
      .returning({ sessionId: refreshTokens.sessionId })
    if (!mine) {
      const [used] = await tx
        .select({ sessionId: refreshTokens.sessionId, userId: sessions.userId })
        .from(refreshTokens)
        .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
        .where(eq(refreshTokens.tokenHash, hash))
      if (used) {
        await endSessions(tx, used.userId, { only: used.sessionId })
        await recordEvent(ctx, tx, used.userId, 'token_reused')
      }
      return null
    }
    const person = await readSession(ctx.platform, { sessionId: mine.sessionId })
    return person && issueTokens(ctx.platform, tx, { sessionId: mine.sessionId, userId: person.userId })
  })
  if (!issued) throw new ApiProblem('invalid_token', 'This refresh token is no longer valid. Sign in again.')
  return {
    success: true,
    message: 'Refreshed.',
    access_token: issued.accessToken,
    refresh_token: issued.refreshToken,
    expires_in: ACCESS_SECONDS,
    token_type: 'Bearer',
  }
}
