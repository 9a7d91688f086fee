import { type Column, sql } from 'drizzle-orm'
import { EngineFailure } from '../engines/kernel/engine.ts'
import { sentence } from '../engines/kernel/sentence.ts'
import type { Objects, Queries } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { conversions, quarantines } from './schema.ts'

/**
 * Whether a row's object is in quarantine, or is an internal result (preview, inspection, seal) of
 * one that is.
 */
export const quarantined = (key: Column) =>
  sql<boolean>`exists (select from ${quarantines} q where q.object_key = ${key} or q.object_key in (
    select c.source_key from ${conversions} c where c.output_key = ${key} and c.service))`

/** The same for one key. */
const isQuarantined = (db: Queries, key: string): Promise<boolean> => areQuarantined(db, [key])

/** Whether any of these objects is in quarantine. */
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
 * Checks all objects before a download: a started archive can only be aborted.
 * @throws ApiProblem file_quarantined
 */
export async function refuseQuarantined(db: Queries, ...keys: string[]): Promise<void> {
  if (await areQuarantined(db, keys)) throw inQuarantine()
}

/**
 * The store for everything but backups: no method returns bytes of a quarantined object. Requests
 * get `file_quarantined`; a job that copies its source fails with the same code.
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
