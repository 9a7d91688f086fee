import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate, missingMigrations } from '../../server/adapters/migrate.ts'
import { createDatabase, type TestDatabase } from '../postgres/database.ts'

const OWN = join(import.meta.dirname, '../../server/migrations')
const folder = mkdtempSync(join(tmpdir(), 'filewright-migrations-'))
const url = pathToFileURL(`${folder}/`)
let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  cpSync(OWN, folder, { recursive: true })
  database = await createDatabase()
  client = new pg.Client(database.url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})
const sums = async () =>
  (
    await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from schema_migrations order by name',
    )
  ).rows

it('keeps a checksum of each file, and adds those that an earlier version did not keep', async () => {
  const before = await sums()
  expect(before.map(({ name }) => name)).toEqual(readdirSync(OWN).sort())
  expect(before.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256))).toBe(true)
  await client.query('alter table schema_migrations drop column sha256')
  await migrate(database.url)
  expect(await sums()).toEqual(before)
})

it('refuses a file that was changed after it had been applied, and names it', async () => {
  const [first = '', second = ''] = readdirSync(OWN).sort()
  appendFileSync(join(folder, second), '\n-- changed\n')
  await expect(migrate(database.url, { folder: url })).rejects.toThrow(
    `Migrations were changed after they had been applied to this database: ${second}. Restore`,
  )
  expect(first).not.toBe(second)
  cpSync(join(OWN, second), join(folder, second))
  await migrate(database.url, { folder: url })
})

it('waits for a lock in attempts, and says so in the end', async () => {
  writeFileSync(join(folder, '900-later.sql'), 'alter table conversions add column later integer;')
  const quick = { folder: url, lockTimeoutMs: 100, tries: 3 }
  const reader = new pg.Client(database.url)
  await reader.connect()
  await reader.query('begin')
  await reader.query('select from conversions')
  await expect(migrate(database.url, quick)).rejects.toThrow(
    /^The migration 900-later\.sql waited 0 s for a lock that another session holds/,
  )
  expect(await sums()).not.toContainEqual(expect.objectContaining({ name: '900-later.sql' }))

  let waits = 0
  const log = pino({ level: 'warn' }, { write: () => void (++waits === 1 && reader.query('commit')) })
  await migrate(database.url, { ...quick, tries: 100, log })
  await reader.end()
  expect(waits).toBeGreaterThan(0)
  expect(await sums()).toContainEqual(expect.objectContaining({ name: '900-later.sql' }))
})

it('is done by one process at a time', async () => {
  writeFileSync(join(folder, '901-once.sql'), 'create table made_once (); select pg_sleep(0.2);')
  await Promise.all([1, 2, 3].map(() => migrate(database.url, { folder: url })))
  expect(await sums()).toContainEqual(expect.objectContaining({ name: '901-once.sql' }))
})

it('refuses a database that a newer version has changed, unless versions without the change can run', async () => {
  const later = (name: string, kind: string | null, since: string | null) =>
    client.query('insert into schema_migrations (name, kind, since) values ($1, $2, $3)', [name, kind, since])
  const forget = (name: string) => client.query('delete from schema_migrations where name = $1', [name])
  const [, known = ''] = readdirSync(OWN).sort()
  await client.query(`delete from schema_migrations where name like '9%'`)
  await later('950-more.sql', 'expand', null)
  await later('951-less.sql', 'contract', known)
  expect(await migrate(database.url)).toEqual([])
  expect(await missingMigrations(database.url)).toEqual([])

  for (const [kind, since] of [
    ['contract', '940-unknown.sql'],
    [null, null],
  ] as const) {
    await later('952-other.sql', kind, since)
    const refusal =
      /^A newer version of Filewright has changed this database in a way that this version cannot run with: 952-other\.sql\. Start/
    await expect(migrate(database.url)).rejects.toThrow(refusal)
    await expect(missingMigrations(database.url)).rejects.toThrow(refusal)
    await forget('952-other.sql')
  }
  await client.query(`delete from schema_migrations where name like '9%'`)
})

it('writes down what a file says of versions without it', async () => {
  for (const name of readdirSync(folder).filter((one) => one.startsWith('9'))) rmSync(join(folder, name))
  writeFileSync(join(folder, '902-more.sql'), '-- expand\nselect 1;')
  writeFileSync(join(folder, '903-less.sql'), '-- contract since 902-more.sql\nselect 1;')
  expect(await migrate(database.url, { folder: url })).toEqual(
    expect.arrayContaining(['902-more.sql', '903-less.sql']),
  )
  const kinds = `select kind, since from schema_migrations where name in ('902-more.sql', '903-less.sql') order by name`
  const { rows } = await client.query(kinds)
  expect(rows).toEqual([
    { kind: 'expand', since: null },
    { kind: 'contract', since: '902-more.sql' },
  ])
  // A version that knew no kinds has applied it.
  await client.query('alter table schema_migrations drop column kind, drop column since')
  await migrate(database.url, { folder: url })
  expect((await client.query(kinds)).rows).toEqual(rows)
})
