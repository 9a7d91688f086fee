import {
  and,
  asc,
  desc,
  eq,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { z } from 'zod'
import type { Family } from '../../../contract/families.ts'
import type { ConversionList, ConversionsQuery } from '../../../contract/history.ts'
import { type Context, ownerOf } from '../../core/context.ts'
import { presentConversion } from '../../core/present-conversion.ts'
import { type ConversionRow, conversions } from '../../core/schema.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

type Query = z.output<typeof ConversionsQuery>

/**
 * Counting stops here: a page of twenty must not cost a count of a million. It stops sooner where rows have to be read to
 * be counted, and not an index alone.
 */
const COUNT_LIMIT = { byIndex: 10_000, byRow: 1000 }

const columns = {
  created_at: conversions.createdAt,
  filename: conversions.filename,
  size_bytes: conversions.sizeBytes,
  credits_charged: sql<number>`coalesce(${conversions.creditsCharged}, 0)`,
} as const

/**
 * A page of the caller's conversions, by page number or, however deep, by cursor. Each sort order has an index that ends in
 * the id, so that a page is the next twenty entries of it.
 * @throws Refusal invalid_request for a cursor that is not ours
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

  const where = and(eq(conversions.ownerId, owner), visibility(query), ...filters(ctx, query))
  const countLimit = countsByIndex(query) ? COUNT_LIMIT.byIndex : COUNT_LIMIT.byRow
  const column = columns[query.sort_by]
  const order = query.sort_dir === 'asc' ? asc : desc
  const after = query.cursor ? afterCursor(query) : undefined
  const [rows, counted] = await Promise.all([
    db
      .select()
      .from(conversions)
      .where(and(where, after))
      .orderBy(order(column), order(conversions.id))
      .limit(size + 1)
      .offset(after ? 0 : (query.page - 1) * size),
    db.execute<{ count: number }>(
      sql`select count(*)::int as count from (select 1 from ${conversions} where ${where} limit ${countLimit + 1}) as counted`,
    ),
  ])
  const found = counted.rows[0]?.count ?? 0
  const count = Math.min(found, countLimit)
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return {
    count,
    count_exact: found <= countLimit,
    total_pages: Math.ceil(count / size),
    page: query.page,
    page_size: size,
    next_cursor: rows.length > size && last ? encodeCursor(query, cursorOf(last, query.sort_by)) : null,
    results: page.map((row) => presentConversion(ctx, row)),
  }
}

/** Family and status have an index each, which knows the date too; nothing else is counted without looking at rows. */
const countsByIndex = ({ hidden, q, format, batch_id, family, status, credits_min, credits_max }: Query) =>
  !(hidden === 'true' || q || format || batch_id || (family && status) || credits_min || credits_max)

const cursorOf = (row: ConversionRow, sortBy: Query['sort_by']) => {
  const value = {
    created_at: row.createdAt.toISOString(),
    filename: row.filename,
    size_bytes: row.sizeBytes,
    credits_charged: row.creditsCharged ?? 0,
  }[sortBy]
  return { value, id: row.id }
}

function afterCursor(query: Query): SQL {
  const { value, id } = decodeCursor(query)
  const column = columns[query.sort_by]
  const typed = query.sort_by === 'created_at' ? sql`${value}::timestamptz` : sql`${value}`
  const than = query.sort_dir === 'asc' ? sql`>` : sql`<`
  return sql`(${column}, ${conversions.id}) ${than} (${typed}, ${id}::uuid)`
}

/** The service's own conversions are hidden from the start, and nobody's to see. */
const visibility = ({ hidden }: Query) =>
  hidden === 'true'
    ? and(isNotNull(conversions.hiddenAt), not(conversions.service))
    : isNull(conversions.hiddenAt)

function filters(ctx: Context, query: Query): (SQL | undefined)[] {
  return [
    query.ids ? inArray(conversions.id, query.ids.split(',').slice(0, 100)) : undefined,
    query.family ? eq(conversions.family, query.family) : undefined,
    query.status && ofStatus(query.status),
    query.format ? or(...ofFormat(query.format)) : undefined,
    query.created_after ? gte(conversions.createdAt, new Date(query.created_after)) : undefined,
    query.created_before ? lt(conversions.createdAt, new Date(query.created_before)) : undefined,
    query.batch_id ? eq(conversions.batchId, query.batch_id) : undefined,
    query.credits_min === undefined ? undefined : gte(columns.credits_charged, query.credits_min),
    query.credits_max === undefined ? undefined : lte(columns.credits_charged, query.credits_max),
    query.q?.trim() ? matching(ctx, query.q.trim()) : undefined,
  ]
}

const ofStatus = (status: NonNullable<Query['status']>) => {
  if (status === 'cancelled')
    return and(eq(conversions.status, 'failed'), eq(conversions.errorCode, 'cancelled'))
  if (status !== 'failed') return eq(conversions.status, status)
  return and(
    eq(conversions.status, 'failed'),
    or(isNull(conversions.errorCode), ne(conversions.errorCode, 'cancelled')),
  )
}

const ofFormat = (format: string) => [
  eq(conversions.sourceFormat, format),
  eq(conversions.targetFormat, format),
]

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An id, or a part of a file name; and where the text names a format, what was of it or became it. */
function matching({ platform }: Context, text: string): SQL | undefined {
  if (UUID.test(text)) return eq(conversions.id, text.toLowerCase())
  const named = ilike(conversions.filename, `%${text.replace(/[\\%_]/g, '\\$&')}%`)
  const format = platform.engines.normalise(text)
  // No other text is asked for as a format: the question would keep the name's index from being enough.
  return format === null ? named : or(named, ...ofFormat(format))
}

/** Only one family's part of the history. */
export const listFamily = (ctx: Context, family: Family, query: Omit<Query, 'family' | 'ids' | 'hidden'>) =>
  listConversions(ctx, { ...query, family })
