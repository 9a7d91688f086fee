import Stripe from 'stripe'
import { Unreachable } from '../core/unreachable.ts'
import type {
  Card,
  ChangeFacts,
  CheckoutFacts,
  InvoiceFacts,
  PaymentFacts,
  Payments,
  PricedOffer,
  ProviderEvent,
  Reversal,
  SubscriptionFacts,
} from '../payments.ts'
import { Declined } from '../payments.ts'

export interface StripeSettings {
  apiKey: string
  webhookSecret: string
  mode: Payments['mode']
  /** Whether Stripe Tax computes tax; otherwise prices are final. */
  hasTax: boolean
  /** This instance's sandbox, instead of Stripe. */
  server?: { host: string; port: number; protocol: 'http' }
}

/** Older signatures are refused (Stripe's own tolerance). */
const TOLERANCE_SECONDS = 300
const TIMEOUT_MS = 20_000

type Ref = string | { id: string } | null | undefined
const idOf = (ref: Ref): string | null => (typeof ref === 'string' ? ref : (ref?.id ?? null))
const dateOf = (seconds: number) => new Date(seconds * 1000)
const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** Stripe, or the sandbox with the same API. */
export function openStripe({ apiKey, webhookSecret, mode, hasTax, server }: StripeSettings): Payments {
  const stripe = new Stripe(apiKey, {
    ...{ maxNetworkRetries: 2, timeout: TIMEOUT_MS, telemetry: false },
    appInfo: { name: 'Filewright' },
    ...server,
  })
  const ask = <T>(work: () => Promise<T>): Promise<T> => work().catch(translate)
  /** Null if the id is unknown. */
  const find = <T>(work: () => Promise<T>): Promise<T | null> =>
    work().catch((error: unknown) => (isMissing(error) ? null : translate(error)))

  const readInvoice = (id: string) =>
    find(async () => invoiceFacts(await stripe.invoices.retrieve(id, { expand: ['payments'] })))
  const readSubscription = (id: string) =>
    find(async () =>
      subscriptionFacts(await stripe.subscriptions.retrieve(id, { expand: ['default_payment_method'] })),
    )

  return {
    mode,
    preparePrices: (offers) => ask(() => preparePrices(stripe, offers)),
    createCustomer: ({ id, name, email }) =>
      ask(async () => {
        const made = await stripe.customers.create(
          { name, ...(email && { email }), metadata: { owner_id: id } },
          { idempotencyKey: `customer-${id}` },
        )
        return made.id
      }),
    startCheckout: ({ purchaseId, ownerId, customer, price, isSubscription, successUrl, cancelUrl }) =>
      ask(async () => {
        const metadata = { purchase_id: purchaseId, owner_id: ownerId }
        const session = await stripe.checkout.sessions.create(
          {
            mode: isSubscription ? 'subscription' : 'payment',
            customer,
            customer_update: { name: 'auto', address: 'auto' },
            client_reference_id: purchaseId,
            line_items: [{ price, quantity: 1 }],
            allow_promotion_codes: true,
            billing_address_collection: 'required',
            tax_id_collection: { enabled: true },
            ...(hasTax && { automatic_tax: { enabled: true } }),
            metadata,
            success_url: successUrl,
            cancel_url: cancelUrl,
            ...(isSubscription
              ? { subscription_data: { metadata } }
              : {
                  invoice_creation: { enabled: true },
                  payment_intent_data: { metadata, setup_future_usage: 'off_session' as const },
                }),
          },
          { idempotencyKey: `checkout-${purchaseId}` },
        )
        if (!session.url) throw new Error('the checkout has no address')
        return { session: session.id, url: session.url, expiresAt: dateOf(session.expires_at) }
      }),
    readCheckout: (id) =>
      find(async () => {
        const session = await stripe.checkout.sessions.retrieve(id, {
          expand: ['payment_intent.latest_charge', 'invoice.payments', 'subscription.default_payment_method'],
        })
        return checkoutFacts(session)
      }),
    expireCheckout: async (id) => {
      await stripe.checkout.sessions.expire(id).catch((error: unknown) => {
        // A paid or expired session cannot expire: its state is read later.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) translate(error)
      })
    },
    readInvoice,
    invoicesOf: (subscription) =>
      ask(async () => {
        const { data } = await stripe.invoices.list({ subscription, limit: 24, expand: ['data.payments'] })
        return data.map(invoiceFacts)
      }),
    readSubscription,
    previewChange: (id, price, at) =>
      ask(async (): Promise<ChangeFacts> => {
        const subscription = await stripe.subscriptions.retrieve(id)
        const preview = await stripe.invoices.createPreview({
          subscription: id,
          subscription_details: {
            items: [{ id: itemOf(subscription).id, price }],
            proration_behavior: 'always_invoice',
            proration_date: seconds(at),
          },
        })
        const next = await stripe.invoices.createPreview({
          subscription: id,
          subscription_details: {
            items: [{ id: itemOf(subscription).id, price }],
            proration_behavior: 'none',
          },
        })
        return {
          total: preview.amount_due,
          tax: taxOf(preview),
          currency: preview.currency.toUpperCase(),
          lines: preview.lines.data.map(({ description, amount }) => ({ name: description ?? '', amount })),
          next: next.total,
        }
      }),
    changePrice: (id, price, when) =>
      ask(async () => {
        const subscription = await stripe.subscriptions.retrieve(id)
        const items = [{ id: itemOf(subscription).id, price }]
        if (when === 'next') await stripe.subscriptions.update(id, { items, proration_behavior: 'none' })
        else
          await stripe.subscriptions.update(
            id,
            {
              items,
              proration_behavior: 'always_invoice',
              proration_date: seconds(when.now),
              // A refused card leaves the plan unchanged.
              payment_behavior: 'error_if_incomplete',
              metadata: { purchase_id: when.purchaseId },
            },
            { idempotencyKey: `change-${when.purchaseId}` },
          )
      }),
    cancelAtPeriodEnd: async (id, isCancelled) => {
      await ask(() => stripe.subscriptions.update(id, { cancel_at_period_end: isCancelled }))
    },
    endSubscription: async (id) => {
      await stripe.subscriptions.cancel(id).catch((error: unknown) => {
        if (!isMissing(error)) translate(error)
      })
    },
    cardOf: (customer) =>
      ask(async () => {
        const { data } = await stripe.paymentMethods.list({ customer, type: 'card', limit: 1 })
        return cardFacts(data[0])
      }),
    chargeCard: ({ customer, purchaseId, amount, currency, name }) =>
      ask(async () => {
        const { data } = await stripe.paymentMethods.list({ customer, type: 'card', limit: 1 })
        const [method] = data
        if (!method) throw new Declined('There is no saved card.')
        const intent = await stripe.paymentIntents.create(
          {
            ...{ customer, amount, currency: currency.toLowerCase(), payment_method: method.id },
            ...{ off_session: true, confirm: true, description: name },
            metadata: { purchase_id: purchaseId },
            expand: ['latest_charge'],
          },
          { idempotencyKey: `top-up-${purchaseId}` },
        )
        const facts = intentFacts(intent)
        if (!facts) throw new Declined(intent.last_payment_error?.message ?? 'The payment was not completed.')
        return facts
      }),
    openPortal: (customer, returnUrl) =>
      ask(async () => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url),
    refund: async (payment, { amount, key }) => {
      await ask(() =>
        stripe.refunds.create(
          { payment_intent: payment, ...(amount !== undefined && { amount }) },
          { idempotencyKey: `refund-${key}` },
        ),
      )
    },
    readReversals: (payment) =>
      ask(async (): Promise<Reversal[]> => {
        if (!payment.startsWith('pi_')) return []
        const refunds = await stripe.refunds.list({ payment_intent: payment, limit: 100 })
        const disputes = await stripe.disputes.list({ payment_intent: payment, limit: 100 })
        return [
          ...refunds.data
            .filter(({ status }) => status !== 'failed' && status !== 'canceled')
            .map(({ id, amount }) => ({ id, kind: 'refund' as const, amount })),
          ...disputes.data
            .filter(({ status }) => status !== 'won' && !status.startsWith('warning_'))
            .map(({ id, amount }) => ({ id, kind: 'dispute' as const, amount })),
        ]
      }),
    paymentOf: (kind, id) =>
      find(async () => {
        const object =
          kind === 'charge'
            ? await stripe.charges.retrieve(id)
            : kind === 'refund'
              ? await stripe.refunds.retrieve(id)
              : await stripe.disputes.retrieve(id)
        return idOf(object.payment_intent)
      }),
    createPromotion: ({ code, percent, endsAt, limit, firstPurchaseOnly }) =>
      ask(async () => {
        const coupon = await stripe.coupons.create(
          { percent_off: percent, duration: 'once', name: code },
          { idempotencyKey: `coupon-${code}` },
        )
        const made = await stripe.promotionCodes.create({
          code,
          promotion: { type: 'coupon', coupon: coupon.id },
          ...(endsAt && { expires_at: seconds(endsAt) }),
          ...(limit !== null && { max_redemptions: limit }),
          restrictions: { first_time_transaction: firstPurchaseOnly },
        })
        return made.id
      }),
    retirePromotion: async (promotion) => {
      await ask(() => stripe.promotionCodes.update(promotion, { active: false }))
    },
    verifyEvent: (body, signature) => {
      if (!signature) return null
      try {
        return eventFacts(stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
          return null
        throw error
      }
    },
    eventsSince: (time) => eventsSince(stripe, time),
    probe: async () => {
      await ask(() => stripe.prices.list({ limit: 1 }))
    },
  }
}

/** @throws Declined, Unreachable, or the original error for an invalid request */
function translate(error: unknown): never {
  if (error instanceof Stripe.errors.StripeCardError) throw new Declined(error.message, { cause: error })
  if (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAuthenticationError
  )
    throw new Unreachable('The payment provider', { cause: error })
  // An invalid request is our fault, with any status.
  if (error instanceof Stripe.errors.StripeError)
    throw new Error(`The payment provider refused the request: ${error.message}`, { cause: error })
  throw error
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** A unique key per price; another amount has another key. */
const lookupKey = ({ kind, code, interval, amount, currency }: PricedOffer) =>
  `filewright_${kind}_${code}_${interval}_${amount}_${currency.toLowerCase()}`

async function preparePrices(stripe: Stripe, offers: readonly PricedOffer[]): Promise<string[]> {
  const found = new Map<string, string>()
  const keys = offers.map(lookupKey)
  // The API accepts 10 keys per request.
  for (let at = 0; at < keys.length; at += 10) {
    const { data } = await stripe.prices.list({
      lookup_keys: keys.slice(at, at + 10),
      active: true,
      limit: 10,
    })
    for (const { id, lookup_key } of data) if (lookup_key) found.set(lookup_key, id)
  }
  const prices: string[] = []
  for (const [at, offer] of offers.entries()) {
    const key = keys[at] as string
    const known = found.get(key)
    if (known) {
      prices.push(known)
      continue
    }
    const made = await stripe.prices.create(
      {
        currency: offer.currency.toLowerCase(),
        unit_amount: offer.amount,
        lookup_key: key,
        tax_behavior: 'exclusive',
        product_data: { name: offer.name },
        ...(offer.interval !== 'once' && { recurring: { interval: offer.interval } }),
      },
      { idempotencyKey: `price-${key}` },
    )
    prices.push(made.id)
  }
  return prices
}

function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error(`${subscription.id} has no item`)
  return item
}

const taxOf = ({ total_taxes }: Pick<Stripe.Invoice, 'total_taxes'>) =>
  (total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)

function cardFacts(method: Stripe.PaymentMethod | string | null | undefined): Card | null {
  if (!method || typeof method === 'string' || !method.card) return null
  const { brand, last4, exp_month, exp_year } = method.card
  return { brand, last4, expires: `${exp_year}-${String(exp_month).padStart(2, '0')}` }
}

type Address = Stripe.Address | null | undefined

const addressLines = (address: Address): string[] => {
  const place = [address?.postal_code, address?.city].filter(Boolean).join(' ')
  return [address?.line1, address?.line2, place, address?.state].filter((line): line is string =>
    Boolean(line),
  )
}

function subscriptionFacts(subscription: Stripe.Subscription): SubscriptionFacts {
  const item = itemOf(subscription)
  const { status } = subscription
  return {
    id: subscription.id,
    customer: idOf(subscription.customer) as string,
    status:
      status === 'active' || status === 'trialing'
        ? 'active'
        : status === 'past_due' || status === 'unpaid'
          ? 'past_due'
          : 'cancelled',
    price: item.price.id,
    periodStart: dateOf(item.current_period_start),
    periodEnd: dateOf(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    card: cardFacts(subscription.default_payment_method as Stripe.PaymentMethod | string | null),
    purchaseId: subscription.metadata.purchase_id ?? null,
    ownerId: subscription.metadata.owner_id ?? null,
  }
}

const REASONS: Partial<Record<string, InvoiceFacts['reason']>> = {
  subscription_create: 'begin',
  subscription_cycle: 'renew',
  subscription_update: 'change',
}

function invoiceFacts(invoice: Stripe.Invoice): InvoiceFacts {
  const parent = invoice.parent?.subscription_details
  const lines = invoice.lines.data
  // Lines of a change credit the old price and charge the new one: the last charge is the current
  // price.
  const line = lines.findLast(({ amount }) => amount >= 0) ?? lines.at(-1)
  const price = line?.pricing?.price_details?.price
  return {
    id: invoice.id as string,
    subscription: idOf(parent?.subscription),
    purchaseId: parent?.metadata?.purchase_id ?? null,
    reason: REASONS[invoice.billing_reason ?? ''] ?? 'other',
    price: idOf(price),
    period: line ? { start: dateOf(line.period.start), end: dateOf(line.period.end) } : null,
    status: invoice.status === 'paid' ? 'paid' : invoice.status === 'void' ? 'void' : 'open',
    payment: invoice.status === 'paid' ? paidInvoice(invoice) : null,
    createdAt: dateOf(invoice.created),
  }
}

function paidInvoice(invoice: Stripe.Invoice): PaymentFacts {
  const id = invoice.id as string
  const tax = taxOf(invoice)
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid')
  return {
    payment: idOf(paid?.payment.payment_intent) ?? id,
    invoice: id,
    amount: invoice.total - tax,
    tax,
    currency: invoice.currency.toUpperCase(),
    paidAt: dateOf(invoice.status_transitions.paid_at ?? invoice.created),
    receiptUrl: invoice.hosted_invoice_url ?? null,
    billedTo: {
      name: invoice.customer_name ?? null,
      email: invoice.customer_email ?? null,
      address: addressLines(invoice.customer_address),
      country: invoice.customer_address?.country ?? null,
      tax_id: invoice.customer_tax_ids?.[0]?.value ?? null,
    },
  }
}

/** Null if not paid. */
function intentFacts(intent: Stripe.PaymentIntent): PaymentFacts | null {
  if (intent.status !== 'succeeded') return null
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  const billing = charge?.billing_details
  return {
    payment: intent.id,
    invoice: null,
    amount: intent.amount_received,
    tax: 0,
    currency: intent.currency.toUpperCase(),
    paidAt: dateOf(charge?.created ?? intent.created),
    receiptUrl: charge?.receipt_url ?? null,
    billedTo: {
      name: billing?.name ?? null,
      email: billing?.email ?? null,
      address: addressLines(billing?.address),
      country: billing?.address?.country ?? null,
      tax_id: null,
    },
  }
}

function checkoutFacts(session: Stripe.Checkout.Session): CheckoutFacts {
  const intent = session.payment_intent as Stripe.PaymentIntent | null
  const invoice = session.invoice as Stripe.Invoice | null
  const subscription = session.subscription as Stripe.Subscription | null
  const isPaid = session.status === 'complete' && session.payment_status !== 'unpaid'
  const details = session.customer_details
  const payment = (): PaymentFacts => {
    const tax = session.total_details?.amount_tax ?? 0
    const invoiced = invoice?.status === 'paid' ? paidInvoice(invoice) : null
    const direct = intent ? intentFacts(intent) : null
    return {
      payment: direct?.payment ?? invoiced?.payment ?? session.id,
      invoice: invoice?.id ?? null,
      amount: (session.amount_total ?? 0) - tax,
      tax,
      currency: (session.currency ?? '').toUpperCase(),
      paidAt: direct?.paidAt ?? invoiced?.paidAt ?? dateOf(session.created),
      receiptUrl: direct?.receiptUrl ?? invoiced?.receiptUrl ?? null,
      billedTo: {
        name: details?.name ?? null,
        email: details?.email ?? null,
        address: addressLines(details?.address),
        country: details?.address?.country ?? null,
        tax_id: details?.tax_ids?.[0]?.value ?? null,
      },
    }
  }
  return {
    purchaseId: session.client_reference_id,
    status: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
    payment: isPaid ? payment() : null,
    failure: intent?.last_payment_error?.message ?? null,
    subscription: subscription ? subscriptionFacts(subscription) : null,
  }
}

function eventFacts(event: Stripe.Event): ProviderEvent {
  const object = event.data.object as { object: string; id?: string; invoice?: Ref }
  return {
    id: event.id,
    type: event.type,
    createdAt: dateOf(event.created),
    object: { kind: object.object, id: object.id ?? '', parent: idOf(object.invoice) },
  }
}

/** Stripe lists the newest first, and retains events for 30 days. */
async function* eventsSince(stripe: Stripe, time: Date): AsyncIterable<ProviderEvent> {
  const found: ProviderEvent[] = []
  try {
    for await (const event of stripe.events.list({ created: { gte: seconds(time) }, limit: 100 }))
      found.push(eventFacts(event))
  } catch (error) {
    translate(error)
  }
  yield* found.reverse()
}
