import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messages, owners, purchases } from '../../server/core/schema.ts'
import { doDueBilling } from '../../server/worker/due-billing.ts'
import { sweepAccounts } from '../../server/worker/sweep-accounts.ts'
import { topUp } from '../../server/worker/top-up.ts'
import { eventsOf, makeBusiness, makeMember, makePerson, type Person } from './business-desk.ts'
import { startServer, type TestServer } from './harness.ts'
import { BALANCED, books, deliver, payAt, purchaseOf, SUBSCRIPTION, startPack, startPlan } from './till.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ DATABASE_POOL: '4' })
})
afterAll(async () => {
  expect(await books(server)).toEqual(BALANCED)
  await server.stop()
})

const follow = (location: string | null) => fetch(location ?? '', { redirect: 'manual' })
const set = async (me: Person, change: object) => {
  const answer = await me.json('PUT', `${SUBSCRIPTION}/settings/`, change)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
let tasks = 0
/** Spends credits: a document costs two. */
async function spend(me: Person, credits: number, header: Record<string, string> = {}) {
  const report = { task_id: `t${++tasks}`, family: 'document', operation: 'convert', units: credits / 2 }
  const answer = await me.json('POST', `${SUBSCRIPTION}/tasks/task-completion/`, report, header)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
}
const mailsTo = async ({ email }: { email: string }, subject: string) => {
  const rows = await server.platform.db
    .select({ subject: messages.subject })
    .from(messages)
    .where(and(eq(messages.recipient, email), like(messages.subject, `%${subject}%`)))
  return rows.length
}
const buy = async (me: Person, card: { number?: string } = {}) => {
  const { purchase_id, checkout_url } = await startPack(me, 'pack-250')
  await follow((await payAt(checkout_url, card)).headers.get('location'))
  expect((await purchaseOf(me, purchase_id)).status).toBe('fulfilled')
}

describe('a mail', () => {
  it('tells once when the balance falls below the alert, and again after it rose', async () => {
    const me = await makePerson(server)
    await set(me, { low_balance: 500 })
    await spend(me, 498)
    expect(await mailsTo(me, 'credits are left')).toBe(0)
    await spend(me, 4)
    await spend(me, 10)
    expect(await mailsTo(me, 'credits are left')).toBe(1)
    await buy(me)
    await spend(me, 240)
    expect(await mailsTo(me, 'credits are left')).toBe(2)
    await set(me, { low_balance: 0 })
    await spend(me, 498)
    expect(await mailsTo(me, 'credits')).toBe(2)
  })

  it('tells at 80 % of the spend limit and at the limit, and a limit that refuses refuses', async () => {
    const me = await makePerson(server)
    await set(me, { spend_limit: 100, spend_limit_action: 'refuse' })
    await spend(me, 78)
    expect(await mailsTo(me, 'spend limit')).toBe(0)
    await spend(me, 2)
    expect(await mailsTo(me, 'spend limit is near')).toBe(1)
    await spend(me, 20)
    expect(await mailsTo(me, 'spend limit is reached')).toBe(1)
    const report = { task_id: 'over', family: 'document', operation: 'convert' }
    const over = await me.json('POST', `${SUBSCRIPTION}/tasks/task-completion/`, report)
    expect([over.status, over.body.code]).toEqual([402, 'spend_limit_reached'])
    await set(me, { spend_limit_action: 'notify' })
    await spend(me, 20)
  })

  it('of a business goes to its owners and admins', async () => {
    const business = await makeBusiness(server)
    const [owner, admin, employee] = [
      await makeMember(server, business, 'owner'),
      await makeMember(server, business, 'admin'),
      await makeMember(server, business, 'employee'),
    ]
    await server.platform.db.update(owners).set({ alertBelow: 40 }).where(eq(owners.id, business.id))
    await spend(owner, 20, business.header)
    expect(await mailsTo(owner, `credits are left: Harbour & Co`)).toBe(1)
    expect(await mailsTo(admin, 'credits are left')).toBe(1)
    expect(await mailsTo(employee, 'credits are left')).toBe(0)
  })
})

const wish = (more: object = {}) => ({
  top_up: { is_enabled: true, below: 500, pack: 'pack-250', max_per_month: 2, ...more },
})

describe('automatic top-up', () => {
  it('needs a card, buys when credits run low, and not more often than is allowed', async () => {
    const me = await makePerson(server)
    const none = await me.json('PUT', `${SUBSCRIPTION}/settings/`, wish())
    expect([none.status, none.body.code]).toEqual([409, 'no_payment_method'])
    await buy(me)
    await set(me, wish())
    await topUp(server.platform)
    await spend(me, 800)
    // Two workers at once, and again: one pack for each time that it ran low.
    await Promise.all([topUp(server.platform), topUp(server.platform)])
    await topUp(server.platform)
    const bought = async () =>
      server.platform.db
        .select({ status: purchases.status })
        .from(purchases)
        .where(and(eq(purchases.ownerId, me.userId), eq(purchases.kind, 'top_up')))
    expect(await bought()).toEqual([{ status: 'fulfilled' }])
    expect(await mailsTo(me, 'bought automatically')).toBe(1)
    await spend(me, 300)
    for (let runs = 0; runs < 3; runs++) await topUp(server.platform)
    expect(await bought()).toHaveLength(2)
    expect((await me.json('GET', `${SUBSCRIPTION}/settings/`)).body.top_up).toMatchObject({ bought: 2 })
  })

  it('stops when the card is declined, says why, and charges nothing', async () => {
    const me = await makePerson(server)
    await buy(me, { number: '4000 0000 0000 0341' })
    await set(me, wish())
    await spend(me, 800)
    await topUp(server.platform)
    await topUp(server.platform)
    const { top_up } = (await me.json('GET', `${SUBSCRIPTION}/settings/`)).body
    expect(top_up).toMatchObject({ is_enabled: false, bought: 0, stopped: 'Your card was declined.' })
    expect(await mailsTo(me, 'top-up has stopped')).toBe(1)
    const { rows } = await server.platform.db.execute(sql`
      select status, failure from purchases where owner_id = ${me.userId} and kind = 'top_up'`)
    expect(rows).toEqual([{ status: 'failed', failure: 'Your card was declined.' }])
  })

  it('whose worker ended after the charge completes with the same payment', async () => {
    const me = await makePerson(server)
    await buy(me)
    await set(me, wish())
    await spend(me, 900)
    const dies = { ...server.platform, payments: { ...server.platform.payments } }
    dies.payments.chargeCard = async (charge) => {
      await server.platform.payments.chargeCard(charge)
      throw new Error('the worker ended')
    }
    await topUp(dies)
    await topUp(server.platform)
    const charges =
      await server.platform.db.execute(sql`select count(*)::int as count from stripe_sandbox.objects
      where kind = 'payment_intent' and body->'metadata'->>'purchase_id' in
        (select id::text from purchases where owner_id = ${me.userId} and kind = 'top_up')`)
    expect(charges.rows).toEqual([{ count: 1 }])
  })
})

describe('a renewal that failed', () => {
  it('is told of three times in its days of grace, then the plan ends', async () => {
    // Events of the payment would say that the plan is active.
    await deliver(server, 'withheld')
    const me = await makePerson(server)
    const { checkout_url } = await startPlan(me, 'starter')
    await follow((await payAt(checkout_url)).headers.get('location'))
    await deliver(server, 'now')
    const { db } = server.platform
    const DAY = 86_400_000
    const begins = Date.now()
    await db.execute(sql`update subscriptions set status = 'past_due', grace_until = ${new Date(begins + 7 * DAY).toISOString()}::timestamptz
      where owner_id = ${me.userId}`)
    const on = (day: number) =>
      doDueBilling({ ...server.platform, clock: () => new Date(begins + day * DAY + 1000) })
    const told: number[] = []
    for (const day of [0, 0, 1, 2.9, 3, 3, 5, 6, 6]) {
      await on(day)
      told.push(
        (await mailsTo(me, 'payment for your plan failed')) + (await mailsTo(me, 'Your plan ends on')),
      )
    }
    expect(told).toEqual([1, 1, 1, 1, 2, 2, 2, 3, 3])
    await on(7)
    expect(await mailsTo(me, 'The plan Starter has ended')).toBe(1)
    expect((await me.json('GET', `${SUBSCRIPTION}/current/`)).body).toMatchObject({ plan: 'free' })
  })
})

describe('an account that ends', () => {
  it('pays for nothing any more, and its rows of money name nobody', async () => {
    const me = await makePerson(server)
    const { purchase_id, checkout_url } = await startPlan(me, 'starter')
    await follow((await payAt(checkout_url)).headers.get('location'))
    const exported = await me.fetch('/api/v1/user/export/')
    expect(exported.status, await exported.clone().text()).toBe(200)
    expect((await exported.text()).includes('purchases.json')).toBe(true)
    const { db } = server.platform
    await db.execute(sql`update users set delete_after = now() - interval '1 hour' where id = ${me.userId}`)
    await sweepAccounts(server.platform)
    const [purchase] = await db.select().from(purchases).where(eq(purchases.id, purchase_id))
    expect(purchase).toMatchObject({ status: 'fulfilled', amount: 1200, billedTo: null, createdBy: null })
    expect(purchase?.invoiceNumber).not.toBeNull()
    const { rows } = await db.execute(sql`select body->>'status' as status from stripe_sandbox.objects
      where kind = 'subscription' and id = ${purchase?.providerSubscription}`)
    expect(rows).toEqual([{ status: 'canceled' }])
  })

  it('as a business that is closed, pays no further period', async () => {
    const business = await makeBusiness(server)
    const owner = await makeMember(server, business, 'owner')
    const path = `${SUBSCRIPTION}/purchase_initiate/`
    const { body } = await owner.json('POST', path, { plan: 'starter' }, business.header)
    await follow((await payAt(body.checkout_url)).headers.get('location'))
    await server.platform.db.execute(sql`update businesses set status = 'closed' where id = ${business.id}`)
    await doDueBilling(server.platform)
    const { rows } = await server.platform.db.execute(sql`
      select o.body->>'cancel_at_period_end' as cancelled from subscriptions s
      join stripe_sandbox.objects o on o.id = s.provider_subscription where s.owner_id = ${business.id}`)
    expect(rows).toEqual([{ cancelled: 'true' }])
  })

  it('is tried again later where the provider fails, and delays none of the others', async () => {
    await deliver(server, 'withheld')
    const [first, second] = [await makePerson(server), await makePerson(server)]
    for (const me of [first, second]) {
      const { checkout_url } = await startPlan(me, 'starter')
      await follow((await payAt(checkout_url)).headers.get('location'))
      await server.platform.db.execute(
        sql`update subscriptions set grace_until = now() where owner_id = ${me.userId}`,
      )
    }
    await deliver(server, 'now')
    const planOf = async (me: Person) => (await me.json('GET', `${SUBSCRIPTION}/current/`)).body.plan
    let refused = 0
    const payments = {
      ...server.platform.payments,
      endSubscription: (id: string) =>
        refused++ === 0 ? Promise.reject(new Error('away')) : server.platform.payments.endSubscription(id),
    }
    const clock = () => new Date(Date.now() + 1000)
    await doDueBilling({ ...server.platform, payments, clock })
    expect([await planOf(first), await planOf(second)].sort()).toEqual(['free', 'starter'])
    await doDueBilling({ ...server.platform, payments, clock })
    expect([await planOf(first), await planOf(second)]).toEqual(['free', 'free'])
  })
})

describe('the audit log of a business', () => {
  it('says who bought, changed, cancelled and resumed what, and which settings became what', async () => {
    const business = await makeBusiness(server)
    const owner = await makeMember(server, business, 'owner')
    const ask = async (method: 'PUT' | 'POST' | 'DELETE', path: string, json?: object) => {
      const answer = await owner.json(method, `${SUBSCRIPTION}/${path}`, json, business.header)
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      return answer.body
    }
    await ask('PUT', 'settings/', { low_balance: 50, spend_limit: 900 })
    await ask('PUT', 'settings/', { low_balance: 50 })
    const { checkout_url } = await ask('POST', 'purchase_initiate/', { plan: 'starter' })
    await follow((await payAt(checkout_url)).headers.get('location'))
    await ask('POST', 'change/', { plan: 'studio', interval: 'month', dry_run: true })
    await ask('POST', 'change/', { plan: 'studio', interval: 'month' })
    await ask('DELETE', 'current/')
    await ask('POST', 'resume/')
    const events = await eventsOf(server, business)
    expect(
      events.map(({ kind, actorId, target, before, after }) => ({ kind, actorId, target, before, after })),
    ).toMatchObject([
      {
        kind: 'billing.settings_updated',
        ...{ before: { low_balance: 100, spend_limit: null }, after: { low_balance: 50, spend_limit: 900 } },
      },
      { kind: 'billing.purchase_started', target: 'Starter', actorId: owner.userId },
      {
        kind: 'billing.plan_changed',
        ...{ target: 'Studio', before: { plan: 'starter' }, after: { plan: 'studio' } },
      },
      { kind: 'billing.plan_cancelled', target: 'studio' },
      { kind: 'billing.plan_resumed', target: 'studio' },
    ])
  })
})
