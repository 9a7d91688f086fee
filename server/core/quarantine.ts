import { type Column, sql } from 'drizzle-orm'
import { EngineFailure } from '../engines/kernel/engine.ts'
import { sentence } from '../engines/kernel/sentence.ts'
import type { Objects, Queries } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { conversions, quarantines } from './schema.ts'

/**
 * Whether the object of a statement's row is in quarantine, or was drawn by the service from one
 * that is: a preview, a look into it, its seal.
 */
export const quarantined = (key: Column) =>
  sql<boolean>`exists (select from ${quarantines} q where q.object_key = ${key} or q.object_key in (
    select c.source_key from ${conversions} c where c.output_key = ${key} and c.service))`

/** The same of one key. */
const isQuarantined = (db: Queries, key: string): Promise<boolean> => areQuarantined(db, [key])

/** Whether any of these objects is. */
async function areQuarantined(db: Queries, keys: readonly string[]): Promise<boolean> {
  const named = sql`any(${sql.param([...keys])}::text[])`
  const { rows } = await db.execute(sql`
    select from ${quarantines} q where q.object_key = ${named} or q.object_key in (
      select c.source_key from ${conversions} c where c.output_key = ${named} and c.service) limit 1`)
  return rows.length > 0
}

const inQuarantine = () =>
  new ApiProblem(
    'file_quarantined',
    'An administrator put this file in quarantine. It cannot be downloaded, previewed, shared or converted. Contact the administrator.',
  )

/**
 * For what is about to read all of them: an archive that has begun can only break off. @throws
 * ApiProblem file_quarantined
 */
export async function refuseQuarantined(db: Queries, ...keys: string[]): Promise<void> {
  if (await areQuarantined(db, keys)) throw inQuarantine()
}

/**
 * The store as everything but backups reads it: no byte of an object in quarantine leaves by any
 * method. Requests get `file_quarantined`; a job that copies its source fails with the same code.
 */
export const withQuarantine = (db: Queries, objects: Objects): Objects => ({
  onDisk: objects.onDisk,
  adopt: (key, path) => objects.adopt(key, path),
  read: async (key, range) => {
    await refuseQuarantined(db, key)
    return objects.read(key, range)
  },
  copyTo: async (key, path, known) => {
    if (known?.quarantined ?? (await isQuarantined(db, key)))
      throw new EngineFailure(
        'file_quarantined',
        sentence`An administrator put the file in quarantine. Nothing was charged.`,
      )
    return objects.copyTo(key, path)
  },
  head: (key) => objects.head(key),
  remove: (key) => objects.remove(key),
  list: (prefix) => objects.list(prefix),
  probe: () => objects.probe(),
  signedUrl: async (key, file) => {
    await refuseQuarantined(db, key)
    return objects.signedUrl(key, file)
  },
})
