import { sql } from 'drizzle-orm'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVENT_EXAMPLES } from '../../contract/event-examples.ts'
import { EVENT_PATTERNS, EVENT_TYPES, EVENTS, type EventType, eventPayload } from '../../contract/events.ts'
import { settleConversion } from '../../server/core/settle.ts'
import { withPlatformTransaction } from '../../server/core/transaction.ts'
import { sentence } from '../../server/engines/kernel/sentence.ts'
import { forgetEvents } from '../../server/worker/sweep-deliveries.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { openReceiver } from './receiver.ts'
import { WEBHOOKS, webhooksOf } from './webhook-desk.ts'

let server: TestServer
let receiver: Awaited<ReturnType<typeof openReceiver>>
let client: Client
let hooks: ReturnType<typeof webhooksOf>

beforeAll(async () => {
  server = await startServer({ WEBHOOKS_TO: '127.0.0.0/8' })
  receiver = await openReceiver()
  client = await signUp(server.url)
  hooks = webhooksOf(client)
})
afterAll(async () => {
  await receiver.close()
  await server.stop()
})

const eventsOf = async (type: EventType) =>
  (
    await server.platform.db.execute<{ body: string }>(
      sql`select body from events where type = ${type} order by created_at, id`,
    )
  ).rows.map(({ body }) => eventPayload(type).parse(JSON.parse(body)))

describe('an event', () => {
  it('is delivered, signed, when it happens, with what the API answers then', async () => {
    const made = await hooks.create(receiver.url('/first'), {
      events: ['conversion.*'],
      headers: { 'X-Gateway': 'let me in' },
    })
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { id } = (await client.convert('note')).body
    const answer = await client.wait(id)
    const { headers, body } = await receiver.nth(1, '/first')
    expect(new StandardWebhook(made.secret).verify(body, headers)).toEqual(JSON.parse(body))
    await new SvixWebhook(made.secret).verify(body, headers)
    expect(headers['x-gateway']).toBe('let me in')
    const payload = eventPayload('conversion.completed').parse(JSON.parse(body))
    expect(payload.id).toBe(headers['webhook-id'])
    expect(payload.data.object).toEqual(answer)

    const delivery = await hooks.delivery(made.webhook_id, ({ status }) => status === 'succeeded')
    expect(delivery).toMatchObject({
      event_id: payload.id,
      type: 'conversion.completed',
      object_id: id,
      trigger: 'event',
      next_attempt_at: null,
      request_headers: { 'X-Gateway': '(hidden)', 'webhook-id': payload.id },
      request_body: body,
      attempts: [{ status_code: 200, error: null, response_body: '' }],
    })
  })

  it('goes to those that listen to it, of its owner, and to no other', async () => {
    const all = await hooks.create(receiver.url('/all'), { events: ['*'] })
    await hooks.create(receiver.url('/signing'), { events: ['signing.*'] })
    await hooks.create(receiver.url('/disabled'), { is_active: false })
    const other = webhooksOf(await signUp(server.url))
    await other.create(receiver.url('/other'), { events: ['*'] })
    await client.wait((await client.convert('note')).body.id)
    await receiver.nth(1, '/all')
    const told = await server.platform.db.execute(
      sql`select 1 from webhook_deliveries d join webhooks w on w.id = webhook_id
        where w.url ~ '/(signing|disabled|other)$'`,
    )
    expect(told.rows).toEqual([])
    await hooks.remove(all.webhook_id)
  })

  it('is written for owners without a webhook, and not for visitors', async () => {
    const events = async () =>
      (await server.platform.db.execute<{ n: number }>(sql`select count(*)::int as n from events`)).rows[0]?.n
    const before = (await events()) as number
    const visitor = new Client(server.url)
    await visitor.wait((await visitor.convert('note')).body.id)
    expect(await events()).toBe(before)
    const somebody = await signUp(server.url)
    await somebody.wait((await somebody.convert('note')).body.id)
    expect(await events()).toBe(before + 1)
  })

  it('exists if and only if its fact does', async () => {
    const { id } = (await client.convert('hold undone')).body
    await server.held.started('hold undone')
    const told = async () =>
      (await eventsOf('conversion.failed')).filter(({ data }) => (data.object as { id?: string }).id === id)
    const fail = (tell: () => void) =>
      withPlatformTransaction(server.platform, async (platform, tx) => {
        const outcome = { status: 'failed', code: 'internal', message: sentence`Broken.` } as const
        await settleConversion(platform, tx, id, outcome)
        tell()
      })
    await expect(
      fail(() => {
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await told()).toEqual([])
    await fail(() => {})
    await fail(() => {}) // ended before: nothing happens, and nothing is told
    expect(await told()).toHaveLength(1)
  })
})

describe('the catalogue', () => {
  it('is served, with an example that follows the schema of each type', async () => {
    const { body } = await client.json('GET', `${WEBHOOKS}events/`)
    expect(body.results.map(({ type }: { type: string }) => type)).toEqual(EVENT_TYPES)
    for (const type of EVENT_TYPES) {
      const entry = body.results.find((one: { type: string }) => one.type === type)
      expect(eventPayload(type).safeParse(entry.payload_example).error).toBeUndefined()
      expect(entry.payload_schema).toMatchObject({ type: 'object' })
    }
    expect(
      body.results.find(({ type }: { type: string }) => type === 'conversion.completed').last_30_days,
    ).toBeGreaterThan(0)
  })

  it('has no secret in an example, and a group and a sentence for each type', () => {
    expect(JSON.stringify(EVENT_EXAMPLES)).not.toMatch(/whsec_|"token":"|sign_url":"|business_id=/)
    for (const { group, description } of Object.values(EVENTS)) {
      expect(group).not.toBe('')
      expect(description).toMatch(/\.$/)
    }
    expect(EVENT_PATTERNS).toEqual(expect.arrayContaining(['*', 'pipeline.*', 'pipeline.run.*']))
    expect(EVENT_PATTERNS).not.toContain('webhook.test')
  })
})

describe('a webhook', () => {
  it('shows its secret when it is created or rotated, and never again', async () => {
    const made = await hooks.create(receiver.url('/secret'), { events: ['file.*'] })
    const listed = await client.json('GET', `${WEBHOOKS}?page_size=100`)
    expect(JSON.stringify([listed.body, await hooks.get(made.webhook_id)])).not.toContain('whsec_')
    const { rows } = await server.platform.db.execute(
      sql`select w::text as w from webhooks w where id = ${made.webhook_id}`,
    )
    expect(JSON.stringify(rows)).not.toContain(made.secret.slice(6))
    expect(server.logged.join()).not.toContain(made.secret.slice(6))
  })

  it('is made once for one key, with the same secret', async () => {
    const make = () =>
      client.json('POST', WEBHOOKS, { url: receiver.url('/once') }, { 'idempotency-key': 'once' })
    const [first, second] = [await make(), await make()]
    expect(second.body).toMatchObject({ webhook_id: first.body.webhook_id, secret: first.body.secret })
    const { rows } = await server.platform.db.execute(
      sql`select answer from idempotency_keys where key = 'once'`,
    )
    expect(JSON.stringify(rows)).not.toContain('whsec_')
    await hooks.remove(first.body.webhook_id)
  })

  it('signs with both secrets within the grace of a rotation, and with the new one after it', async () => {
    const made = await hooks.create(receiver.url('/rotated'), { events: ['file.*'] })
    const rotated = await hooks.post(made.webhook_id, 'rotate-secret/', { grace_hours: 2 })
    expect(rotated.body.secret).not.toBe(made.secret)
    expect(rotated.body.previous_secret_expires_at).not.toBeNull()
    await hooks.post(made.webhook_id, 'test/')
    const { headers, body } = await receiver.nth(1, '/rotated')
    for (const secret of [made.secret, rotated.body.secret]) new StandardWebhook(secret).verify(body, headers)
    await server.platform.db.execute(
      sql`update webhooks set previous_secret_expires_at = now() - interval '1 second' where id = ${made.webhook_id}`,
    )
    await hooks.post(made.webhook_id, 'test/')
    const later = await receiver.nth(2, '/rotated')
    new StandardWebhook(rotated.body.secret).verify(later.body, later.headers)
    expect(() => new StandardWebhook(made.secret).verify(later.body, later.headers)).toThrow()
    await forgetEvents(server.platform)
    const { rows } = await server.platform.db.execute(
      sql`select previous_secret from webhooks where id = ${made.webhook_id}`,
    )
    expect(rows).toEqual([{ previous_secret: null }])
  })

  it('is somebody’s own', async () => {
    const made = await hooks.create(receiver.url('/own'))
    const stranger = webhooksOf(await signUp(server.url))
    expect((await stranger.patch(made.webhook_id, { description: 'mine' })).status).toBe(404)
    expect((await stranger.remove(made.webhook_id)).status).toBe(404)
    for (const path of ['test/', 'rotate-secret/'])
      expect((await stranger.post(made.webhook_id, path, {})).status).toBe(404)
    expect((await hooks.remove(made.webhook_id)).status).toBe(204)
    expect((await hooks.remove(made.webhook_id)).status).toBe(404)
  })

  it('is refused with what is wrong with it', async () => {
    const refused = async (json: object) => {
      const { status, body } = await client.json('POST', WEBHOOKS, { url: receiver.url(), ...json })
      return [status, body.code, body.errors?.[0]?.path]
    }
    expect(await refused({ url: 'ftp://example.com/' })).toEqual([400, 'url_refused', 'url'])
    expect(await refused({ url: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })).toEqual([
      400,
      'url_refused',
      'url',
    ])
    expect(await refused({ url: 'https://me:word@example.com/' })).toEqual([400, 'url_refused', 'url'])
    expect(await refused({ events: ['conversion.melted'] })).toEqual([400, 'invalid_request', 'events.0'])
    expect(await refused({ events: [] })).toEqual([400, 'invalid_request', 'events'])
    expect(await refused({ headers: { 'Webhook-Id': 'x' } })).toEqual([
      400,
      'invalid_request',
      'headers.Webhook-Id',
    ])
    expect((await refused({ headers: { 'X-A': 'a\r\nX-B: b' } }))[0]).toBe(400)
    expect((await refused({ headers: { 'X A': 'a' } }))[0]).toBe(400)
    expect(await refused({ headers: { 'X-A': 'a', 'x-a': 'b' } })).toEqual([
      400,
      'invalid_request',
      'headers.x-a',
    ])
    expect((await refused({ secret: 'whsec_own' }))[0]).toBe(400)
  })

  it('names the event that no longer exists when it is updated', async () => {
    const made = await hooks.create(receiver.url('/old'))
    const patched = await hooks.patch(made.webhook_id, { events: ['file.*', 'file.renamed'] })
    expect([patched.status, patched.body.errors[0].path]).toEqual([400, 'events.1'])
    // What the list has from before stays where other settings are changed.
    await server.platform.db.execute(
      sql`update webhooks set events = '{file.*,file.renamed}' where id = ${made.webhook_id}`,
    )
    expect((await hooks.patch(made.webhook_id, { description: 'Old' })).body).toMatchObject({
      description: 'Old',
      events: ['file.*', 'file.renamed'],
    })
    await hooks.remove(made.webhook_id)
  })

  it('is used by keys with its scopes', async () => {
    const key = async (scopes: string[]) => {
      const { body } = await client.json('POST', '/api/v1/user/api-keys/', { name: 'key', scopes })
      return (method: string, path: string, json?: object) =>
        new Client(server.url).json(method, path, json, { authorization: `Bearer ${body.key}` })
    }
    const reader = await key(['webhooks:read'])
    const writer = await key(['webhooks:read', 'webhooks:write'])
    expect((await reader('GET', WEBHOOKS)).status).toBe(200)
    expect((await reader('POST', WEBHOOKS, { url: receiver.url() })).body.code).toBe('insufficient_scope')
    const made = await writer('POST', WEBHOOKS, { url: receiver.url('/key'), events: ['file.*'] })
    expect(made.status).toBe(201)
    expect((await writer('DELETE', `${WEBHOOKS}${made.body.webhook_id}/`)).status).toBe(204)
  })

  it('is one of a hundred at most', async () => {
    const many = webhooksOf(await signUp(server.url))
    const made = await many.create(receiver.url('/limit'))
    await server.platform.db.execute(sql`
      insert into webhooks (id, owner_id, url, events, secret, created_at, updated_at)
      select gen_random_uuid(), owner_id, url, events, secret, created_at, updated_at
      from webhooks, generate_series(1, 99) where id = ${made.webhook_id}`)
    await expect(many.create(receiver.url('/limit'))).rejects.toThrow('limit_reached')
  })
})

describe('deliveries', () => {
  it('are filtered by status, type, time and ids', async () => {
    const made = await hooks.create(receiver.url('/filtered'), { events: ['conversion.*', 'file.*'] })
    const { id } = (await client.convert('note')).body
    await client.wait(id)
    const one = await hooks.delivery(made.webhook_id, ({ status }) => status === 'succeeded')
    const count = async (query: string) => (await hooks.deliveries(made.webhook_id, query)).length
    expect(await count('&status=succeeded')).toBe(1)
    expect(await count('&status=failed')).toBe(0)
    expect(await count('&type=conversion.completed')).toBe(1)
    expect(await count('&type=file.created')).toBe(0)
    expect(await count(`&since=${one.created_at}`)).toBe(1)
    expect(await count(`&until=${one.created_at}`)).toBe(0)
    for (const q of [id, one.delivery_id, one.event_id]) expect(await count(`&q=${q}`)).toBe(1)
    expect(await count('&q=something')).toBe(0)
  })

  it('are kept for 30 days, with their events', async () => {
    const { platform } = server
    const count = async () =>
      (
        await platform.db.execute<{ n: number }>(
          sql`select (select count(*) from events) + (select count(*) from webhook_deliveries)
            + (select count(*) from webhook_attempts) as n`,
        )
      ).rows[0]?.n
    await forgetEvents(platform)
    expect(Number(await count())).toBeGreaterThan(0)
    await forgetEvents({ ...platform, clock: () => new Date(Date.now() + 31 * 86_400_000) })
    expect(Number(await count())).toBe(0)
  })
})
