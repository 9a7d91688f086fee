import { eq } from 'drizzle-orm'
import type { User } from '../../../contract/account.ts'
import { type Context, requireUser } from '../../core/context.ts'
import { Refusal } from '../../core/refusal.ts'
import { users } from '../../core/schema.ts'
import { presentUser } from './present-user.ts'

/** The signed-in user's profile. */
export async function getMe(ctx: Context): Promise<User> {
  const [user] = await ctx.platform.db
    .select()
    .from(users)
    .where(eq(users.id, requireUser(ctx)))
  if (!user) throw new Refusal('unauthenticated', 'This account is gone.')
  return presentUser(user)
}
