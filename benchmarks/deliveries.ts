import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { Customer } from './client.ts'
import { listTimes } from './list-times.ts'
import { databaseOf, withServer } from './server.ts'
import type { Bench } from './table.ts'

const OBJECT = randomUUID()
const EVENT = randomUUID()

/**
 * Inserts deliveries of 30 days: one in 50 failed, one in 5,000 pending, one in 5,000 of a rare
 * type. Ten belong to one object, and ten to one event.
 */
async function insertDeliveries(client: pg.Client, owner: string, webhook: string, rows: number) {
  await client.query('begin')
  await client.query(
    `insert into events (id, owner_id, type, object_id, body, created_at)
     select case when n = 0 then $3::uuid else gen_random_uuid() end, $1, 'conversion.completed', null,
       '{"data": "' || repeat(md5(n::text), 40) || '"}', now()
     from generate_series(0, $2::int / 100) as n`,
    [owner, rows, EVENT],
  )
  await client.query(
    `with told as (select id, row_number() over () - 1 as place from events where owner_id = $2)
     insert into webhook_deliveries (id, webhook_id, event_id, type, object_id, trigger, status, attempts, next_attempt_at,
       duration_ms, error, created_at, completed_at)
     select gen_random_uuid(), $1, case when n % ($3 / 10) = 2 then $5::uuid else told.id end,
       case when n % 5000 = 1 then 'signing.declined' when n % 7 = 0 then 'conversion.failed' else 'conversion.completed' end,
       case when n % ($3 / 10) = 1 then $4 else gen_random_uuid()::text end,
       'event', status, 1, case when status = 'pending' then now() + interval '1 hour' end,
       20 + n % 400, case when status <> 'succeeded' then 'The receiver answered 500. Only 2xx counts as delivered.' end,
       at, case when status <> 'pending' then at end
     from generate_series(1, $3::int) as n
     cross join lateral (select
       case when n % 5000 = 3 then 'pending' when n % 50 = 0 then 'failed' else 'succeeded' end as status,
       date_trunc('milliseconds', now() - n * (interval '30 days' / $3)) as at) as one
     join told on told.place = n % ($3 / 100)`,
    [webhook, owner, rows, OBJECT, EVENT],
  )
  await client.query(
    `insert into webhook_attempts (delivery_id, number, at, duration_ms, status_code, error, request_headers)
     select id, 1, created_at, duration_ms, case when status = 'succeeded' then 200 else 500 end, error, '{}'
     from webhook_deliveries`,
  )
  await client.query('commit')
  await client.query('vacuum analyze events, webhook_deliveries, webhook_attempts')
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** The queries of the page of a webhook: list of deliveries and chart. */
export const deliveries: Bench = {
  name: 'deliveries',
  title: 'Deliveries and chart of a webhook with 1,000,000 deliveries',
  run: ({ quick }) =>
    withServer(
      async (server) => {
        const [rows, rounds] = quick ? [50_000, 3] : [1_000_000, 9]
        const customer = await Customer.signUp(server.url)
        const { webhook_id } = await customer.post('/api/v1/webhooks/', {
          ...{ url: 'https://hooks.example/', events: ['conversion.completed'] },
        })
        const client = new pg.Client(databaseOf(server))
        await client.connect()
        try {
          await insertDeliveries(client, customer.id, String(webhook_id), rows)
        } finally {
          await client.end()
        }

        const ask = async (path: string): Promise<number> => {
          const answer = await customer.get(`/api/v1/webhooks/${webhook_id}/${path}`)
          const body = (await answer.json()) as { results?: unknown[]; series?: unknown[] }
          return (body.results ?? body.series ?? []).length
        }
        const list = (query: Record<string, string>) => `deliveries/?${new URLSearchParams(query)}`
        const questions = {
          'first page': list({}),
          'page of 100': list({ page_size: '100' }),
          'last hour': list({ since: ago(1) }),
          'ten days ago': list({ since: ago(264), until: ago(240) }),
          succeeded: list({ status: 'succeeded' }),
          failed: list({ status: 'failed' }),
          'failed, ten days ago': list({ status: 'failed', until: ago(240) }),
          pending: list({ status: 'pending' }),
          'cancelled, no match': list({ status: 'cancelled' }),
          'type, common': list({ type: 'conversion.failed' }),
          'type, rare': list({ type: 'signing.declined' }),
          'type and failed': list({ type: 'conversion.failed', status: 'failed' }),
          object: list({ q: OBJECT }),
          event: list({ q: `evt_${EVENT}` }),
          'ID, no match': list({ q: randomUUID() }),
          'chart, 24 hours': 'stats/?hours=24',
          'chart, 7 days': 'stats/?hours=168',
          'chart, 30 days': 'stats/?hours=720',
        }
        return {
          ...(await listTimes(server, { table: 'webhook_deliveries', rounds, questions }, ask)),
          notes: [
            `Medians (low..high) of ${rounds} rounds; each round runs each query once. ${rows.toLocaleString('en')} deliveries of one webhook within 30 days, each with an attempt; \`shared_buffers\` 64 MB.`,
          ],
        }
      },
      { LOG_LEVEL: 'warn' },
    ),
}
