import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { removeFile } from '../../core/remove-file.ts'
import type { Log, Objects } from '../../platform.ts'
import { migrate } from '../migrate.ts'
import { type Connection, connectionConfig } from '../postgres.ts'
import { isServerWorking } from '../working-servers.ts'
import type { Manifest } from './manifest.ts'
import { readObjects, readSnapshots } from './snapshots.ts'
import type { BackupStore } from './store.ts'
import { loadTables } from './tables.ts'

export interface RestoreTarget {
  connection: Connection
  objects: Objects
  /** A folder on the disk of the file store, for files in transfer. */
  scratch: string
  log: Log
}

/**
 * Restores a snapshot into an empty instance, the newest by default: first the files, then the
 * tables in one transaction. A failed run leaves an empty database, so it can be repeated and skips
 * files already copied. The queue is not part of a backup: the server requeues pending jobs.
 * @returns the restored snapshot. Throws if the database is in use or has accounts, if something is
 * damaged, or if the backup is from a newer version
 */
export async function restoreBackup(
  target: RestoreTarget,
  store: BackupStore,
  wanted?: string,
): Promise<{ name: string; manifest: Manifest }> {
  const snapshots = await readSnapshots(store)
  const snapshot = wanted ? snapshots.find(({ name }) => name === wanted) : snapshots.at(-1)
  if (!snapshot) {
    const names = snapshots.map(({ name }) => name).join(', ') || 'none'
    throw new Error(
      wanted ? `There is no snapshot ${wanted}; there are ${names}.` : 'There is no whole snapshot.',
    )
  }
  const folder = `snapshots/${snapshot.name}`
  await migrate(target.connection, { log: target.log, only: snapshot.manifest.migrations })
  const client = new pg.Client(connectionConfig(target.connection))
  await client.connect()
  try {
    await requireUnused(client)
    await restoreObjects(target, store, folder)
    await client.query('begin')
    await loadTables(client, store, folder, snapshot.manifest)
    await client.query('drop schema if exists pgboss cascade')
    await client.query('commit')
  } finally {
    await client.end()
  }
  return snapshot
}

/** @throws if a server uses the database, or it has accounts */
async function requireUnused(client: pg.Client): Promise<void> {
  if (await isServerWorking(client))
    throw new Error('A server works on this database. Stop all processes of the instance, then restore.')
  const { rows: users } = await client.query('select from users limit 1')
  if (users.length > 0)
    throw new Error('This instance has accounts already. Restore into an instance that has none.')
}

async function restoreObjects({ objects, scratch, log }: RestoreTarget, store: BackupStore, folder: string) {
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  for await (const { key, size, sha256 } of readObjects(store, folder)) {
    if ((await objects.head(key))?.size === size) continue
    const name = store.nameOf(sha256)
    if (!(await store.has(name))) {
      // The backup reported it as damaged.
      log.error({ key }, 'a file is not in the backup')
      continue
    }
    const path = join(scratch, `restored-${randomUUID()}`)
    try {
      const hash = createHash('sha256')
      const hashing = new Transform({
        transform(chunk, _encoding, done) {
          hash.update(chunk)
          done(null, chunk)
        },
      })
      await pipeline(await store.read(name), hashing, createWriteStream(path, { mode: 0o600 }))
      if (hash.digest('hex') !== sha256) throw new Error(`${name} is damaged: it is not what was written.`)
      await objects.adopt(key, path)
    } finally {
      await removeFile(path)
    }
  }
}
