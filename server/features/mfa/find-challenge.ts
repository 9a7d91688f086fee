import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { CODE_SECONDS, CODE_TRIES } from '../../../contract/mfa.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { hashToken, type Person } from '../../core/context.ts'
import { challenges, sessions, users } from '../../core/schema.ts'
import type { TransactionContext } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'

export type Challenge = typeof challenges.$inferSelect

/**
 * The challenge that the caller is at, its row locked: that of a sign-in that waits, named by its
 * id or by a cookie, or a signed-in person's own, which begins when it is first asked for. Others
 * may have used up its tries meanwhile.
 * @param named `challenge_id` of the body: a sign-in's is the token that its cookie holds
 * @throws ApiProblem unauthenticated where no sign-in is named, challenge_expired where it is too
 * old or its tries are used up
 */
export async function findChallenge(
  ctx: TransactionContext,
  tx: Transaction,
  named: string | undefined,
): Promise<Challenge> {
  const { shown } = ctx
  const { principal } = ctx.actor
  if (principal.kind === 'user') {
    const own = await sessionChallenge(ctx, tx, principal)
    if (named === undefined || named === own.id) return own
  }
  const token = named ?? shown.challenge
  if (!token) throw new ApiProblem('unauthenticated', 'Sign in with your password first.')
  const [found] = await tx
    .select()
    .from(challenges)
    .where(and(eq(challenges.tokenHash, hashToken(token)), gt(challenges.expiresAt, ctx.platform.clock())))
    .for('update')
  if (!found || found.tries >= CODE_TRIES) {
    // What is thrown sets no cookies: the one that is too old is harmless, and the next sign-in
    // replaces it.
    throw new ApiProblem('challenge_expired', 'The sign-in expired or had too many attempts. Sign in again.')
  }
  return found
}

/**
 * A signed-in person's own challenge, begun where there is none. @throws ApiProblem unauthenticated
 */
async function sessionChallenge(
  ctx: TransactionContext,
  tx: Transaction,
  { userId, sessionId }: Person,
): Promise<Challenge> {
  const now = ctx.platform.clock()
  // Keeps the session from ending before the challenge that refers to it is stored.
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for('key share')
  if (!session) throw new ApiProblem('unauthenticated', 'Your session has ended. Sign in again.')
  const mine = eq(challenges.sessionId, sessionId)
  // One that is over makes room for the next: what limits a session's tries is the account's own
  // count.
  const [old] = await tx.select().from(challenges).where(mine).for('update')
  if (old && old.expiresAt > now && old.tries < CODE_TRIES) return old
  if (old) await tx.delete(challenges).where(eq(challenges.id, old.id))
  await tx
    .insert(challenges)
    .values({
      id: randomUUID(),
      userId,
      sessionId,
      firstMethod: 'session',
      createdAt: now,
      expiresAt: new Date(now.getTime() + CODE_SECONDS * 1000),
    })
    .onConflictDoNothing() // two tabs ask at once
  const [made] = await tx.select().from(challenges).where(mine).for('update')
  return made as Challenge
}

/** Whose challenge it is. */
export async function challengedUser(tx: Transaction, challenge: Challenge) {
  const [user] = await tx.select().from(users).where(eq(users.id, challenge.userId))
  if (!user) throw new ApiProblem('challenge_expired', 'This account was deleted.')
  return user
}
