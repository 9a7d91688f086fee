import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { TEST_CARDS } from './cards.ts'
import type { Desk } from './desk.ts'
import { keepCard, NO_ADDRESS } from './payments.ts'
import { payOpen } from './subscriptions.ts'

/** The card that is charged from now on; what is open is tried again with it at once. */
export async function replaceCard(desk: Desk, customer: string, number: string): Promise<void> {
  const card = TEST_CARDS.find((one) => one.number === number)
  const found = await desk.objects.get<Stripe.Customer>(customer, 'customer')
  if (!card || !found) return
  const { name, email, address } = found.body
  const method = await keepCard(desk, { ...card, month: 12, year: 2034 }, customer, {
    ...{ name: name ?? null, email, address: address ?? NO_ADDRESS },
  })
  const subscriptions = await desk.objects.find<Stripe.Subscription>(
    'subscription',
    sql`body->>'customer' = ${customer} and body->>'status' <> 'canceled'`,
  )
  for (const { body } of subscriptions) {
    const changed = await desk.objects.put({ ...body, default_payment_method: method.id })
    await desk.emit('customer.subscription.updated', changed)
    await payOpen(desk, body.id)
  }
}

export async function saveAddress(
  desk: Desk,
  customer: string,
  sent: Record<string, unknown>,
): Promise<void> {
  const found = await desk.objects.get<Stripe.Customer>(customer, 'customer')
  if (!found) return
  const text = (name: string) =>
    String(sent[name] ?? '')
      .trim()
      .slice(0, 200) || null
  const changed = await desk.objects.put({
    ...found.body,
    name: text('name'),
    address: {
      ...{
        line1: text('line1'),
        line2: null,
        city: text('city'),
        postal_code: text('postal_code'),
        state: null,
      },
      country: text('country')?.toUpperCase() ?? null,
    },
  })
  await desk.emit('customer.updated', changed)
}
