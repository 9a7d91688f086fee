import { type AdminOverview, type adminEndpoints, SERVER_FAULTS } from '../../contract/admin.ts'
import { adminAccountHandlers } from './admin-accounts.ts'
import { adminAuditHandlers } from './admin-audit.ts'
import { adminWorkHandlers } from './admin-work.ts'
import type { Db } from './db.ts'
import { type AreaHandlers, signedIn } from './handler.ts'
import { now, record } from './identity.ts'
import { recordAct } from './stored-admin.ts'

const HOUR = 3_600_000
const isFault = (code: string | null | undefined) => SERVER_FAULTS.some((fault) => fault === code)

const failedLately = ({ conversions }: Db) =>
  conversions.filter(
    ({ conversion: { status, error, completed_at } }) =>
      status === 'failed' &&
      error?.code !== 'cancelled' &&
      completed_at !== null &&
      Date.parse(completed_at) > Date.now() - HOUR,
  )

function failuresOf(db: Db): AdminOverview['failures'] {
  const failed = failedLately(db)
  return [...new Set(failed.flatMap(({ conversion }) => conversion.error?.code ?? []))].map((code) => {
    const own = failed.filter(({ conversion }) => conversion.error?.code === code)
    return {
      code,
      count: own.length,
      accounts: new Set(own.map(({ owner }) => owner)).size,
      retryable: isFault(code) ? own.length : 0,
    }
  })
}

export const adminHandlers: AreaHandlers<keyof typeof adminEndpoints> = {
  ...adminAccountHandlers,
  ...adminWorkHandlers,
  ...adminAuditHandlers,
  getAdminOverview: ({ db }) => ({
    status: 200,
    body: {
      queues: [
        { queue: 'convert', ready: 3, active: 2, deferred: 1, oldest_seconds: 12.4 },
        { queue: 'message', ready: 0, active: 0, deferred: 0, oldest_seconds: 0 },
        { queue: 'webhook', ready: 0, active: 0, deferred: 2, oldest_seconds: 0 },
      ],
      workers: [
        {
          worker_id: '7c0f5d52-3d3a-4f0c-9c1a-2f4f6a1f8a10',
          role: 'both',
          version: '0.1.0',
          sandbox: 'bubblewrap',
          confined: true,
          engines: [
            { name: 'LibreOffice', family: 'document', version: '24.2.7', supported_until: '2025-05-31' },
            { name: 'sharp', family: 'image', version: '0.34.4', supported_until: null },
          ],
          since: new Date(Date.now() - 5 * HOUR).toISOString(),
          seen_at: now(),
        },
      ],
      failures: failuresOf(db),
      disk: { free_bytes: 212_000_000_000, total_bytes: 500_000_000_000 },
      versions: { server: '0.1.0', postgresql: '18.1' },
    },
  }),
  retryFailures({ db, actor, json: { code } }) {
    const failed = failedLately(db).filter(({ conversion }) => conversion.error?.code === code)
    for (const one of failed) db.conversions.splice(db.conversions.indexOf(one), 1)
    recordAct(db, actor, 'conversions.retried', { target: code, detail: { count: String(failed.length) } })
    record(db, signedIn(actor), 'conversions_retried', { code, count: String(failed.length) })
    return { status: 200, body: { retried: failed.length, skipped: 0, next: null } }
  },
}
