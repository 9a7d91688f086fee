import type { statusEndpoints } from '../../../contract/status.ts'
import { MEDIA } from '../../core/families.ts'
import type { Handlers } from '../../http/handlers.ts'
import { getFamilyHealth } from './get-family-health.ts'
import { getHealth } from './get-health.ts'
import { getStatus } from './get-status.ts'

/** A service that is down says so in its status too. */
const told = <B extends { status: string }>(body: B) =>
  body.status === 'down' ? ({ status: 503, body } as const) : ({ status: 200, body } as const)

export const statusRoutes: Handlers<keyof typeof statusEndpoints> = {
  getStatus: async ({ ctx }) => ({ status: 200, body: await getStatus(ctx) }),
  getHealth: async ({ ctx }) => told(await getHealth(ctx)),
  getMediaHealth: async ({ ctx }) => told(await getFamilyHealth(ctx, MEDIA)),
  getFontHealth: async ({ ctx }) => told(await getFamilyHealth(ctx, ['font'])),
}
