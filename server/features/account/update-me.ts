import { eq } from 'drizzle-orm'
import type { User } from '../../../contract/account.ts'
import { type Context, requireUser } from '../../core/context.ts'
import { renewMemberships } from '../../core/join-business.ts'
import { presentUser } from '../../core/present-user.ts'
import { users } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'

interface ProfileChange {
  first_name?: string | undefined
  last_name?: string | undefined
  language?: string | undefined
  time_zone?: string | undefined
}

/** Changes what is given of the profile and leaves the rest. */
export async function updateMe(ctx: Context, input: ProfileChange): Promise<User> {
  const id = requireUser(ctx)
  return withTransaction(ctx, async ({ platform: { clock } }, tx) => {
    const [user] = await tx
      .update(users)
      .set({
        firstName: input.first_name?.trim(),
        lastName: input.last_name?.trim(),
        language: input.language,
        timeZone: input.time_zone,
        updatedAt: clock(),
      })
      .where(eq(users.id, id))
      .returning()
    if (user) await renewMemberships(tx, user)
    return presentUser(tx, id)
  })
}
