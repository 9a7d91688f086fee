import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../server/adapters/migrate.ts'
import { hashToken, newToken } from '../../server/core/context.ts'
import { createDatabase, type TestDatabase } from '../postgres/database.ts'
import { Client, startServer, type TestServer } from './harness.ts'

/**
 * A database as it was before principals and owners were told apart, with something of everything,
 * brought up to date.
 */
const OWN = join(import.meta.dirname, '../../server/migrations')
const before = mkdtempSync(join(tmpdir(), 'filewright-before-'))
let database: TestDatabase
let client: pg.Client
let server: TestServer
beforeAll(async () => {
  for (const name of readdirSync(OWN)) if (name < '013') cpSync(join(OWN, name), join(before, name))
  database = await createDatabase()
  client = new pg.Client(database.url)
  await client.connect()
  await client.query(
    'drop schema public cascade; drop schema if exists stripe_sandbox cascade; create schema public',
  )
  await migrate(database.url, { folder: pathToFileURL(`${before}/`) })
  await fillOld()
  await migrate(database.url)
  server = await startServer({ DATABASE_URL: database.url })
})
afterAll(async () => {
  await server?.stop()
  await client?.end()
  await database?.drop()
  rmSync(before, { recursive: true, force: true })
})

const [user, visitor, file, conversion, seen, pipeline, run, link] = Array.from({ length: 8 }, () =>
  randomUUID(),
) as [string, string, string, string, string, string, string, string]
const [session, key, visit] = [newToken(), `fw_${newToken()}`, newToken()]

const insert = (table: string, row: Record<string, unknown>) =>
  client.query(
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
    Object.values(row),
  )

async function fillOld() {
  await insert('owners', { id: user, kind: 'user', credits_available: 98, credits_granted: 100 })
  await insert('owners', { id: visitor, kind: 'visitor', credits_available: 8, credits_granted: 10 })
  await insert('users', {
    ...{ id: user, username: 'maren', username_key: 'maren' },
    ...{ email: 'maren@harbour.example', email_key: 'maren@harbour.example', first_name: 'Maren' },
  })
  await insert('visitors', { id: visitor, token_hash: hashToken(visit) })
  const soon = new Date(Date.now() + 3_600_000)
  await insert('sessions', {
    ...{ id: randomUUID(), user_id: user, token_hash: hashToken(session) },
    ...{ address: '127.0.0.1', user_agent: 'test', expires_at: soon },
  })
  await insert('api_keys', {
    ...{ id: randomUUID(), user_id: user, name: 'nightly', prefix: key.slice(0, 7) },
    ...{ token_hash: hashToken(key), scopes: ['history:read'] },
  })
  await insert('objects', {
    ...{ key: 'uploads/a', owner_id: user, state: 'stored', filename: 'a.md', sha256: 'x' },
  })
  await insert('user_files', {
    ...{ id: file, owner_id: user, object_key: 'uploads/a', file_name: 'a.md', size_bytes: 5 },
    ...{ family: 'document', source: 'upload', already_tracked: false, held_bytes: 5 },
  })
  for (const [id, owner] of [
    [conversion, user],
    [seen, visitor],
  ])
    await insert('conversions', {
      ...{ id, owner_id: owner, family: 'document', operation: 'convert', status: 'completed' },
      ...{ source_format: 'md', target_format: 'html', filename: 'a.md', size_bytes: 5, options: {} },
      ...{ credits_quoted: 2, credits_charged: 2, completed_at: new Date() },
      output: { filename: 'a.html', format: 'html', size_bytes: 1, sha256: 'x', warnings: [] },
    })
  for (const [owner, granted, id] of [
    [user, 100, conversion],
    [visitor, 10, seen],
  ]) {
    const entry = (kind: string, amount: unknown, conversion_id: unknown = null) =>
      insert('credit_entries', { owner_id: owner, kind, amount, conversion_id })
    await entry('grant', granted)
    await entry('hold', -2, id)
    await entry('settle', 0, id)
  }
  await insert('pipelines', { id: pipeline, owner_id: user, name: 'Sign and stamp', steps: '[]' })
  await insert('pipeline_runs', { id: run, owner_id: user, name: 'Sign and stamp', steps: '[]' })
  await insert('shares', {
    ...{ id: link, owner_id: user, token_hash: hashToken('t'), file_id: file, name: 'a.md' },
    ...{ file_name: 'a.md', size_bytes: 5, family: 'document', sha256: 'x' },
  })
}

const as = (headers: Record<string, string>) => ({
  get: async (path: string) => (await new Client(server.url).json('GET', path, undefined, headers)).body,
})

it('keeps everything where it was, and knows who made it', async () => {
  const me = as({ cookie: `session=${session}` })
  expect((await me.get('/api/v1/user/me/')).first_name).toBe('Maren')
  const ids = async (path: string) =>
    (await me.get(path)).results.map((row: Record<string, string>) => row.id ?? row.link_id)
  expect(await ids('/api/v1/conversion/')).toEqual([conversion])
  expect(await ids('/api/v1/user/storage/files/')).toEqual([file])
  expect(await ids('/api/v1/user/shares/')).toEqual([link])
  expect(await ids('/api/v1/pdf_handler/pipeline/')).toEqual([pipeline])
  expect((await me.get('/api/v1/docs_core/credits/')).remaining).toBe(98)
  expect((await me.get('/api/v1/user/api-keys/')).results[0].name).toBe('nightly')
  const byKey = await as({ authorization: `Bearer ${key}` }).get('/api/v1/conversion/')
  expect(byKey.count).toBe(1)
  const visited = await as({ cookie: `visitor=${visit}` }).get('/api/v1/conversion/')
  expect(visited.results.map(({ id }: { id: string }) => id)).toEqual([seen])
  for (const table of ['user_files', 'conversions', 'pipelines', 'pipeline_runs', 'shares', 'api_keys']) {
    const { rows } = await client.query(
      `select distinct created_by, owner_id = created_by as own from ${table} where owner_id = $1`,
      [user],
    )
    expect(rows, table).toEqual([{ created_by: user, own: true }])
  }
  const { rows } = await client.query('select created_by from conversions where id = $1', [seen])
  expect(rows).toEqual([{ created_by: null }])
  const books = await client.query(
    `select kind, source, area, credits, balance, lot_credits from credit_entries where owner_id = $1 order by id`,
    [user],
  )
  expect(books.rows, 'the old ledger, entry by entry').toEqual([
    { kind: 'grant', source: 'signup', area: null, credits: 100, balance: 100, lot_credits: [100] },
    { kind: 'charge', source: 'conversion', area: 'document', credits: -2, balance: 98, lot_credits: [-2] },
  ])
  const lots = await client.query('select owner_id, credits, remaining from credit_lots order by remaining')
  expect(lots.rows).toEqual([
    { owner_id: visitor, credits: 10, remaining: 8 },
    { owner_id: user, credits: 100, remaining: 98 },
  ])
})
