import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../server/adapters/embedded-postgres.ts'
import { migrate } from '../../server/adapters/migrate.ts'
import { openJobs } from '../../server/adapters/pg-boss-jobs.ts'

export interface TestPostgres {
  host: string
  user: string
  /** The migrated database to copy. */
  template: string
}

const TEMPLATE = 'filewright_template'
const SETTINGS = [
  // A test database doesn't outlive the run, so nothing needs to reach the disk.
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  // Autovacuum connects to the template, and a database with connections can't be copied.
  'autovacuum=off',
  // A server takes up to 21 connections, and a test file starts up to four servers.
  `max_connections=${100 * Math.max(2, availableParallelism())}`,
]

// Ctrl+C in a terminal reaches this process too; the parent decides when the tests are over.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
const parentGone = new Promise<void>((resolve) => process.once('disconnect', resolve))
const folder = mkdtempSync(join(tmpdir(), 'filewright-postgres-'))
const log = pino({ level: 'silent' })
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), log, SETTINGS)
try {
  const client = new pg.Client(postgres.connection)
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const template = { ...postgres.connection, database: TEMPLATE }
  await migrate(template)
  const jobs = await openJobs(template, log)
  await jobs.close()
  const { host, user } = postgres.connection
  process.send?.({ host, user, template: TEMPLATE } satisfies TestPostgres)
  await parentGone
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
