import { readdirSync } from 'node:fs'
import type pg from 'pg'
import type { MigrationFile, MigrationKind } from './migration-files.ts'

interface Row extends MigrationKind {
  name: string
  sha256: string | null
}

/** Creates the table of applied migrations, or adds columns that earlier versions lack. */
export async function prepareList(client: pg.Client): Promise<void> {
  await client.query(
    `create table if not exists schema_migrations (name text primary key, applied_at timestamptz default now(),
       sha256 text, kind text, since text)`,
  )
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname in ('sha256', 'kind', 'since')`,
  )
  // `if not exists` locks the table even if nothing changes.
  if (rows.length === 3) return
  for (const column of ['sha256', 'kind', 'since'])
    await client.query(`alter table schema_migrations add column if not exists ${column} text`)
}

/** The applied migrations; empty without a list. Read-only. */
export async function readList(client: pg.Client): Promise<Row[]> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = to_regclass('schema_migrations') and attnum > 0 and not attisdropped`,
  )
  if (columns.length === 0) return []
  const has = (column: string) => columns.some(({ name }) => name === column)
  const wanted = ['sha256', 'kind', 'since'].map((column) => (has(column) ? column : `null as ${column}`))
  const { rows } = await client.query<Row>(
    `select name, ${wanted.join(', ')} from schema_migrations order by name`,
  )
  return rows
}

/** Adds data of applied files that earlier versions did not record. */
export async function completeList(
  client: pg.Client,
  rows: readonly Row[],
  files: ReadonlyMap<string, MigrationFile>,
): Promise<void> {
  for (const { name, sha256, kind } of rows) {
    const file = files.get(name)
    if (file && (sha256 === null || kind !== file.kind))
      await client.query('update schema_migrations set sha256 = $2, kind = $3, since = $4 where name = $1', [
        ...[name, file.sha256],
        ...[file.kind, file.since],
      ])
  }
}

/** @throws if a file was changed after it was applied */
export function requireUnchanged(rows: readonly Row[], files: ReadonlyMap<string, MigrationFile>): void {
  const changed = rows.filter(({ name, sha256 }) => {
    const file = files.get(name)
    return file !== undefined && sha256 !== null && file.sha256 !== sha256
  })
  if (changed.length === 0) return
  const names = changed.map(({ name }) => name).join(', ')
  throw new Error(
    `Migrations were changed after they had been applied to this database: ${names}. Restore these files, and put the change into a new one.`,
  )
}

/** @throws if a newer version has applied a migration that is incompatible with this version */
export function requireCompatible(rows: readonly Row[], folder: URL): void {
  const known = new Set(readdirSync(folder))
  const breaking = rows.filter(
    ({ name, kind, since }) =>
      !known.has(name) && kind !== 'expand' && !(kind === 'contract' && since !== null && known.has(since)),
  )
  if (breaking.length === 0) return
  const names = breaking.map(({ name }) => name).join(', ')
  throw new Error(
    `A newer version of Filewright has changed this database in a way that this version cannot run with: ${names}. Start that version or a later one, or restore a backup from before the upgrade.`,
  )
}
