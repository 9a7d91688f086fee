import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { User } from '../../contract/account.ts'
import { CODE_SECONDS, type MfaMethod } from '../../contract/mfa.ts'
import type { Transaction } from '../platform.ts'
import { sendNotice } from './account-mail.ts'
import { actingFor, hashToken, newToken } from './context.ts'
import { presentUser } from './present-user.ts'
import { refuseLocked } from './refuse-locked.ts'
import { challenges, securityEvents, trustedDevices, users } from './schema.ts'
import { recordEvent } from './security-events.ts'
import { openSession } from './sessions.ts'
import type { TransactionContext } from './transaction.ts'
import { factorsOf, waysToConfirm } from './verification-methods.ts'
import { adoptVisitor } from './visitors.ts'

export type SignInAnswer =
  | { user: User }
  | { mfa_required: true; challenge_id: string; methods_available: MfaMethod[]; expires_in: number }

/**
 * Continues after the first factor: opens a session, or starts a challenge if a second factor is
 * set up and this device is not trusted. The challenge token, in a cookie and as `challenge_id`, is
 * valid for nothing else. @throws ApiProblem account_locked
 */
export async function afterFirstFactor(
  ctx: TransactionContext,
  tx: Transaction,
  userId: string,
  method: string,
): Promise<SignInAnswer> {
  await refuseLocked(tx, userId)
  const now = ctx.platform.clock()
  const enrolled = await factorsOf(tx, userId)
  if (enrolled.length === 0) return { user: await signIn(ctx, tx, userId, [method]) }
  if (await isTrusted(ctx, tx, userId))
    return { user: await signIn(ctx, tx, userId, [method, 'trusted_device']) }
  const token = newToken()
  const expires = new Date(now.getTime() + CODE_SECONDS * 1000)
  await tx.insert(challenges).values({
    id: randomUUID(),
    userId,
    tokenHash: hashToken(token),
    firstMethod: method,
    createdAt: now,
    expiresAt: expires,
  })
  ctx.issued.challenge = { token, expires }
  return {
    mfa_required: true,
    challenge_id: token,
    methods_available: await waysToConfirm(tx, userId, now),
    expires_in: CODE_SECONDS,
  }
}

/**
 * Opens the session, moves the guest's conversions to the account, and notifies the user of a new
 * device.
 */
export async function signIn(
  ctx: TransactionContext,
  tx: Transaction,
  userId: string,
  methods: string[],
): Promise<User> {
  await refuseLocked(tx, userId)
  await adoptVisitor(ctx, tx, userId)
  await noticeNewDevice(ctx, tx, userId)
  const sessionId = await openSession(ctx, tx, userId, methods)
  ctx.actor = actingFor(
    { kind: 'user', userId, sessionId, isAdmin: false, confirmedAt: ctx.platform.clock(), via: 'cookie' },
    { kind: 'user', id: userId },
  )
  if (ctx.shown.challenge) ctx.issued.challenge = null
  await recordEvent(ctx, tx, userId, 'signed_in', { method: methods.join(', ') })
  return presentUser(tx, userId)
}

async function isTrusted(ctx: TransactionContext, tx: Transaction, userId: string): Promise<boolean> {
  if (!ctx.shown.device) return false
  const now = ctx.platform.clock()
  const used = await tx
    .update(trustedDevices)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(trustedDevices.tokenHash, hashToken(ctx.shown.device)),
        eq(trustedDevices.userId, userId),
        gt(trustedDevices.expiresAt, now),
      ),
    )
    .returning({ id: trustedDevices.id })
  return used.length > 0
}

/** Skips the notice for a known program and address, and on the first sign-in. */
async function noticeNewDevice(ctx: TransactionContext, tx: Transaction, userId: string) {
  const mine = and(eq(securityEvents.userId, userId), eq(securityEvents.kind, 'signed_in'))
  const [before] = await tx.select({ id: securityEvents.id }).from(securityEvents).where(mine).limit(1)
  if (!before) return
  const [known] = await tx
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(and(mine, eq(securityEvents.address, ctx.address), eq(securityEvents.userAgent, ctx.userAgent)))
    .limit(1)
  if (known) return
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (user)
    await sendNotice(ctx, tx, user, {
      subject: 'Sign-in from a new device',
      lines: [`Your Filewright account “${user.username}” was signed in to from a new device.`],
    })
}
