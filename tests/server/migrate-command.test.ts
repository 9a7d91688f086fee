import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../postgres/database.ts'
import { startServer } from './harness.ts'

const COMMAND = join(import.meta.dirname, '../../dist-server/migrate.js')
const LAST = '027-status.sql'
let database: TestDatabase
beforeEach(async () => {
  database = await createDatabase()
})
afterEach(() => database.drop())

interface Ended {
  code: number
  stdout: string
  stderr: string
}

async function run(...args: string[]): Promise<Ended> {
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url }
  return promisify(execFile)(process.execPath, [COMMAND, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  )
}

const query = async (sql: string, url = database.url) => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** The database as it was before a migration that this version has. */
const forget = (url?: string) =>
  query(
    `drop table status_probe, status_spans, workers; drop index conversions_ended;
     delete from schema_migrations where name = '${LAST}'`,
    url,
  )

describe('npm run migrate', () => {
  it('says that nothing is missing, lists what is, and applies it', async () => {
    expect(await run('--check')).toEqual({ code: 0, stdout: 'The database is up to date.\n', stderr: '' })
    await forget()
    expect(await run('--check')).toEqual({ code: 2, stdout: `Missing: ${LAST}\n`, stderr: '' })
    expect(await query(`select to_regclass('workers') as workers`)).toEqual([{ workers: null }])
    expect(await run()).toEqual({ code: 0, stdout: `Applied: ${LAST}\n`, stderr: '' })
    expect(await run()).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' })
  }, 60_000)

  it('makes an empty database, with the tables of the queue', async () => {
    await query('drop schema pgboss, stripe_sandbox, public cascade; create schema public')
    const { code, stdout } = await run('--check')
    expect([code, stdout]).toEqual([
      2,
      expect.stringMatching(/001-foundation\.sql[\s\S]*queue's tables, version \d+\n$/),
    ])
    expect(await query(`select to_regclass('schema_migrations') as list`)).toEqual([{ list: null }])
    expect(await run()).toMatchObject({ code: 0, stderr: '' })
    expect(await run('--check')).toMatchObject({ code: 0, stderr: '' })
  }, 60_000)

  it('ends with 1 and a reason where it cannot', async () => {
    await query(`insert into schema_migrations (name, sha256) values ('999-later.sql', 'x')`)
    for (const args of [['--check'], []]) {
      const { code, stderr } = await run(...args)
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining('999-later.sql. Start that version or a later one'),
      ])
    }
    expect((await run('--wrong')).code).toBe(1)
  }, 60_000)
})

describe('a server that does not migrate', () => {
  it('refuses to start where something is missing, names it, and starts where nothing is', async () => {
    const settings = { MIGRATE: 'manual', DATABASE_URL: database.url }
    await forget()
    await expect(startServer(settings)).rejects.toThrow(
      `The database lacks migrations of this version: ${LAST}. Run "npm run migrate", or start with MIGRATE=auto.`,
    )
    expect((await run()).code).toBe(0)
    const server = await startServer(settings)
    await server.stop()
  }, 60_000)
})
