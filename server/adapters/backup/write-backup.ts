import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { BACKUP_LOCK } from '../../core/backup-lock.ts'
import type { Log, Objects } from '../../platform.ts'
import { type Connection, connectionConfig } from '../postgres.ts'
import { MANIFEST, type Manifest, OBJECTS, type StoredObject, tableFile } from './manifest.ts'
import { readObjects, readSnapshots } from './snapshots.ts'
import type { BackupStore } from './store.ts'
import { dumpTables, packLines } from './tables.ts'

export interface BackupSource {
  /** A direct connection, not a transaction-mode pooler: a session lock blocks deletions. */
  connection: Connection
  objects: Objects
  version: string
  /** Base64; null if the operator sets SECRET_KEY. */
  secretKey: string | null
  log: Log
}

export interface BackupResult {
  snapshot: string
  objects: number
  /** Objects new to the folder, and their bytes. */
  added: number
  addedBytes: number
  /** Keys of objects that are missing or corrupt in the store. */
  damaged: string[]
}

const CURSOR = 1000

/**
 * Backs up a running instance: the tables as of one transaction, and every object that they list as
 * stored. Nothing of this snapshot is deleted before it ends. Objects of earlier runs are not
 * written again. Written files are read back for verification. Only `keep` snapshots stay; objects
 * that no other snapshot needs are removed.
 * @throws if another backup runs, or if a written file cannot be read back
 */
export async function writeBackup(
  source: BackupSource,
  store: BackupStore,
  keep: number,
): Promise<BackupResult> {
  const client = new pg.Client(connectionConfig(source.connection))
  await client.connect()
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      BACKUP_LOCK,
    ])
    if (!rows[0]?.held) throw new Error('Another backup is being written.')
    await store.removeUnfinished()
    const snapshot = new Date().toISOString().replaceAll(':', '-')
    const folder = `snapshots/${snapshot}`
    const written = await writeSnapshot(source, client, store, folder).catch(async (error: unknown) => {
      await rm(join(store.folder, folder), { recursive: true, force: true })
      throw error
    })
    // The new snapshot is complete: it stays even if the old ones cannot be removed.
    await forgetOthers(store, keep)
    return { snapshot, ...written }
  } finally {
    await client.end()
  }
}

async function writeSnapshot(source: BackupSource, client: pg.Client, store: BackupStore, folder: string) {
  await client.query('begin isolation level repeatable read read only')
  const manifest = await writeTables(source, client, store, folder)
  await client.query('commit')
  const copied = await copyObjects(source, store, folder)
  await verify(store, folder, manifest)
  // The manifest completes the snapshot.
  await store.write(`${folder}/${MANIFEST}`, Readable.from([Buffer.from(JSON.stringify(manifest))]))
  return { objects: manifest.objects.count, ...copied }
}

async function writeTables(
  { version, secretKey }: BackupSource,
  client: pg.Client,
  store: BackupStore,
  folder: string,
): Promise<Manifest> {
  const { rows } = await client.query<{ now: Date }>('select now()')
  const { rows: applied } = await client.query<{ name: string }>(
    'select name from schema_migrations order by name',
  )
  const dumped = await dumpTables(client, store, folder)
  const counted = { count: 0, bytes: 0 }
  const { sha256 } = await store.write(`${folder}/${OBJECTS}`, packLines(countedObjects(client, counted)))
  return {
    format: 1,
    createdAt: (rows[0]?.now ?? new Date()).toISOString(),
    version,
    migrations: applied.map(({ name }) => name),
    ...dumped,
    objects: { ...counted, sha256 },
    secretKey,
  }
}

/** The stored objects of the client's snapshot, in batches: there may be millions. */
async function* countedObjects(
  client: pg.Client,
  counted: { count: number; bytes: number },
): AsyncGenerator<StoredObject> {
  await client.query(
    `declare stored cursor for select key, size_bytes::float8 as size, sha256 from objects where state = 'stored' order by key`,
  )
  for (;;) {
    const { rows } = await client.query<StoredObject>(`fetch ${CURSOR} from stored`)
    for (const row of rows) {
      counted.count += 1
      counted.bytes += row.size
      yield row
    }
    if (rows.length < CURSOR) break
  }
  await client.query('close stored')
}

async function copyObjects({ objects, log }: BackupSource, store: BackupStore, folder: string) {
  const result = { added: 0, addedBytes: 0, damaged: [] as string[] }
  for await (const { key, size, sha256 } of readObjects(store, folder)) {
    const name = store.nameOf(sha256)
    if (await store.has(name)) continue
    try {
      const written = await store.write(name, await objects.read(key))
      const read = await store.digest(name)
      if (read.sha256 !== written.sha256) throw new Error(`${name} cannot be read as it was written.`)
      if (written.sha256 !== sha256 || written.bytes !== size) {
        await store.remove(name)
        result.damaged.push(key)
        log.error({ key }, 'a stored file is not what the database says')
        continue
      }
      result.added += 1
      result.addedBytes += written.bytes
    } catch (error) {
      if ((await objects.head(key)) !== null) throw error
      result.damaged.push(key)
      log.error({ key }, 'a stored file is missing')
    }
  }
  return result
}

/** @throws if a table does not read back as written */
async function verify(store: BackupStore, folder: string, { tables, objects }: Manifest) {
  const files = [...tables.map(({ name, sha256 }) => [tableFile(name), sha256]), [OBJECTS, objects.sha256]]
  for (const [name, sha256] of files)
    if ((await store.digest(`${folder}/${name}`)).sha256 !== sha256)
      throw new Error(`${name} cannot be read as it was written. Is the disk sound?`)
}

/** Removes old snapshots, and then objects that no remaining snapshot references. */
async function forgetOthers(store: BackupStore, keep: number): Promise<void> {
  const snapshots = await readSnapshots(store)
  const leaving = snapshots.slice(0, Math.max(0, snapshots.length - keep))
  if (leaving.length === 0) return
  for (const { name } of leaving)
    await rm(join(store.folder, 'snapshots', name), { recursive: true, force: true })
  const wanted = new Set<string>()
  for (const { name } of snapshots.slice(leaving.length))
    for await (const { sha256 } of readObjects(store, `snapshots/${name}`)) wanted.add(store.nameOf(sha256))
  for (const name of await store.list('objects')) if (!wanted.has(name)) await store.remove(name)
}
