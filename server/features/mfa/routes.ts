import type { mfaEndpoints } from '../../../contract/mfa.ts'
import type { Handlers } from '../../http/handlers.ts'
import { challenge } from './challenge.ts'
import { confirmSetup } from './confirm-set-up.ts'
import { getStatus } from './get-status.ts'
import { regenerateBackupCodes } from './regenerate-backup-codes.ts'
import { removeFactor } from './remove-factor.ts'
import { getSecurity } from './score.ts'
import { setupEmail, setupSms, setupTotp } from './set-up.ts'
import { listTrustedDevices, removeTrustedDevice } from './trusted-devices.ts'
import { verify } from './verify.ts'

export const mfaRoutes: Handlers<keyof typeof mfaEndpoints> = {
  getMfaStatus: async ({ ctx }) => ({ status: 200, body: await getStatus(ctx) }),
  setupSms: async ({ ctx, json }) => ({ status: 200, body: await setupSms(ctx, json.phone) }),
  setupEmail: async ({ ctx }) => ({ status: 200, body: await setupEmail(ctx) }),
  setupTotp: async ({ ctx }) => ({ status: 200, body: await setupTotp(ctx) }),
  confirmMfa: async ({ ctx, params, json }) => ({
    status: 200,
    body: await confirmSetup(ctx, { method: params.method, code: json.code }),
  }),
  removeMfa: async ({ ctx, params }) => ({ status: 200, body: await removeFactor(ctx, params.method) }),
  challengeMfa: async ({ ctx, json }) => ({ status: 200, body: await challenge(ctx, json) }),
  verifyMfa: async ({ ctx, json }) => ({ status: 200, body: await verify(ctx, json) }),
  regenerateBackupCodes: async ({ ctx }) => ({ status: 200, body: await regenerateBackupCodes(ctx) }),
  getMfaSecurity: async ({ ctx }) => ({ status: 200, body: await getSecurity(ctx) }),
  listTrustedDevices: async ({ ctx }) => ({ status: 200, body: await listTrustedDevices(ctx) }),
  removeTrustedDevice: async ({ ctx, params }) => {
    await removeTrustedDevice(ctx, params.device_id)
    return { status: 204 }
  },
}
