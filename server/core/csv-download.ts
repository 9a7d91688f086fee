import { Readable } from 'node:stream'
import { type Column, type SQL, sql } from 'drizzle-orm'
import { csvLine } from './csv.ts'

const PAGE = 500

interface CsvSource<Row, Shown> {
  table: { id: Column; createdAt: Column }
  /** At most `limit` rows that match `after`, in the given order. */
  fetch: (after: SQL | undefined, order: SQL[], limit: number) => Promise<Row[]>
  present: (row: Row) => Shown
  columns: Record<string, (shown: Shown) => string | null | undefined>
}

/**
 * Streams a log as CSV, page by page. An error midway aborts the download: a truncated log must not
 * look complete. The first page is read before the response starts, so that its errors can still be
 * reported.
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
    // Spreadsheets detect UTF-8 by this byte order mark.
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
