import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/adapters/embedded-postgres.ts'
import { readConfig } from '../../server/config.ts'
import type { EngineSettings } from '../../server/engines/index.ts'
import { start } from '../../server/start.ts'

const folder = mkdtempSync(join(tmpdir(), 'filewright-start-'))
const log = pino({ level: 'silent' })
let database: EmbeddedPostgres
let client: pg.Client
beforeAll(async () => {
  database = await startEmbeddedPostgres(join(folder, 'postgres'), log)
  client = new pg.Client(database.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A start whose engines do not come up. */
async function failedStart(settings: Record<string, string> = {}) {
  const { host, user } = database.connection
  const asked: EngineSettings[] = []
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(host)}`,
    ...settings,
  })
  const engines = async (given: EngineSettings) => {
    asked.push(given)
    throw new Error('no engine starts')
  }
  await expect(start(config, log, { version: 'test', engines })).rejects.toThrow('no engine starts')
  return asked[0]
}

describe('a start that fails half-way', () => {
  it('closes what it opened: no connection to the database is left', async () => {
    await failedStart()
    // The database notices a closed connection a moment later.
    const others = () =>
      client.query(
        'select application_name from pg_stat_activity where datname is not null and pid <> pg_backend_pid()',
      )
    await expect.poll(async () => (await others()).rows, { timeout: 10_000 }).toEqual([])
  })
})

describe('SANDBOX=required', () => {
  it('is asked of a process that runs engines, and of no other', async () => {
    expect(await failedStart({ SANDBOX: 'required' })).toMatchObject({ required: true })
    expect(await failedStart({ SANDBOX: 'required', ROLE: 'web' })).toMatchObject({ required: false })
    expect(await failedStart()).toMatchObject({ required: false })
    expect(() => readConfig({ SANDBOX: 'yes' })).toThrow('SANDBOX')
  })
})
