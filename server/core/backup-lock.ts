import { sql } from 'drizzle-orm'
import type { Queries } from '../platform.ts'

/** Arbitrary, but the same for every process. Its holder writes a backup. */
export const BACKUP_LOCK = 4_871_204

/** Whether a backup is running. The objects of its snapshot must stay readable until it ends. */
export async function isBackupRunning(db: Pick<Queries, 'execute'>): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from pg_locks where locktype = 'advisory' and objid = ${BACKUP_LOCK} and granted
        and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.length > 0
}
