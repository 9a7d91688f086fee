import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openDiskObjects } from './adapters/disk-objects.ts'
import { startEmbeddedPostgres } from './adapters/embedded-postgres.ts'
import type { Connection } from './adapters/postgres.ts'
import type { Config } from './config.ts'
import { claimProcessFolder } from './core/process-folder.ts'
import { openInstanceDatabase } from './open-instance.ts'
import { objectsOf } from './open-objects.ts'
import type { Log, Objects } from './platform.ts'

export type FilesTo = 'bucket' | 'disk'
export type DatabaseTo = 'own' | 'embedded'

export interface OpenedFiles {
  connection: Connection
  source: Objects
  target: Objects
  /** The store's display name; two targets never have the same one. */
  targetName: string
  scratch: string
  close(): Promise<void>
}

/**
 * Opens the database of an instance and both stores of its files.
 * @throws Error if bucket settings are missing or a store is unusable
 */
export async function openFiles(config: Config, to: FilesTo, log: Log): Promise<OpenedFiles> {
  if (!config.S3_BUCKET)
    throw new Error(
      'Set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to those of the bucket, and S3_ENDPOINT unless it is at Amazon.',
    )
  const data = resolve(config.DATA_DIR)
  const folder = join(data, 'objects')
  if (!config.DATABASE_URL && !hasEmbedded(data)) throw noInstance(data)
  const undo: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const bucket = await objectsOf(config, folder, log)
    undo.push(bucket.close)
    const disk = openDiskObjects(folder)
    if (to === 'disk') await disk.probe()
    const scratch = await claimProcessFolder(join(data, 'scratch'), log)
    undo.push(scratch.close)
    const { connection, close: closeDatabase } = await openInstanceDatabase(config, log)
    undo.push(closeDatabase)
    return {
      connection,
      ...(to === 'bucket'
        ? { source: disk, target: bucket.objects }
        : { source: bucket.objects, target: disk }),
      targetName: to === 'bucket' ? bucketName(config) : `the folder ${folder}`,
      scratch: scratch.path,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const hasEmbedded = (data: string) => existsSync(join(data, 'postgres', 'cluster', 'PG_VERSION'))
const noInstance = (data: string) =>
  new Error(`There is no embedded database in ${data}. Set DATA_DIR to that of the instance.`)

/** The name omits credentials in the URL. */
const bucketName = ({ S3_BUCKET, S3_ENDPOINT, S3_REGION }: Config) =>
  `the bucket ${S3_BUCKET} at ${S3_ENDPOINT ? new URL(S3_ENDPOINT).origin : `Amazon (${S3_REGION})`}`

export interface OpenedDatabases {
  source: Connection
  /** Null if a check must not create an embedded database. */
  target: Connection | null
  targetName: string
  close(): Promise<void>
}

/**
 * Opens the source and the target database of an instance. `close` stops an embedded database that
 * was not running before.
 */
export async function openDatabases(
  config: Config,
  to: DatabaseTo,
  log: Log,
  options: { creates: boolean },
): Promise<OpenedDatabases> {
  const url = config.DATABASE_SESSION_URL ?? config.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to that of your own PostgreSQL.')
  const data = resolve(config.DATA_DIR)
  const folder = join(data, 'postgres')
  const isThere = hasEmbedded(data)
  if (to === 'own' && !isThere) throw noInstance(data)
  const ownName = `your PostgreSQL (${new URL(url).pathname.slice(1)})`
  if (to === 'embedded' && !isThere && !options.creates)
    return { source: url, target: null, targetName: folder, close: async () => {} }
  const embedded = await startEmbeddedPostgres(folder, log, [], { revives: false })
  return {
    ...(to === 'own'
      ? { source: embedded.connection, target: url, targetName: ownName }
      : { source: url, target: embedded.connection, targetName: `the embedded database in ${folder}` }),
    close: async () => (embedded.adopted ? undefined : embedded.stop()),
  }
}
