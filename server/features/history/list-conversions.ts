import { and, asc, desc, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Family } from '../../../contract/families.ts'
import type { ConversionList, ConversionsQuery } from '../../../contract/history.ts'
import { type Context, ownerOf } from '../../core/context.ts'
import { countUpTo } from '../../core/keyset.ts'
import { presentConversion } from '../../core/present-conversion.ts'
import { queuePositions } from '../../core/queue-positions.ts'
import { type ConversionRow, conversions } from '../../core/schema.ts'
import { COUNT_LIMIT, charged, countsByIndex, matching } from './conversion-filters.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

type Query = z.output<typeof ConversionsQuery>
type Order = Pick<Query, 'sort_by' | 'sort_dir'> & { cursor?: string | undefined }

const columns = {
  created_at: conversions.createdAt,
  filename: conversions.filename,
  size_bytes: conversions.sizeBytes,
  credits_charged: charged,
} as const

/**
 * A page of the caller's conversions, by page number or, however deep, by cursor. Each sort order
 * has an index that ends in the id, so that a page is the next twenty entries of it.
 * @throws ApiProblem invalid_request for a cursor that is not ours
 */
export async function listConversions(ctx: Context, query: Query): Promise<z.input<typeof ConversionList>> {
  const { db } = ctx.platform
  const owner = ownerOf(ctx)
  const size = query.ids ? 100 : query.page_size
  const empty = {
    count: 0,
    count_exact: true,
    total_pages: 0,
    page: query.page,
    page_size: size,
    next_cursor: null,
    results: [],
  }
  if (!owner) return empty

  // A list by ids holds all of them that are the caller's: a hidden one is followed to its end too.
  const named = query.ids ? inArray(conversions.id, query.ids.split(',').slice(0, 100)) : undefined
  const where =
    named && query.hidden === undefined
      ? and(named, or(matching(ctx, owner, query), matching(ctx, owner, { ...query, hidden: true })))
      : and(named, matching(ctx, owner, query))
  const countLimit = countsByIndex(query) ? COUNT_LIMIT.byIndex : COUNT_LIMIT.byRow
  const wanted = rowsInOrder(ctx, where, query, size + 1).offset(query.cursor ? 0 : (query.page - 1) * size)
  // The first page of a list by ids holds all of them, so nothing is counted: it is asked for
  // often.
  const [rows, found] =
    query.ids && !query.cursor && query.page === 1
      ? await wanted.then((rows) => [rows, rows.length] as const)
      : await Promise.all([wanted, countUpTo(db, sql`${conversions} where ${where}`, countLimit + 1)])
  const count = Math.min(found, countLimit)
  const page = rows.slice(0, size)
  const last = page.at(-1)
  const positions = await queuePositions(ctx.platform, page)
  return {
    count,
    count_exact: found <= countLimit,
    total_pages: Math.ceil(count / size),
    page: query.page,
    page_size: size,
    next_cursor: rows.length > size && last ? cursorAfter(last, query) : null,
    results: page.map((row) => presentConversion(ctx, row, positions.get(row.id))),
  }
}

/** The next rows of the order, after the cursor where there is one. */
export function rowsInOrder(ctx: Context, where: SQL | undefined, order: Order, limit: number) {
  const direction = order.sort_dir === 'asc' ? asc : desc
  return ctx.platform.db
    .select()
    .from(conversions)
    .where(and(where, order.cursor ? afterCursor(order) : undefined))
    .orderBy(direction(columns[order.sort_by]), direction(conversions.id))
    .limit(limit)
    .$dynamic()
}

/** The place right after a row. */
export function cursorAfter(row: ConversionRow, order: Order): string {
  const value = {
    created_at: row.createdAt.toISOString(),
    filename: row.filename,
    size_bytes: row.sizeBytes,
    credits_charged: row.creditsCharged ?? 0,
  }[order.sort_by]
  return encodeCursor(order, { value, id: row.id })
}

function afterCursor(order: Order): SQL {
  const { value, id } = decodeCursor(order)
  const column = columns[order.sort_by]
  const typed = order.sort_by === 'created_at' ? sql`${value}::timestamptz` : sql`${value}`
  const than = order.sort_dir === 'asc' ? sql`>` : sql`<`
  return sql`(${column}, ${conversions.id}) ${than} (${typed}, ${id}::uuid)`
}

/** Only one family's part of the history. */
export const listFamily = (
  ctx: Context,
  family: Family,
  query: Omit<Query, 'family' | 'ids' | 'hidden' | 'wait'>,
) => listConversions(ctx, { ...query, family })
