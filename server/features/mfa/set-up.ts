import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { isValidPhoneNumber, parsePhoneNumberWithError } from 'libphonenumber-js'
import { CODE_SECONDS, type FactorKind } from '../../../contract/mfa.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requirePerson } from '../../core/context.ts'
import { factorSetups, users } from '../../core/schema.ts'
import { type QueryContext, withTransaction } from '../../core/transaction.ts'
import { factorsOf } from '../../core/verification-methods.ts'
import type { Queries } from '../../platform.ts'
import { secretPurpose } from './check-code.ts'
import { maskEmail, maskPhone, sendCode, takeSending } from './send-code.ts'
import { totpSetup } from './totp.ts'

const DOING = 'add it as a second step of signing in'

interface Waiting {
  secret?: Buffer
  phone?: string
  codeMac?: Buffer
}

/** What waits for its first code; a set-up that was begun before is replaced. */
async function waitFor(ctx: QueryContext, db: Queries, method: FactorKind, waiting: Waiting) {
  const { userId } = requirePerson(ctx)
  const row = {
    secret: null,
    phone: null,
    codeMac: null,
    ...waiting,
    tries: 0,
    expiresAt: new Date(ctx.platform.clock().getTime() + CODE_SECONDS * 1000),
  }
  await db
    .insert(factorSetups)
    .values({ userId, method, ...row })
    .onConflictDoUpdate({ target: [factorSetups.userId, factorSetups.method], set: row })
}

/** What a code of a set-up is bound to. */
export const setupBinding = (userId: string, method: FactorKind) => `set-up ${method} ${userId}`

/**
 * A new secret for an app, shown this once. The present one, if there is any, works until the new
 * one is confirmed.
 */
export async function setupTotp(ctx: Context) {
  const { userId } = requirePerson(ctx)
  const { db, secrets } = ctx.platform
  const secret = randomBytes(20)
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await waitFor(ctx, db, 'totp', { secret: secrets.seal(secret, secretPurpose(userId)) })
  return { ...totpSetup(secret, user?.email ?? ''), expires_in: CODE_SECONDS }
}

/** Sends a code to the account's own address. @throws ApiProblem too_many_requests */
export async function setupEmail(ctx: Context) {
  const { userId } = requirePerson(ctx)
  await takeSending(ctx, userId)
  return withTransaction(ctx, async (ctx, tx) => {
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    const email = user?.email ?? ''
    const { codeMac } = await sendCode(ctx, tx, {
      userId,
      boundTo: setupBinding(userId, 'email'),
      doing: DOING,
      email,
    })
    await waitFor(ctx, tx, 'email', { codeMac })
    return started('email', maskEmail(email))
  })
}

/**
 * Sends a code to a phone. A stronger way has to be there first: numbers can be taken over (ASVS
 * 6.6.1).
 * @throws ApiProblem invalid_request, method_unavailable, too_many_requests
 */
export async function setupSms(ctx: Context, given: string) {
  const { userId } = requirePerson(ctx)
  if (!isValidPhoneNumber(given)) {
    throw new ApiProblem(
      'invalid_request',
      'This is not a phone number. Include the country code: +351 912 345 678.',
      {
        errors: [{ path: 'phone', message: 'Not a phone number with a country code.' }],
      },
    )
  }
  const phone = parsePhoneNumberWithError(given).number
  const stronger = (await factorsOf(ctx.platform.db, userId)).some(({ method }) => method !== 'sms')
  if (!stronger) {
    throw new ApiProblem(
      'method_unavailable',
      'Add an authenticator app or e-mail codes first: a text message alone is too weak, because numbers can be hijacked.',
    )
  }
  await takeSending(ctx, userId)
  return withTransaction(ctx, async (ctx, tx) => {
    const { codeMac } = await sendCode(ctx, tx, {
      userId,
      boundTo: setupBinding(userId, 'sms'),
      doing: DOING,
      phone,
    })
    await waitFor(ctx, tx, 'sms', { phone, codeMac })
    return started('sms', maskPhone(phone))
  })
}

const started = (method: FactorKind, target: string) => ({
  method,
  target,
  expires_in: CODE_SECONDS,
  message: `A code was sent to ${target}.`,
})
