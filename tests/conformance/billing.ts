import { expect } from 'vitest'
import { payAt } from '../server/till.ts'
import type { Check, Checks } from './check.ts'
import { expectJson, expectList, expectProblem, INSTANT, LIST, NUMBER, TEXT, UUID } from './shapes.ts'
import type { World } from './world.ts'

const SUBSCRIPTION = '/api/v1/subscription/'
const INITIATE = `${SUBSCRIPTION}purchase_initiate/`
const MONEY = { amount: NUMBER, currency: expect.stringMatching(/^[A-Z]{3}$/) }
const STARTED = {
  purchase_id: UUID,
  checkout_url: expect.stringMatching(/^https?:\/\//),
  expires_at: INSTANT,
}

/** Buying is a person's: no API key can. */
const person = (run: Check['run']): Check => ({ with: ['cookie'], run })

/** Pays, and comes back as the browser does. */
async function pay(world: World, checkoutUrl: string): Promise<void> {
  const paid = await payAt(checkoutUrl)
  expect(paid.status).toBe(303)
  await world.client.request('GET', new URL(paid.headers.get('location') ?? '').href.replace(world.url, ''))
}

const callback: Check['run'] = async (send) => {
  // Without a purchase the browser is redirected to the list of them, and nothing is granted.
  const answer = await send()
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toMatch(/^\/billing\//)
}

export const billingChecks: Checks = {
  [`GET ${SUBSCRIPTION}pricing_plan/`]: async (send) => {
    const answer = await send()
    expectJson(answer, 200, { currency: TEXT, plans: LIST, packs: LIST, storage_addons: LIST })
    for (const plan of answer.body.plans)
      expect(plan).toMatchObject({ code: TEXT, name: TEXT, price: MONEY, credits: NUMBER, features: LIST })
    for (const pack of answer.body.packs)
      expect(pack).toMatchObject({ code: TEXT, credits: NUMBER, price: MONEY })
  },
  [`GET ${SUBSCRIPTION}rate_card/`]: async (send) => {
    const answer = await send()
    expectJson(answer, 200, { version: TEXT, items: LIST })
    expect(answer.body.items).toContainEqual(
      expect.objectContaining({ family: 'document', operation: 'convert', unit: TEXT, credits: NUMBER }),
    )
  },
  [`GET ${SUBSCRIPTION}credits/balance/`]: async (send) => {
    const answer = await send()
    expectJson(answer, 200, { available: NUMBER, held: NUMBER, granted: NUMBER, charged: NUMBER, lots: LIST })
    const sum = answer.body.lots.reduce(
      (all: number, { remaining }: { remaining: number }) => all + remaining,
      0,
    )
    expect(sum).toBe(answer.body.available + answer.body.held)
  },
  [`POST ${SUBSCRIPTION}credits/promo-code/`]: person(async (send) => {
    expectProblem(await send({ json: { code: 'NO-SUCH-CODE' } }), 404)
    const answer = await send({ json: { code: 'AUTUMN250' } })
    expectJson(answer, 200, { credits: 250, balance: { available: NUMBER } })
    expectProblem(await send({ json: { code: 'AUTUMN250' } }), 409)
  }),
  [`GET ${SUBSCRIPTION}purchase_history/`]: person(async (send, world) => {
    await world.get('POST', `${INITIATE}pay-as-you-go/`, { json: { pack: 'pack-250' } }, 201)
    expectList(await send(), { purchase_id: UUID, status: TEXT, price: MONEY, created_at: INSTANT })
  }),
  [`POST ${INITIATE}`]: person(async (send, world) => {
    const answer = await send({ json: { plan: 'starter', interval: 'month' } })
    expectJson(answer, 201, STARTED)
    await pay(world, answer.body.checkout_url)
    expect(await world.get('GET', `${SUBSCRIPTION}credits/balance/`)).toMatchObject({ plan: 'starter' })
  }),
  [`POST ${INITIATE}pay-as-you-go/`]: person(async (send, world) => {
    const before = await world.get('GET', `${SUBSCRIPTION}credits/balance/`)
    const answer = await send({ json: { credits: 200 } })
    expectJson(answer, 201, STARTED)
    await pay(world, answer.body.checkout_url)
    const after = await world.get('GET', `${SUBSCRIPTION}credits/balance/`)
    expect(after.available).toBe(before.available + 250)
  }),
  [`GET ${INITIATE}callback/`]: callback,
  [`POST ${SUBSCRIPTION}storage/initiate/`]: person(async (send) => {
    expectJson(await send({ json: { addon: 'storage-50' } }), 201, STARTED)
  }),
  [`GET ${SUBSCRIPTION}storage/callback/`]: callback,
  [`POST ${SUBSCRIPTION}tasks/task-completion/`]: async (send) => {
    const task = { task_id: 'conformance-1', operation: 'convert', family: 'document', units: 2 }
    const answer = await send({ json: task })
    expectJson(answer, 201, { task_id: 'conformance-1', credits_charged: 4, balance: NUMBER })
    expectJson(await send({ json: task }), 201, answer.body)
  },
  [`GET ${SUBSCRIPTION}tasks/task-history/`]: async (send, world) => {
    await world.get(
      'POST',
      `${SUBSCRIPTION}tasks/task-completion/`,
      { json: { task_id: 'conformance-2', operation: 'convert' } },
      201,
    )
    const answer = await send()
    expectList(answer, { task_id: TEXT, credits_charged: NUMBER, created_at: INSTANT })
    expect(answer.body.results[0]).toMatchObject({ task_id: 'conformance-2', ledger: LIST })
  },
}
