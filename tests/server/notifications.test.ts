import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { EVENT_EXAMPLES } from '../../contract/event-examples.ts'
import { NOTIFICATION_TYPES, type Notification, type NotificationList } from '../../contract/notifications.ts'
import { describeEvent } from '../../server/core/notifications/describe.ts'
import { BATCH_HEAD, objectOf } from '../../server/core/notifications/object-of.ts'
import { tellOfEndedBatches } from '../../server/core/webhooks/batch-events.ts'
import { QUIET_MS } from '../../server/core/webhooks/quiet.ts'
import { ofTypes } from '../../server/features/notifications/list-notifications.ts'
import { makeBusiness, makeMember, makePerson } from './business-desk.ts'
import { Client, startServer, type TestServer } from './harness.ts'
import { lastMessage, setClock, tokenIn } from './safe-accounts.ts'
import { owner, person, SIGN, session, signs, stranger, tokenOf } from './signing-desk.ts'

const NOTIFICATIONS = '/api/v1/user/notifications/'
const READ = `${NOTIFICATIONS}read/`
const SETTINGS = `${NOTIFICATIONS}settings/`
const SHARES = '/api/v1/user/shares/'
const HOUR = 3_600_000
const AT = '2026-11-24T09:01:00.000Z'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
afterEach(() => setClock(server, 0))

type Headers = Record<string, string>
const list = async (me: Client, query = '', headers: Headers = {}): Promise<NotificationList> => {
  const { status, body } = await me.json('GET', `${NOTIFICATIONS}${query}`, undefined, headers)
  expect(status).toBe(200)
  return body
}
const titles = ({ results }: NotificationList) => results.map(({ title }) => title)

/** A link, and what a stranger does to download by it. */
async function link(me: Client, settings: object, headers: Headers = {}) {
  const form = new FormData()
  form.append('file', new Blob(['photo']), 'photo.txt')
  const init = { method: 'POST', body: form, headers }
  const file = (await (await me.fetch('/api/v1/user/storage/files/upload/', init)).json()) as { id: string }
  const { body } = await me.json('POST', SHARES, { file_id: file.id, ...settings }, headers)
  const path = `${SHARES}public/${body.token}/download/`
  return {
    id: body.link_id as string,
    download: async () => expect((await stranger(server).json('POST', path, {})).status).toBe(200),
  }
}

/** Moves the clock to a minute of the next full hour, so that what follows is within one. */
function atMinute(minute: number, hours = 0) {
  const next = Math.ceil(Date.now() / HOUR) * HOUR
  setClock(server, next + hours * HOUR + minute * 60_000 - Date.now())
}

describe('notifications', () => {
  it('tell of a batch by its first file, and by how many completed', async () => {
    const me = await owner(server)
    const batch_id = randomUUID()
    for (const [content, name] of [
      ['one', 'Lease.md'],
      ['fail source_damaged', 'Deed.md'],
    ] as const) {
      const { id } = (await me.convert(content, { batch_id }, { name })).body
      await me.wait(id)
    }
    const later = () => new Date(Date.now() + QUIET_MS + 1000)
    await tellOfEndedBatches({ ...server.platform, clock: later })
    expect(await list(me), 'the files themselves are none').toMatchObject({
      count: 1,
      unread: 1,
      results: [
        {
          ...{ type: 'batch.completed', group: 'conversions', object_id: batch_id, title: 'Lease.md' },
          ...{ facts: { total: 2, completed: 1, failed: 1 }, count: 1, is_read: false },
        },
      ],
    })
  })

  it('tell of a document by who signed or declined, and of no address or link', async () => {
    const me = await owner(server)
    const [first, second] = [person({ group: 1 }), person({ group: 2 })]
    const { id, title } = await session(me, [first, second], { title: 'Lease, Unit 4' })
    await signs(stranger(server), await tokenOf(server, first))
    const token = await tokenOf(server, second)
    const declined = await stranger(server).json('POST', `${SIGN}${token}/decline/`, { reason: 'Too long' })
    expect(declined.status).toBeLessThan(300)
    const { results } = await list(me, '?group=signing')
    const same = { group: 'signing', object_id: id, title }
    expect(results).toMatchObject([
      { ...same, type: 'signing.declined', facts: { recipient: second.name, signed: 1, of: 2 } },
      { ...same, type: 'signing.signed', facts: { recipient: first.name, signed: 1, of: 2 } },
    ])
    const sent = JSON.stringify(results)
    for (const secret of [first.email, second.email, token, 'Too long']) expect(sent).not.toContain(secret)
  })

  it('tell of the downloads of one link within an hour in one line, also across pages', async () => {
    const me = await owner(server)
    const photos = await link(me, { name: 'Site photos', max_downloads: 10 })
    const plans = await link(me, { name: 'Plans' })
    atMinute(5)
    await photos.download()
    await plans.download()
    await photos.download()
    atMinute(55)
    await photos.download()
    atMinute(5, 1)
    await photos.download()
    const lines = (page: NotificationList) =>
      page.results.map(({ title, count, facts }) => [title, count, facts.downloads, facts.left])
    const expected = [
      ['Site photos', 1, 4, 6],
      ['Site photos', 3, 3, 7],
      ['Plans', 1, 1, undefined],
    ]
    const all = await list(me)
    expect(all).toMatchObject({ count: 3, unread: 3 })
    expect(lines(all)).toEqual(expected)
    for (const order of ['asc', 'desc']) {
      const walked: unknown[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: NotificationList = await list(
          me,
          `?page_size=1&sort_dir=${order}${cursor && `&cursor=${cursor}`}`,
        )
        walked.push(...lines(page))
        cursor = page.next_cursor
      }
      expect(walked, order).toEqual(order === 'asc' ? expected.toReversed() : expected)
    }
    const [hour] = all.results as [Notification]
    await me.json('POST', READ, { ids: [hour.id] })
    expect((await list(me)).unread).toBe(2)
    await photos.download()
    expect(await list(me), 'another download in the same hour').toMatchObject({
      unread: 3,
      results: [{ count: 2, is_read: false }, {}, {}],
    })
  })

  it('are read one by one and all at once, and single marks end with that', async () => {
    const me = await owner(server)
    const links = [
      await link(me, { name: 'A' }),
      await link(me, { name: 'B' }),
      await link(me, { name: 'C' }),
    ]
    for (const one of links) await one.download()
    const [newest, middle] = (await list(me)).results as [Notification, Notification]
    const marks = async () =>
      (
        await server.platform.db.execute<{ count: number }>(
          sql`select count(*)::int as count from notification_reads join users on users.id = user_id
              where username = ${me.username}`,
        )
      ).rows[0]?.count
    await Promise.all([newest, middle].map(({ id }) => me.json('POST', READ, { ids: [id, newest.id] })))
    expect([await marks(), (await list(me)).unread]).toEqual([2, 1])
    expect(titles(await list(me, '?unread=true'))).toEqual(['A'])
    await me.json('POST', READ, { all: true, until: middle.created_at })
    expect([await marks(), (await list(me)).unread]).toEqual([1, 0])
  })

  it('are counted up to a hundred, and gone after 30 days', async () => {
    const me = await owner(server)
    const { id } = (await me.json('GET', '/api/v1/user/me/')).body
    await server.platform.db.execute(sql`
      insert into events (id, owner_id, type, object_id, body, created_at)
      select gen_random_uuid(), ${id}, 'credits.low', ${id}, '{"data":{"object":{"remaining":7,"held":2}}}',
        now() - n * interval '1 minute' from generate_series(1, 150) as n`)
    const found = await list(me)
    expect(found).toMatchObject({ count: 150, unread: 100 })
    expect(found.results[0]).toMatchObject({ type: 'credits.low', title: '', facts: { left: 9 } })
    await me.json('POST', READ, { ids: found.results.map((one) => one.id) })
    await server.platform.db.execute(
      sql`update events set created_at = created_at - interval '31 days' where owner_id = ${id}`,
    )
    const { sweep } = await import('../../server/worker/sweep.ts')
    await sweep(server.platform)
    expect(await list(me)).toMatchObject({ count: 0, unread: 0 })
  })

  it('show an event of an unknown shape without facts', async () => {
    const me = await owner(server)
    const { id } = (await me.json('GET', '/api/v1/user/me/')).body
    await server.platform.db.execute(sql`
      insert into events (id, owner_id, type, object_id, body, created_at)
      values (gen_random_uuid(), ${id}, 'signing.signed', 'x', '{"data":{}}', now()),
        (gen_random_uuid(), ${id}, 'batch.completed', 'x', '{"data":{"object":{"total":1}}}', now())`)
    expect((await list(me)).results).toMatchObject([
      { title: '', facts: {} },
      { title: '', facts: {} },
    ])
  })

  it('read the head of a batch alone, whatever its files are called', () => {
    const name = '"conversions":[ \\" }]}} “Lease”.md'
    const conversions = Array.from({ length: 1000 }, (_, at) => ({
      ...EVENT_EXAMPLES['batch.completed'].conversions[0],
      filename: at === 0 ? name : 'other.md',
      created_at: '2026-11-24T09:00:00.000Z',
    }))
    const object = { ...EVENT_EXAMPLES['batch.completed'], filename: `${name}.zip`, total: 1000, conversions }
    const body = JSON.stringify({ id: 'evt_1', type: 'batch.completed', data: { object } })
    expect(body.length).toBeGreaterThan(50 * BATCH_HEAD)
    const described = describeEvent(
      'batch.completed',
      objectOf('batch.completed', body.slice(0, BATCH_HEAD)),
      AT,
    )
    expect(described).toMatchObject({ title: name, facts: { total: 1000, seconds: 50 } })
  })

  // A reset of the second factor is said whole by its type.
  it.each(NOTIFICATION_TYPES.filter((type) => type !== 'account.second_factor.reset'))(
    'describe %s',
    (type) => {
      const { title, facts } = describeEvent(type, EVENT_EXAMPLES[type], AT)
      expect(title || Object.keys(facts).length > 0).toBeTruthy()
    },
  )
})

describe('notifications of a business', () => {
  it('are of what each member may read, and each reads them on their own', async () => {
    const business = await makeBusiness(server)
    const { header } = business
    const boss = await makeMember(server, business, 'owner')
    const grants = { permissions: { 'shares:read': false } as const }
    const partial = await makeMember(server, business, 'viewer', grants)
    const plain = await makeMember(server, business, 'viewer')
    const billing = await makeMember(server, business, 'billing')
    const photos = await link(boss, { name: 'Ours' }, header)
    await photos.download()

    expect(titles(await list(boss, '', header))).toEqual(['Ours'])
    expect(titles(await list(boss)), 'acting for oneself').toEqual([])
    expect(await list(partial, '', header), 'may not see links').toMatchObject({ count: 0, unread: 0 })
    const refused = await billing.json('GET', NOTIFICATIONS, undefined, header)
    expect(refused.body.code).toBe('permission_missing')

    const { results } = await list(plain, '', header)
    const ids = results.map(({ id }) => id)
    expect((await plain.json('POST', READ, { ids }, header)).status).toBe(204)
    expect((await list(plain, '', header)).unread).toBe(0)
    expect((await list(boss, '', header)).unread).toBe(1)
    await plain.json('PUT', SETTINGS, { muted: ['sharing'] }, header)
    expect((await plain.json('GET', SETTINGS)).body, 'for oneself').toEqual({ muted: [] })
    expect((await list(boss, '', header)).count).toBe(1)

    const late = await makeMember(server, business, 'employee', { joinedAt: new Date(Date.now() + 1000) })
    expect(await list(late, '', header), 'from before they joined').toMatchObject({
      unread: 0,
      results: [{ title: 'Ours', is_read: true }],
    })
  })

  it('tell of who joined, to those who see members', async () => {
    const business = await makeBusiness(server)
    const boss = await makeMember(server, business, 'owner')
    const guest = await makePerson(server)
    await boss.json('POST', business.users('invite/'), { email: guest.email })
    const token = tokenIn(await lastMessage(server, guest.email))
    await guest.json('POST', `/auth/api/v1/invitations/${token}/accept/`, {})
    await boss.json('DELETE', business.users(`${guest.userId}/`))
    const { results } = await list(boss, '?group=account', business.header)
    const same = { title: guest.username, facts: { role: 'employee' } }
    expect(results, 'the invitation was their own act').toMatchObject([
      { type: 'business.member.removed', ...same },
      { type: 'business.member.joined', ...same },
    ])
    expect((await list(boss, '?group=account')).count).toBe(0)
  })
})

describe('notifications by an API key', () => {
  it('are of what its scopes let it read, and it reads for its person', async () => {
    const me = await owner(server)
    await (await link(me, { name: 'Mine' })).download()
    const keyOf = async (scopes: string[]): Promise<Headers> => {
      const { body } = await me.json('POST', '/api/v1/user/api-keys/', { name: 'k', scopes })
      return { authorization: `Bearer ${body.key}` }
    }
    const narrow = await keyOf(['history:read'])
    expect((await list(new Client(server.url), '', narrow)).count).toBe(0)
    const wide = await keyOf(['history:read', 'shares:read'])
    const { results } = await list(new Client(server.url), '', wide)
    expect(results.map(({ title }) => title)).toEqual(['Mine'])
    const read = { ids: results.map(({ id }) => id) }
    expect((await new Client(server.url).json('POST', READ, read, wide)).status).toBe(204)
    expect((await list(me)).unread).toBe(0)
    const without = await new Client(server.url).json(
      'GET',
      NOTIFICATIONS,
      undefined,
      await keyOf(['shares:read']),
    )
    expect(without.body.code).toBe('insufficient_scope')
  })

  it('of a business are all unread, and it changes nothing', async () => {
    const business = await makeBusiness(server)
    const boss = await makeMember(server, business, 'owner')
    await (await link(boss, { name: 'Ours' }, business.header)).download()
    const asked = { name: 'k', scopes: ['history:read', 'shares:read'] }
    const { body } = await boss.json('POST', '/api/v1/user/api-keys/', asked, business.header)
    const key = { authorization: `Bearer ${body.key}` }
    const program = new Client(server.url)
    const found = await list(program, '', key)
    expect(found).toMatchObject({ unread: 1, results: [{ title: 'Ours', is_read: false }] })
    const ids = found.results.map(({ id }) => id)
    expect((await program.json('POST', READ, { ids }, key)).body.code).toBe('invalid_request')
    expect((await program.json('PUT', SETTINGS, { muted: [] }, key)).body.code).toBe('invalid_request')
    expect((await program.json('GET', SETTINGS, undefined, key)).body).toEqual({ muted: [] })
  })
})

it('reads a range of an index of notified events, however many others there are', async () => {
  const { db } = server.platform
  const me = await owner(server)
  const { id } = (await me.json('GET', '/api/v1/user/me/')).body
  await db.execute(sql`
    insert into events (id, owner_id, type, object_id, body, created_at)
    select gen_random_uuid(), ${id}, case n % 200 when 0 then 'batch.completed' else 'conversion.completed' end,
      gen_random_uuid()::text, '{}', now() - n * interval '10 seconds' from generate_series(1, 40000) as n`)
  await db.execute(sql`analyze events`)
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
    sql`explain select id from events where owner_id = ${id} and ${ofTypes(NOTIFICATION_TYPES)}
        order by created_at desc, id desc limit 21`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index Scan Backward using events_notified /)
  expect(plan).not.toMatch(/Sort|Seq Scan/)
  expect(await list(me)).toMatchObject({ count: 200, unread: 100 })
})
