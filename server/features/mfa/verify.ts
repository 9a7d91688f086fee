import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { CODE_TRIES, type MfaMethod, TRUST_DAYS } from '../../../contract/mfa.ts'
import { ACCESS_SECONDS, issueTokens } from '../../core/access-tokens.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { signIn } from '../../core/complete-sign-in.ts'
import { type Context, hashToken, newToken, requirePerson } from '../../core/context.ts'
import { LIMIT_RULES, takeEach } from '../../core/limit-rules.ts'
import { challenges, trustedDevices } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { renewSession } from '../../core/sessions.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import { waysToConfirm } from '../../core/verification-methods.ts'
import type { Transaction } from '../../platform.ts'
import { methodUnavailable } from './challenge.ts'
import { checkCode, hashTyped } from './check-code.ts'
import { type Challenge, findChallenge } from './find-challenge.ts'

interface Shown {
  method: MfaMethod
  code: string
  trust_device: boolean
  challenge_id?: string | undefined
}

/**
 * Confirms a sign-in, which opens its session, or a person in a session, which opens sensitive
 * acts: rights rise either way, so the session gets a new token. Codes work once; five tries belong
 * to a challenge, and ten failures in a quarter of an hour, by whatever method, to an account.
 * @throws ApiProblem unauthenticated, challenge_expired, method_unavailable, invalid_code,
 * too_many_requests
 */
export async function verify(ctx: Context, shown: Shown) {
  const { db, limits } = ctx.platform
  const { userId } = await withTransaction(ctx, (ctx, tx) => findChallenge(ctx, tx, shown.challenge_id))
  await takeEach(ctx, [[LIMIT_RULES.confirm, userId]], () =>
    recordEvent(ctx, db, userId, 'confirm_blocked', { method: shown.method }),
  )
  const typed = await hashTyped(ctx, userId, shown)
  // What is thrown undoes a transaction, and a failed try is to be counted: so it is an answer in
  // here, and thrown below.
  const outcome = await withTransaction(ctx, async (ctx, tx) => {
    const challenge = await findChallenge(ctx, tx, shown.challenge_id)
    const ways = await waysToConfirm(tx, challenge.userId, ctx.platform.clock())
    if (!ways.includes(shown.method)) throw methodUnavailable(ways)
    if (await checkCode(ctx, tx, challenge, typed)) return confirmed(ctx, tx, challenge, shown)
    const tries = challenge.tries + 1
    await tx.update(challenges).set({ tries }).where(eq(challenges.id, challenge.id))
    await recordEvent(ctx, tx, userId, 'confirm_failed', { method: shown.method })
    return CODE_TRIES - tries
  })
  if (typeof outcome !== 'number') {
    await limits.forget(LIMIT_RULES.confirm, userId)
    return outcome
  }
  throw new ApiProblem(
    'invalid_code',
    outcome > 0
      ? 'Wrong code, or it was already used. Check it, or choose another method.'
      : 'Wrong code, and no attempts are left. Start again.',
    { attempts_left: outcome, errors: [{ path: 'code', message: 'Wrong code.' }] },
  )
}

async function confirmed(ctx: TransactionContext, tx: Transaction, challenge: Challenge, shown: Shown) {
  const { userId } = challenge
  await tx.delete(challenges).where(eq(challenges.id, challenge.id))
  if (shown.method === 'backup_code') await recordEvent(ctx, tx, userId, 'backup_code_used')
  if (challenge.sessionId && ctx.actor.principal.kind === 'user') {
    await renewSession(ctx, tx, ctx.actor.principal)
    await recordEvent(ctx, tx, userId, 'confirmed', { method: shown.method })
  } else {
    await signIn(ctx, tx, userId, [challenge.firstMethod, shown.method])
  }
  if (shown.trust_device) await trustDevice(ctx, tx, userId)
  const { sessionId } = requirePerson(ctx)
  const { accessToken, refreshToken } = await issueTokens(ctx.platform, tx, { sessionId, userId })
  return {
    success: true,
    message: 'Confirmed.',
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: ACCESS_SECONDS,
    token_type: 'Bearer',
  }
}

async function trustDevice(ctx: TransactionContext, tx: Transaction, userId: string) {
  const now = ctx.platform.clock()
  const token = newToken()
  const expires = new Date(now.getTime() + TRUST_DAYS * 86_400_000)
  if (ctx.shown.device)
    await tx.delete(trustedDevices).where(eq(trustedDevices.tokenHash, hashToken(ctx.shown.device)))
  await tx.insert(trustedDevices).values({
    id: randomUUID(),
    userId,
    tokenHash: hashToken(token),
    address: ctx.address,
    userAgent: ctx.userAgent,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: expires,
  })
  ctx.issued.device = { token, expires }
  await recordEvent(ctx, tx, userId, 'device_trusted')
}
