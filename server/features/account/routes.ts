import type { accountEndpoints } from '../../../contract/account.ts'
import type { Handlers } from '../../http/handlers.ts'
import { getMe } from './get-me.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { signUp } from './sign-up.ts'
import { updateMe } from './update-me.ts'

export const accountRoutes: Handlers<keyof typeof accountEndpoints> = {
  signUp: async ({ ctx, json, idempotencyKey }) => ({
    status: 201,
    body: { user: await signUp(ctx, { ...json, idempotencyKey }) },
  }),
  logIn: async ({ ctx, json }) => ({ status: 200, body: { user: await logIn(ctx, json) } }),
  logOut: async ({ ctx }) => {
    await logOut(ctx)
    return { status: 204 }
  },
  getMe: async ({ ctx }) => ({ status: 200, body: await getMe(ctx) }),
  updateMe: async ({ ctx, json }) => ({ status: 200, body: await updateMe(ctx, json) }),
}
