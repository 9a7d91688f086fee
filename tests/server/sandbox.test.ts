import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIELDS, type Kind } from '../../server/sandbox/fields.ts'
import { openSandbox, type Sandbox } from '../../server/sandbox/sandbox.ts'
import { signUp, startServer, type TestServer } from './harness.ts'
import { payAt, startPlan } from './till.ts'

let server: TestServer
let sandbox: Sandbox
let stripe: Stripe
beforeAll(async () => {
  server = await startServer({ DATABASE_POOL: '4' })
  const { db, log, clock } = server.platform
  sandbox = await openSandbox({ db, log, clock, publicUrl: () => server.url, eventsUrl: () => null })
  const { host, port, protocol, apiKey } = sandbox
  stripe = new Stripe(apiKey, { host, port, protocol, maxNetworkRetries: 0 })
})
afterAll(async () => {
  await sandbox.close()
  await server.stop()
})

const fault = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (error: unknown) => error as Stripe.errors.StripeError,
  )
  return error && [error.statusCode, error.type, error.code ?? null]
}

describe('the sandbox, by Stripe’s own SDK', () => {
  it('answers the same to the same Idempotency-Key, and refuses the key for another request', async () => {
    const wish = { name: 'Maren', email: 'maren@mail.example' }
    const first = await stripe.customers.create(wish, { idempotencyKey: 'one' })
    expect(await stripe.customers.create(wish, { idempotencyKey: 'one' })).toMatchObject({ id: first.id })
    expect(await fault(stripe.customers.create({ name: 'Tom' }, { idempotencyKey: 'one' }))).toEqual([
      ...[400, 'StripeIdempotencyError', null],
    ])
  })

  it('makes one of many at the same time with one key', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => stripe.customers.create({ name: 'Ines' }, { idempotencyKey: 'many' })),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  })

  it('refuses what it does not know, and whom it does not know', async () => {
    const odd = { name: 'Maren', shipping_speed: 'fast' } as Stripe.CustomerCreateParams
    expect(await fault(stripe.customers.create(odd))).toEqual([
      ...[400, 'StripeInvalidRequestError', 'parameter_unknown'],
    ])
    expect(await fault(stripe.customers.retrieve('cus_none'))).toEqual([
      ...[404, 'StripeInvalidRequestError', 'resource_missing'],
    ])
    const { host, port, protocol } = sandbox
    const stranger = new Stripe('sk_test_wrong', { host, port, protocol, maxNetworkRetries: 0 })
    expect(await fault(stranger.customers.create({}))).toEqual([...[401, 'StripeAuthenticationError', null]])
  })

  it('pages through lists by cursor, both ways', async () => {
    const all = await stripe.prices.list({ limit: 100 })
    const ids = all.data.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(5)
    const paged: string[] = []
    for await (const { id } of stripe.prices.list({ limit: 2 })) paged.push(id)
    expect(paged).toEqual(ids)
    const back = await stripe.prices.list({ limit: 2, ending_before: ids[4] as string })
    expect(back.data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
  })

  it('has in each object every field of Stripe’s own fixture, and puts objects in the place of ids', async () => {
    const me = await signUp(server.url)
    const { checkout_url } = await startPlan(me)
    expect((await payAt(checkout_url)).status).toBe(303)
    const id = checkout_url.split('/').at(-1) as string
    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ['subscription', 'invoice', 'customer'],
    })
    const subscription = session.subscription as Stripe.Subscription
    const invoice = session.invoice as Stripe.Invoice
    const price = subscription.items.data[0]?.price as Stripe.Price
    const paid = invoice.payments?.data[0]?.payment.payment_intent as string
    const intent = await stripe.paymentIntents.retrieve(paid, { expand: ['latest_charge', 'payment_method'] })
    const refund = await stripe.refunds.create({ payment_intent: paid, amount: 100 })
    const { data: events } = await stripe.events.list({ limit: 5 })
    const portal = await stripe.billingPortal.sessions.create({
      ...{ customer: (session.customer as Stripe.Customer).id, return_url: server.url },
    })
    const objects = [
      ...[session, subscription, invoice, session.customer, price, intent, intent.latest_charge],
      ...[intent.payment_method, refund, events[0], portal],
    ] as { object: Kind }[]
    for (const one of objects) {
      const { object: kind } = one
      expect(
        FIELDS[kind].split(' ').filter((name) => !(name in one)),
        kind,
      ).toEqual([])
    }
  })
})
