import { eq } from 'drizzle-orm'
import type { User } from '../../../contract/account.ts'
import { type Context, requireUser } from '../../core/context.ts'
import { presentUser } from '../../core/present-user.ts'
import { users } from '../../core/schema.ts'

interface ProfileChange {
  first_name?: string | undefined
  last_name?: string | undefined
  language?: string | undefined
  time_zone?: string | undefined
}

/** Changes what is given of the profile and leaves the rest. */
export async function updateMe(ctx: Context, input: ProfileChange): Promise<User> {
  const { db, clock } = ctx.platform
  const id = requireUser(ctx)
  await db
    .update(users)
    .set({
      firstName: input.first_name?.trim(),
      lastName: input.last_name?.trim(),
      language: input.language,
      timeZone: input.time_zone,
      updatedAt: clock(),
    })
    .where(eq(users.id, id))
  return presentUser(db, id)
}
