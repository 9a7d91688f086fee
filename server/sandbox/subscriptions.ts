import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Desk, listOf, share, TAX } from './desk.ts'
import { cardOf, charge, NO_ADDRESS } from './payments.ts'
import { make, newId } from './store.ts'

/** Days after a renewal that failed on which it is tried again; then the subscription ends. */
const RETRY_DAYS = [1, 3, 5, 7]
const DAY = 86_400

/**
 * The end of a period that begins then: the same day of the next month or year, or the last one of
 * a shorter month.
 */
export function periodEnd(start: number, anchor: number, interval: string): number {
  const begin = new Date(start * 1000)
  const day = new Date(anchor * 1000).getUTCDate()
  const months = interval === 'year' ? 12 : 1
  const end = new Date(begin)
  end.setUTCDate(1)
  end.setUTCMonth(begin.getUTCMonth() + months)
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, last))
  return Math.floor(end.getTime() / 1000)
}

export interface Line {
  description: string
  amount: number
  price: Stripe.Price
  period: { start: number; end: number }
  isProration: boolean
}

interface InvoiceWish {
  customer: Stripe.Customer
  subscription: Stripe.Subscription | null
  reason: Stripe.Invoice['billing_reason']
  lines: readonly Line[]
  discount?: number
  hasTax: boolean
}

/** An invoice that is not paid yet. */
export function draftInvoice(
  { at }: Pick<Desk, 'at'>,
  { customer, subscription, reason, lines, discount = 0, hasTax }: InvoiceWish,
): Stripe.Invoice {
  const id = newId('in')
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const net = Math.max(0, subtotal) - share(Math.max(0, subtotal), discount)
  const tax = hasTax ? share(net, TAX) : 0
  const total = subtotal < 0 ? subtotal : net + tax
  const due = Math.max(0, total)
  const item = subscription?.items.data[0]
  const currency = lines[0]?.price.currency ?? 'eur'
  return make<Stripe.Invoice>('invoice', {
    ...{ id, amount_due: due, amount_paid: 0, amount_remaining: due, amount_shipping: 0, amount_overpaid: 0 },
    ...{
      attempt_count: 0,
      attempted: false,
      auto_advance: true,
      billing_reason: reason,
      created: at,
      currency,
    },
    automatic_tax: {
      enabled: hasTax,
      liability: null,
      status: hasTax ? 'complete' : null,
      disabled_reason: null,
      provider: null,
    },
    ...{ collection_method: 'charge_automatically', customer: customer.id, customer_email: customer.email },
    ...{
      customer_name: customer.name ?? null,
      customer_address: customer.address ?? NO_ADDRESS,
      customer_tax_exempt: 'none',
    },
    customer_tax_ids: (customer.tax_ids?.data ?? []).map(
      ({ type, value }) => ({ type, value }) as Stripe.Invoice.CustomerTaxId,
    ),
    ...{
      default_tax_rates: [],
      discounts: [],
      effective_at: at,
      metadata: {},
      period_start: at,
      period_end: at,
    },
    ...{ starting_balance: 0, status: 'open', number: null, account_tax_ids: null },
    ...{ post_payment_credit_notes_amount: 0, pre_payment_credit_notes_amount: 0 },
    status_transitions: { finalized_at: at, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    ...{ subtotal, subtotal_excluding_tax: subtotal, total, total_excluding_tax: total - tax },
    total_discount_amounts: [],
    total_taxes:
      tax > 0
        ? [
            {
              amount: tax,
              tax_behavior: 'exclusive',
              taxability_reason: 'standard_rated',
              taxable_amount: net,
              tax_rate_details: null,
              type: 'tax_rate_details',
            },
          ]
        : [],
    issuer: { type: 'self' },
    lines: listOf(
      lines.map((line) => lineOf(id, line, subscription, item?.id ?? null)),
      `/v1/invoices/${id}/lines`,
    ),
    payments: listOf<Stripe.InvoicePayment>([], `/v1/invoice_payments?invoice=${id}`),
    parent: subscription
      ? {
          ...{ type: 'subscription_details', quote_details: null },
          subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
        }
      : null,
  } as Partial<Stripe.Invoice>)
}

const lineOf = (
  invoice: string,
  { description, amount, price, period, isProration }: Line,
  subscription: Stripe.Subscription | null,
  item: string | null,
) =>
  make<Stripe.InvoiceLineItem>('line_item', {
    ...{
      id: newId('il'),
      amount,
      currency: price.currency,
      description,
      discount_amounts: [],
      discountable: !isProration,
    },
    ...{
      discounts: [],
      invoice,
      metadata: subscription?.metadata ?? {},
      period,
      quantity: 1,
      subtotal: amount,
    },
    ...{ subscription: subscription?.id ?? null, taxes: [], pretax_credit_amounts: [] },
    pricing: {
      ...{ type: 'price_details', unit_amount_decimal: null },
      price_details: { price: price.id, product: String(price.product) },
    },
    parent: subscription
      ? {
          ...{ type: 'subscription_item_details', invoice_item_details: null },
          subscription_item_details: {
            ...{ invoice_item: null, proration: isProration, proration_details: null },
            ...{ subscription: subscription.id, subscription_item: item as string },
          },
        }
      : null,
  } as Partial<Stripe.InvoiceLineItem>)

/** Pays an invoice with a card; what is owed nothing for is paid at once. */
export async function payInvoice(
  desk: Desk,
  invoice: Stripe.Invoice,
  method: Stripe.PaymentMethod | null,
  isPresent: boolean,
  metadata: Stripe.Metadata = {},
): Promise<{ invoice: Stripe.Invoice; intent: Stripe.PaymentIntent | null }> {
  const { objects, at } = desk
  const due = invoice.amount_due
  const attempt = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 }
  const paid = (payments: Stripe.InvoicePayment[]): Stripe.Invoice => ({
    ...attempt,
    ...{
      status: 'paid',
      amount_paid: due,
      amount_remaining: 0,
      next_payment_attempt: null,
      auto_advance: false,
    },
    status_transitions: { ...invoice.status_transitions, paid_at: at },
    payments: listOf(payments, `/v1/invoice_payments?invoice=${invoice.id}`),
  })
  if (due === 0) {
    const done = await objects.put(paid([]))
    await desk.emit('invoice.paid', done)
    return { invoice: done, intent: null }
  }
  const customer = String(invoice.customer)
  if (!method) {
    const failed = await objects.put(attempt)
    await desk.emit('invoice.payment_failed', failed)
    return { invoice: failed, intent: null }
  }
  const { intent } = await charge(desk, {
    metadata,
    ...{ customer, method, amount: due, currency: invoice.currency, isPresent },
    description: invoice.lines.data[0]?.description ?? null,
  })
  if (intent.status !== 'succeeded') {
    const failed = await objects.put(attempt)
    await desk.emit('invoice.payment_failed', failed)
    return { invoice: failed, intent }
  }
  const payment = await objects.put(
    make<Stripe.InvoicePayment>('invoice_payment', {
      ...{
        id: newId('inpay'),
        amount_paid: due,
        amount_requested: due,
        created: at,
        currency: invoice.currency,
      },
      ...{ invoice: invoice.id as string, is_default: true, status: 'paid' },
      payment: { type: 'payment_intent', payment_intent: intent.id },
      status_transitions: { canceled_at: null, paid_at: at },
    }),
  )
  const done = await objects.put(paid([payment]))
  await desk.emit('invoice.paid', done)
  return { invoice: done, intent }
}

const itemOf = (subscription: Stripe.Subscription) => subscription.items.data[0] as Stripe.SubscriptionItem

/** A subscription whose first invoice is paid by the one who begins it. */
export function draftSubscription(
  { at }: Pick<Desk, 'at'>,
  {
    customer,
    price,
    metadata,
    hasTax,
  }: { customer: string; price: Stripe.Price; metadata: Stripe.Metadata; hasTax: boolean },
): Stripe.Subscription {
  const id = newId('sub')
  const end = periodEnd(at, at, price.recurring?.interval ?? 'month')
  const item = make<Stripe.SubscriptionItem>('subscription_item', {
    ...{
      id: newId('si'),
      created: at,
      discounts: [],
      metadata: {},
      price,
      quantity: 1,
      subscription: id,
      tax_rates: [],
    },
    ...{ current_period_start: at, current_period_end: end },
  })
  return make<Stripe.Subscription>('subscription', {
    ...{
      id,
      billing_cycle_anchor: at,
      cancel_at_period_end: false,
      collection_method: 'charge_automatically',
    },
    automatic_tax: { enabled: hasTax, liability: null, disabled_reason: null },
    ...{
      created: at,
      currency: price.currency,
      customer,
      default_tax_rates: [],
      discounts: [],
      metadata,
      start_date: at,
    },
    ...{ status: 'active', items: listOf([item], `/v1/subscription_items?subscription=${id}`) },
    cancellation_details: { comment: null, feedback: null, reason: null },
  } as unknown as Partial<Stripe.Subscription>)
}

/** Writes a subscription with when something is due to be done with it. */
export const saveSubscription = (
  desk: Desk,
  subscription: Stripe.Subscription,
  hidden: Record<string, unknown> = {},
) =>
  desk.objects.put(subscription, {
    ...hidden,
    ...(subscription.status === 'canceled'
      ? {}
      : { due: hidden.retry ?? itemOf(subscription).current_period_end }),
  })

const withItem = (
  subscription: Stripe.Subscription,
  more: Partial<Stripe.SubscriptionItem>,
): Stripe.Subscription => ({
  ...subscription,
  items: { ...subscription.items, data: [{ ...itemOf(subscription), ...more }] },
})

export async function endSubscription(
  desk: Desk,
  subscription: Stripe.Subscription,
): Promise<Stripe.Subscription> {
  const ended = await saveSubscription(desk, {
    ...subscription,
    status: 'canceled',
    canceled_at: desk.at,
    ended_at: desk.at,
  })
  await desk.emit('customer.subscription.deleted', ended)
  return ended
}

const customerOf = async (desk: Desk, id: unknown): Promise<Stripe.Customer> => {
  const found = await desk.objects.get<Stripe.Customer>(String(id), 'customer')
  if (!found) throw new Error(`there is no customer ${id}`)
  return found.body
}

const cardFor = async (desk: Desk, subscription: Stripe.Subscription) => {
  const id = subscription.default_payment_method
  const chosen = id ? await desk.objects.get<Stripe.PaymentMethod>(String(id), 'payment_method') : null
  return chosen?.body ?? (await cardOf(desk, String(subscription.customer)))
}

export const priceName = async ({ objects }: Desk, price: Stripe.Price): Promise<string> =>
  (await objects.get<Stripe.Product>(String(price.product), 'product'))?.body.name ?? price.id

/**
 * Does what is due of one subscription by now: a renewal, another attempt to be paid, or its end.
 */
export async function advance(desk: Desk, id: string, options: { mustFail?: boolean } = {}): Promise<void> {
  for (;;) {
    const found = await desk.objects.get<Stripe.Subscription>(id, 'subscription')
    const due = Number(found?.hidden.due ?? Number.POSITIVE_INFINITY)
    if (!found || due > desk.at) return
    const then: Desk = { ...desk, at: due, now: new Date(due * 1000) }
    if (found.hidden.retry) await retry(then, found.body, found.hidden)
    else if (found.body.cancel_at_period_end) await endSubscription(then, found.body)
    else await renew(then, found.body, found.hidden, options.mustFail ?? false)
  }
}

async function renew(
  desk: Desk,
  subscription: Stripe.Subscription,
  hidden: Record<string, unknown>,
  mustFail: boolean,
) {
  const item = itemOf(subscription)
  const start = item.current_period_end
  const end = periodEnd(start, subscription.billing_cycle_anchor, item.price.recurring?.interval ?? 'month')
  const next = withItem(subscription, { current_period_start: start, current_period_end: end })
  const invoice = draftInvoice(desk, {
    ...{
      customer: await customerOf(desk, subscription.customer),
      subscription: next,
      reason: 'subscription_cycle',
    },
    lines: [
      {
        description: await priceName(desk, item.price),
        amount: item.price.unit_amount ?? 0,
        price: item.price,
        period: { start, end },
        isProration: false,
      },
    ],
    hasTax: subscription.automatic_tax.enabled,
  })
  const card = mustFail || hidden.failNext ? null : await cardFor(desk, subscription)
  const { invoice: after } = await payInvoice(desk, await desk.objects.put(invoice), card, false)
  const state = { ...next, latest_invoice: after.id ?? null, cancel_at_period_end: false }
  if (after.status === 'paid') {
    await desk.emit(
      'customer.subscription.updated',
      await saveSubscription(desk, { ...state, status: 'active' }),
    )
    return
  }
  const first = RETRY_DAYS[0] as number
  const saved = await saveSubscription(
    desk,
    { ...state, status: 'past_due' },
    { retry: desk.at + first * DAY, failedAt: desk.at, attempt: 0 },
  )
  await desk.emit('customer.subscription.updated', saved)
}

async function retry(desk: Desk, subscription: Stripe.Subscription, hidden: Record<string, unknown>) {
  const found = await desk.objects.get<Stripe.Invoice>(String(subscription.latest_invoice), 'invoice')
  if (!found) return
  const { invoice } = await payInvoice(desk, found.body, await cardFor(desk, subscription), false)
  if (invoice.status === 'paid') {
    await desk.emit(
      'customer.subscription.updated',
      await saveSubscription(desk, { ...subscription, status: 'active' }),
    )
    return
  }
  const attempt = Number(hidden.attempt) + 1
  const days = RETRY_DAYS[attempt]
  if (days === undefined) await endSubscription(desk, subscription)
  else
    await saveSubscription(desk, subscription, {
      ...hidden,
      attempt,
      retry: Number(hidden.failedAt) + days * DAY,
    })
}

/** Pays what is open of a subscription, for example with a new card. */
export async function payOpen(desk: Desk, id: string): Promise<void> {
  const found = await desk.objects.get<Stripe.Subscription>(id, 'subscription')
  if (found?.body.status === 'past_due') await retry(desk, found.body, found.hidden)
}

/**
 * What a change to another price costs now: what is left of the old one is credited, and the rest
 * of the new one charged.
 */
export async function prorate(
  desk: Desk,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  at: number,
): Promise<Line[]> {
  const item = itemOf(subscription)
  const { current_period_start: start, current_period_end: end } = item
  const left = Math.min(1, Math.max(0, (end - at) / (end - start)))
  const [from, to] = [await priceName(desk, item.price), await priceName(desk, price)]
  const credit: Line = {
    ...{ description: `Unused time on ${from}`, amount: -share(item.price.unit_amount ?? 0, left) },
    ...{ price: item.price, period: { start: at, end }, isProration: true },
  }
  if (item.price.recurring?.interval !== price.recurring?.interval) {
    // Another interval begins anew, and is paid in full.
    const full = { start: at, end: periodEnd(at, at, price.recurring?.interval ?? 'month') }
    return [
      credit,
      { description: to, amount: price.unit_amount ?? 0, price, period: full, isProration: false },
    ]
  }
  return [
    credit,
    {
      ...{ description: `Remaining time on ${to}`, amount: share(price.unit_amount ?? 0, left) },
      ...{ price, period: { start: at, end }, isProration: true },
    },
  ]
}

/** @returns the subscription afterwards, or why its card was refused: then nothing has changed */
export async function changePrice(
  desk: Desk,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  options: { at: number; prorates: boolean; metadata: Stripe.Metadata },
): Promise<Stripe.Subscription | Stripe.PaymentIntent> {
  const item = itemOf(subscription)
  const isOther = item.price.recurring?.interval !== price.recurring?.interval
  const changed = withItem(
    { ...subscription, metadata: options.metadata, cancel_at_period_end: false },
    { price },
  )
  if (!options.prorates && !isOther) {
    const saved = await saveSubscription(desk, changed)
    await desk.emit('customer.subscription.updated', saved)
    return saved
  }
  const lines = await prorate(desk, subscription, price, options.at)
  const next = isOther
    ? withItem(
        { ...changed, billing_cycle_anchor: options.at },
        { current_period_start: options.at, current_period_end: lines.at(-1)?.period.end as number },
      )
    : changed
  const invoice = draftInvoice(desk, {
    ...{
      customer: await customerOf(desk, subscription.customer),
      subscription: next,
      reason: 'subscription_update',
    },
    ...{ lines, hasTax: subscription.automatic_tax.enabled },
  })
  const paid = await payInvoice(
    desk,
    await desk.objects.put(invoice),
    await cardFor(desk, subscription),
    false,
  )
  if (paid.invoice.status !== 'paid' && paid.intent) {
    await desk.objects.put({ ...paid.invoice, status: 'void' })
    return paid.intent
  }
  const saved = await saveSubscription(desk, { ...next, latest_invoice: paid.invoice.id ?? null })
  await desk.emit('customer.subscription.updated', saved)
  return saved
}

/** Ids of what is due by then, the earliest first. */
export async function dueSubscriptions({ tx, at }: Desk): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from stripe_sandbox.objects
    where kind = 'subscription' and hidden ? 'due' and (hidden->>'due')::bigint <= ${at} order by (hidden->>'due')::bigint`)
  return rows.map(({ id }) => id)
}
