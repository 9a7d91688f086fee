import type { signInEndpoints } from '../../../contract/sign-in.ts'
import type { Handlers } from '../../http/handlers.ts'
import { getSessionUser } from './get-session-user.ts'
import { linkIdentity, listIdentities, unlinkIdentity } from './identities.ts'
import { logIn } from './log-in.ts'
import { logInWithProvider } from './log-in-with-provider.ts'
import { logOut } from './log-out.ts'
import { startProvider } from './provider-flow.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'
import { signUp } from './sign-up.ts'
import { sendVerification, verifyEmail } from './verify-email.ts'

export const signInRoutes: Handlers<keyof typeof signInEndpoints> = {
  signUp: async ({ ctx, json, idempotencyKey }) => ({
    status: 201,
    body: { user: await signUp(ctx, { ...json, idempotencyKey }) },
  }),
  logIn: async ({ ctx, json }) => ({
    status: 200,
    body: 'provider' in json ? await logInWithProvider(ctx, json) : await logIn(ctx, json),
  }),
  getSession: async ({ ctx }) => ({ status: 200, body: { user: await getSessionUser(ctx) } }),
  logOut: async ({ ctx }) => {
    await logOut(ctx)
    return { status: 204 }
  },
  listProviders: async ({ ctx }) => ({
    status: 200,
    body: { providers: ctx.platform.identities.map(({ name, label }) => ({ provider: name, label })) },
  }),
  startProvider: async ({ ctx, params }) => ({
    status: 200,
    body: await startProvider(ctx, params.provider),
  }),
  verifyEmail: async ({ ctx, json }) => ({ status: 200, body: await verifyEmail(ctx, json.token) }),
  sendVerification: async ({ ctx }) => ({ status: 202, body: await sendVerification(ctx) }),
  requestPasswordReset: async ({ ctx, json }) => {
    await requestPasswordReset(ctx, json.email)
    return { status: 202 }
  },
  resetPassword: async ({ ctx, json }) => {
    await resetPassword(ctx, json)
    return { status: 204 }
  },
  // That it came this far is the answer.
  checkStepUp: async () => ({ status: 204 }),
  listIdentities: async ({ ctx }) => ({ status: 200, body: await listIdentities(ctx) }),
  linkIdentity: async ({ ctx, json }) => ({ status: 201, body: await linkIdentity(ctx, json) }),
  unlinkIdentity: async ({ ctx, params }) => {
    await unlinkIdentity(ctx, params.identity_id)
    return { status: 204 }
  },
}
