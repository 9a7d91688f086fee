import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { columnsSql, listSequences, listTables, replaceRows, setSequences, tableSql } from '../table-rows.ts'
import { type Manifest, tableFile } from './manifest.ts'
import type { BackupStore } from './store.ts'

/**
 * The manifest lists the migrations, unfinished uploads are not backed up, and the process of the
 * periodic work no longer runs.
 */
const LEFT_OUT = ['schema_migrations', 'uploads', 'upload_pieces', 'limits', 'periodic_tasks']

const SCHEMAS = ['public']

/** Writes every table of the client's snapshot, compressed. */
export async function dumpTables(client: pg.Client, store: BackupStore, folder: string) {
  const tables: Manifest['tables'] = []
  for (const table of await listTables(client, SCHEMAS, LEFT_OUT)) {
    const { name, columns } = table
    const copy = client.query(copyTo(`copy (select ${columnsSql(table)} from ${tableSql(table)}) to stdout`))
    const file = `${folder}/${tableFile(name)}`
    const packed = copy.pipe(createGzip())
    // Propagates an error of the query to the stream.
    copy.once('error', (error) => packed.destroy(error))
    const { sha256 } = await store.write(file, packed)
    tables.push({ name, columns, rows: copy.rowCount, sha256 })
  }
  const sequences = (await listSequences(client, SCHEMAS)).map(({ name, value }) => ({ name, value }))
  return { tables, sequences }
}

/**
 * Fills the tables of an empty instance in the client's transaction. Foreign keys and triggers are
 * disabled meanwhile, then restored.
 * @throws if a row violates a foreign key
 */
export async function loadTables(
  client: pg.Client,
  store: BackupStore,
  folder: string,
  { tables, sequences }: Manifest,
): Promise<void> {
  const known = await listTables(client, SCHEMAS, LEFT_OUT)
  await replaceRows(client, known, async () => {
    for (const { name, columns, rows } of tables) {
      const table = known.find((one) => one.name === name)
      if (!table)
        throw new Error(`This version has no table ${name}. Restore with the version that wrote the backup.`)
      const into = `copy ${tableSql(table)} (${columnsSql({ columns })}) from stdin`
      const copy = client.query(copyFrom(into))
      await pipeline(await store.read(`${folder}/${tableFile(name)}`), createGunzip(), copy)
      if (copy.rowCount !== rows)
        throw new Error(`The table ${name} has ${copy.rowCount} rows instead of ${rows}.`)
    }
    await setSequences(
      client,
      sequences.map((sequence) => ({ schema: 'public', ...sequence })),
    )
  })
}

/** Compressed JSON lines. */
export const packLines = (lines: AsyncIterable<unknown> | Iterable<unknown>): Readable =>
  Readable.from(
    (async function* () {
      for await (const line of lines) yield `${JSON.stringify(line)}\n`
    })(),
  ).pipe(createGzip())
