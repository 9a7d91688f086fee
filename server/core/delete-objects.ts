import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Platform } from '../platform.ts'
import { conversions, objects } from './schema.ts'

/** No conversion has it as its source, as a further one, or as its output, and it stands for nobody. */
export const unneeded = sql`not exists (select 1 from conversions c where c.source_key = ${objects.key} or c.output_key = ${objects.key})
  and not exists (select 1 from conversion_inputs i where i.key = ${objects.key})
  and not exists (select 1 from users u where u.avatar_key = ${objects.key})`

/**
 * Marks as leaving those of these objects that no conversion needs any more, in the transaction that let go of them.
 * @returns their keys, for `deleteObjects` once that transaction stands
 */
export async function leaveUnused(tx: Database, keys: (string | null | undefined)[]): Promise<string[]> {
  const named = [...new Set(keys.filter((key) => key != null))]
  if (named.length === 0) return []
  // What the service made of these files for itself goes with them, when nothing else needs them.
  const made = await tx
    .delete(conversions)
    .where(
      and(
        inArray(conversions.sourceKey, named),
        eq(conversions.service, true),
        sql`not exists (select 1 from conversions c where not c.service and (c.source_key = ${conversions.sourceKey} or c.output_key = ${conversions.sourceKey}))`,
      ),
    )
    .returning({ output: conversions.outputKey })
  for (const { output } of made) if (output) named.push(output)
  const leaving = await tx
    .update(objects)
    .set({ state: 'leaving' })
    .where(and(inArray(objects.key, named), unneeded))
    .returning({ key: objects.key })
  return leaving.map(({ key }) => key)
}

/**
 * Gives up an object whose transaction failed, unless that transaction stands after all: an answer that was lost on its way
 * says nothing of the commit, and what was committed is `stored`. What cannot be asked now is left to the sweep.
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

/** Takes away the bytes and then the rows of objects that are marked as leaving. What fails here is swept later. */
export async function deleteObjects({ db, objects: files, log }: Platform, keys: string[]) {
  for (const key of keys) {
    try {
      await files.remove(key)
      await db.delete(objects).where(eq(objects.key, key))
    } catch (error) {
      log.warn({ err: error, key }, 'an object could not be deleted yet')
    }
  }
}
