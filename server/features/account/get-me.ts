import type { User } from '../../../contract/account.ts'
import { type Context, requireUser } from '../../core/context.ts'
import { presentUser } from '../../core/present-user.ts'

/** The profile of the signed-in user. */
export const getMe = (ctx: Context): Promise<User> => presentUser(ctx.platform.db, requireUser(ctx))
