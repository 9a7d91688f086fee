import { sql } from 'drizzle-orm'
import pg from 'pg'
import Stripe from 'stripe'
import { expect, vi } from 'vitest'
import type { Client, TestServer } from './harness.ts'

/** The card that always succeeds, and what else the checkout asks for. */
export const GOOD_CARD = '4242 4242 4242 4242'

export const BUYER = {
  ...{
    number: GOOD_CARD,
    expiry: '12 / 34',
    cvc: '123',
    name: 'Maren Okafor',
    email: 'maren@harbour.example',
  },
  ...{
    line1: '14 Harbour Row',
    city: 'Lisbon',
    postal_code: '1100-001',
    country: 'PT',
    tax_id: '',
    promo: '',
  },
}

/** Submits the page of a checkout, as the browser of somebody who pays does. */
export const payAt = (checkoutUrl: string, form: Partial<typeof BUYER & { confirmed: string }> = {}) =>
  fetch(checkoutUrl, {
    method: 'POST',
    body: new URLSearchParams({ ...BUYER, ...form }),
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
  })

export const SUBSCRIPTION = '/api/v1/subscription'

export async function startPack(client: Client, pack = 'pack-1000') {
  const { status, body } = await client.json('POST', `${SUBSCRIPTION}/purchase_initiate/pay-as-you-go/`, {
    pack,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { purchase_id: string; checkout_url: string }
}

export async function startPlan(client: Client, plan = 'studio', interval = 'month') {
  const { status, body } = await client.json('POST', `${SUBSCRIPTION}/purchase_initiate/`, { plan, interval })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { purchase_id: string; checkout_url: string }
}

export const purchaseOf = async (client: Client, id: string) =>
  (await client.json('GET', `${SUBSCRIPTION}/purchases/${id}/`)).body

export const untilFulfilled = (client: Client, id: string) =>
  vi.waitFor(async () => expect((await purchaseOf(client, id)).status).toBe('fulfilled'), {
    timeout: 10_000,
    interval: 50,
  })

export const balanceOf = async (client: Client) =>
  (await client.json('GET', `${SUBSCRIPTION}/credits/balance/`)).body

/** How events are delivered from now on. */
export const deliver = (server: TestServer, how: 'now' | 'late' | 'twice' | 'shuffled' | 'withheld') =>
  server.platform.db.execute(sql`update stripe_sandbox.settings set delivery = ${how}`)

/** Moves the clock of the sandbox ahead. Renewals follow at its next tick. */
export const advance = (server: TestServer, days: number) =>
  server.platform.db.execute(
    sql`update stripe_sandbox.settings set ahead_seconds = ahead_seconds + ${Math.round(days * 86_400)}`,
  )

/** What must hold of money and credits at any moment. */
export async function books(server: TestServer) {
  const { rows } = await server.platform.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from owners o where credits_available + credits_held <>
        (select coalesce(sum(credits), 0) from credit_entries e where e.owner_id = o.id)) as "wrongEntries",
      (select count(*)::int from owners o where credits_available + credits_held <>
        (select coalesce(sum(remaining), 0) from credit_lots l where l.owner_id = o.id)) as "wrongLots",
      (select count(*)::int from purchases p where status = 'fulfilled' and kind in ('pack', 'top_up', 'plan')
        and not exists (select 1 from credit_lots l where l.reference = p.id and l.credits = p.credits)
        and exists (select 1 from owners o where o.id = p.owner_id) and credits > 0) as "paidNotGiven",
      (select count(*)::int from credit_lots l where source = 'pack' and not exists
        (select 1 from purchases p where p.id = l.reference and p.status in ('fulfilled', 'refunded', 'disputed'))) as "givenNotPaid",
      (select count(*)::int from stripe_sandbox.objects o where kind = 'invoice' and body->>'status' = 'paid'
        and not exists (select 1 from purchases p where p.provider_invoice = o.id and p.status <> 'pending')) as "paidNotKnown",
      (select coalesce(max(split_part(invoice_number, '-', 2)::int), 0) - count(*)::int from purchases
        where invoice_number is not null) as "invoiceGaps"`)
  return rows[0]
}
export const BALANCED = {
  ...{ wrongEntries: 0, wrongLots: 0, paidNotGiven: 0, givenNotPaid: 0, paidNotKnown: 0, invoiceGaps: 0 },
}

async function ask<T extends pg.QueryResultRow>(database: string, query: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    return (await client.query<T>(query)).rows
  } finally {
    await client.end()
  }
}

/** A code for 250 credits, for everybody once. @returns the code */
export async function addPromoCode(database: string): Promise<string> {
  await ask(
    database,
    `insert into promo_codes (id, code, code_key, credits, credits_days, created_at)
      values (gen_random_uuid(), 'AUTUMN250', 'AUTUMN250', 250, 30, now()) on conflict do nothing`,
  )
  return 'AUTUMN250'
}

/** An event that nothing follows from, as the provider would send it. */
export async function signedEvent(database: string): Promise<{ body: string; signature: string }> {
  const [settings] = await ask<{ webhook_secret: string }>(
    database,
    'select webhook_secret from stripe_sandbox.settings',
  )
  const body = JSON.stringify({
    ...{
      id: 'evt_of_nothing',
      object: 'event',
      type: 'price.updated',
      created: Math.floor(Date.now() / 1000),
    },
    data: { object: { id: 'price_1', object: 'price' } },
  })
  const secret = settings?.webhook_secret ?? ''
  const signature = new Stripe('sk_test_none').webhooks.generateTestHeaderString({ payload: body, secret })
  return { body, signature }
}
