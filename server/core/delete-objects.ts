import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Platform, Transaction } from '../platform.ts'
import { isBackupRunning } from './backup-lock.ts'
import { conversions, objects } from './schema.ts'

/**
 * No file record holds it, it stands for nobody, it is no document of a business and no page of a
 * scan, and no conversion has it as its source, as a further one, or as its output. It is not in
 * quarantine, which keeps what its owner deleted. What the service draws of a file for itself is no
 * reason to keep the file.
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
 * Marks as leaving those of these objects that nothing needs any more, in the transaction that let
 * go of them, and what the service drew of them. They are locked before they are looked at: whoever
 * takes one up at the same moment does so before, and is seen, or after, and finds it gone.
 * @returns their keys, for `deleteObjects` once that transaction stands
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
 * Gives up an object whose transaction failed, unless that transaction stands after all: an answer
 * that was lost on its way says nothing of the commit, and what was committed is `stored`. What
 * cannot be asked now is left to the sweep.
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
 * Takes away the bytes and then the rows of objects that are marked as leaving. What fails here is
 * swept later, and so is everything while a backup is being written, since it may hold what has
 * left after it began.
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
