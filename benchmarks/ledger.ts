import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { Customer } from './client.ts'
import { listTimes } from './list-times.ts'
import { databaseOf, withServer } from './server.ts'
import type { Bench } from './table.ts'

const REFERENCE = randomUUID()
const PERSON = randomUUID()

/**
 * Inserts charges of two years by two people and a pack per 500 of them, with matching lots and
 * balances.
 */
async function insertEntries(client: pg.Client, owner: string, rows: number) {
  const packs = Math.floor(rows / 500)
  await client.query('begin')
  // The ledger is append-only. The sign-up credits would be newer than two years of entries.
  await client.query('alter table credit_entries disable trigger user')
  await client.query('delete from credit_entries where owner_id = $1', [owner])
  await client.query('delete from credit_lots where owner_id = $1', [owner])
  await client.query('alter table credit_entries enable trigger user')
  await client.query(
    `insert into credit_lots (id, owner_id, source, reference, credits, remaining, created_at)
     select gen_random_uuid(), $1, 'pack', gen_random_uuid(), 5000, 0,
       now() - n * (interval '730 days' / $2)
     from generate_series(1, $2::int) as n`,
    [owner, packs],
  )
  await client.query(
    `with lot as (select id, reference, row_number() over (order by created_at) as place from credit_lots where owner_id = $1),
     entries as (
       select n, case when n % 500 = 1 then 'grant' else 'charge' end as kind,
         case when n % 500 = 1 then 1000 else -2 end as credits
       from generate_series(1, $2::int) as n
     )
     insert into credit_entries (owner_id, kind, source, reference, area, created_by, credits, quoted, balance, lot_ids, lot_credits,
       created_at)
     select $1, kind, case kind when 'grant' then 'pack' else 'conversion' end,
       case when kind = 'grant' then lot.reference when n = $2 / 2 then $3::uuid else gen_random_uuid() end,
       case kind when 'charge' then case when n % 5000 = 7 then 'font' when n % 3 = 0 then 'image' else 'document' end end,
       case when kind = 'charge' and n % 4 = 0 then $4::uuid end, credits, case kind when 'charge' then 2 end,
       sum(credits) over (order by n), array[lot.id], array[credits],
       date_trunc('milliseconds', now() - ($2 - n) * (interval '730 days' / $2))
     from entries join lot on lot.place = greatest(1, least($5::int, (n - 1) / 500 + 1)) order by n`,
    [owner, rows, REFERENCE, PERSON, packs],
  )
  await client.query(
    `with sum as (select sum(credits)::int as total from credit_entries where owner_id = $1),
     newest as (select id from credit_lots where owner_id = $1 order by created_at desc limit 1),
     lots as (update credit_lots set remaining = case when id = (select id from newest) then least(credits, total) else 0 end
       from sum where owner_id = $1)
     update owners set credits_available = total, credits_held = 0 from sum where id = $1`,
    [owner],
  )
  await client.query('commit')
  await client.query('vacuum analyze credit_entries, credit_lots')
}

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** The queries of the ledger page of an account. */
export const ledger: Bench = {
  name: 'ledger',
  title: 'A ledger of 1,000,000 entries',
  run: ({ quick }) =>
    withServer(
      async (server) => {
        const [rows, rounds] = quick ? [50_000, 3] : [1_000_000, 9]
        const customer = await Customer.signUp(server.url)
        const client = new pg.Client(databaseOf(server))
        await client.connect()
        let lot = ''
        try {
          await insertEntries(client, customer.id, rows)
          const found = await client.query(
            'select id from credit_lots where owner_id = $1 order by created_at limit 1 offset 10',
            [customer.id],
          )
          lot = String(found.rows[0]?.id)
        } finally {
          await client.end()
        }
        const LEDGER = '/api/v1/subscription/ledger/'
        const ask = async (path: string): Promise<number> => {
          const answer = await customer.get(path)
          const body = (await answer.json()) as { results?: unknown[]; in?: unknown[] }
          return (body.results ?? body.in ?? []).length
        }
        const list = (query: Record<string, string>) => `${LEDGER}?${new URLSearchParams(query)}`
        const { next_cursor } = (await (
          await customer.get(list({ page_size: '50', until: ago(365) }))
        ).json()) as { next_cursor: string }
        const questions = {
          'first page': list({}),
          'page of 50': list({ page_size: '50' }),
          'next page by cursor, a year ago': list({ page_size: '50', until: ago(365), cursor: next_cursor }),
          'one month of last year': list({ since: ago(400), until: ago(370) }),
          'incoming credits': list({ direction: 'in' }),
          'area, common': list({ area: 'image' }),
          'area, rare': list({ area: 'font' }),
          'area, no match': list({ area: 'scan' }),
          member: list({ created_by: PERSON }),
          lot: list({ lot_id: lot }),
          reference: list({ reference: REFERENCE }),
          'sums, one month': `${LEDGER}sums/?${new URLSearchParams({ since: ago(30) })}`,
          'sums, whole ledger': `${LEDGER}sums/`,
        }
        return {
          ...(await listTimes(server, { table: 'credit_entries', rounds, questions }, ask)),
          notes: [
            `Medians (low..high) of ${rounds} rounds; each round runs each query once. ${rows.toLocaleString('en')} entries of one account within two years; \`shared_buffers\` 64 MB.`,
          ],
        }
      },
      { LOG_LEVEL: 'warn' },
    ),
}
