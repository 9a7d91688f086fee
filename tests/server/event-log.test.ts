import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVENT_DELIVERIES, type EventRecord } from '../../contract/event-log.ts'
import type { Client } from './harness.ts'
import { signUp, startServer, type TestServer } from './harness.ts'
import { openReceiver } from './receiver.ts'
import { webhooksOf } from './webhook-desk.ts'

const EVENTS = '/api/v1/events/'

let server: TestServer
let receiver: Awaited<ReturnType<typeof openReceiver>>
let client: Client
beforeAll(async () => {
  server = await startServer({ WEBHOOKS_TO: '127.0.0.0/8' })
  receiver = await openReceiver()
  client = await signUp(server.url)
})
afterAll(async () => {
  await receiver.close()
  await server.stop()
})

const list = async (query = '', who = client): Promise<EventRecord[]> =>
  (await who.json('GET', `${EVENTS}${query}`)).body.results

describe('the list of events', () => {
  it('has what happened with the bytes that were signed and the deliveries that told of it', async () => {
    const hooks = webhooksOf(client)
    const { webhook_id, url } = await hooks.create(receiver.url('/told'), { events: ['conversion.*'] })
    const { id } = (await client.convert('note')).body
    await client.wait(id)
    const delivery = await hooks.delivery(webhook_id, ({ status }) => status === 'succeeded')
    const { body } = await receiver.nth(1, '/told')
    const about = await list(`?object_id=${id}`)
    expect(about).toEqual([
      {
        ...{ event_id: delivery.event_id, id: delivery.event_id, type: 'conversion.completed' },
        ...{ object_id: id, created_at: JSON.parse(body).timestamp, request_body: body },
        deliveries: [
          {
            ...{ delivery_id: delivery.delivery_id, webhook_id, url, status: 'succeeded', trigger: 'event' },
            ...{ attempts: 1, error: null, next_attempt_at: null },
            ...{ created_at: delivery.created_at, completed_at: delivery.completed_at },
          },
        ],
      },
    ])
    await hooks.post(webhook_id, `deliveries/${delivery.delivery_id}/resend/`)
    expect((await list(`?object_id=${id}`))[0]?.deliveries.map(({ trigger }) => trigger)).toEqual([
      'event',
      'resend',
    ])
    await hooks.remove(webhook_id)
    expect(await list(`?object_id=${id}`)).toMatchObject([{ event_id: delivery.event_id, deliveries: [] }])
  })

  it('has at most the newest deliveries of one event', async () => {
    const hooks = webhooksOf(client)
    const { webhook_id } = await hooks.create(receiver.url('/many'), { events: ['conversion.*'] })
    const { id } = (await client.convert('note')).body
    await client.wait(id)
    await hooks.delivery(webhook_id, ({ status }) => status === 'succeeded')
    await server.platform.db.execute(sql`
      insert into webhook_deliveries (id, webhook_id, event_id, type, object_id, trigger, status, created_at, completed_at)
      select gen_random_uuid(), webhook_id, event_id, type, object_id, 'resend', 'cancelled',
        created_at + n * interval '1 second', created_at + n * interval '1 second'
      from webhook_deliveries, generate_series(1, 150) as n where webhook_id = ${webhook_id}`)
    const deliveries = (await list(`?object_id=${id}`))[0]?.deliveries ?? []
    expect(deliveries).toHaveLength(EVENT_DELIVERIES)
    const times = deliveries.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted())
    expect(deliveries.every(({ trigger }) => trigger === 'resend')).toBe(true)
    await hooks.remove(webhook_id)
  })

  it('is filtered by type, object and time, and goes on by cursor in both orders', async () => {
    const me = await signUp(server.url)
    const ids: string[] = []
    for (let at = 0; at < 5; at++) {
      const { id } = (await me.convert('note')).body
      await me.wait(id)
      ids.push(id)
    }
    const objects = async (query: string) => (await list(query, me)).map(({ object_id }) => object_id)
    expect(await objects('')).toEqual(ids.toReversed())
    expect(await objects('?type=conversion.completed&sort_dir=asc')).toEqual(ids)
    expect(await objects('?type=conversion.failed')).toEqual([])
    expect(await objects(`?object_id=${ids[2]}&type=conversion.completed`)).toEqual([ids[2]])
    const third = (await list(`?object_id=${ids[2]}`, me))[0]?.created_at
    expect(await objects(`?since=${third}&sort_dir=asc`)).toEqual(ids.slice(2))
    for (const order of ['asc', 'desc']) {
      const walked: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const query: string = `?page_size=2&sort_dir=${order}${cursor && `&cursor=${cursor}`}`
        const { body } = await me.json('GET', `${EVENTS}${query}`)
        walked.push(...body.results.map(({ object_id }: EventRecord) => object_id))
        cursor = body.next_cursor
      }
      expect(walked, order).toEqual(order === 'asc' ? ids : ids.toReversed())
    }
  })

  it('has nothing of others, whatever object is asked for', async () => {
    const { id } = (await client.convert('note')).body
    await client.wait(id)
    expect(await list(`?object_id=${id}`)).toHaveLength(1)
    const other = await signUp(server.url)
    expect(await list('', other)).toEqual([])
    expect(await list(`?object_id=${id}`, other)).toEqual([])
  })

  it('has no tests', async () => {
    const me = await signUp(server.url)
    const hooks = webhooksOf(me)
    const { webhook_id } = await hooks.create(receiver.url('/tests'))
    for (const json of [{}, { type: 'conversion.completed' }]) await hooks.post(webhook_id, 'test/', json)
    await receiver.nth(2, '/tests')
    expect(await list('', me)).toEqual([])
  })

  it('reads one range of an index for each filter', async () => {
    const { db } = server.platform
    const me = await signUp(server.url)
    const owner = (await me.json('GET', '/api/v1/user/me/')).body.id
    const object = randomUUID()
    // A hundredth is of the account, in two types; one object has a few events among them.
    await db.execute(sql`
      insert into events (id, owner_id, type, object_id, body, created_at)
      select gen_random_uuid(), case n % 100 when 0 then ${owner} else (select id from owners where id <> ${owner} limit 1) end,
        case n % 5000 when 0 then 'signing.sent' else 'conversion.completed' end,
        case n % 10000 when 0 then ${object} else gen_random_uuid()::text end,
        '{}', now() - n * interval '10 seconds'
      from generate_series(1, 40000) as n`)
    await db.execute(sql`analyze events`)
    const where = sql`owner_id = ${owner} and object_id is not null`
    const plan = async (more: ReturnType<typeof sql>, order: 'asc' | 'desc') => {
      const way = order === 'asc' ? sql`asc` : sql`desc`
      const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
        sql`explain select * from events where ${where} ${more} order by created_at ${way}, id ${way} limit 101`,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const since = sql`and created_at >= now() - interval '1 hour'`
    for (const order of ['asc', 'desc'] as const) {
      for (const [filter, index] of [
        [sql``, 'events_owner'],
        [since, 'events_owner'],
        [sql`and type = 'signing.sent'`, 'events_typed'],
        [sql`and type = 'conversion.failed' ${since}`, 'events_typed'],
        [sql`and object_id = ${object}`, 'events_about'],
      ] as const) {
        const text = await plan(filter, order)
        expect(text).toMatch(new RegExp(`Index Scan (Backward )?using ${index} `))
        expect(text).not.toMatch(/Sort|Seq Scan/)
      }
    }
    expect(await list(`?object_id=${object}&type=conversion.completed`, me)).toEqual([])
    expect(await list(`?object_id=${object}`, me)).toHaveLength(4)
  })
})
