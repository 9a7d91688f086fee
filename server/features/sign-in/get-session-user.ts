import type { User } from '../../../contract/account.ts'
import { type Context, userOf } from '../../core/context.ts'
import { presentUser } from '../../core/present-user.ts'

/** The profile of the signed-in user; null for a guest. */
export async function getSessionUser(ctx: Context): Promise<User | null> {
  const userId = userOf(ctx)
  return userId === null ? null : presentUser(ctx.platform.db, userId)
}
