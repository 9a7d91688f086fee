import type { accessEndpoints } from '../../../contract/access.ts'
import type { Handlers } from '../../http/handlers.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'
import { listOutbox } from './list-outbox.ts'
import { listSecurityEvents } from './list-security-events.ts'
import { endOtherSessions, endSession, endSessionsOf, listSessions } from './sessions.ts'

export const accessRoutes: Handlers<keyof typeof accessEndpoints> = {
  listSessions: async ({ ctx }) => ({ status: 200, body: await listSessions(ctx) }),
  endSession: async ({ ctx, params }) => {
    await endSession(ctx, params.session_id)
    return { status: 204 }
  },
  endOtherSessions: async ({ ctx }) => ({ status: 200, body: await endOtherSessions(ctx) }),
  endSessionsOf: async ({ ctx, query }) => ({
    status: 200,
    body: await endSessionsOf(ctx, query.username),
  }),
  listApiKeys: async ({ ctx }) => ({ status: 200, body: await listApiKeys(ctx) }),
  createApiKey: async ({ ctx, json }) => ({ status: 201, body: await createApiKey(ctx, json) }),
  revokeApiKey: async ({ ctx, params }) => {
    await revokeApiKey(ctx, params.key_id)
    return { status: 204 }
  },
  listSecurityEvents: async ({ ctx, query }) => ({ status: 200, body: await listSecurityEvents(ctx, query) }),
  listOutbox: async ({ ctx, query }) => ({ status: 200, body: await listOutbox(ctx, query) }),
}
