import { eq, or } from 'drizzle-orm'
import type { User } from '../../../contract/account.ts'
import type { Context } from '../../core/context.ts'
import { Refusal } from '../../core/refusal.ts'
import { users } from '../../core/schema.ts'
import { adoptVisitor } from '../../core/visitors.ts'
import { openSession } from './open-session.ts'
import { presentUser } from './present-user.ts'

/**
 * Signs in by user name or e-mail address. Unknown users and wrong passwords get the same answer after the same work.
 * What the visitor made before becomes the account's.
 * @throws Refusal invalid_credentials
 */
export async function logIn(ctx: Context, input: { username: string; password: string }): Promise<User> {
  const { db, passwords } = ctx.platform
  const name = input.username.trim().toLowerCase()
  const [user] = await db
    .select()
    .from(users)
    .where(or(eq(users.usernameKey, name), eq(users.emailKey, name)))
  const right = await passwords.verify(user?.passwordHash ?? null, input.password)
  if (!user || !right) {
    throw new Refusal(
      'invalid_credentials',
      'The name and the password do not belong together. Check both and try again.',
    )
  }
  await db.transaction(async (tx) => {
    await adoptVisitor(ctx, tx, user.id)
    await openSession(ctx, tx, user.id)
  })
  return presentUser(user)
}
