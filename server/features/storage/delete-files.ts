import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { DeletedFiles, DeleteFilesJson, RestoredFiles } from '../../../contract/storage.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { deleteObjects } from '../../core/delete-objects.ts'
import { userFiles } from '../../core/schema.ts'
import { storageUsage } from '../../core/storage-usage.ts'
import { withTransaction } from '../../core/transaction.ts'
import { changeFiles, endFiles, TRASH_HOURS, withVersions } from '../../core/user-files.ts'
import { emitFiles } from '../../core/webhooks/file-events.ts'
import type { Transaction } from '../../platform.ts'

/**
 * Deletes files of the caller's own and gives their room back. For a day they can be brought back,
 * unless `permanently`: then record, object, thumbnails and links are gone at once. Ids of nothing,
 * or of somebody else's, are passed over.
 */
export async function deleteFiles(
  ctx: Context,
  { file_ids, permanently }: z.output<typeof DeleteFilesJson>,
): Promise<z.input<typeof DeletedFiles>> {
  if (permanently) return deleteForGood(ctx, file_ids)
  const owner = requireOwner(ctx)
  const { clock } = ctx.platform
  const now = clock()
  const purgeAt = new Date(now.getTime() + TRASH_HOURS * 3_600_000)
  const mine = and(eq(userFiles.ownerId, owner), withVersions(file_ids))
  const { result, reclaimed } = await withTransaction(ctx, async (ctx, tx) => {
    const keys = await keysOf(tx, mine)
    let deleted: { id: string }[] = []
    const changed = await changeFiles(ctx.platform, tx, owner, keys, async () => {
      deleted = await tx
        .update(userFiles)
        .set({ deletedAt: now, purgeAt })
        .where(and(mine, isNull(userFiles.deletedAt)))
        .returning({ id: userFiles.id })
      return tx
        .select({ id: userFiles.id, purgeAt: userFiles.purgeAt })
        .from(userFiles)
        .where(and(mine, inArray(userFiles.id, file_ids), isNotNull(userFiles.deletedAt)))
    })
    const ids = deleted.map(({ id }) => id)
    await emitFiles(ctx.platform, tx, 'file.deleted', owner, ids)
    return changed
  })
  const first = result.map((one) => one.purgeAt?.getTime() ?? 0).sort((a, b) => a - b)[0]
  return {
    file_ids: result.map(({ id }) => id),
    reclaimed_bytes: reclaimed,
    purge_at: first === undefined ? null : new Date(first).toISOString(),
    storage: await storageUsage(ctx.platform, owner),
  }
}

async function deleteForGood(ctx: Context, ids: string[]): Promise<z.input<typeof DeletedFiles>> {
  const owner = requireOwner(ctx)
  const ended = await withTransaction(ctx, async (ctx, tx) => {
    // Those in the trash were told of when they came there.
    const live = await tx
      .select({ id: userFiles.id })
      .from(userFiles)
      .where(and(eq(userFiles.ownerId, owner), inArray(userFiles.id, ids), isNull(userFiles.deletedAt)))
      .for('no key update')
    const told = live.map(({ id }) => id)
    await emitFiles(ctx.platform, tx, 'file.deleted', owner, told)
    return endFiles(ctx.platform, tx, owner, ids)
  })
  await deleteObjects(ctx.platform, ended.leaving)
  return {
    file_ids: ended.ids,
    reclaimed_bytes: ended.reclaimed,
    purge_at: null,
    storage: await storageUsage(ctx.platform, owner),
  }
}

/**
 * Restores deleted files with their links, as far as the quota allows. @throws ApiProblem
 * storage_quota_exceeded, which leaves them in the trash
 */
export async function restoreFiles(ctx: Context, ids: string[]): Promise<z.input<typeof RestoredFiles>> {
  const owner = requireOwner(ctx)
  const mine = and(eq(userFiles.ownerId, owner), withVersions(ids))
  const { result } = await withTransaction(ctx, async (ctx, tx) => {
    const keys = await keysOf(tx, mine)
    const restore = () =>
      tx.update(userFiles).set({ deletedAt: null, purgeAt: null }).where(mine).returning({ id: userFiles.id })
    return changeFiles(ctx.platform, tx, owner, keys, restore, { bounded: true })
  })
  const restored = result.map(({ id }) => id).filter((id) => ids.includes(id))
  return { file_ids: restored, storage: await storageUsage(ctx.platform, owner) }
}

async function keysOf(tx: Transaction, mine: ReturnType<typeof and>): Promise<string[]> {
  const rows = await tx.select({ key: userFiles.objectKey }).from(userFiles).where(mine)
  return rows.map(({ key }) => key)
}
