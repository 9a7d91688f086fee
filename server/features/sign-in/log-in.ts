import { eq, or } from 'drizzle-orm'
import { afterFirstFactor, type SignInAnswer } from '../../core/complete-sign-in.ts'
import type { Context } from '../../core/context.ts'
import { giveEachBack, LIMIT_RULES, takeEach } from '../../core/limit-rules.ts'
import { Refusal } from '../../core/refusal.ts'
import { users } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { withTransaction } from '../../core/transaction.ts'

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
  await takeEach(ctx, counted, async () => {
    const user = await called(ctx, name)
    await recordEvent(ctx, db, user?.id ?? null, 'sign_in_blocked')
  })
  const user = await called(ctx, name)
  const right = await passwords.verify(user?.passwordHash ?? null, input.password)
  if (!user || !right) {
    await recordEvent(ctx, db, user?.id ?? null, 'sign_in_failed', { method: 'password' })
    throw new Refusal(
      'invalid_credentials',
      'The name and the password do not belong together. Check both and try again.',
    )
  }
  const [here, ...wider] = counted
  await giveEachBack(ctx, wider)
  await limits.forget(...here)
  return withTransaction(ctx, (ctx, tx) => afterFirstFactor(ctx, tx, user.id, 'password'))
}

async function called({ platform }: Context, name: string) {
  const [user] = await platform.db
    .select()
    .from(users)
    .where(or(eq(users.usernameKey, name), eq(users.emailKey, name)))
  return user
}
