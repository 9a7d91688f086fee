import { statfs } from 'node:fs/promises'
import { desc, gt, sql } from 'drizzle-orm'
import type { AdminOverview } from '../../../contract/admin.ts'
import type { ConversionErrorCode } from '../../../contract/conversion-errors.ts'
import type { Context } from '../../core/context.ts'
import { workers } from '../../core/schema.ts'
import { isRetryable, lastHour } from './retryable.ts'

/** A process without a heartbeat for this time has ended. */
const GONE_MS = 60_000

/** What an administrator watches. */
export async function getAdminOverview({ platform }: Context): Promise<AdminOverview> {
  const { db, clock, jobs, settings } = platform
  const now = clock()
  const [figures, processes, failures, disk, version] = await Promise.all([
    jobs.figures(),
    db
      .select()
      .from(workers)
      .where(gt(workers.seenAt, new Date(now.getTime() - GONE_MS)))
      .orderBy(desc(workers.since), workers.id),
    db.execute<{ code: ConversionErrorCode; count: number; accounts: number; retryable: number }>(sql`
      select c.error_code as code, count(*)::int as count, count(distinct c.owner_id)::int as accounts,
        count(*) filter (where ${isRetryable})::int as retryable
      from conversions c where c.status = 'failed' and c.error_code <> 'cancelled' and not c.service and ${lastHour(now)}
      group by 1 order by 2 desc, 1`),
    statfs(settings.uploads),
    db.execute<{ server_version: string }>(sql`show server_version`),
  ])
  return {
    queues: figures.map(({ oldestSeconds, ...figure }) => ({ ...figure, oldest_seconds: oldestSeconds })),
    workers: processes.map((row) => ({
      worker_id: row.id,
      role: row.role,
      version: row.version,
      sandbox: row.sandbox.kind,
      confined: row.sandbox.network && row.sandbox.filesystem,
      engines: row.engines.map(({ supportedUntil, ...engine }) => ({
        ...engine,
        supported_until: supportedUntil,
      })),
      since: row.since.toISOString(),
      seen_at: row.seenAt.toISOString(),
    })),
    failures: failures.rows.map(({ code, count, accounts, retryable }) => ({
      code,
      count,
      accounts,
      retryable,
    })),
    disk: { free_bytes: disk.bavail * disk.bsize, total_bytes: disk.blocks * disk.bsize },
    versions: {
      server: settings.version,
      postgresql: version.rows[0]?.server_version.split(' ', 1)[0] ?? '',
    },
  }
}
