import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Platform, Transaction } from '../platform.ts'
import { isBackupRunning } from './backup-lock.ts'
import { conversions, objects } from './schema.ts'

/**
 * Whether an object is unreferenced: by a file, a signature request or template, a user's picture,
 * a business document, a scan page, or a conversion's sources or result. Quarantine keeps objects
 * that their owner deleted. Internal conversions of a file do not keep it.
 */
export const unneeded = sql`not exists (select 1 from conversions c
    where (c.source_key = ${objects.key} and (not c.service or c.run_id is not null)) or c.output_key = ${objects.key})
  and not exists (select 1 from conversion_inputs i where i.key = ${objects.key})
  and not exists (select 1 from user_files f where f.object_key = ${objects.key})
  and not exists (select 1 from signing_files g where g.object_key = ${objects.key})
  and not exists (select 1 from signing_templates t where t.document_key = ${objects.key})
  and not exists (select 1 from users u where u.avatar_key = ${objects.key})
  and not exists (select 1 from business_documents b where b.object_key = ${objects.key})
  and not exists (select 1 from quarantines q where q.object_key = ${objects.key})
  and not exists (select 1 from scan_pages p where p.preview_key = ${objects.key})
  and not exists (select 1 from scan_pages p where p.photo_key = ${objects.key})`

/**
 * Marks unreferenced objects among these, and their internal conversions, as `leaving`, in the
 * transaction that released them. Locks them first: a concurrent use either comes before and is
 * seen, or after and finds them gone.
 * @returns their keys, for `deleteObjects` after the commit
 */
export async function leaveUnused(tx: Transaction, keys: (string | null | undefined)[]): Promise<string[]> {
  const leaving = await leave(tx, keys)
  if (leaving.length === 0) return []
  const drawn = await tx
    .delete(conversions)
    .where(and(inArray(conversions.sourceKey, leaving), eq(conversions.service, true)))
    .returning({ output: conversions.outputKey })
  return [
    ...leaving,
    ...(await leave(
      tx,
      drawn.map(({ output }) => output),
    )),
  ]
}

async function leave(tx: Transaction, keys: (string | null | undefined)[]): Promise<string[]> {
  const named = [...new Set(keys.filter((key) => key != null))]
  if (named.length === 0) return []
  await tx
    .select({ key: objects.key })
    .from(objects)
    .where(inArray(objects.key, named))
    .orderBy(objects.key)
    .for('update')
  const left = await tx
    .update(objects)
    .set({ state: 'leaving' })
    .where(and(inArray(objects.key, named), unneeded))
    .returning({ key: objects.key })
  return left.map(({ key }) => key)
}

/**
 * Abandons an object whose transaction failed, unless it was committed after all: a lost connection
 * does not reveal whether the commit succeeded, but a committed object is `stored`. If the database
 * is unavailable, the sweep does it.
 */
export async function abandonArriving(platform: Platform, key: string) {
  try {
    const given = await platform.db
      .update(objects)
      .set({ state: 'leaving' })
      .where(and(eq(objects.key, key), eq(objects.state, 'arriving')))
      .returning({ key: objects.key })
    if (given.length > 0) await deleteObjects(platform, [key])
  } catch (error) {
    platform.log.warn({ err: error, key }, 'an object is left to the sweep')
  }
}

/**
 * Deletes the bytes and then the rows of `leaving` objects. The sweep retries failures, and waits
 * while a backup runs, since its snapshot may contain objects that were deleted later.
 */
export async function deleteObjects({ db, objects: files, log }: Platform, keys: string[]) {
  if (keys.length === 0) return
  const waits = await isBackupRunning(db).catch((error: unknown) => {
    log.warn({ err: error }, 'objects could not be deleted yet')
    return true
  })
  if (waits) return
  for (const key of keys) {
    try {
      await files.remove(key)
      await db.delete(objects).where(eq(objects.key, key))
    } catch (error) {
      log.warn({ err: error, key }, 'an object could not be deleted yet')
    }
  }
}
