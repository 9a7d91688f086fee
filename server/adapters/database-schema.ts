import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Log } from '../platform.ts'
import { migrate, missingMigrations } from './migrate.ts'
import { openJobs } from './pg-boss-jobs.ts'
import { type Connection, connectionConfig } from './postgres.ts'

/**
 * Migrates our tables and those of the queue, which pg-boss migrates.
 * @returns display names of what was applied
 */
export async function migrateAll(connection: Connection, log: Log): Promise<string[]> {
  const queue = await missingQueueSchema(connection)
  const applied = await migrate(connection, { log })
  // Opening the queue also creates its queues, and updates the settings of existing ones.
  const jobs = await openJobs(connection, log)
  await jobs.close()
  return [...applied, ...queue]
}

/** What `migrateAll` would apply. Read-only. @throws as `migrate` does */
export async function missingOfAll(connection: Connection): Promise<string[]> {
  return [...(await missingMigrations(connection)), ...(await missingQueueSchema(connection))]
}

/** @throws Error with the list of missing migrations */
export async function requireMigrated(connection: Connection): Promise<void> {
  const missing = await missingOfAll(connection)
  if (missing.length > 0)
    throw new Error(
      `The database lacks migrations of this version: ${missing.join(', ')}. Run "npm run migrate", or start with MIGRATE=auto.`,
    )
}

/** The schema version that the pg-boss package requires. */
export function queueSchemaVersion(): number {
  const file = readFileSync(new URL(import.meta.resolve('pg-boss/package.json')), 'utf8')
  const { pgboss } = JSON.parse(file) as { pgboss: { schema: number } }
  return pgboss.schema
}

async function missingQueueSchema(connection: Connection): Promise<string[]> {
  const client = new pg.Client(connectionConfig(connection))
  await client.connect()
  try {
    const { rows: found } = await client.query<{ there: boolean }>(
      `select to_regclass('pgboss.version') is not null as there`,
    )
    const { rows } = found[0]?.there
      ? await client.query<{ version: number }>('select version from pgboss.version')
      : { rows: [] }
    const wanted = queueSchemaVersion()
    return (rows[0]?.version ?? 0) < wanted ? [`the queue's tables, version ${wanted}`] : []
  } finally {
    await client.end()
  }
}
