import { and, eq, gt, or } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import { afterFirstFactor, type SignInAnswer } from '../../core/complete-sign-in.ts'
import { type Context, hashToken } from '../../core/context.ts'
import { LIMIT_RULES, refund, takeEach } from '../../core/limit-rules.ts'
import { securityEvents, trustedDevices, users } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { withTransaction } from '../../core/transaction.ts'

const KNOWN_DAYS = 90

/**
 * Signs in by user name or e-mail address. Unknown users and wrong passwords get the same answer
 * after the same work, and are counted alike; who has failed too often waits, whether the name is
 * anybody's or not. Failures from elsewhere slow nobody down who signs in from where they did
 * before. What the visitor made before becomes the account's.
 * @throws ApiProblem invalid_credentials, too_many_requests
 */
export async function logIn(
  ctx: Context,
  input: { username: string; password: string },
): Promise<SignInAnswer> {
  const { db, passwords, limits } = ctx.platform
  const name = input.username.trim().toLowerCase()
  const here = [LIMIT_RULES.signInHere, `${name} ${ctx.address}`] as const
  const address = [LIMIT_RULES.signInAddress, ctx.address] as const
  const account = [LIMIT_RULES.signInAccount, name] as const
  const user = await called(ctx, name)
  const blocked = () => recordEvent(ctx, db, user?.id ?? null, 'sign_in_blocked')
  await takeEach(ctx, [here, address], blocked)
  const { allowed } = await limits.take(...account)
  if (!allowed && !(user && (await isKnownPlace(ctx, user.id))))
    await takeEach(ctx, [[LIMIT_RULES.signInSlowed, name]], blocked)
  const right = await passwords.verify(user?.passwordHash ?? null, input.password)
  if (!user || !right) {
    await recordEvent(ctx, db, user?.id ?? null, 'sign_in_failed', { method: 'password' })
    throw new ApiProblem('invalid_credentials', 'Wrong user name or password.')
  }
  await refund(ctx, [address, account])
  await limits.forget(...here)
  return withTransaction(ctx, (ctx, tx) => afterFirstFactor(ctx, tx, user.id, 'password'))
}

/**
 * Whether this account was signed in to from this address in the last 90 days, or trusts this
 * browser.
 */
async function isKnownPlace(ctx: Context, userId: string): Promise<boolean> {
  const { db, clock } = ctx.platform
  const since = new Date(clock().getTime() - KNOWN_DAYS * 86_400_000)
  const [before] = await db
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.userId, userId),
        eq(securityEvents.kind, 'signed_in'),
        eq(securityEvents.address, ctx.address),
        gt(securityEvents.createdAt, since),
      ),
    )
    .limit(1)
  if (before) return true
  const shown = ctx.shown.device
  if (!shown) return false
  const mine = and(eq(trustedDevices.userId, userId), eq(trustedDevices.tokenHash, hashToken(shown)))
  const [device] = await db
    .select({ id: trustedDevices.id })
    .from(trustedDevices)
    .where(and(mine, gt(trustedDevices.expiresAt, clock())))
  return device !== undefined
}

async function called({ platform }: Context, name: string) {
  const [user] = await platform.db
    .select()
    .from(users)
    .where(or(eq(users.usernameKey, name), eq(users.emailKey, name)))
  return user
}
