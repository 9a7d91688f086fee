import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { EVENT_EXAMPLES } from '../../contract/event-examples.ts'
import { EVENT_TYPES, EVENTS, eventPayload } from '../../contract/events.ts'
import type { Delivery, Webhook } from '../../contract/webhooks.ts'
import { aBusiness, aMember } from './a-business.ts'
import type { Caller, Callers } from './caller.ts'

const WEBHOOKS = '/api/v1/webhooks/'
const CHECK = `${WEBHOOKS}check-url/`
const NOBODYS = '00000000-0000-4000-8000-000000000000'
/** A host that no resolver knows: the server's attempts fail, and the mock's do not. */
const URL_OF_NOBODY = 'https://hooks.invalid/x'
const TYPE = 'conversion.completed'
const LONG_AGO = '2020-01-01T00:00:00Z'

const REFUSED_URLS = [
  'http://127.0.0.1:1/',
  'http://2130706433/',
  'http://localhost/hook',
  'http://10.1.2.3/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'ftp://hooks.invalid/x',
  'file:///etc/passwd',
  'https://name:secret@hooks.invalid/x',
  'hooks.invalid',
]

/** Webhooks, by the server and by the mock alike. */
export function webhooksSuite(all: Callers) {
  const { anyone, someone } = all
  const create = async (me: Caller, settings: object = {}, headers: Record<string, string> = {}) => {
    const made = await me.call('POST', WEBHOOKS, { url: URL_OF_NOBODY, ...settings }, headers)
    expect(made.status).toBe(201)
    const webhook: Webhook & { secret: string } = made.body
    return { webhook, own: `${WEBHOOKS}${webhook.webhook_id}/` }
  }
  /** Sends a test, and follows it to its end. */
  const tested = async (me: Caller, own: string, json?: object): Promise<Delivery> => {
    const sent = await me.call('POST', `${own}test/`, json)
    expect(sent.status).toBe(202)
    return ended(me, `${own}deliveries/${sent.body.delivery_id}/`)
  }
  const ended = async (me: Caller, path: string): Promise<Delivery> => {
    let last: Delivery | undefined
    await expect
      .poll(
        async () => {
          last = (await me.call('GET', path)).body
          return last?.status
        },
        { timeout: 40_000, interval: 100 },
      )
      .not.toBe('pending')
    return last as Delivery
  }

  describe('webhooks', () => {
    it('are created with a secret that no later answer has, listed, and read', async () => {
      const me = await someone()
      const { webhook, own } = await create(me, {
        url: ` ${URL_OF_NOBODY} `,
        events: ['conversion.*', TYPE, 'conversion.*'],
        description: ' Orders ',
        headers: { 'X-Gateway-Key': 'very private' },
      })
      const { secret, ...rest } = webhook
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(rest).toMatchObject({
        id: webhook.webhook_id,
        url: URL_OF_NOBODY,
        events: ['conversion.*', TYPE],
        description: 'Orders',
        header_names: ['X-Gateway-Key'],
        is_active: true,
        disabled_reason: null,
        disabled_at: null,
        failing_since: null,
        previous_secret_expires_at: null,
        stats: { hours: 24, succeeded: 0, failed: 0, pending: 0, success_rate: null, median_ms: null },
      })
      expect(JSON.stringify(webhook)).not.toContain('very private')
      expect((await me.call('GET', own)).body).toEqual(rest)

      const second = (await create(me)).webhook
      expect(second, 'what is left out').toMatchObject({ events: ['*'], description: '', header_names: [] })
      const list = async (query: string) => (await me.call('GET', `${WEBHOOKS}${query}`)).body
      const ids = ({ results }: { results: Webhook[] }) => results.map(({ webhook_id }) => webhook_id)
      expect((await list('')).results[1]).toEqual(rest)
      expect(ids(await list(''))).toEqual([second.webhook_id, webhook.webhook_id])
      expect(ids(await list('?sort_dir=asc'))).toEqual([webhook.webhook_id, second.webhook_id])
      const first = await list('?page_size=1')
      expect(first).toMatchObject({ count: 2, count_exact: true, total_pages: 2 })
      expect(ids(await list(`?page_size=1&cursor=${first.next_cursor}`))).toEqual([webhook.webhook_id])
      expect((await list('?cursor=nonsense')).code).toBe('invalid_request')
    })

    it('are created once for one idempotency key, with one secret', async () => {
      const me = await someone()
      const key = { 'idempotency-key': crypto.randomUUID() }
      const [first, again] = [(await create(me, {}, key)).webhook, (await create(me, {}, key)).webhook]
      expect(again).toEqual(first)
      expect((await me.call('GET', WEBHOOKS)).body.count).toBe(1)
      const other = await me.call('POST', WEBHOOKS, { url: 'https://hooks.invalid/y' }, key)
      expect(other.body.code).toBe('idempotency_conflict')
    })

    it.each(REFUSED_URLS)('are not sent to %s', async (url) => {
      const me = await someone()
      const { own, webhook } = await create(me)
      for (const [method, path] of [
        ['POST', WEBHOOKS],
        ['POST', CHECK],
        ['PATCH', own],
      ] as const) {
        const { body } = await me.call(method, path, { url })
        expect(body, `${method} ${path}`).toMatchObject({ code: 'url_refused', errors: [{ path: 'url' }] })
      }
      expect((await me.call('GET', own)).body.url).toBe(webhook.url)
      expect((await me.call('GET', WEBHOOKS)).body.count).toBe(1)
    })

    it('may have a URL whose host is not found yet, and checking it creates nothing', async () => {
      const me = await someone()
      expect((await me.call('POST', CHECK, { url: URL_OF_NOBODY })).status).toBe(204)
      expect((await me.call('POST', CHECK, { url: '' })).body.code).toBe('invalid_request')
      expect((await me.call('GET', WEBHOOKS)).body.count).toBe(0)
    })

    it.each([
      ['an unknown event', { events: ['conversion.exploded'] }],
      ['a test, which nothing listens to', { events: ['webhook.test'] }],
      ['no event', { events: [] }],
      ['a header that is ours', { headers: { 'Webhook-Signature': 'v1,x' } }],
      ['a header of the request itself', { headers: { host: 'elsewhere.example' } }],
      ['a header twice', { headers: { 'X-Key': '1', 'x-key': '2' } }],
      ['a header with a line break', { headers: { 'X-Key': '1\r\nhost: elsewhere.example' } }],
      ['a header with no name', { headers: { 'X Key': '1' } }],
      ['a secret of one’s own', { secret: `whsec_${'A'.repeat(43)}=` }],
    ])('are not created or changed with %s', async (_, json) => {
      const me = await someone()
      const made = await me.call('POST', WEBHOOKS, { url: URL_OF_NOBODY, ...json })
      expect(made.body.code).toBe('invalid_request')
      expect(made.body.errors).not.toEqual([])
      const { own, webhook } = await create(me)
      expect((await me.call('PATCH', own, json)).body.code).toBe('invalid_request')
      expect((await me.call('GET', own)).body).toMatchObject({
        events: webhook.events,
        header_names: [],
        updated_at: webhook.updated_at,
      })
    })

    it('change only in what is sent', async () => {
      const me = await someone()
      const { webhook, own } = await create(me, { headers: { 'X-Key': '1' }, description: 'Orders' })
      const changed = await me.call('PATCH', own, { events: ['conversion.*'] })
      expect(changed.body).toMatchObject({
        ...{ url: webhook.url, description: 'Orders', header_names: ['X-Key'], is_active: true },
        ...{ events: ['conversion.*'], created_at: webhook.created_at },
      })
      expect(changed.body.secret).toBeUndefined()
      const all = { url: 'https://hooks.invalid/y', description: '', headers: { 'X-Other': '2' } }
      expect((await me.call('PATCH', own, all)).body).toMatchObject({
        ...{ url: all.url, description: '', header_names: ['X-Other'], events: ['conversion.*'] },
      })
      expect((await me.call('PATCH', own, { headers: {} })).body.header_names).toEqual([])
    })

    it('send nothing again while they are disabled', async () => {
      const me = await someone()
      const { own } = await create(me)
      const { delivery_id } = await tested(me, own)
      const off = (await me.call('PATCH', own, { is_active: false })).body
      expect(off).toMatchObject({ is_active: false, disabled_reason: 'owner' })
      expect(off.disabled_at).toBeTruthy()
      expect((await me.call('PATCH', own, { is_active: false })).body.disabled_at, 'as it was').toBe(
        off.disabled_at,
      )
      const resend = `${own}deliveries/${delivery_id}/resend/`
      const since = LONG_AGO
      expect((await me.call('POST', resend)).body.code).toBe('webhook_disabled')
      expect((await me.call('POST', `${own}recover/`, { since })).body.code).toBe('webhook_disabled')
      expect((await me.call('POST', `${own}recover/`, { since, dry_run: true })).status).toBe(202)
      expect((await tested(me, own)).trigger, 'a test is sent').toBe('test')
      expect((await me.call('PATCH', own, { is_active: true })).body).toMatchObject({
        ...{ is_active: true, disabled_reason: null, disabled_at: null, failing_since: null },
      })
      expect((await me.call('POST', resend)).status).toBe(202)
      const made = await create(me, { is_active: false })
      expect(made.webhook).toMatchObject({ is_active: false, disabled_reason: 'owner' })
    })

    it('get a new secret, and sign with both for as long as is asked', async () => {
      const me = await someone()
      const { webhook, own } = await create(me)
      const rotate = (json: object) => me.call('POST', `${own}rotate-secret/`, json)
      const { body } = await rotate({ grace_hours: 2 })
      expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(body.secret).not.toBe(webhook.secret)
      expect(Date.parse(body.previous_secret_expires_at)).toBeGreaterThan(Date.now() + 3_600_000)
      expect((await me.call('GET', own)).body.secret).toBeUndefined()
      const { request_headers, request_body } = await tested(me, own)
      for (const secret of [webhook.secret, body.secret])
        expect(new Verifier(secret).verify(request_body, request_headers)).toEqual(JSON.parse(request_body))

      const last = (await rotate({ grace_hours: 0 })).body
      expect(last.previous_secret_expires_at).toBeNull()
      const next = await tested(me, own)
      expect(() => new Verifier(body.secret).verify(next.request_body, next.request_headers)).toThrow()
      expect(() => new Verifier(last.secret).verify(next.request_body, next.request_headers)).not.toThrow()
      expect((await rotate({ grace_hours: 1000 })).body.code).toBe('invalid_request')
    })

    it('are deleted with their deliveries', async () => {
      const me = await someone()
      const { own } = await create(me)
      const { delivery_id } = await tested(me, own)
      expect((await me.call('DELETE', own)).status).toBe(204)
      for (const [method, path] of [
        ['GET', own],
        ['DELETE', own],
        ['GET', `${own}deliveries/`],
        ['GET', `${own}deliveries/${delivery_id}/`],
      ] as const)
        expect((await me.call(method, path)).body.code, `${method} ${path}`).toBe('not_found')
      expect((await me.call('GET', WEBHOOKS)).body.count).toBe(0)
    })

    it('are nobody else’s to see or to change', async () => {
      const me = await someone()
      const { own } = await create(me)
      const { delivery_id } = await tested(me, own)
      const other = await someone()
      const { own: theirs } = await create(other)
      const since = LONG_AGO
      const calls = (own: string, delivery: string) =>
        [
          ['GET', own],
          ['PATCH', own, {}],
          ['DELETE', own],
          ['POST', `${own}rotate-secret/`, {}],
          ['GET', `${own}stats/`],
          ['POST', `${own}test/`],
          ['POST', `${own}recover/`, { since }],
          ['GET', `${own}deliveries/`],
          ['GET', `${own}deliveries/${delivery}/`],
          ['POST', `${own}deliveries/${delivery}/resend/`],
          ['POST', `${own}deliveries/${delivery}/cancel/`],
        ] as const
      for (const [method, path, body] of [
        ...calls(own, delivery_id),
        ...calls(`${WEBHOOKS}${NOBODYS}/`, delivery_id),
        ...calls(`${WEBHOOKS}not-an-id/`, delivery_id),
        ...calls(theirs, delivery_id).slice(-3),
      ])
        expect((await other.call(method, path, body)).body.code, `${method} ${path}`).toBe('not_found')
      for (const [method, path, body] of calls(own, delivery_id))
        expect((await anyone().call(method, path, body)).body.code).toBe('unauthenticated')
      expect((await anyone().call('GET', WEBHOOKS)).body.code).toBe('unauthenticated')
      expect((await me.call('GET', own)).status).toBe(200)
    })

    it('are opened to keys by their scopes', async () => {
      const me = await someone()
      const { own } = await create(me)
      const robot = anyone()
      const bearer = async (scopes: string[]) => {
        const made = await me.call('POST', '/api/v1/user/api-keys/', { name: 'nightly', scopes })
        return { authorization: `Bearer ${made.body.key}` }
      }
      const reader = await bearer(['webhooks:read'])
      expect((await robot.call('GET', own, undefined, reader)).status).toBe(200)
      const made = await robot.call('POST', WEBHOOKS, { url: URL_OF_NOBODY }, reader)
      expect(made.body.code).toBe('insufficient_scope')
      for (const path of [CHECK, `${own}test/`, `${own}rotate-secret/`])
        expect((await robot.call('POST', path, {}, reader)).body.code, path).toBe('insufficient_scope')
      const blind = await bearer(['storage:read'])
      for (const path of [WEBHOOKS, own, `${own}deliveries/`, `${own}stats/`, `${WEBHOOKS}events/`])
        expect((await robot.call('GET', path, undefined, blind)).body.code, path).toBe('insufficient_scope')
      const writer = await bearer(['webhooks:write'])
      expect((await robot.call('POST', WEBHOOKS, { url: URL_OF_NOBODY }, writer)).status).toBe(201)
      expect((await me.call('GET', WEBHOOKS)).body.count).toBe(2)
    })

    it('belong to the business that is acted for', async () => {
      const me = await someone()
      const place = await aBusiness(me)
      const { webhook, own } = await create(me, {}, place.acting)
      expect(webhook.created_by).toBeTruthy()
      expect((await me.call('GET', WEBHOOKS)).body.count).toBe(0)
      expect((await me.call('GET', own)).body.code).toBe('not_found')
      expect((await me.call('GET', WEBHOOKS, undefined, place.acting)).body.count).toBe(1)
      const { caller } = await aMember(all, me, place, 'employee')
      expect((await caller.call('GET', own, undefined, place.acting)).body.code).toBe('permission_missing')
      const { caller: admin } = await aMember(all, me, place, 'admin')
      expect((await admin.call('DELETE', own, undefined, place.acting)).status).toBe(204)
    })
  })

  describe('the catalogue of events', () => {
    it('has each type with its schema and an example of it', async () => {
      const me = await someone()
      const { results } = (await me.call('GET', `${WEBHOOKS}events/`)).body
      expect(results.map(({ type }: { type: string }) => type)).toEqual(EVENT_TYPES)
      for (const { type, group, description, payload_schema, payload_example } of results) {
        const known = EVENT_TYPES.find((one) => one === type) as (typeof EVENT_TYPES)[number]
        expect([group, description]).toEqual([EVENTS[known].group, EVENTS[known].description])
        expect(payload_schema).toMatchObject({
          type: 'object',
          required: ['id', 'type', 'timestamp', 'data'],
        })
        expect(eventPayload(known).safeParse(payload_example).error, type).toBeUndefined()
      }
    })
  })

  describe('deliveries', () => {
    it('are made by a test, at once and without retries, with the example of a type', async () => {
      const me = await someone()
      const { webhook, own } = await create(me, { headers: { 'X-Key': 'very private' } })
      const sent = (await me.call('POST', `${own}test/`)).body
      expect(sent).toMatchObject({
        webhook_id: webhook.webhook_id,
        type: 'webhook.test',
        object_id: null,
        trigger: 'test',
        status: 'pending',
        attempts: [],
        request_headers: {
          'X-Key': '(hidden)',
          'content-type': 'application/json',
          'webhook-id': sent.event_id,
        },
        completed_at: null,
      })
      expect(sent.next_attempt_at, 'at once').toBe(sent.created_at)
      expect(eventPayload('webhook.test').parse(JSON.parse(sent.request_body))).toMatchObject({
        id: sent.event_id,
        data: { object: { webhook_id: webhook.webhook_id } },
      })
      const path = `${own}deliveries/${sent.delivery_id}/`
      const done = await ended(me, path)
      expect(['succeeded', 'failed']).toContain(done.status)
      expect(done).toMatchObject({ next_attempt_at: null, request_body: sent.request_body })
      expect(done.completed_at).toBeTruthy()
      expect(done.attempts).toHaveLength(1)
      expect(done.attempts[0]?.error === null).toBe(done.status === 'succeeded')
      expect(done.request_headers['X-Key']).toBe('(hidden)')
      new Verifier(webhook.secret).verify(done.request_body, done.request_headers)
      expect((await me.call('GET', own)).body, 'a test says nothing of the events').toMatchObject({
        failing_since: null,
      })

      const second = await tested(me, own, { type: TYPE })
      expect(JSON.parse(second.request_body)).toMatchObject({
        id: second.event_id,
        type: TYPE,
        data: { object: EVENT_EXAMPLES[TYPE] },
      })
      expect((await me.call('POST', `${own}test/`, { type: 'conversion.exploded' })).body.code).toBe(
        'invalid_request',
      )
    })

    it('are listed, filtered, and counted', async () => {
      const me = await someone()
      const { own } = await create(me)
      const first = await tested(me, own)
      const second = await tested(me, own, { type: TYPE })
      const list = async (query: string) => (await me.call('GET', `${own}deliveries/${query}`)).body
      const ids = async (query: string) =>
        (await list(query)).results?.map(({ delivery_id }: Delivery) => delivery_id)
      const both = [second.delivery_id, first.delivery_id]
      expect(await ids('')).toEqual(both)
      expect((await list('')).results[1]).toEqual(first)
      expect(await ids('?sort_dir=asc')).toEqual(both.toReversed())
      expect(await ids(`?type=${TYPE}`)).toEqual([second.delivery_id])
      expect((await ids(`?status=${first.status}`)) as string[]).toContain(first.delivery_id)
      expect(await ids('?status=pending')).toEqual([])
      expect(await ids('?status=cancelled')).toEqual([])
      expect(await ids(`?since=${second.created_at}`)).toEqual([second.delivery_id])
      expect(await ids(`?until=${second.created_at}`)).toEqual([first.delivery_id])
      expect(await ids(`?q=${first.delivery_id}`)).toEqual([first.delivery_id])
      expect(await ids(`?q=${first.event_id}`)).toEqual([first.delivery_id])
      expect(await ids(`?q=${first.event_id.slice('evt_'.length)}`)).toEqual([first.delivery_id])
      expect(await ids(`?q=${NOBODYS}`)).toEqual([])
      expect(await ids('?q=words')).toEqual([])
      const page = await list('?page_size=1')
      expect(page).toMatchObject({ count: 2, total_pages: 2 })
      expect(await ids(`?page_size=1&cursor=${page.next_cursor}`)).toEqual([first.delivery_id])
      for (const query of ['?type=conversion.exploded', '?status=lost', '?since=yesterday', '?cursor=x'])
        expect((await list(query)).code, query).toBe('invalid_request')
      expect((await me.call('GET', `${own}deliveries/${first.delivery_id}/`)).body).toEqual(first)
      expect((await me.call('GET', `${own}deliveries/${NOBODYS}/`)).body.code).toBe('not_found')

      const { body: stats } = await me.call('GET', `${own}stats/?hours=2`)
      expect(stats.series).toHaveLength(2)
      expect(stats.succeeded + stats.failed).toBe(2)
      expect(stats.success_rate).toBe(stats.succeeded / 2)
      expect(stats.median_ms).toBeGreaterThanOrEqual(0)
      expect(stats.last_failure?.delivery_id ?? null).toBe(
        second.status === 'failed' ? second.delivery_id : null,
      )
      expect(stats.series.reduce((sum: number, { failed }: { failed: number }) => sum + failed, 0)).toBe(
        stats.failed,
      )
      const whole = (await me.call('GET', `${own}stats/`)).body
      expect(whole.hours).toBe(24)
      const { types, ...figures } = whole
      expect((await me.call('GET', own)).body.stats).toEqual(figures)
      const countOf = ({ status }: Delivery) => ({
        succeeded: status === 'succeeded' ? 1 : 0,
        failed: status === 'failed' ? 1 : 0,
        pending: 0,
        median_ms: expect.any(Number),
      })
      expect(types, 'of two with as many, by name').toEqual([
        { type: TYPE, ...countOf(second) },
        { type: 'webhook.test', ...countOf(first) },
      ])
      await tested(me, own)
      const again = (await me.call('GET', `${own}stats/`)).body.types
      expect(again.map(({ type }: { type: string }) => type)).toEqual(['webhook.test', TYPE])
      expect((await me.call('GET', `${own}stats/?hours=0`)).body.code).toBe('invalid_request')
    })

    it('are sent again as new ones of the same event', async () => {
      const me = await someone()
      const { own } = await create(me)
      const first = await tested(me, own, { type: TYPE })
      const sent = await me.call('POST', `${own}deliveries/${first.delivery_id}/resend/`)
      expect(sent.status).toBe(202)
      expect(sent.body).toMatchObject({
        event_id: first.event_id,
        type: TYPE,
        trigger: 'resend',
        status: 'pending',
        attempts: [],
        request_body: first.request_body,
      })
      expect(sent.body.delivery_id).not.toBe(first.delivery_id)
      expect((await me.call('GET', `${own}deliveries/?q=${first.event_id}`)).body.count).toBe(2)
      expect((await me.call('POST', `${own}deliveries/${NOBODYS}/resend/`)).body.code).toBe('not_found')
    })

    it('are cancelled while they wait, and stay as they are once they have ended', async () => {
      const me = await someone()
      const { own } = await create(me)
      const first = await tested(me, own)
      const cancel = (id: string) => me.call('POST', `${own}deliveries/${id}/cancel/`)
      expect((await cancel(first.delivery_id)).body).toEqual(first)
      const { body: waiting } = await me.call('POST', `${own}deliveries/${first.delivery_id}/resend/`)
      const cancelled = (await cancel(waiting.delivery_id)).body
      // A server may have sent it meanwhile; it waits no longer in any case.
      expect(cancelled.status).not.toBe('pending')
      expect(cancelled.next_attempt_at).toBeNull()
      expect(cancelled.completed_at).toBeTruthy()
      expect((await me.call('GET', `${own}deliveries/${waiting.delivery_id}/`)).body.status).toBe(
        cancelled.status,
      )
      expect((await cancel(NOBODYS)).body.code).toBe('not_found')
    })

    it('are made up for what was missed, and tests were never missed', async () => {
      const me = await someone()
      const { own } = await create(me)
      await tested(me, own)
      await tested(me, own, { type: TYPE })
      const recover = (json: object) => me.call('POST', `${own}recover/`, json)
      const dry = await recover({ since: LONG_AGO, dry_run: true })
      expect(dry.status).toBe(202)
      expect(dry.body).toEqual({ count: 0, complete: true })
      expect((await recover({ since: LONG_AGO })).body).toEqual({ count: 0, complete: true })
      expect((await me.call('GET', `${own}deliveries/`)).body.count).toBe(2)
      expect((await recover({ since: 'yesterday' })).body.code).toBe('invalid_request')
      expect((await recover({})).body.code).toBe('invalid_request')
    })
  })

  describe('the list of events', () => {
    const EVENTS_PATH = '/api/v1/events/'
    it('leaves tests out, and has the page and the filters of each list', async () => {
      const me = await someone()
      const { own } = await create(me)
      const { delivery_id } = await tested(me, own)
      await tested(me, own, { type: TYPE })
      // An example stays one when it is sent again.
      await me.call('POST', `${own}deliveries/${delivery_id}/resend/`)
      const list = async (query: string) => (await me.call('GET', `${EVENTS_PATH}${query}`)).body
      expect(await list('')).toEqual({
        ...{ count: 0, count_exact: true, total_pages: 0, page: 1, page_size: 20 },
        ...{ next_cursor: null, results: [] },
      })
      const queries = [`?type=${TYPE}&sort_dir=asc`, `?object_id=${NOBODYS}`, '?object_id=x&page_size=100']
      for (const query of [...queries, `?since=${LONG_AGO}`, '?since=2026-01-01T00:00:00%2B02:00'])
        expect((await list(query)).results, query).toEqual([])
      for (const query of ['?type=conversion.exploded', '?since=yesterday', '?cursor=x', '?sort_by=type'])
        expect((await list(query)).code, query).toBe('invalid_request')
      expect((await list('?object_id=')).code).toBe('invalid_request')
    })

    it('has what happened, with the request body and the deliveries', async () => {
      const me = await someone()
      const { webhook } = await create(me, { events: ['conversion.*'] })
      const { conversion_id } = await me.document()
      const { results } = (await me.call('GET', `${EVENTS_PATH}?object_id=${conversion_id}`)).body
      const [event] = results
      expect(results).toHaveLength(1)
      expect(event).toMatchObject({ type: TYPE, object_id: conversion_id, id: event.event_id })
      expect(eventPayload(TYPE).parse(JSON.parse(event.request_body))).toMatchObject({
        ...{ id: event.event_id, timestamp: event.created_at },
        data: { object: { conversion_id } },
      })
      expect(event.deliveries).toMatchObject([
        { webhook_id: webhook.webhook_id, url: webhook.url, trigger: 'event' },
      ])
      const other = await someone()
      expect((await other.call('GET', `${EVENTS_PATH}?object_id=${conversion_id}`)).body.results).toEqual([])
    })

    it('is read with the scope of webhooks, for the account or the business that is acted for', async () => {
      const me = await someone()
      expect((await anyone().call('GET', EVENTS_PATH)).body.code).toBe('unauthenticated')
      const asked = async (scopes: string[]) => {
        const made = await me.call('POST', '/api/v1/user/api-keys/', { name: 'listen', scopes })
        const headers = { authorization: `Bearer ${made.body.key}` }
        return (await anyone().call('GET', EVENTS_PATH, undefined, headers)).body
      }
      expect((await asked(['webhooks:read'])).results).toEqual([])
      expect((await asked(['history:read', 'webhooks:write'])).code).toBe('insufficient_scope')
      const place = await aBusiness(me)
      expect((await me.call('GET', EVENTS_PATH, undefined, place.acting)).status).toBe(200)
      const { caller } = await aMember(all, me, place, 'employee')
      expect((await caller.call('GET', EVENTS_PATH, undefined, place.acting)).body.code).toBe(
        'permission_missing',
      )
    })
  })
}
