import { copyFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Database, Statement } from 'node-sqlite3-wasm'
import { sentence } from '../../kernel/sentence.ts'
import { typesOf } from './column-types.ts'
import { damaged, noData, noTable, tooComplex } from './failures.ts'
import type { DataLosses } from './losses.ts'
import { type ColumnType, exactNumber, type Table, type Value } from './values.ts'
import { cellText } from './write-text.ts'

const sqlite = createRequire(import.meta.url)('node-sqlite3-wasm') as { Database: typeof Database }

const MOST_TABLES = 500
const MOST_COLUMNS = 2000

/**
 * The tables of a SQLite database, or the named one. Never executes what the file defines (views,
 * virtual tables, triggers). Works on a copy, since SQLite locks and repairs the files that it
 * opens.
 */
export function readSqlite(path: string, wanted: string, losses: DataLosses): Table[] {
  const copy = join('tmp', 'source.sqlite')
  copyFileSync(path, copy)
  return guarded(() => {
    const database = new sqlite.Database(copy)
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON')
    const listed = database.all(
      "SELECT type, name FROM sqlite_schema WHERE (type = 'view' OR (type = 'table' AND rootpage > 0)) AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    losses.add('views', wanted === '' ? listed.filter(({ type }) => type === 'view').length : 0)
    const names = listed.filter(({ type }) => type === 'table').map(({ name }) => String(name))
    const kept = wanted === '' ? names : names.filter((name) => name === wanted)
    if (kept.length === 0) throw wanted === '' ? noData() : noTable(wanted, names)
    if (kept.length > MOST_TABLES) throw tooComplex(sentence`The file has more than ${MOST_TABLES} tables.`)
    return kept.map((name) => tableOf(database, name))
  })
}

function tableOf(database: Database, name: string): Table {
  const columns = database
    .all(`SELECT name FROM pragma_table_xinfo(?) WHERE hidden <> 1`, [name])
    .map((column) => String(column.name))
  // Numeric aliases: a name such as __proto__ is special in an object.
  const selected = columns.map((column, at) => `${quoted(column)} AS c${at}`).join(', ')
  return {
    name,
    columns,
    async *rows() {
      let statement: Statement | undefined
      try {
        statement = database.prepare(`SELECT ${selected} FROM ${quoted(name)}`)
        for (const row of statement.iterate()) yield columns.map((_, at) => toValue(row[`c${at}`]))
      } catch (error) {
        throw damaged('SQLite', error)
      } finally {
        statement?.finalize()
      }
    },
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function toValue(value: unknown): Value {
  if (typeof value === 'bigint') return exactNumber(value.toString())
  if (typeof value === 'number' || typeof value === 'string' || value instanceof Uint8Array) return value
  return null
}

function guarded<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && error.name === 'EngineFailure') throw error
    throw damaged('SQLite', error)
  }
}

const DECLARED: Record<ColumnType, string> = {
  integer: 'INTEGER',
  number: 'REAL',
  boolean: 'BOOLEAN',
  bytes: 'BLOB',
  text: 'TEXT',
}

/** Writes tables to a new SQLite database; booleans become 1 and 0. */
export async function writeSqlite(tables: readonly Table[], path: string, losses: DataLosses): Promise<void> {
  const database = new sqlite.Database(path)
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
  const names = distinct(
    tables.map(({ name }) => name),
    losses,
  )
  for (const [at, table] of tables.entries())
    await writeTable(database, names[at] ?? `table_${at + 1}`, table, losses)
  database.exec('COMMIT')
  database.close()
}

async function writeTable(database: Database, name: string, table: Table, losses: DataLosses): Promise<void> {
  if (table.columns.length === 0) throw noData()
  if (table.columns.length > MOST_COLUMNS)
    throw tooComplex(sentence`The file has more than ${MOST_COLUMNS.toLocaleString('en-US')} columns.`)
  const types = await typesOf(table, losses)
  const columns = distinct(table.columns, losses)
  const declared = columns.map((column, at) => `${quoted(column)} ${DECLARED[types[at] ?? 'text']}`)
  database.exec(`CREATE TABLE ${quoted(name)} (${declared.join(', ')})`)
  const insert = database.prepare(`INSERT INTO ${quoted(name)} VALUES (${columns.map(() => '?').join(', ')})`)
  for await (const row of table.rows())
    insert.run(columns.map((_, at) => cell(row[at] ?? null, types[at] ?? 'text', losses)))
  insert.finalize()
}

function cell(value: Value, type: ColumnType, losses: DataLosses) {
  if (value === null) return null
  if (type === 'text') return cellText(value, losses)
  return value as number | bigint | boolean | Uint8Array
}

/** Makes names unique: SQLite's are case-insensitive and not empty. */
function distinct(names: readonly string[], losses: DataLosses): string[] {
  const taken = new Set<string>()
  return names.map((given, at) => {
    const wanted = (given.replaceAll('\0', '') || `column_${at + 1}`).replace(/^sqlite_/i, '_sqlite_')
    let name = wanted
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted}_${number}`
    taken.add(name.toLowerCase())
    if (name !== given) losses.add('headers')
    return name
  })
}
