import { eq, or } from 'drizzle-orm'
import { afterFirstFactor, type SignInAnswer } from '../../core/complete-sign-in.ts'
import type { Context } from '../../core/context.ts'
import { giveEachBack, LIMIT_RULES, takeEach } from '../../core/limit-rules.ts'
import { Refusal } from '../../core/refusal.ts'
import { users } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'

/**
 * Signs in by user name or e-mail address. Unknown users and wrong passwords get the same answer after the same work, and are
 * counted alike; who has failed too often waits, whether the name is anybody's or not. What the visitor made before becomes
 * the account's.
 * @throws Refusal invalid_credentials, too_many_requests
 */
export async function logIn(
  ctx: Context,
  input: { username: string; password: string },
): Promise<SignInAnswer> {
  const { db, passwords, limits } = ctx.platform
  const name = input.username.trim().toLowerCase()
  const counted = [
    [LIMIT_RULES.signInHere, `${name} ${ctx.address}`],
    [LIMIT_RULES.signInAccount, name],
    [LIMIT_RULES.signInAddress, ctx.address],
  ] as const
  await takeEach(ctx, counted, async () => recordEvent(ctx, db, await idOf(ctx, name), 'sign_in_blocked'))
  const [user] = await db
    .select()
    .from(users)
    .where(or(eq(users.usernameKey, name), eq(users.emailKey, name)))
  const right = await passwords.verify(user?.passwordHash ?? null, input.password)
  if (!user || !right) {
    await recordEvent(ctx, db, user?.id ?? null, 'sign_in_failed', { method: 'password' })
    throw new Refusal(
      'invalid_credentials',
      'The name and the password do not belong together. Check both and try again.',
    )
  }
  await giveEachBack(ctx, counted)
  await limits.forget(LIMIT_RULES.signInHere, `${name} ${ctx.address}`)
  return db.transaction((tx) => afterFirstFactor(ctx, tx, user.id, 'password'))
}

async function idOf({ platform }: Context, name: string): Promise<string | null> {
  const [user] = await platform.db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.usernameKey, name), eq(users.emailKey, name)))
  return user?.id ?? null
}
