import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../platform.ts'
import { MIGRATIONS, type MigrationFile, readMigrationFiles } from './migration-files.ts'
import { completeList, prepareList, readList, requireCompatible, requireUnchanged } from './migration-list.ts'
import { type Connection, connectionConfig } from './postgres.ts'

/** Arbitrary, but the same for every process. */
const MIGRATION_LOCK = 4_871_203

export interface MigrationOptions {
  log?: Log
  /** The folder of the files; only tests replace it. */
  folder?: URL
  /** Lock timeout of one attempt, and the number of attempts: two minutes in total. */
  lockTimeoutMs?: number
  /** The names of the files to apply; default: all. @throws if one is missing */
  only?: readonly string[]
  tries?: number
}

/**
 * Migrates the database: applies each file of `server/migrations` once, in order of name, one
 * process at a time. Lock timeouts are short: requests for the same table queue behind a waiting
 * migration, and they time out after five seconds.
 * @returns the names of the applied files
 * @throws if an applied file was changed, a newer version's migration is incompatible with this
 * version, a file fails, or a lock is unavailable
 */
export async function migrate(connection: Connection, options: MigrationOptions = {}): Promise<string[]> {
  const { folder = MIGRATIONS, lockTimeoutMs = 1000, tries = 60 } = options
  /** Retries on lock timeout. */
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
  return withClient(connection, async (client) => {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    await patiently('The migration of the database', () =>
      client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]),
    )
    const missing = await findMissing(client, folder, options.only)
    await patiently('The list of migrations', () => prepareList(client))
    await completeList(client, await readList(client), readMigrationFiles(folder))
    for (const [name, file] of missing)
      await patiently(`The migration ${name}`, () => apply(client, name, file))
    return [...missing.keys()]
  })
}

/**
 * The names of the pending migrations, in order. Read-only.
 * @throws as `migrate` does
 */
export const missingMigrations = (connection: Connection, folder = MIGRATIONS): Promise<string[]> =>
  withClient(connection, async (client) => [...(await findMissing(client, folder)).keys()])

const LOCK_NOT_AVAILABLE = '55P03'

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionConfig(connection))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function findMissing(
  client: pg.Client,
  folder: URL,
  only?: readonly string[],
): Promise<Map<string, MigrationFile>> {
  const files = readMigrationFiles(folder, only)
  const rows = await readList(client)
  requireUnchanged(rows, files)
  requireCompatible(rows, folder)
  for (const { name } of rows) files.delete(name)
  return files
}

async function apply(client: pg.Client, name: string, file: MigrationFile): Promise<void> {
  const { sql, sha256, kind, since } = file
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, sha256, kind, since) values ($1, $2, $3, $4)', [
      ...[name, sha256],
      ...[kind, since],
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
