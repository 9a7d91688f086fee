import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type CardBehaviour, refusalOf } from './cards.ts'
import { type Desk, listOf } from './desk.ts'
import { make, newId } from './store.ts'

export interface Billing {
  name: string | null
  email: string | null
  address: Stripe.Address
}

export const NO_ADDRESS: Stripe.Address = {
  ...{ city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
}

/** Keeps a card with its customer. Of its number only the last four digits are kept. */
export async function keepCard(
  { objects, at }: Desk,
  card: { number: string; brand: string; month: number; year: number; does: CardBehaviour },
  customer: string,
  billing: Billing,
): Promise<Stripe.PaymentMethod> {
  const method = make<Stripe.PaymentMethod>('payment_method', {
    ...{ id: newId('pm'), created: at, customer, metadata: {}, type: 'card', allow_redisplay: 'unspecified' },
    billing_details: { ...billing, phone: null, tax_id: null },
    card: {
      ...{
        brand: card.brand,
        display_brand: card.brand,
        country: 'US',
        funding: 'credit',
        fingerprint: newId('fp'),
      },
      ...{ exp_month: card.month, exp_year: card.year, last4: card.number.slice(-4), generated_from: null },
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      ...{
        networks: { available: [card.brand], preferred: null },
        three_d_secure_usage: { supported: true },
      },
      ...{ wallet: null, regulated_status: null },
    },
  })
  return objects.put(method, { does: card.does })
}

/** The card of a customer that is charged when nobody is there: the newest one. */
export async function cardOf({ objects }: Desk, customer: string): Promise<Stripe.PaymentMethod | null> {
  const [card] = await objects.find<Stripe.PaymentMethod>(
    'payment_method',
    sql`body->>'customer' = ${customer}`,
    1,
  )
  return card?.body ?? null
}

interface Wish {
  customer: string
  method: Stripe.PaymentMethod
  amount: number
  currency: string
  metadata?: Stripe.Metadata
  description?: string | null
  /** Whether somebody is there who can authenticate. */
  isPresent: boolean
}

/** Charges a card. What is refused is written down too. */
export async function charge(
  desk: Desk,
  { customer, method, amount, currency, metadata = {}, description = null, isPresent }: Wish,
): Promise<{ intent: Stripe.PaymentIntent; charge: Stripe.Charge }> {
  const { objects, at } = desk
  const hidden = await objects.get(method.id, 'payment_method')
  const refused = refusalOf((hidden?.hidden.does as CardBehaviour) ?? 'succeeds', isPresent)
  const [intentId, chargeId] = [newId('pi'), newId('ch')]
  const origin = `/v1/charges/${chargeId}/refunds`
  const made = await objects.put(
    make<Stripe.Charge>('charge', {
      ...{
        id: chargeId,
        amount,
        amount_captured: refused ? 0 : amount,
        amount_refunded: 0,
        captured: !refused,
      },
      ...{
        billing_details: method.billing_details as Stripe.Charge.BillingDetails,
        created: at,
        currency,
        customer,
      },
      ...{
        description,
        disputed: false,
        failure_code: refused?.code ?? null,
        failure_message: refused?.message ?? null,
      },
      ...{ metadata, paid: !refused, payment_intent: intentId, payment_method: method.id, refunded: false },
      ...{
        refunds: listOf<Stripe.Refund>([], origin),
        status: refused ? 'failed' : 'succeeded',
        fraud_details: {},
      },
    }),
  )
  const intent = await objects.put(
    make<Stripe.PaymentIntent>('payment_intent', {
      ...{
        id: intentId,
        amount,
        amount_capturable: 0,
        amount_received: refused ? 0 : amount,
        created: at,
        currency,
      },
      ...{ capture_method: 'automatic', confirmation_method: 'automatic', customer, description, metadata },
      ...{
        client_secret: `${intentId}_secret_${newId('s')}`,
        latest_charge: chargeId,
        payment_method: method.id,
      },
      ...{
        payment_method_types: ['card'],
        payment_method_options: {},
        status: refused ? 'requires_payment_method' : 'succeeded',
      },
      last_payment_error: refused
        ? {
            ...{
              type: 'card_error',
              code: refused.code as never,
              message: refused.message,
              charge: chargeId,
            },
            ...(refused.decline_code && { decline_code: refused.decline_code }),
          }
        : null,
    }),
  )
  await desk.emit(refused ? 'charge.failed' : 'charge.succeeded', made)
  await desk.emit(refused ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', intent)
  return { intent, charge: made }
}

/** Pays back all that is left, or a part. @throws the reason, where that is not possible */
export async function refund(
  desk: Desk,
  intentId: string,
  amount: number | undefined,
): Promise<Stripe.Refund | string> {
  const { objects, at } = desk
  const intent = await objects.get<Stripe.PaymentIntent>(intentId, 'payment_intent')
  const found = intent?.body.latest_charge
    ? await objects.get<Stripe.Charge>(intent.body.latest_charge as string, 'charge')
    : null
  if (!found?.body.paid) return `No such payment_intent: '${intentId}'`
  const { body } = found
  const left = body.amount - body.amount_refunded
  const part = amount ?? left
  if (left === 0) return `Charge ${body.id} has already been refunded.`
  if (part > left) return `Refund amount (${part}) is greater than unrefunded amount on charge (${left})`
  const made = await objects.put(
    make<Stripe.Refund>('refund', {
      ...{
        id: newId('re'),
        amount: part,
        charge: body.id,
        created: at,
        currency: body.currency,
        metadata: {},
      },
      ...{ payment_intent: intentId, reason: null, status: 'succeeded' },
    }),
  )
  const total = body.amount_refunded + part
  const refunded = await objects.put({ ...body, amount_refunded: total, refunded: total === body.amount })
  await desk.emit('refund.created', made)
  await desk.emit('charge.refunded', refunded)
  return made
}

/** The bank of a customer takes a payment back. */
export async function dispute(desk: Desk, intentId: string): Promise<void> {
  const { objects, at } = desk
  const intent = await objects.get<Stripe.PaymentIntent>(intentId, 'payment_intent')
  const found = await objects.get<Stripe.Charge>(intent?.body.latest_charge as string, 'charge')
  if (!found?.body.paid || found.body.disputed) return
  const { body } = found
  const made = await objects.put(
    make<Stripe.Dispute>('dispute', {
      ...{ id: newId('du'), amount: body.amount, charge: body.id, created: at, currency: body.currency },
      ...{ is_charge_refundable: false, metadata: {}, payment_intent: intentId, reason: 'fraudulent' },
      ...{ status: 'needs_response', balance_transactions: [] },
    }),
  )
  await objects.put({ ...body, disputed: true })
  await desk.emit('charge.dispute.created', made)
}

/** Ends a dispute. One that is won gives the money back to the seller. */
export async function closeDispute(desk: Desk, id: string, status: 'won' | 'lost'): Promise<void> {
  const found = await desk.objects.get<Stripe.Dispute>(id, 'dispute')
  if (found?.body.status !== 'needs_response') return
  await desk.emit('charge.dispute.closed', await desk.objects.put({ ...found.body, status }))
}
