import { eq, sql } from 'drizzle-orm'
import { type StorageUsage, StoredFamily } from '../../contract/storage.ts'
import { owners, userFiles } from './schema.ts'
import type { QueryPlatform } from './transaction.ts'

interface Sum extends Record<string, unknown> {
  files: number
  bytes: number
}
interface Part extends Sum {
  family: StoredFamily
}

/** An account's storage by family and its quota, in bytes. */
export async function storageUsage(
  { db, settings }: Pick<QueryPlatform, 'db' | 'settings'>,
  ownerId: string,
): Promise<StorageUsage> {
  const [account] = await db.select().from(owners).where(eq(owners.id, ownerId))
  const { rows: parts } = await db.execute<Part>(sql`
    select family, count(*) filter (where version_of is null)::int as files, sum(size_bytes)::float8 as bytes
    from ${userFiles} where owner_id = ${ownerId} and deleted_at is null group by family`)
  const { rows: deleted } = await db.execute<Sum>(sql`
    select count(*) filter (where version_of is null)::int as files, coalesce(sum(size_bytes), 0)::float8 as bytes
    from ${userFiles} where owner_id = ${ownerId} and deleted_at is not null`)
  const used = account?.storageBytes ?? 0
  const quota = account?.storageQuota ?? settings.storageQuotaBytes
  return {
    used_bytes: used,
    recorded_bytes: account?.storageRecorded ?? 0,
    quota_bytes: quota,
    available_bytes: Math.max(0, quota - used),
    files: account?.storageFiles ?? 0,
    families: StoredFamily.options.map((family) => {
      const part = parts.find((one) => one.family === family)
      return { family, files: part?.files ?? 0, bytes: part?.bytes ?? 0 }
    }),
    deleted: { files: deleted[0]?.files ?? 0, bytes: deleted[0]?.bytes ?? 0 },
  }
}
