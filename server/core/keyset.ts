import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { Refusal } from './refusal.ts'

interface Query {
  page: number
  page_size: number
  sort_dir: 'asc' | 'desc'
  cursor?: string | undefined
}

const Place = z.tuple([z.enum(['asc', 'desc']), z.iso.datetime(), z.uuid()])

/**
 * A list that is sorted by when its rows were made, by page or by cursor; ids tell rows of the same moment apart. Counting stops
 * at a thousand. `fetch` is asked for one row more than the page has.
 * @throws Refusal invalid_request for a cursor that is not one of this order's
 */
export async function listByTime<Row extends { id: string; createdAt: Date }, Item>(
  query: Query,
  columns: { id: PgColumn; createdAt: PgColumn },
  ask: {
    fetch(after: SQL | undefined, order: SQL[], limit: number, offset: number): Promise<Row[]>
    count(limit: number): Promise<number>
    present(row: Row): Item
  },
) {
  const { page_size: size, sort_dir: direction, page } = query
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  const order = [sql`${columns.createdAt} ${way}`, sql`${columns.id} ${way}`]
  const after = query.cursor === undefined ? undefined : afterPlace(query.cursor, direction, columns)
  const [rows, found] = await Promise.all([
    ask.fetch(after, order, size + 1, after ? 0 : (page - 1) * size),
    ask.count(COUNT_LIMIT + 1),
  ])
  const count = Math.min(found, COUNT_LIMIT)
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const more = rows.length > size && last !== undefined
  return {
    count,
    count_exact: found <= COUNT_LIMIT,
    total_pages: Math.ceil(count / size),
    page,
    page_size: size,
    next_cursor: more
      ? Buffer.from(JSON.stringify([direction, last.createdAt.toISOString(), last.id])).toString('base64url')
      : null,
    results: shown.map(ask.present),
  }
}

const COUNT_LIMIT = 1000

function afterPlace(cursor: string, direction: string, columns: { id: PgColumn; createdAt: PgColumn }): SQL {
  try {
    const [way, at, id] = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    if (way === direction) {
      const than = way === 'asc' ? sql`>` : sql`<`
      return sql`(${columns.createdAt}, ${columns.id}) ${than} (${at}::timestamptz, ${id}::uuid)`
    }
  } catch {}
  throw new Refusal('invalid_request', 'The cursor is not one of this list. Start again without it.', {
    errors: [{ path: 'cursor', message: 'Not a cursor of this list.' }],
  })
}
