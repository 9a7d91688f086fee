import { ilike, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Queries } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'

interface Query {
  page: number
  page_size: number
  sort_by: string
  sort_dir: 'asc' | 'desc'
  cursor?: string | undefined
}

type Value = Date | string | number

/** The sortable columns of a list, by API name, and a row's value in each. */
export type Orders<Row> = Readonly<Record<string, { column: PgColumn; of(row: Row): Value }>>

interface Ask<Row, Item> {
  /** Rows after a position, in an order; `limit` is one more than the page size. */
  fetch(after: SQL | undefined, order: SQL[], limit: number, offset: number): Promise<Row[]>
  /** The number of rows, at most `limit`. */
  count(limit: number): Promise<number>
  present(row: Row): Item
}

const Place = z.tuple([
  z.string(),
  z.enum(['asc', 'desc']),
  z.union([z.string(), z.number()]),
  z.union([z.uuid(), z.int()]),
])
const COUNT_LIMIT = 1000

/**
 * A page of a list in one of its orders, by page number or cursor; ids break ties. Counting stops
 * at `countLimit`.
 * @throws ApiProblem invalid_request for a cursor of another order
 */
export async function listInOrder<Row extends { id: string | number }, Item>(
  query: Query,
  id: PgColumn,
  orders: Orders<Row>,
  ask: Ask<Row, Item>,
  countLimit = COUNT_LIMIT,
) {
  const { page_size: size, sort_dir: direction, sort_by: by, page } = query
  const sorted = orders[by]
  if (!sorted) throw new Error(`nothing is sorted by ${by}`)
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  const order = [sql`${sorted.column} ${way}`, sql`${id} ${way}`]
  const after = query.cursor === undefined ? undefined : afterPlace(query.cursor, query, sorted.column, id)
  const [rows, found] = await Promise.all([
    ask.fetch(after, order, size + 1, after ? 0 : (page - 1) * size),
    ask.count(countLimit + 1),
  ])
  const count = Math.min(found, countLimit)
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const more = rows.length > size && last !== undefined
  return {
    count,
    count_exact: found <= countLimit,
    total_pages: Math.ceil(count / size),
    page,
    page_size: size,
    next_cursor: more
      ? Buffer.from(JSON.stringify([by, direction, sorted.of(last), last.id])).toString('base64url')
      : null,
    results: shown.map(ask.present),
  }
}

/** A list sorted by creation time only. */
export const listByTime = <Row extends { id: string | number; createdAt: Date }, Item>(
  query: Query,
  columns: { id: PgColumn; createdAt: PgColumn },
  ask: Ask<Row, Item>,
) =>
  listInOrder<Row, Item>(
    query,
    columns.id,
    { created_at: { column: columns.createdAt, of: ({ createdAt }) => createdAt } },
    ask,
  )

function afterPlace(cursor: string, query: Query, column: PgColumn, id: PgColumn): SQL {
  try {
    const [by, way, value, place] = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    const than = way === 'asc' ? sql`>` : sql`<`
    const there = typed(column, value)
    const isId = (typeof place === 'number') === (id.dataType === 'number')
    const last = typeof place === 'number' ? sql`${place}::bigint` : sql`${place}::uuid`
    if (by === query.sort_by && way === query.sort_dir && there && isId)
      return sql`(${column}, ${id}) ${than} (${there}, ${last})`
  } catch {}
  throw new ApiProblem(
    'invalid_request',
    'The cursor does not belong to this list and order. Start again without it.',
    { errors: [{ path: 'cursor', message: 'The cursor does not belong to this list.' }] },
  )
}

/** The value in the column's type; null if it does not fit. */
function typed({ dataType }: PgColumn, value: string | number): SQL | null {
  if (dataType === 'number') return typeof value === 'number' ? sql`${value}::bigint` : null
  if (typeof value !== 'string') return null
  if (dataType !== 'date') return sql`${value}::text`
  return z.iso.datetime().safeParse(value).success ? sql`${value}::timestamptz` : null
}

/** Counts the rows of `from`, including its conditions, up to `limit`. */
export async function countUpTo(db: Queries, from: SQL, limit: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from ${from} limit ${limit}) as counted`,
  )
  return rows[0]?.count ?? 0
}

/** Case-insensitive substring search; escapes the wildcards of the pattern. */
export const contains = (column: PgColumn, text: string) =>
  ilike(column, `%${text.replace(/[\\%_]/g, '\\$&')}%`)
