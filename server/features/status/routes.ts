import type { statusEndpoints } from '../../../contract/status.ts'
import type { Handlers } from '../../http/handlers.ts'
import { getHealth } from './get-health.ts'

export const statusRoutes: Handlers<keyof typeof statusEndpoints> = {
  getHealth: async ({ ctx }) => {
    const body = await getHealth(ctx)
    return body.status === 'down' ? { status: 503, body } : { status: 200, body }
  },
}
