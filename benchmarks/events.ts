import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { Customer } from './client.ts'
import { listTimes } from './list-times.ts'
import { databaseOf, withServer } from './server.ts'
import type { Bench } from './table.ts'

const OBJECT = randomUUID()

/**
 * Inserts events of 30 days, each delivered once, one in 5,000 of a rare type. One object has ten.
 * Another account has a tenth as many.
 */
async function insertEvents(client: pg.Client, owner: string, other: string, rows: number) {
  const webhook = randomUUID()
  await client.query('begin')
  await client.query(
    `insert into webhooks (id, owner_id, url, events, secret, created_at, updated_at)
     values ($1, $2, 'https://hooks.example/', '{*}', '', now(), now())`,
    [webhook, owner],
  )
  await client.query(
    `insert into events (id, owner_id, type, object_id, body, created_at)
     select gen_random_uuid(), case when n % 11 = 0 then $2::uuid else $1::uuid end,
       case when n % 5000 = 1 then 'signing.declined' when n % 7 = 0 then 'conversion.failed' else 'conversion.completed' end,
       case when n % ($3 / 10) = 1 then $4 else gen_random_uuid()::text end,
       '{"data": "' || repeat(md5(n::text), 40) || '"}',
       date_trunc('milliseconds', now() - n * (interval '30 days' / $3))
     from generate_series(1, $3::int) as n`,
    [owner, other, Math.round(rows * 1.1), OBJECT],
  )
  await client.query(
    `insert into webhook_deliveries (id, webhook_id, event_id, type, object_id, trigger, status, attempts, created_at, completed_at)
     select gen_random_uuid(), $1, id, type, object_id, 'event', 'succeeded', 1, created_at, created_at
     from events where owner_id = $2`,
    [webhook, owner],
  )
  await client.query('commit')
  await client.query('vacuum analyze events, webhook_deliveries')
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** The queries of `filewright-listen` and the dashboard to the list of events. */
export const events: Bench = {
  name: 'events',
  title: 'List of events with 1,000,000 events of one account',
  run: ({ quick }) =>
    withServer(
      async (server) => {
        const [rows, rounds] = quick ? [50_000, 3] : [1_000_000, 9]
        const customer = await Customer.signUp(server.url)
        const other = await Customer.signUp(server.url, 'neighbour')
        const client = new pg.Client(databaseOf(server))
        await client.connect()
        await insertEvents(client, customer.id, other.id, rows)
        await client.end()

        const list = async (query: Record<string, string>) => {
          const answer = await customer.get(`/api/v1/events/?${new URLSearchParams(query)}`)
          return (await answer.json()) as { results: unknown[]; next_cursor: string | null }
        }
        const deep = (await list({ page: String(rows / 40) })).next_cursor ?? ''
        const questions: Record<string, Record<string, string>> = {
          'first page': {},
          'page of 100': { page_size: '100' },
          'next page by cursor, middle of the list': { cursor: deep },
          'last minute, oldest first': { since: ago(1), sort_dir: 'asc', page_size: '100' },
          'ten days, oldest first': { since: ago(14_400), sort_dir: 'asc', page_size: '100' },
          'type, common': { type: 'conversion.failed' },
          'type, rare': { type: 'signing.declined' },
          'type, no match': { type: 'share.expired' },
          object: { object_id: OBJECT },
          'object and type': { object_id: OBJECT, type: 'conversion.completed' },
          'object, no match': { object_id: randomUUID() },
        }
        return {
          ...(await listTimes(
            server,
            { table: 'events', rounds, questions },
            async (query) => (await list(query)).results.length,
          )),
          notes: [
            `Medians (low..high) of ${rounds} rounds; each round runs each query once. ${rows.toLocaleString('en')} events of one account within 30 days, bodies of 1.3 kB, each with a delivery, and a tenth as many of another account; \`shared_buffers\` 64 MB.`,
            'Page and count are the PostgreSQL times (parse, plan and execute) of the two queries of the list. A third query reads the deliveries of the page.',
          ],
        }
      },
      { LOG_LEVEL: 'warn' },
    ),
}
