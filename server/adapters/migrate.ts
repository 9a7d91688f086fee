import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../platform.ts'
import { type Connection, connectionConfig } from './postgres.ts'

/** Any number; the same for every process of this product. */
const MIGRATION_LOCK = 4_871_203

export interface MigrationOptions {
  log?: Log
  /** The folder of the files; only tests replace it. */
  folder?: URL
  /** How long one attempt waits for a lock, and how many attempts there are: two minutes in all. */
  lockTimeoutMs?: number
  tries?: number
}

/**
 * Brings the database up to date: applies each file of `server/migrations` once, in the order of their names, one process
 * at a time. A lock is waited for in short attempts, since whoever asks for the same table meanwhile waits behind this one.
 * @throws where a file was changed after it was applied, where one fails, and where a lock is not to be had
 */
export async function migrate(connection: Connection, options: MigrationOptions = {}): Promise<void> {
  const { folder = new URL('../migrations/', import.meta.url), lockTimeoutMs = 10_000, tries = 12 } = options
  const client = new pg.Client(connectionConfig(connection))
  await client.connect()
  /** Repeats what could not get its lock in time. */
  const patiently = async (what: string, work: () => Promise<unknown>) => {
    for (let attempt = 1; ; attempt++) {
      try {
        await work()
        return
      } catch (error) {
        if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
        const seconds = Math.round((lockTimeoutMs * tries) / 1000)
        if (attempt === tries)
          throw new Error(
            `${what} waited ${seconds} s for a lock that another session holds. End that session and start again.`,
            { cause: error },
          )
        options.log?.warn({ attempt, tries }, `${what} waits for a lock that another session holds`)
        await sleep(Math.min(1000, lockTimeoutMs))
      }
    }
  }
  try {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    await patiently('The migration of the database', () =>
      client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]),
    )
    await patiently('The list of migrations', () => prepareList(client))
    const files = readFiles(folder)
    const applied = await readApplied(client, files)
    for (const [name, file] of files)
      if (!applied.has(name)) await patiently(`The migration ${name}`, () => apply(client, name, file))
  } finally {
    await client.end()
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

interface File {
  sql: string
  sha256: string
}

function readFiles(folder: URL): Map<string, File> {
  const files = new Map<string, File>()
  for (const name of readdirSync(folder).sort()) {
    const sql = readFileSync(new URL(name, folder), 'utf8')
    files.set(name, { sql, sha256: createHash('sha256').update(sql).digest('hex') })
  }
  return files
}

async function prepareList(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, applied_at timestamptz default now(), sha256 text)',
  )
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'sha256'`,
  )
  // Earlier versions kept no checksums.
  if (rows.length === 0) await client.query('alter table schema_migrations add column sha256 text')
}

/** The names of the files that were applied. One without a checksum gets that of its file. @throws where one has changed */
async function readApplied(client: pg.Client, files: ReadonlyMap<string, File>): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string; sha256: string | null }>(
    'select name, sha256 from schema_migrations',
  )
  const changed = rows.filter(
    ({ name, sha256 }) => sha256 && files.has(name) && files.get(name)?.sha256 !== sha256,
  )
  if (changed.length > 0)
    throw new Error(
      `Migrations were changed after they had been applied to this database: ${changed.map(({ name }) => name).join(', ')}. Restore these files, and put the change into a new one.`,
    )
  for (const { name, sha256 } of rows) {
    const file = files.get(name)
    if (file && sha256 === null)
      await client.query('update schema_migrations set sha256 = $2 where name = $1', [name, file.sha256])
  }
  return new Set(rows.map(({ name }) => name))
}

async function apply(client: pg.Client, name: string, { sql, sha256 }: File): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
