import type { verifyEndpoints } from '../../../contract/verify.ts'
import type { Handlers } from '../../http/handlers.ts'
import { presentSeal } from './get-seal.ts'

export const sealRoutes: Handlers<keyof typeof verifyEndpoints> = {
  getSeal: async ({ ctx }) => ({ status: 200, body: presentSeal(ctx.platform.seal) }),
}
