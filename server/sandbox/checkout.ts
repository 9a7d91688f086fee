import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { isCardNumber, refusalOf, TEST_CARDS } from './cards.ts'
import { type Desk, listOf, share, TAX } from './desk.ts'
import { type Billing, charge, keepCard } from './payments.ts'
import {
  draftInvoice,
  draftSubscription,
  type Line,
  payInvoice,
  priceName,
  saveSubscription,
} from './subscriptions.ts'

/** What is typed into the page of a checkout. */
export interface CheckoutForm {
  number: string
  expiry: string
  cvc: string
  name: string
  email: string
  line1: string
  city: string
  postal_code: string
  country: string
  tax_id: string
  promo: string
  /** `yes` or `no`, of the page that asks to confirm a payment. */
  confirmed: string
}

export type Faults = Partial<Record<keyof CheckoutForm | 'form', string>>
export type Outcome =
  | { kind: 'paid'; session: Stripe.Checkout.Session }
  | { kind: 'faults'; faults: Faults }
  | { kind: 'confirm' }
  | { kind: 'over'; session: Stripe.Checkout.Session }

interface Seen {
  session: Stripe.Checkout.Session
  hidden: Record<string, unknown>
  price: Stripe.Price
  name: string
}

/**
 * A checkout as its page shows it; null where there is none. One whose time is over expires here.
 */
export async function seeCheckout(desk: Desk, id: string): Promise<Seen | null> {
  const found = await desk.objects.get<Stripe.Checkout.Session>(id, 'checkout.session')
  if (!found) return null
  const price = (await desk.objects.get<Stripe.Price>(String(found.hidden.price), 'price'))
    ?.body as Stripe.Price
  let session = found.body
  if (session.status === 'open' && session.expires_at <= desk.at) {
    session = await desk.objects.put({ ...session, status: 'expired' as const, url: null })
    await desk.emit('checkout.session.expired', session)
  }
  return { session, hidden: found.hidden, price, name: await priceName(desk, price) }
}

/** The discount that a code gives here. */
async function discountOf({ objects, at }: Desk, code: string, customer: string) {
  if (code === '') return null
  const [found] = await objects.find<Stripe.PromotionCode>(
    'promotion_code',
    sql`lower(body->>'code') = ${code.toLowerCase()}`,
    1,
  )
  const promotion = found?.body
  if (!promotion?.active || (promotion.expires_at !== null && promotion.expires_at <= at))
    return 'This code is not valid.'
  if (promotion.max_redemptions !== null && promotion.times_redeemed >= promotion.max_redemptions)
    return 'All uses of this code are taken.'
  if (promotion.restrictions.first_time_transaction) {
    const before = await objects.find(
      'charge',
      sql`body->>'customer' = ${customer} and (body->>'paid')::boolean`,
      1,
    )
    if (before.length > 0) return 'This code is only for a first purchase.'
  }
  const coupon = await objects.get<Stripe.Coupon>(String(promotion.promotion.coupon), 'coupon')
  return { promotion, part: (coupon?.body.percent_off ?? 0) / 100 }
}

function faultsOf(form: CheckoutForm, { at }: Desk): Faults {
  const faults: Faults = {}
  const digits = form.number.replace(/[\s-]/g, '')
  if (!isCardNumber(digits)) faults.number = 'This is not the number of a card.'
  else if (!TEST_CARDS.some(({ number }) => number === digits))
    faults.number = 'The sandbox takes test cards only. Choose one of the list.'
  const [, month, year] = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(form.expiry.trim()) ?? []
  const ends =
    month && year ? Date.UTC(Number(year.length === 2 ? `20${year}` : year), Number(month)) / 1000 : 0
  if (!month || Number(month) < 1 || Number(month) > 12)
    faults.expiry = 'Write it as month and year: 12 / 30.'
  else if (ends <= at) faults.expiry = 'The card has expired.'
  if (!/^\d{3,4}$/.test(form.cvc.trim())) faults.cvc = 'Three or four digits.'
  if (form.name.trim() === '') faults.name = 'Enter a name.'
  if (!/^[^\s@]+@[^\s@]+$/.test(form.email.trim())) faults.email = 'Enter an e-mail address.'
  if (!/^[A-Za-z]{2}$/.test(form.country.trim())) faults.country = 'Two letters, for example PT.'
  return faults
}

/**
 * Pays a checkout. The session's row is locked, so that two submits at once pay once. `canConfirm`:
 * the page that asks to confirm has been shown.
 */
export async function payCheckout(desk: Desk, id: string, form: CheckoutForm): Promise<Outcome | null> {
  const seen = await seeCheckout(desk, id)
  if (!seen) return null
  const { session, price, hidden } = seen
  if (session.status !== 'open') return { kind: 'over', session }
  const faults = faultsOf(form, desk)
  const customer = String(session.customer)
  const discount = await discountOf(desk, form.promo.trim(), customer)
  if (typeof discount === 'string') return { kind: 'faults', faults: { ...faults, promo: discount } }
  if (Object.keys(faults).length > 0) return { kind: 'faults', faults }
  const number = form.number.replace(/[\s-]/g, '')
  const card = TEST_CARDS.find((one) => one.number === number) as (typeof TEST_CARDS)[number]
  if (card.does === 'needs_authentication' && form.confirmed === '') return { kind: 'confirm' }
  if (card.does === 'needs_authentication' && form.confirmed !== 'yes')
    return { kind: 'faults', faults: { form: 'The payment was not confirmed. Nothing was charged.' } }
  const billing: Billing = {
    ...{ name: form.name.trim(), email: form.email.trim() },
    address: {
      ...{ line1: form.line1.trim() || null, line2: null, city: form.city.trim() || null },
      ...{
        postal_code: form.postal_code.trim() || null,
        state: null,
        country: form.country.trim().toUpperCase(),
      },
    },
  }
  const [month, year] = form.expiry.split('/').map((part) => Number(part.trim())) as [number, number]
  const method = await keepCard(
    desk,
    { ...card, month, year: year < 100 ? 2000 + year : year },
    customer,
    billing,
  )
  const refused = refusalOf(card.does, true)
  const part = discount?.part ?? 0
  const amount = price.unit_amount ?? 0
  const off = share(amount, part)
  const hasTax = session.automatic_tax.enabled
  const tax = hasTax ? share(amount - off, TAX) : 0
  const metadata = (hidden.metadata ?? {}) as Stripe.Metadata
  if (refused) {
    const { intent } = await charge(desk, {
      ...{
        customer,
        method,
        amount: amount - off + tax,
        currency: price.currency,
        metadata,
        isPresent: true,
      },
    })
    await desk.objects.put({ ...session, payment_intent: session.mode === 'payment' ? intent.id : null })
    // The card that was refused is not the customer's card.
    await desk.objects.put({ ...method, customer: null })
    return { kind: 'faults', faults: { number: refused.message } }
  }
  const found = await desk.objects.get<Stripe.Customer>(customer, 'customer')
  const person = await desk.objects.put({
    ...(found?.body as Stripe.Customer),
    ...{ name: billing.name, address: billing.address, email: billing.email },
    tax_ids:
      form.tax_id.trim() === ''
        ? null
        : listOf([{ type: 'eu_vat', value: form.tax_id.trim() } as Stripe.TaxId], '/v1/tax_ids'),
  } as Stripe.Customer)
  if (discount)
    await desk.objects.put({ ...discount.promotion, times_redeemed: discount.promotion.times_redeemed + 1 })
  const paid =
    session.mode === 'subscription'
      ? await paySubscription(desk, { ...seen, metadata, person, method, part })
      : await payOnce(desk, { ...seen, metadata, person, method, part })
  const done = await desk.objects.put({
    ...session,
    ...paid,
    ...{
      status: 'complete' as const,
      payment_status: 'paid' as const,
      url: null,
      amount_total: amount - off + tax,
    },
    total_details: { amount_discount: off, amount_shipping: 0, amount_tax: tax },
    customer_details: {
      ...{
        address: billing.address,
        email: billing.email,
        name: billing.name,
        phone: null,
        tax_exempt: 'none' as const,
      },
      ...{ business_name: null, individual_name: null },
      tax_ids: form.tax_id.trim() === '' ? [] : [{ type: 'eu_vat' as const, value: form.tax_id.trim() }],
    },
  })
  await desk.emit('checkout.session.completed', done)
  return { kind: 'paid', session: done }
}

interface Paying extends Seen {
  metadata: Stripe.Metadata
  person: Stripe.Customer
  method: Stripe.PaymentMethod
  part: number
}

const lineOf = ({ name, price }: Seen, start: number, end: number): Line => ({
  ...{ description: name, amount: price.unit_amount ?? 0, price, period: { start, end }, isProration: false },
})

async function payOnce(desk: Desk, paying: Paying) {
  const { session, person, method, part, metadata, price, hidden } = paying
  if (!hidden.invoices) {
    const amount = (price.unit_amount ?? 0) - share(price.unit_amount ?? 0, part)
    const { intent } = await charge(desk, {
      ...{ customer: person.id, method, amount, currency: price.currency, metadata, isPresent: true },
    })
    return { payment_intent: intent.id }
  }
  const draft = draftInvoice(desk, {
    ...{ customer: person, subscription: null, reason: 'manual', discount: part },
    ...{ lines: [lineOf(paying, desk.at, desk.at)], hasTax: session.automatic_tax.enabled },
  })
  const { invoice, intent } = await payInvoice(desk, await desk.objects.put(draft), method, true, metadata)
  return { payment_intent: intent?.id ?? null, invoice: invoice.id ?? null }
}

async function paySubscription(desk: Desk, paying: Paying) {
  const { session, person, method, part, metadata, price } = paying
  const hasTax = session.automatic_tax.enabled
  const draft = draftSubscription(desk, { customer: person.id, price, metadata, hasTax })
  const item = draft.items.data[0] as Stripe.SubscriptionItem
  const invoice = draftInvoice(desk, {
    ...{ customer: person, subscription: draft, reason: 'subscription_create', discount: part },
    ...{ lines: [lineOf(paying, item.current_period_start, item.current_period_end)], hasTax },
  })
  const paid = await payInvoice(desk, await desk.objects.put(invoice), method, true)
  const saved = await saveSubscription(desk, {
    ...draft,
    ...{ default_payment_method: method.id, latest_invoice: paid.invoice.id ?? null },
  })
  await desk.emit('customer.subscription.created', saved)
  return { subscription: saved.id, invoice: paid.invoice.id ?? null }
}
