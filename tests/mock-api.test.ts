import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BusinessEventList } from '../contract/business-events.ts'
import { type BusinessUser, BusinessUserList } from '../contract/business-users.ts'
import { EVENT_TYPES, eventPayload } from '../contract/events.ts'
import { type Delivery, DeliveryList, type Webhook, WebhookList } from '../contract/webhooks.ts'
import { MAREN } from './mock-api/accounts.ts'
import { advance, createDb, resetDb } from './mock-api/db.ts'
import { startMockServer } from './mock-api/node.ts'

/**
 * What the mock promises beside the contract: sessions that a test can keep, and the server's way
 * with paths.
 */

const ORIGIN = 'http://mock.invalid'
const db = createDb({ pace: 40, conversions: 3 })
let mock: ReturnType<typeof startMockServer>
beforeAll(() => {
  mock = startMockServer({ db, origin: ORIGIN })
})
beforeEach(() => resetDb(db, { conversions: 3 }))
afterAll(() => mock.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(ORIGIN + path, { headers })

const post = (path: string, body: object, cookie = '') =>
  fetch(ORIGIN + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })

const cookieOf = (answer: Response, name: string) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''

async function logIn(): Promise<string> {
  const { username, password } = MAREN
  const first = await post('/api/v1/user/auth/login/', { username, password })
  expect(await first.json()).toMatchObject({ mfa_required: true })
  const code = { method: 'totp', code: '123456' }
  const answer = await post('/auth/api/v1/social/mfa/verify/', code, cookieOf(first, 'sign-in'))
  expect(answer.status).toBe(200)
  return cookieOf(answer, 'session')
}

function convert(cookie: string, key: string) {
  const form = new FormData()
  form.append('target_format', 'pdf')
  form.append('file', new File(['# Hello'], 'hello.md'))
  return fetch(`${ORIGIN}/api/v1/pdf_handler/convert/`, {
    method: 'POST',
    headers: { cookie, 'idempotency-key': key },
    body: form,
  })
}

describe('the mock', () => {
  it('knows who asks by the cookie that it gave', async () => {
    const cookie = await logIn()
    expect((await get('/api/v1/user/me/', { cookie })).status).toBe(200)
    expect((await get('/api/v1/user/me/')).status).toBe(401)
    expect((await get('/api/v1/user/me/', { authorization: 'Bearer nobody' })).status).toBe(401)
  })

  it.each([
    ['/api/v1/nothing/', 404, 'not_found'],
    ['/api/v1/user/auth/login/', 405, 'method_not_allowed'],
    ['/api/v1/conversion/?page_size=1000', 400, 'invalid_request'],
    ['/api/v1/conversion/not-an-id/', 404, 'not_found'],
  ])('answers %s with a problem', async (path, status, code) => {
    const answer = await get(path)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect([answer.status, (await answer.json()).code]).toEqual([status, code])
  })

  it('leads a read to the path with its slash, and refuses anything else there', async () => {
    const read = await fetch(`${ORIGIN}/api/v1/conversion?page=2`, { redirect: 'manual' })
    expect([read.status, read.headers.get('location')]).toEqual([301, '/api/v1/conversion/?page=2'])
    const write = await fetch(`${ORIGIN}/api/v1/user/auth/login`, { method: 'POST' })
    expect([write.status, (await write.json()).code]).toEqual([404, 'missing_trailing_slash'])
  })

  it('does one thing once for one key, and holds a wait until it has ended', async () => {
    const cookie = await logIn()
    const first = await (await convert(cookie, 'one')).json()
    const second = await (await convert(cookie, 'one')).json()
    expect(second).toEqual(first)
    const wait = `/api/v1/docs_core/conversion/wait/${first.conversion_id}/?timeout=5`
    const ended = await (await get(wait, { cookie })).json()
    expect(ended).toMatchObject({ status: 'completed', credits_charged: 2, output: { format: 'pdf' } })
    expect(ended.download_url).toMatch(`${ORIGIN}/api/v1/pdf_handler/`)
    expect(
      (await fetch(ended.download_url, { headers: { cookie } })).headers.get('content-disposition'),
    ).toContain('hello.pdf')
    expect((await get(wait)).status).toBe(404)
  })

  it('has two businesses of its account, with members, invitations, documents and work', async () => {
    const cookie = await logIn()
    const read = async (path: string, headers: Record<string, string> = {}) =>
      (await get(path, { cookie, ...headers })).json()
    const own: BusinessUser[] = await read('/auth/api/v1/users/businesses/')
    expect(own.map(({ business, role, status }) => [business.name, role, status])).toEqual([
      ['Harbour & Co', 'owner', 'active'],
      ['Nordlicht Studio', 'owner', 'active'],
    ])
    const [harbour, nordlicht] = await Promise.all(
      own.map(({ business_id }) => read(`/auth/api/v1/business/${business_id}/`)),
    )
    expect(harbour).toMatchObject({ is_verified: true, status: 'active', members: 8, invitations: 2 })
    expect(nordlicht).toMatchObject({ verification_status: 'in_review', status: 'pending' })
    expect(new Set(nordlicht.documents.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['accepted', 'submitted', 'rejected']),
    )
    expect(BusinessUserList.parse(await read(`/auth/api/v1/businesses/${harbour.id}/users/`)).count).toBe(8)
    for (const { id } of [harbour, nordlicht]) {
      const log = BusinessEventList.parse(await read(`/auth/api/v1/businesses/${id}/audit/`))
      expect(log.results.map(({ at }) => at)).toEqual(
        log.results
          .map(({ at }) => at)
          .toSorted()
          .toReversed(),
      )
    }
    const acting = { 'x-business-id': harbour.business_id }
    for (const path of ['/api/v1/user/storage/files/', '/api/v1/conversion/', '/api/v1/user/shares/']) {
      const ids = async (headers?: Record<string, string>) =>
        (await read(path, headers)).results.map(({ id }: { id: string }) => id)
      const [theirs, mine] = [await ids(acting), await ids()]
      expect(theirs.length, path).toBeGreaterThan(0)
      expect(
        mine.filter((id: string) => theirs.includes(id)),
        path,
      ).toEqual([])
    }
  })

  it('pages by cursor', async () => {
    const cookie = await logIn()
    const page = await (await get('/api/v1/conversion/?page_size=2', { cookie })).json()
    const next = await (
      await get(`/api/v1/conversion/?page_size=2&cursor=${page.next_cursor}`, { cookie })
    ).json()
    expect([page.results.length, next.results.length, next.next_cursor]).toEqual([2, 1, null])
  })
})

describe('webhooks of the mock', () => {
  const WEBHOOKS = '/api/v1/webhooks/'
  const HOUR = 3_600_000
  const open = async () => {
    const cookie = await logIn()
    const call = async (method: string, path: string, json?: object) => {
      const answer = await fetch(`${ORIGIN}${WEBHOOKS}${path}`, {
        method,
        headers: { cookie, ...(json && { 'content-type': 'application/json' }) },
        ...(json && { body: JSON.stringify(json) }),
      })
      return answer.json()
    }
    const seeded = WebhookList.parse(await call('GET', '')).results
    const named = (description: string) => seeded.find((one) => one.description === description) as Webhook
    const deliveries = async ({ id }: Webhook, query = '') =>
      DeliveryList.parse(await call('GET', `${id}/deliveries/?page_size=100${query}`)).results
    return { call, seeded, named, deliveries }
  }

  it('are three: in good order, failing, and gone', async () => {
    const { seeded, named, deliveries } = await open()
    expect(seeded.map(({ description }) => description)).toEqual(['Archive', 'Order system', 'Former CRM'])
    const orders = named('Order system')
    expect(orders).toMatchObject({ is_active: true, failing_since: null, events: ['conversion.*'] })
    const { succeeded, failed, pending, success_rate } = orders.stats
    expect([succeeded >= 38, failed, pending]).toEqual([true, 1, 0])
    expect(success_rate).toBeGreaterThan(0.95)
    expect(orders.stats.series.filter((hour) => hour.succeeded > 0).length).toBeGreaterThan(12)

    const archive = named('Archive')
    expect(archive.is_active).toBe(true)
    const failing = Date.now() - Date.parse(archive.failing_since ?? '')
    expect(failing).toBeGreaterThan(3 * HOUR)
    expect(failing).toBeLessThan(5 * HOUR)
    expect(archive.stats.pending).toBeGreaterThan(2)
    expect(archive.stats.failed).toBe(3)
    const of = await deliveries(archive)
    const errors = of.flatMap(({ attempts }) => attempts.map(({ error }) => error)).filter(Boolean)
    expect(errors.join(' ')).toMatch(/(?=.*answered 500)(?=.*answered 413)(?=.*15 seconds)(?=.*certificate)/s)
    for (const { next_attempt_at } of of.filter(({ status }) => status === 'pending'))
      expect(Date.parse(next_attempt_at ?? '')).toBeGreaterThan(Date.now())

    expect(named('Former CRM')).toMatchObject({ is_active: false, disabled_reason: 'gone' })
    const all = [of, await deliveries(orders), await deliveries(named('Former CRM'))].flat()
    for (const { type, request_body } of all) {
      const known = EVENT_TYPES.find((one) => one === type) ?? 'webhook.test'
      expect(eventPayload(known).safeParse(JSON.parse(request_body)).error, type).toBeUndefined()
    }
    expect(new Set(all.map(({ type }) => type)), 'each type is there').toEqual(new Set(EVENT_TYPES))
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  it('tell of conversions that are there', async () => {
    const { named, deliveries } = await open()
    const [conversion] = db.conversions
    const [told] = await deliveries(named('Order system'), `&q=${conversion?.conversion.id}`)
    expect(told?.created_at).toBe(conversion?.conversion.completed_at)
  })

  it('try again what fails, and deliver it once the receiver is right', async () => {
    const { call, named, deliveries } = await open()
    const { id } = named('Order system')
    await call('PATCH', `${id}/`, { url: 'https://hooks.orders.example/fail' })
    const [first] = await deliveries(named('Order system'), '&type=conversion.completed')
    const sent: Delivery = await call('POST', `${id}/deliveries/${first?.id}/resend/`)
    const read = async (): Promise<Delivery> => call('GET', `${id}/deliveries/${sent.id}/`)
    advance(db, Date.now() + 1000)
    const failed = await read()
    expect(failed).toMatchObject({ status: 'pending', attempts: [{ status_code: 500 }] })
    expect((await call('GET', `${id}/`)).failing_since).toBeTruthy()
    advance(db, Date.now() + 7000)
    expect((await read()).attempts).toHaveLength(2)
    await call('PATCH', `${id}/`, { url: 'https://hooks.orders.example/right' })
    advance(db, Date.now() + HOUR)
    expect(await read()).toMatchObject({ status: 'succeeded', next_attempt_at: null })
    expect((await call('GET', `${id}/`)).failing_since).toBeNull()

    await call('PATCH', `${id}/`, { url: 'https://hooks.orders.example/gone' })
    await call('POST', `${id}/deliveries/${first?.id}/resend/`)
    advance(db, Date.now() + 1000)
    expect(await call('GET', `${id}/`)).toMatchObject({ is_active: false, disabled_reason: 'gone' })
  })

  it('send what was missed, once', async () => {
    const { call, named, deliveries } = await open()
    const { id } = named('Former CRM')
    const since = new Date(Date.now() - 13 * 24 * HOUR).toISOString()
    const recover = (dry_run: boolean) => call('POST', `${id}/recover/`, { since, dry_run })
    expect((await recover(false)).code).toBe('webhook_disabled')
    const { count } = await recover(true)
    expect(count).toBeGreaterThan(12)
    await call('PATCH', `${id}/`, { url: 'https://crm.example/hooks/v2', is_active: true })
    expect(await recover(false)).toEqual({ count, complete: true })
    expect((await recover(false)).count, 'they are on their way').toBe(0)
    advance(db, Date.now() + 1000)
    const sent = (await deliveries(named('Former CRM'))).filter(({ trigger }) => trigger === 'recover')
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 'succeeded'))
    expect(sent).toHaveLength(count)
  })
})
