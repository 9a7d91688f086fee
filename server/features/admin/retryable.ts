import { type SQL, sql } from 'drizzle-orm'
import { SERVER_FAULTS } from '../../../contract/admin.ts'

/** Idempotency key of the second run: each conversion is run again once. */
export const retryKey = (id: string) => `admin retry ${id}`

export const lastHour = (now: Date): SQL =>
  sql`completed_at > ${now.toISOString()}::timestamptz - interval '1 hour'`

/**
 * Whether a row of `conversions c` can run again: a fault of the server, asked for by somebody, and
 * no part of a pipeline. Its file is still kept.
 */
export const isRetryable: SQL = sql`c.error_code in (${sql.join(
  SERVER_FAULTS.map((code) => sql`${code}`),
  sql`, `,
)}) and not c.service and c.run_id is null and c.parent_id is null and c.delivery is null
  and c.source_key is not null and not exists (select from idempotency_keys k
    where k.scope = c.owner_id::text and k.key = 'admin retry ' || c.id::text)`
