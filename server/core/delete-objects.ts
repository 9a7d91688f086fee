import { eq } from 'drizzle-orm'
import type { Platform } from '../platform.ts'
import { objects } from './schema.ts'

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
