import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { ExportQuery } from '../../../contract/history.ts'
import { type Context, ownerOf } from '../../core/context.ts'
import { csvLine } from '../../core/csv.ts'
import type { ConversionRow } from '../../core/schema.ts'
import { matching } from './conversion-filters.ts'
import { cursorAfter, rowsInOrder } from './list-conversions.ts'

type Query = z.output<typeof ExportQuery>

const PAGE = 500

const COLUMNS: Record<string, (row: ConversionRow) => string | number | Date | null | undefined> = {
  id: (row) => row.id,
  created_at: (row) => row.createdAt,
  completed_at: (row) => row.completedAt,
  filename: (row) => row.filename,
  file_count: (row) => row.fileCount,
  family: (row) => row.family,
  operation: (row) => row.operation,
  source_format: (row) => row.sourceFormat,
  target_format: (row) => row.targetFormat,
  status: (row) => row.status,
  error_code: (row) => row.errorCode,
  size_bytes: (row) => row.sizeBytes,
  output_filename: (row) => row.output?.filename,
  output_size_bytes: (row) => row.output?.size_bytes,
  credits_quoted: (row) => row.creditsQuoted,
  credits_charged: (row) => row.creditsCharged,
  batch_id: (row) => row.batchId,
  external_token: (row) => row.externalToken,
  expires_at: (row) => row.expiresAt,
}

/**
 * Every conversion that matches, as CSV, page by page while it is read: neither a million rows nor
 * a transaction is held, and whoever breaks off asks for no further page. An error midway breaks
 * the download off too: half a table must not look like a whole one.
 */
export async function exportConversions(ctx: Context, query: Query) {
  const owner = ownerOf(ctx)
  const where = owner ? matching(ctx, owner, query) : undefined
  const page = (cursor?: string) =>
    owner ? rowsInOrder(ctx, where, { ...query, cursor }, PAGE).execute() : Promise.resolve([])
  // Before the answer begins, so that what is wrong can still be said.
  const first = await page()
  async function* lines() {
    // Spreadsheets take a file for UTF-8 by this mark.
    yield `\uFEFF${csvLine(Object.keys(COLUMNS))}`
    for (let rows = first; rows.length > 0; ) {
      yield rows.map((row) => csvLine(Object.values(COLUMNS).map((cell) => cell(row)))).join('')
      const last = rows.at(-1)
      rows = last && rows.length === PAGE ? await page(cursorAfter(last, query)) : []
    }
  }
  const day = ctx.platform.clock().toISOString().slice(0, 10)
  return { filename: `history-${day}.csv`, bytes: Readable.from(lines(), { objectMode: false }) }
}
