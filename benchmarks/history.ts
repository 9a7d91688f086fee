import pg from 'pg'
import { Customer } from './client.ts'
import { digits, milliseconds, spread, timed } from './figures.ts'
import { insertHistory, RARE } from './history-rows.ts'
import { openQueryTimes, type QueryTimes } from './query-times.ts'
import { databaseOf, withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const TARGET_MS = 50
const DAY = 86_400_000

/** Queries of the History page. */
export const questions = (deep: string, deepInFamily: string): Record<string, Record<string, string>> => ({
  'first page': {},
  'next page by cursor, middle of the list': { cursor: deep },
  family: { family: 'image' },
  'family, by cursor, deep in the list': { family: 'image', cursor: deepInFamily },
  'status failed': { status: 'failed' },
  'status cancelled': { status: 'cancelled' },
  'status pending (few rows)': { status: 'pending' },
  'format, common (pdf)': { format: 'pdf' },
  'format, rare (textile)': { format: 'textile' },
  'format of images (avif)': { format: 'avif' },
  'one month, a year ago': {
    created_after: new Date(Date.now() - 395 * DAY).toISOString(),
    created_before: new Date(Date.now() - 365 * DAY).toISOString(),
  },
  'family, status and one month': {
    family: 'document',
    status: 'completed',
    created_after: new Date(Date.now() - 30 * DAY).toISOString(),
  },
  'family and status': { family: 'image', status: 'failed' },
  'family and format that never occur together': { family: 'document', format: 'avif' },
  'search, frequent word (report)': { q: 'report' },
  'search, two frequent words (survey final)': { q: 'survey final' },
  'search, one match (zanzibar)': { q: RARE },
  'search, no match': { q: 'nothing has this name' },
  'search, two letters': { q: 'th' },
  'search, two letters that are in no name': { q: 'qz' },
  'search, name of a format (png)': { q: 'png' },
  'search and family': { q: 'invoice', family: 'image' },
  'sorted by name': { sort_by: 'filename', sort_dir: 'asc' },
  'sorted by size': { sort_by: 'size_bytes' },
  'status, sorted by size': { status: 'failed', sort_by: 'size_bytes' },
})

/** The queries of the dashboard to a very long history. */
export const history: Bench = {
  name: 'history',
  title: 'History with 1,000,000 conversions of one account',
  run: ({ quick }) =>
    withServer(
      async (server) => {
        const [rows, rounds] = quick ? [50_000, 3] : [1_000_000, 9]
        const customer = await Customer.signUp(server.url)
        const other = await Customer.signUp(server.url, 'neighbour')
        const client = new pg.Client(databaseOf(server))
        await client.connect()
        const { ms: filling } = await timed(() => insertHistory(client, customer.id, other.id, rows))
        const { rows: sizes } = await client.query<{ heap: number; indexes: number }>(
          "select pg_table_size('conversions')::float8 as heap, pg_indexes_size('conversions')::float8 as indexes",
        )
        await client.end()

        const halfway = await customer.list({ page: String(rows / 40) })
        const family = await customer.list({ page: String(rows / 100), family: 'image' })
        const asked = questions(halfway.next_cursor ?? '', family.next_cursor ?? '')
        const times = await openQueryTimes(server)
        const found = new Map<
          string,
          { postgres: QueryTimes[]; sums: number[]; http: number[]; results: number }
        >()
        for (let round = -1; round < rounds; round++) {
          for (const [name, query] of Object.entries(asked)) {
            const entry = found.get(name) ?? { postgres: [], sums: [], http: [], results: 0 }
            found.set(name, entry)
            const postgres = await times.during(async () => {
              const { answer, ms } = await timed(() => customer.list(query))
              entry.results = answer.results.length
              if (round >= 0) entry.http.push(ms)
            })
            const sums = await times.during(() => customer.summary(query))
            if (round < 0) continue
            entry.postgres.push(postgres)
            entry.sums.push(sums.page + sums.count)
          }
        }
        return {
          columns: [
            'query',
            'rows',
            'page',
            'count',
            'over HTTP',
            `page and count < ${TARGET_MS} ms`,
            'sums',
          ],
          rows: [...found].map(([name, { postgres, sums, http, results }]) => {
            const whole = spread(postgres.map(({ page, count }) => page + count)).median
            return [
              name,
              String(results),
              milliseconds(spread(postgres.map(({ page }) => page))),
              milliseconds(spread(postgres.map(({ count }) => count))),
              `${digits(spread(http).median)} ms`,
              `${digits(whole)} ms: ${verdict(whole < TARGET_MS)}`,
              milliseconds(spread(sums)),
            ]
          }),
          notes: [
            `Medians (low..high) of ${rounds} rounds; each round runs each query once. ${rows.toLocaleString('en')} rows of one account and a tenth as many of another, inserted in ${digits(filling / 1000)} s; table ${digits((sizes[0]?.heap ?? 0) / 1e6)} MB, indexes ${digits((sizes[0]?.indexes ?? 0) / 1e6)} MB; \`shared_buffers\` 64 MB.`,
            'Page and count are the PostgreSQL times (parse, plan and execute) of the two queries that the server sends in parallel, from the statement log of the database. Pages have 20 rows. Sums are the two queries of the summary above the list together, sent after the page.',
          ],
        }
      },
      { LOG_LEVEL: 'warn' },
    ),
}
