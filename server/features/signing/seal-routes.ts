import type { verifyEndpoints } from '../../../contract/verify.ts'
import type { Handlers } from '../../http/handlers.ts'
import { presentSeal } from './get-seal.ts'
import { lookUpSealed } from './look-up-sealed.ts'

export const sealRoutes: Handlers<keyof typeof verifyEndpoints> = {
  getSeal: async ({ ctx }) => ({ status: 200, body: presentSeal(ctx.platform.seal) }),
  lookUpSealed: async ({ ctx, json }) => ({
    status: 200,
    body: { sealed: await lookUpSealed(ctx, json.sha256) },
  }),
}
