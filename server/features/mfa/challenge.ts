import { and, eq } from 'drizzle-orm'
import type { MfaMethod } from '../../../contract/mfa.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { challenges, factors } from '../../core/schema.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import { waysToConfirm } from '../../core/verification-methods.ts'
import type { Transaction } from '../../platform.ts'
import { challengedUser, findChallenge } from './find-challenge.ts'
import { maskEmail, maskPhone, sendCode, takeSending } from './send-code.ts'

const MESSAGES = {
  totp: 'Enter the six digits that your authenticator app shows now.',
  backup_code: 'Enter one of your backup codes. Each works once.',
  password: 'Enter your password.',
} as const

/**
 * Chooses how to confirm. Where the way is one that sends, a code goes out, and one that was sent
 * before works no more.
 * @throws ApiProblem unauthenticated, challenge_expired, method_unavailable, too_many_requests
 */
export async function challenge(
  ctx: Context,
  { method, challenge_id }: { method: MfaMethod; challenge_id?: string | undefined },
) {
  const { clock } = ctx.platform
  const waysIn = async (ctx: TransactionContext, tx: Transaction) => {
    const found = await findChallenge(ctx, tx, challenge_id)
    const ways = await waysToConfirm(tx, found.userId, clock())
    if (!ways.includes(method)) throw methodUnavailable(ways)
    return { found, ways }
  }
  const sends = method === 'sms' || method === 'email'
  if (sends) {
    const { found } = await withTransaction(ctx, waysIn)
    await takeSending(ctx, found.userId)
  }
  return withTransaction(ctx, async (ctx, tx) => {
    const { found, ways } = await waysIn(ctx, tx)
    const answer = {
      // A sign-in's is the token that named it; the row's own id opens nothing.
      challenge_id: found.sessionId ? found.id : (challenge_id ?? ctx.shown.challenge ?? ''),
      methods_available: ways,
      expires_in: Math.max(0, Math.floor((found.expiresAt.getTime() - clock().getTime()) / 1000)),
    }
    if (!sends) return { ...answer, message: MESSAGES[method], target: null }

    const user = await challengedUser(tx, found)
    const doing = found.sessionId ? 'confirm that it is you' : 'sign in'
    const common = { userId: user.id, boundTo: found.id, doing }
    const phone = method === 'sms' ? await phoneOf(tx, user.id) : null
    const to = phone ? { ...common, phone } : { ...common, email: user.email }
    const { codeMac, codeExpiresAt } = await sendCode(ctx, tx, to)
    await tx
      .update(challenges)
      .set({ codeMethod: method, codeMac, codeExpiresAt })
      .where(eq(challenges.id, found.id))
    const target = phone ? maskPhone(phone) : maskEmail(user.email)
    return { ...answer, message: `A code was sent to ${target}.`, target }
  })
}

async function phoneOf(tx: Transaction, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ phone: factors.phone })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.method, 'sms')))
  return row?.phone ?? null
}

export const methodUnavailable = (ways: readonly MfaMethod[]) =>
  new ApiProblem('method_unavailable', 'This verification method is not set up for this account.', {
    allowed: [...ways],
  })
