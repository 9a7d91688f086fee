import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { reconcilePayments } from '../../server/core/billing/sync.ts'
import { makeBusiness, makeMember } from './business-desk.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import {
  advance,
  BALANCED,
  balanceOf,
  books,
  deliver,
  payAt,
  purchaseOf,
  SUBSCRIPTION,
  startPack,
  startPlan,
  untilFulfilled,
} from './till.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ DATABASE_POOL: '4' })
})
afterAll(async () => {
  expect(await books(server)).toEqual(BALANCED)
  await server.stop()
})

const follow = (location: string | null) => fetch(location ?? '', { redirect: 'manual' })
const later = () => reconcilePayments({ ...server.platform, clock: () => new Date(Date.now() + 120_000) })

describe('what is for sale', () => {
  it('is known to everybody, in test money while there is no key', async () => {
    const { body } = await new Client(server.url).json('GET', `${SUBSCRIPTION}/pricing_plan/`)
    expect(body).toMatchObject({ currency: 'EUR', mode: 'sandbox' })
    expect(
      body.plans.map(({ code, interval }: { code: string; interval: string }) => [code, interval]),
    ).toEqual([
      ['free', null],
      ...['starter', 'studio', 'business'].flatMap((code) => [
        [code, 'month'],
        [code, 'year'],
      ]),
    ])
    expect(body.packs[1]).toEqual({
      code: 'pack-1000',
      credits: 1000,
      price: { amount: 1200, currency: 'EUR' },
    })
  })

  it('has a price for every operation that can be asked for', async () => {
    const { status, body } = await new Client(server.url).json('GET', `${SUBSCRIPTION}/rate_card/`)
    expect(status).toBe(200)
    expect(body.items.length).toBeGreaterThan(1)
  })
})

describe('a pack', () => {
  it('is there after its payment, by the browser that comes back', async () => {
    await deliver(server, 'withheld')
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPack(me)
    expect((await purchaseOf(me, purchase_id)).status).toBe('pending')
    const paid = await payAt(checkout_url)
    expect(paid.status).toBe(303)
    const back = await follow(paid.headers.get('location'))
    expect([back.status, back.headers.get('location')]).toEqual([
      302,
      `/billing/return?purchase=${purchase_id}`,
    ])
    expect(await purchaseOf(me, purchase_id)).toMatchObject({
      ...{ status: 'fulfilled', credits: 1000, price: { amount: 1200, currency: 'EUR' }, checkout_url: null },
      ...{
        provider_reference: expect.stringMatching(/^pi_/),
        invoice_number: expect.stringMatching(/^\d{4}-\d{6}$/),
      },
    })
    expect(await balanceOf(me)).toMatchObject({
      ...{ available: 2000, granted: 2000 },
      lots: [
        { source: 'signup' },
        { source: 'pack', name: '1,000 credits', remaining: 1000, expires_at: null },
      ],
    })
    await deliver(server, 'now')
  })

  it('is there by the event alone, when the browser was closed', async () => {
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPack(me, 'pack-250')
    await payAt(checkout_url)
    await untilFulfilled(me, purchase_id)
    expect(await balanceOf(me)).toMatchObject({ available: 1250 })
  })

  it('is there by the reconciliation alone, when the browser was closed and the events were lost', async () => {
    await deliver(server, 'withheld')
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPack(me, 'pack-250')
    await payAt(checkout_url)
    expect((await purchaseOf(me, purchase_id)).status).toBe('pending')
    await later()
    expect((await purchaseOf(me, purchase_id)).status).toBe('fulfilled')
    await deliver(server, 'now')
  })

  it('is given once, however often and at the same time it is told of', async () => {
    await deliver(server, 'twice')
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPack(me)
    const paid = await payAt(checkout_url)
    const location = paid.headers.get('location')
    await Promise.all([...Array.from({ length: 6 }, () => follow(location)), later(), later()])
    await untilFulfilled(me, purchase_id)
    await later()
    expect(await balanceOf(me)).toMatchObject({ available: 2000 })
    await deliver(server, 'now')
  })

  it('that was cancelled or not paid changes nothing', async () => {
    const me = await signUp(server.url)
    const { purchase_id } = await startPack(me)
    const back = await follow(
      `${server.url}${SUBSCRIPTION}/purchase_initiate/callback/?purchase=${purchase_id}`,
    )
    expect(back.headers.get('location')).toBe(`/billing/return?purchase=${purchase_id}&cancelled=1`)
    expect(await purchaseOf(me, purchase_id)).toMatchObject({ status: 'pending' })
    expect(await balanceOf(me)).toMatchObject({ available: 1000 })
  })

  it.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4000 0000 0000 0069', 'Your card has expired.'],
  ])('can be paid with another card after %s', async (number, message) => {
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPack(me, 'pack-250')
    const refused = await payAt(checkout_url, { number })
    expect(refused.status).toBe(402)
    expect(await refused.text()).toContain(message)
    expect(await balanceOf(me)).toMatchObject({ available: 1000 })
    expect((await payAt(checkout_url)).status).toBe(303)
    await untilFulfilled(me, purchase_id)
    expect(await balanceOf(me)).toMatchObject({ available: 1250 })
  })

  it('asks the person to confirm where the bank wants that', async () => {
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPack(me, 'pack-250')
    const number = '4000 0025 0000 3155'
    expect(await (await payAt(checkout_url, { number })).text()).toContain('Confirm the payment')
    expect((await payAt(checkout_url, { number, confirmed: 'no' })).status).toBe(402)
    expect((await payAt(checkout_url, { number, confirmed: 'yes' })).status).toBe(303)
    await untilFulfilled(me, purchase_id)
  })

  it('is paid once by two submits at the same time', async () => {
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPack(me, 'pack-250')
    const statuses = (await Promise.all([1, 2, 3].map(() => payAt(checkout_url)))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 303])
    await untilFulfilled(me, purchase_id)
    expect(await balanceOf(me)).toMatchObject({ available: 1250 })
  })

  it('of the same Idempotency-Key is one purchase with one checkout', async () => {
    const me = await signUp(server.url)
    const start = () =>
      me.json(
        'POST',
        `${SUBSCRIPTION}/purchase_initiate/pay-as-you-go/`,
        { credits: 300 },
        { 'idempotency-key': 'k1' },
      )
    const [first, second] = [await start(), await start()]
    expect(second.body).toEqual(first.body)
    expect(await purchaseOf(me, first.body.purchase_id), 'the smallest that is enough').toMatchObject({
      item: 'pack-1000',
    })
  })

  it('is nobody else’s to see', async () => {
    const [me, other] = [await signUp(server.url), await signUp(server.url)]
    const { purchase_id } = await startPack(me)
    expect((await other.json('GET', `${SUBSCRIPTION}/purchases/${purchase_id}/`)).status).toBe(404)
  })
})

describe('an event of the provider', () => {
  it.each([
    ['no signature', {}],
    ['a forged signature', { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }],
  ])('with %s is refused', async (_, headers) => {
    const answer = await fetch(`${server.url}${SUBSCRIPTION}/events/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object: {} } }),
    })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      400,
      'signature_invalid',
    ])
  })
})

describe('money that goes back', () => {
  const paymentOf = async (me: Client, id: string): Promise<string> =>
    (await purchaseOf(me, id)).provider_reference

  it('revokes what is unspent of a refunded pack', async () => {
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPack(me)
    await payAt(checkout_url)
    await untilFulfilled(me, purchase_id)
    await server.platform.payments.refund(await paymentOf(me, purchase_id), { key: purchase_id })
    await vi.waitFor(async () => expect((await purchaseOf(me, purchase_id)).status).toBe('refunded'), 10_000)
    expect(await balanceOf(me)).toMatchObject({ available: 1000 })
  })

  it('is found by the reconciliation when its event was lost, also behind a newer event that arrived', async () => {
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPack(me)
    await payAt(checkout_url)
    await untilFulfilled(me, purchase_id)
    const until = await reconcilePayments(server.platform)
    expect(until).toBeInstanceOf(Date)
    await deliver(server, 'withheld')
    await server.platform.payments.refund(await paymentOf(me, purchase_id), { key: purchase_id })
    await deliver(server, 'now')
    await server.platform.db.execute(sql`insert into provider_events (id, type, created_at, handled_at)
      values ('evt_newer', 'price.updated', now() + interval '1 hour', now())`)
    await reconcilePayments(server.platform, until)
    expect((await purchaseOf(me, purchase_id)).status).toBe('refunded')
    expect(await balanceOf(me)).toMatchObject({ available: 1000 })
  })

  it('is looked for again where an event could not be handled', async () => {
    const until = new Date(Date.now() - 60_000)
    const event = { id: 'evt_failing', type: 'charge.refunded', createdAt: new Date() }
    const payments = {
      ...server.platform.payments,
      paymentOf: () => Promise.reject(new Error('away')),
      async *eventsSince() {
        yield { ...event, object: { kind: 'charge' as const, id: 'ch_1', parent: null } }
      },
    }
    expect(await reconcilePayments({ ...server.platform, payments }, until)).toBe(until)
  })
})

describe('a plan', () => {
  it('brings its credits and quota, renews, and ends what is left of the month before', async () => {
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPlan(me)
    const paid = await payAt(checkout_url)
    await follow(paid.headers.get('location'))
    await untilFulfilled(me, purchase_id)
    const plan = (await me.json('GET', `${SUBSCRIPTION}/current/`)).body
    expect(plan).toMatchObject({
      plan: 'studio',
      status: 'active',
      interval: 'month',
      storage_bytes: 250_000_000_000,
    })
    expect(plan.payment_method).toMatchObject({ brand: 'visa', last4: '4242' })
    expect(await balanceOf(me)).toMatchObject({
      available: 3000,
      plan: 'studio',
      renews_at: plan.current_period_end,
    })
    const again = await me.json('POST', `${SUBSCRIPTION}/purchase_initiate/`, { plan: 'starter' })
    expect([again.status, again.body.code]).toEqual([409, 'subscription_exists'])
    await advance(server, 31.1)
    await vi.waitFor(async () => {
      const renewed = (await me.json('GET', `${SUBSCRIPTION}/current/`)).body
      expect(renewed.current_period_start).toBe(plan.current_period_end)
    }, 15_000)
    expect(await balanceOf(me), 'one month at a time').toMatchObject({ available: 3000 })
    const history = (await me.json('GET', `${SUBSCRIPTION}/purchase_history/`)).body
    expect(history.results.map(({ status, kind }: Record<string, string>) => [kind, status])).toEqual([
      ['plan', 'fulfilled'],
      ['plan', 'fulfilled'],
    ])
    const sums = (await me.json('GET', `${SUBSCRIPTION}/ledger/sums/`)).body
    expect(sums).toMatchObject({ closing: 3000, agrees: true, out: [{ kind: 'expire', credits: -2000 }] })
  })

  it('changes up at once and is charged for the rest, and down at the end of the period', async () => {
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPlan(me, 'starter')
    await payAt(checkout_url)
    await untilFulfilled(me, purchase_id)
    const change = (body: object) => me.json('POST', `${SUBSCRIPTION}/change/`, body)
    const preview = await change({ plan: 'studio', dry_run: true })
    expect(preview.body).toMatchObject({
      applied: false,
      credits_now: 1500,
      next: { amount: 2900, currency: 'EUR' },
    })
    expect(preview.body.due_now.amount).toBeGreaterThan(1600)
    expect(preview.body.due_now.amount).toBeLessThanOrEqual(1700)
    const done = await change({ plan: 'studio' })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect((await me.json('GET', `${SUBSCRIPTION}/current/`)).body).toMatchObject({ plan: 'studio' })
    expect(await balanceOf(me)).toMatchObject({ available: 1000 + 500 + 1500 })
    const down = await change({ plan: 'starter' })
    expect(down.body).toMatchObject({ applied: true, due_now: { amount: 0 } })
    const current = (await me.json('GET', `${SUBSCRIPTION}/current/`)).body
    expect(current).toMatchObject({ plan: 'studio', next_plan: { plan: 'starter', interval: 'month' } })
    await advance(server, 31.1)
    await vi.waitFor(async () => {
      expect((await me.json('GET', `${SUBSCRIPTION}/current/`)).body).toMatchObject({
        plan: 'starter',
        next_plan: null,
      })
    }, 15_000)
    expect(await balanceOf(me)).toMatchObject({ available: 1500 })
  })

  it('is cancelled at the end of its period, and resumed before', async () => {
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPlan(me, 'starter')
    await payAt(checkout_url)
    await untilFulfilled(me, purchase_id)
    const cancel = () => me.json('DELETE', `${SUBSCRIPTION}/current/?reason=not_needed`)
    expect((await cancel()).body).toMatchObject({ cancel_at_period_end: true, plan: 'starter' })
    expect((await balanceOf(me)).alerts).toMatchObject([{ kind: 'subscription_ends' }])
    expect((await me.json('POST', `${SUBSCRIPTION}/resume/`)).body).toMatchObject({
      cancel_at_period_end: false,
    })
    await cancel()
    await advance(server, 31.1)
    await vi.waitFor(async () => {
      expect((await me.json('GET', `${SUBSCRIPTION}/current/`)).body).toMatchObject({
        plan: 'free',
        status: 'none',
      })
    }, 15_000)
    expect(await balanceOf(me)).toMatchObject({ available: 1000, plan: 'free', renews_at: null })
  })

  it('stays for its grace when a renewal fails, and is active again with another card', async () => {
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPlan(me, 'starter')
    await payAt(checkout_url, { number: '4000 0000 0000 0341' })
    await untilFulfilled(me, purchase_id)
    await advance(server, 31.1)
    await vi.waitFor(async () => {
      expect((await me.json('GET', `${SUBSCRIPTION}/current/`)).body).toMatchObject({
        status: 'past_due',
        plan: 'starter',
      })
    }, 15_000)
    expect((await balanceOf(me)).alerts[0]).toMatchObject({ kind: 'payment_failed' })
    const { url } = (await me.json('POST', `${SUBSCRIPTION}/portal/`)).body
    const sent = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ number: '4242424242424242' }),
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(sent.status).toBe(303)
    await vi.waitFor(async () => {
      expect((await me.json('GET', `${SUBSCRIPTION}/current/`)).body).toMatchObject({
        status: 'active',
        grace_until: null,
      })
    }, 15_000)
  })

  it('that is paid by the year gives its credits month by month', async () => {
    const me = await signUp(server.url)
    const { purchase_id, checkout_url } = await startPlan(me, 'studio', 'year')
    await payAt(checkout_url)
    await untilFulfilled(me, purchase_id)
    expect(await balanceOf(me)).toMatchObject({ available: 3000 })
    const { doDueBilling } = await import('../../server/worker/due-billing.ts')
    const { current_period_start: start } = (await me.json('GET', `${SUBSCRIPTION}/current/`)).body
    const inDays = (days: number) => ({
      ...server.platform,
      clock: () => new Date(Date.parse(start) + days * 86_400_000),
    })
    await doDueBilling(inDays(32))
    const lots = async () => {
      const { rows } = await server.platform.db.execute<{
        count: number
      }>(sql`select count(*)::int as count from credit_lots
        where source = 'plan' and owner_id = (select owner_id from purchases where id = ${purchase_id})`)
      return rows[0]?.count
    }
    expect(await lots()).toBe(2)
    await doDueBilling(inDays(32))
    expect(await lots(), 'once a month').toBe(2)
    await doDueBilling(inDays(100))
    expect(await lots()).toBe(4)
  })
})

describe('the limits of a plan', () => {
  const KB = 1000
  it('hold for uploads, for how long files are kept, and for members', async () => {
    await server.platform.db.execute(sql`update offers set terms = jsonb_set(terms, '{limits}',
      '{"max_upload_bytes": 2000, "keep_hours": 1000, "parallel_conversions": 4, "requests_per_minute": 120, "members": 2}')
      where code = 'starter'`)
    const business = await makeBusiness(server)
    const owner = await makeMember(server, business, 'owner')
    const started = await owner.json(
      ...(['POST', `${SUBSCRIPTION}/purchase_initiate/`] as const),
      ...([{ plan: 'starter' }, business.header] as const),
    )
    await follow((await payAt(started.body.checkout_url)).headers.get('location'))
    const current = await owner.json('GET', `${SUBSCRIPTION}/current/`, undefined, business.header)
    expect(current.body).toMatchObject({ plan: 'starter', status: 'active', limits: { members: 2 } })
    const usage = await owner.json('GET', '/api/v1/user/usage/', undefined, business.header)
    expect(usage.body.plans).toMatchObject([{ code: 'starter', limits: { keep_hours: 1000 } }])

    const send = async (bytes: number) => {
      const form = new FormData()
      form.append('target_format', 'html')
      form.append('file', new Blob(['a'.repeat(bytes)]), 'note.md')
      const path = '/api/v1/pdf_handler/convert/'
      const answer = await owner.fetch(path, { method: 'POST', body: form, headers: business.header })
      return (await answer.json()) as { code?: string; conversion_id: string }
    }
    expect((await send(3 * KB)).code).toBe('file_too_large')
    const { conversion_id } = await send(KB)
    const { rows } = await server.platform.db.execute<{ hours: number }>(sql`
      select extract(epoch from expires_at - created_at) / 3600 as hours from conversions where id = ${conversion_id}`)
    expect(Number(rows[0]?.hours)).toBeCloseTo(1000)

    const invite = (email: string) =>
      owner.json('POST', business.users('invite/'), { email, role: 'employee' })
    expect((await invite('one@mail.example')).status).toBe(201)
    expect((await invite('two@mail.example')).body).toMatchObject({ code: 'limit_reached' })
  })
})

describe('the history of tasks', () => {
  it('has tasks and conversions in one order, page by page as well as at once', async () => {
    const me = await signUp(server.url)
    for (const at of [1, 2, 3]) {
      await me.wait((await me.convert(`# ${at}`)).body.id)
      const task = { task_id: `t${at}`, family: 'document', operation: 'convert', units: at }
      expect((await me.json('POST', `${SUBSCRIPTION}/tasks/task-completion/`, task)).status).toBe(201)
    }
    const list = async (query: string) =>
      (await me.json('GET', `${SUBSCRIPTION}/tasks/task-history/?${query}`)).body
    const all = await list('page_size=50')
    const of = (page: { results: { task_id: string }[] }) => page.results.map(({ task_id }) => task_id)
    expect(all.results.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['task', 'conversion', 'task', 'conversion', 'task', 'conversion'],
    ])
    expect(of(all).filter((id) => id.startsWith('t'))).toEqual(['t3', 't2', 't1'])
    for (const sort of ['asc', 'desc']) {
      const ids: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await list(`page_size=4&sort_dir=${sort}${cursor && `&cursor=${cursor}`}`)
        ids.push(...of(page))
        cursor = page.next_cursor
      }
      expect(ids).toEqual(sort === 'asc' ? of(all).toReversed() : of(all))
      expect(of(await list(`page_size=2&page=2&sort_dir=${sort}`))).toEqual(ids.slice(2, 4))
    }
  })
})
