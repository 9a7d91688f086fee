import { Readable } from 'node:stream'
import { type Column, type SQL, sql } from 'drizzle-orm'
import { csvLine } from './csv.ts'

const PAGE = 500

interface CsvSource<Row, Shown> {
  table: { id: Column; createdAt: Column }
  /** At most `limit` rows that come after, the newest first, in the given order. */
  fetch: (after: SQL | undefined, order: SQL[], limit: number) => Promise<Row[]>
  present: (row: Row) => Shown
  columns: Record<string, (shown: Shown) => string | null | undefined>
}

/**
 * A log as CSV, page by page while it is read. An error midway breaks the download off: half a log
 * must not look like a whole one. The first page is read before the answer begins, so that what is
 * wrong can still be said.
 */
export async function csvDownload<Row extends { id: string; createdAt: Date }, Shown>(
  filename: string,
  { table: { id, createdAt }, fetch, present, columns }: CsvSource<Row, Shown>,
): Promise<{ filename: string; bytes: Readable }> {
  const page = (last?: Row) =>
    fetch(
      last && sql`(${createdAt}, ${id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`,
      [sql`${createdAt} desc`, sql`${id} desc`],
      PAGE,
    )
  const first = await page()
  async function* lines() {
    // Spreadsheets take a file for UTF-8 by this mark.
    yield `\uFEFF${csvLine(Object.keys(columns))}`
    for (let rows = first; rows.length > 0; ) {
      yield rows
        .map(present)
        .map((shown) => csvLine(Object.values(columns).map((cell) => cell(shown))))
        .join('')
      const last = rows.at(-1)
      rows = last && rows.length === PAGE ? await page(last) : []
    }
  }
  return { filename, bytes: Readable.from(lines(), { objectMode: false }) }
}
