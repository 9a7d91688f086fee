import pg from 'pg'
import { Customer } from './client.ts'
import { digits, milliseconds, spread, timed } from './figures.ts'
import { insertHistory, insertLedger } from './history-rows.ts'
import { databaseOf, withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const TARGET_MS = 300

/** Queries of Overview. */
const QUESTIONS: Record<string, string> = {
  'trend of 30 days': 'trend/?days=30',
  'trend of 90 days': 'trend/?days=90',
  'trend of a year': 'trend/?days=365',
  'trend of a year, one family': 'trend/?days=365&family=image',
  'trend of a year, time zone with daylight saving time': 'trend/?days=365&time_zone=Europe/Lisbon',
  summary: 'summary/',
  'newest 50': 'recent-conversions/?page_size=50',
}

/** The queries of Overview for an account with many conversions. */
export const usage: Bench = {
  name: 'usage',
  title: 'Usage of an account with 1,000,000 conversions',
  run: ({ quick }) =>
    withServer(
      async (server) => {
        const [rows, rounds] = quick ? [50_000, 3] : [1_000_000, 9]
        const customer = await Customer.signUp(server.url)
        const other = await Customer.signUp(server.url, 'neighbour')
        const client = new pg.Client(databaseOf(server))
        await client.connect()
        await insertHistory(client, customer.id, other.id, rows)
        await insertLedger(client)
        const { rows: counted } = await client.query<{ year: number }>(
          "select count(*)::int as year from conversions where owner_id = $1 and created_at > now() - interval '364 days'",
          [customer.id],
        )
        await client.end()

        const found = new Map<string, number[]>(Object.keys(QUESTIONS).map((name) => [name, []]))
        for (let round = -1; round < rounds; round++) {
          for (const [name, path] of Object.entries(QUESTIONS)) {
            const { ms } = await timed(async () => (await customer.get(`/api/v1/user/usage/${path}`)).json())
            if (round >= 0) found.get(name)?.push(ms)
          }
        }
        return {
          columns: ['query', 'over HTTP', 'target', 'verdict'],
          rows: [...found].map(([name, times]) => {
            const all = spread(times)
            return [name, milliseconds(all), `< ${TARGET_MS} ms`, verdict(all.median < TARGET_MS)]
          }),
          notes: [
            `Medians (low..high) of ${rounds} rounds; each round runs each query once. ${rows.toLocaleString('en')} rows of one account with two entries each in the ledger, ${digits((counted[0]?.year ?? 0) / 1000)} thousand of them in the last year, and a tenth as many of another account; \`shared_buffers\` 64 MB.`,
            'Each trend also reads the previous period of the same length. The summary counts all rows.',
          ],
        }
      },
      { LOG_LEVEL: 'warn' },
    ),
}
