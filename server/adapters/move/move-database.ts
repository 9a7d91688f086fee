import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Log } from '../../platform.ts'
import { migrateAll, missingOfAll } from '../database-schema.ts'
import { readList } from '../migration-list.ts'
import type { Connection } from '../postgres.ts'
import {
  columnsSql,
  listSequences,
  listTables,
  replaceRows,
  setSequences,
  type Table,
  tableSql,
} from '../table-rows.ts'
import { isServerWorking } from '../working-servers.ts'
import { SAME_TEXT, sumLedger, sumTable } from './compare-tables.ts'
import { findObstacle, instanceName, markTarget, stateOf, unmarkTarget } from './database-target.ts'
import { claimMove, openClient, refuseWrites } from './source-lock.ts'

const SCHEMAS = ['public', 'stripe_sandbox']
/** `migrate` writes it in the target. */
const LEFT_OUT = ['schema_migrations']
/** Only the queue's jobs move: pg-boss creates its other tables again. */
const QUEUE_TABLES = ['job', 'job_dependency']

export interface DatabaseProgress {
  tables: number
  ofTables: number
  /** Size of the tables in the source in bytes. */
  bytes: number
  ofBytes: number
}

export interface DatabaseMove {
  source: Connection
  target: Connection
  log: Log
  signal: AbortSignal
  onProgress(progress: DatabaseProgress): void
}

export interface DatabaseMoveResult {
  tables: number
  rows: number
  ledger: { entries: string; credits: string }
  /** False if the target already had the same rows. */
  copied: boolean
}

/**
 * Copies the database of a stopped instance into an empty one, and compares both before the commit.
 * The source is locked against writes and never changed. An aborted run leaves empty tables and can
 * be repeated; after a completed run the rows are only compared.
 * @throws Error with a message for the operator if the source is in use or of another version, the
 * target is not empty, or the databases differ
 */
export async function moveDatabase(move: DatabaseMove): Promise<DatabaseMoveResult> {
  const [source, target] = await openBoth(move)
  // Aborts a running copy, and with it the transaction.
  const stop = () => void Promise.allSettled([source.end(), target.end()])
  move.signal.addEventListener('abort', stop)
  try {
    await claimMove(source)
    await requireStopped(source, target)
    await requireMigrated(move.source)
    const instance = await instanceName(source)
    const state = await stateOf(target, instance)
    const obstacle = await findObstacle(target)
    if (obstacle) throw new Error(obstacle)
    if (state === 'fillable') {
      await markTarget(target, instance)
      await migrateAll(move.target, move.log)
    }
    const problem = await compareSchemas(source, target)
    if (problem) throw new Error(state === 'filled' ? NOT_EMPTY : problem)
    const tables = await tablesOf(source)
    await refuseWrites(source, tables.map(tableSql))
    for (const client of [source, target]) await client.query(SAME_TEXT)
    if (state === 'filled') return await compareFilled(move, source, target, tables)
    await target.query('begin')
    const rows = await copyTables(move, source, target, tables)
    const ledger = await sumLedger(target)
    await unmarkTarget(target)
    // Fails if the source's session has ended, and with it the lock.
    await source.query('commit')
    if (await isServerWorking(source))
      throw new Error(
        'A server was started on the source database meanwhile. Nothing was kept: stop it, then move.',
      )
    await target.query('commit')
    await target.query('analyze')
    return { tables: tables.length, rows, ledger, copied: true }
  } catch (error) {
    move.signal.throwIfAborted()
    throw error
  } finally {
    move.signal.removeEventListener('abort', stop)
    await Promise.allSettled([source.end(), target.end()])
  }
}

/**
 * Reports what a move would do and what prevents it. Read-only; `target` is null if it does not
 * exist yet.
 */
export async function checkDatabase(move: { source: Connection; target: Connection | null }): Promise<{
  bytes: number
  tables: number
  problems: string[]
}> {
  const source = await openClient(move.source)
  const target =
    move.target === null
      ? null
      : await openClient(move.target).catch((error: unknown) => {
          void source.end()
          throw error
        })
  try {
    const problems: string[] = []
    const note = async (work: Promise<unknown>) =>
      work.catch((error: unknown) => problems.push(error instanceof Error ? error.message : String(error)))
    await note(requireStopped(source, target))
    await note(requireMigrated(move.source))
    const tables = await tablesOf(source)
    if (target) {
      const obstacle = await findObstacle(target)
      if (obstacle) problems.push(obstacle)
      await note(
        instanceName(source).then(async (instance) => {
          if ((await stateOf(target, instance)) === 'filled') throw new Error(NOT_EMPTY)
        }),
      )
    }
    const sizes = await sizesOf(source, tables)
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), tables: tables.length, problems }
  } finally {
    await Promise.allSettled([source.end(), target?.end()])
  }
}

const NOT_EMPTY =
  'The target database is not empty, and what it has is not this instance as it is now. Nothing was changed: give an empty database.'

async function openBoth(move: DatabaseMove): Promise<[pg.Client, pg.Client]> {
  const source = await openClient(move.source)
  try {
    return [source, await openClient(move.target)]
  } catch (error) {
    await source.end()
    const reason = error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : ''
    throw new Error(`The target database cannot be reached: ${reason}`, { cause: error })
  }
}

async function requireStopped(source: pg.Client, target: pg.Client | null): Promise<void> {
  if (await isServerWorking(source))
    throw new Error('A server works on the source database. Stop all processes of the instance, then move.')
  if (target && (await isServerWorking(target)))
    throw new Error('A server works on the target database. Stop it, or give another database.')
}

async function requireMigrated(source: Connection): Promise<void> {
  const missing = await missingOfAll(source)
  if (missing.length > 0)
    throw new Error(
      `The source database lacks migrations of this version: ${missing.join(', ')}. Start the instance once with this version, stop it, and move then.`,
    )
}

/**
 * @returns a message if the databases have different migrations; null if their tables are the same
 */
async function compareSchemas(source: pg.Client, target: pg.Client): Promise<string | null> {
  const [ours, theirs] = [await readList(source), await readList(target)]
  const names = (rows: typeof ours) => rows.map(({ name, sha256 }) => `${name} ${sha256}`).join('\n')
  if (names(ours) !== names(theirs))
    return 'The source database has migrations that this version does not have. Move with the version that the instance runs.'
  const [here, there] = [await tablesOf(source), await tablesOf(target)]
  return JSON.stringify(here) === JSON.stringify(there)
    ? null
    : 'The tables of the two databases differ. Move with the version that the instance runs.'
}

const tablesOf = async (client: pg.Client): Promise<Table[]> => [
  ...(await listTables(client, SCHEMAS, LEFT_OUT)),
  ...(await listTables(client, ['pgboss'], [])).filter(({ name }) => QUEUE_TABLES.includes(name)),
]

async function copyTables(
  { signal, onProgress }: DatabaseMove,
  source: pg.Client,
  target: pg.Client,
  tables: Table[],
): Promise<number> {
  const sizes = await sizesOf(source, tables)
  const progress = {
    ...{ tables: 0, ofTables: tables.length },
    ...{ bytes: 0, ofBytes: sizes.reduce((sum, size) => sum + size, 0) },
  }
  let rows = 0
  await replaceRows(target, tables, async () => {
    for (const [at, table] of tables.entries()) {
      const size = sizes[at] ?? 0
      const begun = progress.bytes
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          // The text format has another size than the table: caps the progress at the table's size.
          progress.bytes = Math.min(progress.bytes + chunk.length, begun + size)
          onProgress(progress)
          done(null, chunk)
        },
      })
      const from = source.query(
        copyTo(`copy (select ${columnsSql(table)} from ${tableSql(table)}) to stdout`),
      )
      const into = target.query(copyFrom(`copy ${tableSql(table)} (${columnsSql(table)}) from stdin`))
      await pipeline(from, counted, into, { signal })
      rows += await requireSame(source, target, table)
      progress.tables += 1
      progress.bytes = begun + size
      onProgress(progress)
    }
    await setSequences(target, await listSequences(source, SCHEMAS))
  })
  return rows
}

/** @returns the row count */
async function requireSame(source: pg.Client, target: pg.Client, table: Table): Promise<number> {
  const [ours, theirs] = await Promise.all([sumTable(source, table), sumTable(target, table)])
  if (ours.rows !== theirs.rows || ours.sum !== theirs.sum)
    throw new Error(
      `The copy of the table ${table.name} differs: ${ours.rows} rows in the source, ${theirs.rows} in the target. Nothing was kept.`,
    )
  return Number(ours.rows)
}

/** The target already has tables: compares them with those of a completed move. */
async function compareFilled(
  { onProgress }: DatabaseMove,
  source: pg.Client,
  target: pg.Client,
  tables: Table[],
): Promise<DatabaseMoveResult> {
  const progress = { tables: 0, ofTables: tables.length, bytes: 0, ofBytes: 0 }
  let rows = 0
  for (const table of tables) {
    rows += await requireSame(source, target, table).catch((error: unknown) => {
      throw new Error(NOT_EMPTY, { cause: error })
    })
    progress.tables += 1
    onProgress(progress)
  }
  return { tables: tables.length, rows, ledger: await sumLedger(target), copied: false }
}

async function sizesOf(client: pg.Client, tables: Table[]): Promise<number[]> {
  const { rows } = await client.query<{ size: number }>(
    `select coalesce((select sum(pg_table_size(relid)) from pg_partition_tree(t)), pg_table_size(t))::float8 as size
     from unnest($1::regclass[]) with ordinality as list (t, at) order by at`,
    [tables.map(tableSql)],
  )
  return rows.map(({ size }) => size)
}
