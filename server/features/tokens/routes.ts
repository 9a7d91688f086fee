import type { tokenEndpoints } from '../../../contract/tokens.ts'
import { publicKeys } from '../../core/access-tokens.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import type { Handlers } from '../../http/handlers.ts'
import { introspect, verifyToken } from './introspect.ts'
import { refresh } from './refresh.ts'

export const tokenRoutes: Handlers<keyof typeof tokenEndpoints> = {
  getJwks: async ({ ctx }) => ({ status: 200, body: { keys: await publicKeys(ctx.platform) } }),
  introspectToken: async ({ ctx, json }) => ({ status: 200, body: await introspect(ctx, json.token) }),
  verifyToken: async ({ ctx, json }) => {
    await consumeOrThrow(ctx, LIMIT_RULES.tokenAddress, ctx.address)
    return { status: 200, body: await verifyToken(ctx, json.token) }
  },
  refreshToken: async ({ ctx, json }) => ({ status: 200, body: await refresh(ctx, json.refresh_token) }),
}
