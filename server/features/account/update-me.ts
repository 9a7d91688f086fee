import { eq } from 'drizzle-orm'
import type { User } from '../../../contract/account.ts'
import { type Context, requireUser } from '../../core/context.ts'
import { Refusal } from '../../core/refusal.ts'
import { users } from '../../core/schema.ts'
import { presentUser } from './present-user.ts'

interface ProfileChange {
  first_name?: string | undefined
  last_name?: string | undefined
  language?: string | undefined
  time_zone?: string | undefined
}

/** Changes what is given of the profile and leaves the rest. */
export async function updateMe(ctx: Context, input: ProfileChange): Promise<User> {
  const [user] = await ctx.platform.db
    .update(users)
    .set({
      firstName: input.first_name?.trim(),
      lastName: input.last_name?.trim(),
      language: input.language,
      timeZone: input.time_zone,
      updatedAt: ctx.platform.clock(),
    })
    .where(eq(users.id, requireUser(ctx)))
    .returning()
  if (!user) throw new Refusal('unauthenticated', 'This account is gone.')
  return presentUser(user)
}
