import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Platform, Transaction } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { type Context, requireOwner } from './context.ts'
import { deleteObjects, leaveUnused } from './delete-objects.ts'
import { lockOwner } from './lock-owner.ts'
import { owners, userFiles } from './schema.ts'
import { type TransactionPlatform, withPlatformTransaction } from './transaction.ts'
import { emitQuotaWarning } from './webhooks/storage-events.ts'

/**
 * The caller's files by id, each once and in this order.
 * @throws ApiProblem not_found if one is missing
 */
export async function ownFiles(
  ctx: Context,
  ids: readonly string[],
): Promise<(typeof userFiles.$inferSelect)[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const mine = and(eq(userFiles.ownerId, requireOwner(ctx)), isNull(userFiles.deletedAt))
  const rows = await ctx.platform.db
    .select()
    .from(userFiles)
    .where(and(inArray(userFiles.id, wanted), mine))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return wanted.map((id) => {
    const row = byId.get(id)
    if (!row)
      throw new ApiProblem(
        'not_found',
        'One of these files no longer exists or isn’t yours. Nothing was changed.',
        { errors: [{ path: 'file_ids', message: 'One of them names none of your files.' }] },
      )
    return row
  })
}

/** Hours until which a deleted file can be restored. */
export const TRASH_HOURS = 24

interface Sums extends Record<string, unknown> {
  held: number
  recorded: number
  files: number
}

/**
 * Changes an account's files of these objects together with its counters: under the owner's lock
 * and in the caller's transaction, so that the counters always equal the sums of the rows.
 *
 * An object is counted once, however many files share it: in the oldest that is not deleted. The
 * `recorded` sums follow the same rule among files that are not marked as counted elsewhere.
 * @throws ApiProblem storage_quota_exceeded if `bounded` and the quota is exceeded afterwards
 */
export async function changeFiles<T>(
  platform: TransactionPlatform,
  tx: Transaction,
  ownerId: string,
  keys: readonly string[],
  work: () => Promise<T>,
  { bounded = false } = {},
): Promise<{ result: T; reclaimed: number }> {
  const [owner] = await tx
    .select({ used: owners.storageBytes, quota: owners.storageQuota })
    .from(owners)
    .where(eq(owners.id, ownerId))
    .for('no key update')
  if (!owner) throw new ApiProblem('unauthenticated', 'This account was deleted.')
  const named = [...new Set(keys)]
  const before = await sumsOf(tx, ownerId, named)
  const result = await work()
  await countAnew(tx, ownerId, named)
  const after = await sumsOf(tx, ownerId, named)
  const more = after.held - before.held
  const quota = owner.quota ?? platform.settings.storageQuotaBytes
  if (bounded && more > 0 && owner.used + more > quota) throw noRoom(quota, owner.used)
  await tx
    .update(owners)
    .set({
      storageBytes: owner.used + more,
      storageRecorded: sql`storage_recorded + ${after.recorded - before.recorded}`,
      storageFiles: sql`storage_files + ${after.files - before.files}`,
    })
    .where(eq(owners.id, ownerId))
  await emitQuotaWarning(platform, tx, ownerId, { before: owner.used, after: owner.used + more, quota })
  return { result, reclaimed: Math.max(0, -more) }
}

/** The problem of an exceeded quota. */
export const noRoom = (quota: number, used: number) =>
  new ApiProblem(
    'storage_quota_exceeded',
    `The file doesn’t fit in your storage: ${megabytes(Math.max(0, quota - used))} of ${megabytes(quota)} are free. Nothing was stored.`,
    { quota_bytes: quota, available_bytes: Math.max(0, quota - used) },
  )

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

async function sumsOf(tx: Transaction, ownerId: string, keys: readonly string[]): Promise<Sums> {
  const { rows } = await tx.execute<Sums>(sql`
    select coalesce(sum(held_bytes), 0)::float8 as held, coalesce(sum(storage_bytes_recorded), 0)::float8 as recorded,
      count(*) filter (where deleted_at is null and version_of is null)::int as files
    from ${userFiles} where owner_id = ${ownerId} and object_key = any(${sql.param([...keys])}::text[])`)
  return rows[0] as Sums
}

async function countAnew(tx: Transaction, ownerId: string, keys: readonly string[]) {
  await tx.execute(sql`
    update ${userFiles} f set held_bytes = right_ones.held, storage_bytes_recorded = right_ones.recorded
    from (
      select id,
        case when live and row_number() over (partition by object_key, live order by created_at, id) = 1
          then size_bytes else 0 end as held,
        case when counting and row_number() over (partition by object_key, counting order by created_at, id) = 1
          then size_bytes else 0 end as recorded
      from (
        select *, deleted_at is null as live, deleted_at is null and not already_tracked as counting
        from ${userFiles} where owner_id = ${ownerId} and object_key = any(${sql.param([...keys])}::text[])
      ) as records
    ) as right_ones
    where f.id = right_ones.id
      and (f.held_bytes, f.storage_bytes_recorded) is distinct from (right_ones.held, right_ones.recorded)`)
}

/** These files and their versions. */
export const withVersions = (ids: readonly string[]) =>
  or(inArray(userFiles.id, [...ids]), inArray(userFiles.versionOf, [...ids]))

/**
 * Deletes files permanently, with their links. Marks unreferenced objects and their internal
 * results as `leaving`.
 * @returns the bytes that are no longer counted, and the objects to delete after the commit
 */
export async function endFiles(
  platform: TransactionPlatform,
  tx: Transaction,
  ownerId: string,
  ids: readonly string[],
): Promise<{ ids: string[]; reclaimed: number; leaving: string[] }> {
  const mine = and(eq(userFiles.ownerId, ownerId), withVersions(ids))
  const found = await tx.select({ key: userFiles.objectKey }).from(userFiles).where(mine)
  const keys = found.map(({ key }) => key)
  const { result, reclaimed } = await changeFiles(platform, tx, ownerId, keys, () =>
    tx.delete(userFiles).where(mine).returning({ id: userFiles.id }),
  )
  const ended = result.map(({ id }) => id).filter((id) => ids.includes(id))
  return { ids: ended, reclaimed, leaving: await leaveUnused(tx, keys) }
}

const BATCH = 500

/** Deletes files whose time in the trash has expired. */
export async function purgeFiles(platform: Platform): Promise<void> {
  const { db, clock } = platform
  for (;;) {
    const due = sql`${userFiles.purgeAt} < ${clock().toISOString()}::timestamptz`
    const found = await db
      .select({ id: userFiles.id, ownerId: userFiles.ownerId })
      .from(userFiles)
      .where(due)
      .limit(BATCH)
    if (found.length === 0) return
    for (const [ownerId, files] of Map.groupBy(found, (file) => file.ownerId)) {
      const leaving = await withPlatformTransaction(platform, async (platform, tx) => {
        // Checks again under the owner's lock: a file may have just been restored.
        await lockOwner(tx, ownerId)
        const ids = files.map(({ id }) => id)
        const still = await tx
          .select({ id: userFiles.id })
          .from(userFiles)
          .where(and(inArray(userFiles.id, ids), due))
        return (
          await endFiles(
            platform,
            tx,
            ownerId,
            still.map(({ id }) => id),
          )
        ).leaving
      })
      await deleteObjects(platform, leaving)
    }
    if (found.length < BATCH) return
  }
}
