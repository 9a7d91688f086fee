import type { adminEndpoints } from '../../../contract/admin.ts'
import { madeAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { getAccount } from './get-account.ts'
import { listAccounts } from './list-accounts.ts'
import { exportAdminEvents, listAdminEvents } from './list-events.ts'
import { listAccountFiles, listQuarantine } from './list-quarantine.ts'
import { lockAccount, unlockAccount } from './lock-account.ts'
import { getAdminOverview } from './overview.ts'
import { cancelConversionOf, listPendingConversions } from './pending-conversions.ts'
import { quarantineFile, releaseFile } from './quarantine-file.ts'
import { resetSecondFactor, sendPasswordLink } from './reset-second-factor.ts'
import { retryFailures } from './retry-failures.ts'

export const adminRoutes: Handlers<keyof typeof adminEndpoints> = {
  getAdminOverview: async ({ ctx }) => ({ status: 200, body: await getAdminOverview(ctx) }),
  retryFailures: async ({ ctx, json }) => ({ status: 200, body: await retryFailures(ctx, json) }),
  listAccounts: async ({ ctx, query }) => ({ status: 200, body: await listAccounts(ctx, query) }),
  getAccount: async ({ ctx, params }) => ({ status: 200, body: await getAccount(ctx, params.account_id) }),
  lockAccount: async ({ ctx, params, json }) => ({
    status: 200,
    body: await lockAccount(ctx, params.account_id, json.reason),
  }),
  unlockAccount: async ({ ctx, params, json }) => ({
    status: 200,
    body: await unlockAccount(ctx, params.account_id, json.reason),
  }),
  resetSecondFactor: async ({ ctx, params, json }) => ({
    status: 200,
    body: await resetSecondFactor(ctx, params.account_id, json.checked),
  }),
  sendPasswordLink: async ({ ctx, params }) => ({
    status: 200,
    body: await sendPasswordLink(ctx, params.account_id),
  }),
  listPendingConversions: async ({ ctx, query }) => ({
    status: 200,
    body: await listPendingConversions(ctx, query),
  }),
  cancelConversionOf: async ({ ctx, params, json }) => {
    await cancelConversionOf(ctx, params.conversion_id, json.reason)
    return { status: 204 }
  },
  listAccountFiles: async ({ ctx, params, query }) => ({
    status: 200,
    body: await listAccountFiles(ctx, params.account_id, query),
  }),
  listQuarantine: async ({ ctx, query }) => ({ status: 200, body: await listQuarantine(ctx, query) }),
  quarantineFile: async ({ ctx, json }) => ({ status: 201, body: await quarantineFile(ctx, json) }),
  releaseFile: async ({ ctx, params, json }) => {
    await releaseFile(ctx, params.quarantine_id, json.reason)
    return { status: 204 }
  },
  listAdminEvents: async ({ ctx, query }) => ({ status: 200, body: await listAdminEvents(ctx, query) }),
  exportAdminEvents: async ({ ctx, query }) =>
    madeAnswer({ ...(await exportAdminEvents(ctx, query)), type: 'text/csv; charset=utf-8' }),
}
