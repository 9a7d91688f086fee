import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { productOf } from './desk.ts'
import type { Kind } from './fields.ts'
import { charge, NO_ADDRESS, refund } from './payments.ts'
import {
  type Call,
  invalid,
  listed,
  missing,
  type Operation,
  type Params,
  refusedCard,
  listOf as textsOf,
} from './protocol.ts'
import { make, newId } from './store.ts'
import {
  changePrice,
  draftInvoice,
  endSubscription,
  payOpen,
  priceName,
  prorate,
  saveSubscription,
} from './subscriptions.ts'

const text = (value: Params[string]): string | null =>
  value === undefined || value === '' ? null : String(value)
const number = (value: Params[string], name: string): number => {
  const parsed = Number(value)
  if (value === undefined || !Number.isInteger(parsed)) throw invalid(`Invalid integer: ${value}`, name)
  return parsed
}
const isTrue = (value: Params[string]) => value === 'true'
const within = (value: Params[string]): Params =>
  typeof value === 'object' && !Array.isArray(value) ? value : {}
const metadataOf = (value: Params[string]): Stripe.Metadata =>
  Object.fromEntries(Object.entries(within(value)).map(([name, one]) => [name, String(one)]))

/** Refuses parameters that the sandbox does not know, as Stripe does. */
function only(params: Params, names: string) {
  const known = new Set(names.split(' '))
  for (const name of Object.keys(params))
    if (!known.has(name)) throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown')
}

const retrieve =
  (kind: Kind): Operation =>
  async ({ desk, id }) => {
    const found = await desk.objects.get(id, kind)
    if (!found) throw missing(kind, id)
    return found.body
  }

async function find<T>({ desk }: Pick<Call, 'desk'>, kind: Kind, id: Params[string]): Promise<T> {
  const found = await desk.objects.get<T>(String(id), kind)
  if (!found) throw missing(kind, String(id))
  return found.body
}

const createCustomer: Operation = async ({ desk, params }) => {
  only(params, 'name email metadata')
  const customer = await desk.objects.put(
    make<Stripe.Customer>('customer', {
      ...{
        id: newId('cus'),
        created: desk.at,
        name: text(params.name),
        email: text(params.email),
        balance: 0,
      },
      ...{
        metadata: metadataOf(params.metadata),
        tax_exempt: 'none',
        delinquent: false,
        invoice_prefix: newId('inv'),
      },
      invoice_settings: {
        ...{ custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
      },
    } as Partial<Stripe.Customer>),
  )
  await desk.emit('customer.created', customer)
  return customer
}

const createPrice: Operation = async ({ desk, params }) => {
  only(
    params,
    'currency unit_amount lookup_key tax_behavior product_data product recurring metadata transfer_lookup_key',
  )
  const key = text(params.lookup_key)
  if (key !== null) {
    const taken = await desk.objects.find('price', sql`body->>'lookup_key' = ${key}`, 1)
    if (taken.length > 0)
      throw invalid(`A price (\`${taken[0]?.body.id}\`) already uses that lookup key.`, 'lookup_key')
  }
  const product = params.product_data
    ? (await productOf(desk, String(within(params.product_data).name))).id
    : text(params.product)
  if (!product) throw invalid('You must specify either `product` or `product_data`.', 'product')
  const amount = number(params.unit_amount, 'unit_amount')
  const recurring = params.recurring ? within(params.recurring) : null
  const price = await desk.objects.put(
    make<Stripe.Price>('price', {
      ...{
        id: newId('price'),
        active: true,
        billing_scheme: 'per_unit',
        created: desk.at,
        lookup_key: key,
        product,
      },
      ...{ currency: String(params.currency), metadata: metadataOf(params.metadata), unit_amount: amount },
      ...{ tax_behavior: (text(params.tax_behavior) ?? 'unspecified') as Stripe.Price.TaxBehavior },
      type: recurring ? 'recurring' : 'one_time',
      recurring: recurring
        ? {
            ...{ interval: String(recurring.interval) as 'month', interval_count: 1, meter: null },
            ...{ trial_period_days: null, usage_type: 'licensed' },
          }
        : null,
    } as Partial<Stripe.Price>),
  )
  await desk.emit('price.created', price)
  return price
}

const listPrices: Operation = (call) => {
  const keys = textsOf(call.params.lookup_keys)
  return listed(
    call,
    'price',
    '/v1/prices',
    ...(keys.length > 0
      ? [sql`body->>'lookup_key' = any(${`{${keys.map((key) => JSON.stringify(key)).join(',')}}`}::text[])`]
      : []),
    ...(call.params.active === undefined
      ? []
      : [sql`(body->>'active')::boolean = ${isTrue(call.params.active)}`]),
  )
}

const createSession: Operation = async (call) => {
  const { desk, params } = call
  only(
    params,
    'mode customer customer_update client_reference_id line_items allow_promotion_codes billing_address_collection tax_id_collection automatic_tax metadata success_url cancel_url expires_at subscription_data invoice_creation payment_intent_data discounts',
  )
  const customer = await find<Stripe.Customer>(call, 'customer', params.customer)
  const items = Object.values(params.line_items ?? {}) as Params[]
  const [first] = items
  if (!first || items.length > 1) throw invalid('The sandbox takes one line item.', 'line_items')
  const price = await find<Stripe.Price>(call, 'price', first.price)
  const mode = String(params.mode) as 'payment' | 'subscription'
  if ((mode === 'subscription') !== (price.type === 'recurring'))
    throw invalid('You must provide at least one recurring price in `subscription` mode.', 'mode')
  const expires = params.expires_at === undefined ? desk.at + 86_400 : number(params.expires_at, 'expires_at')
  if (expires < desk.at + 1800 - 60 || expires > desk.at + 86_400 + 60)
    throw invalid(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      'expires_at',
    )
  const id = newId('cs_test')
  const hasTax = isTrue(within(params.automatic_tax).enabled)
  const amount = price.unit_amount ?? 0
  const session = make<Stripe.Checkout.Session>('checkout.session', {
    ...{
      id,
      mode,
      amount_subtotal: amount,
      amount_total: amount,
      created: desk.at,
      currency: price.currency,
    },
    allow_promotion_codes: isTrue(params.allow_promotion_codes),
    automatic_tax: {
      enabled: hasTax,
      liability: null,
      status: hasTax ? 'requires_location_inputs' : null,
      provider: null,
    },
    ...{ cancel_url: text(params.cancel_url), success_url: text(params.success_url), customer: customer.id },
    client_reference_id: text(params.client_reference_id),
    customer_details: null,
    ...{ custom_fields: [], expires_at: expires, metadata: metadataOf(params.metadata) },
    ...{ payment_method_types: ['card'], payment_status: 'unpaid', shipping_options: [], status: 'open' },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    url: `${call.desk.pages}/checkout/${id}`,
  } as Partial<Stripe.Checkout.Session>)
  return desk.objects.put(session, {
    price: price.id,
    metadata: metadataOf(
      within(mode === 'subscription' ? params.subscription_data : params.payment_intent_data).metadata,
    ),
    invoices: isTrue(within(params.invoice_creation).enabled),
  })
}

const expireSession: Operation = async (call) => {
  const session = await find<Stripe.Checkout.Session>(call, 'checkout.session', call.id)
  if (session.status !== 'open')
    throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.', 'session')
  const expired = await call.desk.objects.put({ ...session, status: 'expired' as const, url: null })
  await call.desk.emit('checkout.session.expired', expired)
  return expired
}

const updateSubscription: Operation = async (call) => {
  const { desk, params } = call
  only(params, 'items proration_behavior proration_date payment_behavior metadata cancel_at_period_end')
  const subscription = await find<Stripe.Subscription>(call, 'subscription', call.id)
  if (subscription.status === 'canceled')
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  const metadata = { ...subscription.metadata, ...metadataOf(params.metadata) }
  const [item] = Object.values(params.items ?? {}) as Params[]
  if (item) {
    const price = await find<Stripe.Price>(call, 'price', item.price)
    const done = await changePrice(desk, subscription, price, {
      at: params.proration_date === undefined ? desk.at : number(params.proration_date, 'proration_date'),
      prorates: params.proration_behavior !== 'none',
      metadata,
    })
    if (done.object === 'payment_intent') throw refusedCard(done as Stripe.PaymentIntent)
    return done
  }
  const isCancelled =
    params.cancel_at_period_end === undefined
      ? subscription.cancel_at_period_end
      : isTrue(params.cancel_at_period_end)
  const found = await desk.objects.get(subscription.id, 'subscription')
  const saved = await saveSubscription(
    desk,
    {
      ...subscription,
      metadata,
      cancel_at_period_end: isCancelled,
      cancel_at: isCancelled ? (subscription.items.data[0]?.current_period_end ?? null) : null,
    },
    found?.hidden,
  )
  await desk.emit('customer.subscription.updated', saved)
  return saved
}

const previewInvoice: Operation = async (call) => {
  const { desk, params } = call
  only(params, 'subscription subscription_details customer')
  const subscription = await find<Stripe.Subscription>(call, 'subscription', params.subscription)
  const details = within(params.subscription_details)
  const [item] = Object.values(details.items ?? {}) as Params[]
  const price = item
    ? await find<Stripe.Price>(call, 'price', item.price)
    : (subscription.items.data[0] as Stripe.SubscriptionItem).price
  const at = details.proration_date === undefined ? desk.at : number(details.proration_date, 'proration_date')
  const period = { start: subscription.items.data[0]?.current_period_end ?? at, end: at }
  const lines =
    details.proration_behavior === 'none'
      ? [
          {
            description: await priceName(desk, price),
            amount: price.unit_amount ?? 0,
            price,
            period,
            isProration: false,
          },
        ]
      : await prorate(desk, subscription, price, at)
  const customer = await find<Stripe.Customer>(call, 'customer', subscription.customer as string)
  return {
    ...draftInvoice(desk, {
      ...{ customer, subscription, reason: 'upcoming', lines, hasTax: subscription.automatic_tax.enabled },
    }),
    ...{ id: newId('upcoming_in'), status: 'draft' },
  }
}

const createIntent: Operation = async (call) => {
  const { desk, params } = call
  only(params, 'customer amount currency payment_method off_session confirm description metadata')
  if (!isTrue(params.confirm)) throw invalid('The sandbox confirms payments at once.', 'confirm')
  const method = await find<Stripe.PaymentMethod>(call, 'payment_method', params.payment_method)
  const { intent } = await charge(desk, {
    ...{ customer: String(params.customer), method, amount: number(params.amount, 'amount') },
    ...{
      currency: String(params.currency),
      metadata: metadataOf(params.metadata),
      description: text(params.description),
    },
    isPresent: !isTrue(params.off_session),
  })
  if (intent.status !== 'succeeded') throw refusedCard(intent)
  return intent
}

const createRefund: Operation = async ({ desk, params }) => {
  only(params, 'payment_intent amount reason metadata')
  const made = await refund(
    desk,
    String(params.payment_intent),
    params.amount === undefined ? undefined : number(params.amount, 'amount'),
  )
  if (typeof made === 'string') throw invalid(made)
  return made
}

const createCoupon: Operation = ({ desk, params }) => {
  only(params, 'percent_off duration name')
  return desk.objects.put(
    make<Stripe.Coupon>('coupon', {
      ...{ id: newId('coupon'), created: desk.at, duration: 'once', metadata: {}, name: text(params.name) },
      ...{ percent_off: number(params.percent_off, 'percent_off'), times_redeemed: 0, valid: true },
    }),
  )
}

const createPromotion: Operation = async (call) => {
  const { desk, params } = call
  only(params, 'code promotion expires_at max_redemptions restrictions')
  const coupon = await find<Stripe.Coupon>(call, 'coupon', within(params.promotion).coupon)
  return desk.objects.put(
    make<Stripe.PromotionCode>('promotion_code', {
      ...{ id: newId('promo'), active: true, code: String(params.code), created: desk.at, metadata: {} },
      ...{ promotion: { type: 'coupon', coupon: coupon.id }, times_redeemed: 0 },
      expires_at: params.expires_at === undefined ? null : number(params.expires_at, 'expires_at'),
      max_redemptions:
        params.max_redemptions === undefined ? null : number(params.max_redemptions, 'max_redemptions'),
      restrictions: {
        ...{ first_time_transaction: isTrue(within(params.restrictions).first_time_transaction) },
        ...{ minimum_amount: null, minimum_amount_currency: null },
      },
    } as Partial<Stripe.PromotionCode>),
  )
}

const updatePromotion: Operation = async (call) => {
  only(call.params, 'active')
  const promotion = await find<Stripe.PromotionCode>(call, 'promotion_code', call.id)
  return call.desk.objects.put({ ...promotion, active: isTrue(call.params.active) })
}

const createPortal: Operation = async (call) => {
  const { desk, params } = call
  only(params, 'customer return_url')
  const customer = await find<Stripe.Customer>(call, 'customer', params.customer)
  const id = newId('bps')
  return desk.objects.put(
    make<Stripe.BillingPortal.Session>('billing_portal.session', {
      ...{
        id,
        created: desk.at,
        customer: customer.id,
        return_url: text(params.return_url),
        configuration: 'bpc_sandbox',
      },
      url: `${desk.pages}/portal/${id}`,
    }),
  )
}

const listMethods: Operation = (call) => {
  const { customer } = call.params
  only(call.params, 'customer type limit')
  return listed(call, 'payment_method', '/v1/payment_methods', sql`body->>'customer' = ${String(customer)}`)
}

const updateCustomer: Operation = async (call) => {
  only(call.params, 'name email address metadata')
  const customer = await find<Stripe.Customer>(call, 'customer', call.id)
  const { name, email, address } = call.params
  return call.desk.objects.put({
    ...customer,
    ...(name !== undefined && { name: text(name) }),
    ...(email !== undefined && { email: text(email) }),
    ...(address !== undefined && {
      address: { ...NO_ADDRESS, ...(within(address) as Partial<Stripe.Address>) },
    }),
  })
}

const byPayment = (params: Params) =>
  params.payment_intent === undefined ? [] : [sql`body->>'payment_intent' = ${String(params.payment_intent)}`]

/** What the API has, by method and path. */
export const handlers: Readonly<Record<string, Operation>> = {
  'POST /v1/customers': createCustomer,
  'GET /v1/customers/:id': retrieve('customer'),
  'POST /v1/customers/:id': updateCustomer,
  'POST /v1/prices': createPrice,
  'GET /v1/prices': listPrices,
  'GET /v1/prices/:id': retrieve('price'),
  'GET /v1/products/:id': retrieve('product'),
  'POST /v1/checkout/sessions': createSession,
  'GET /v1/checkout/sessions/:id': retrieve('checkout.session'),
  'POST /v1/checkout/sessions/:id/expire': expireSession,
  'GET /v1/subscriptions/:id': retrieve('subscription'),
  'POST /v1/subscriptions/:id': updateSubscription,
  'DELETE /v1/subscriptions/:id': async (call) => {
    const subscription = await find<Stripe.Subscription>(call, 'subscription', call.id)
    if (subscription.status === 'canceled') throw missing('subscription', call.id)
    return endSubscription(call.desk, subscription)
  },
  'GET /v1/invoices': (call) =>
    listed(
      call,
      'invoice',
      '/v1/invoices',
      ...(call.params.subscription === undefined
        ? []
        : [
            sql`body->'parent'->'subscription_details'->>'subscription' = ${String(call.params.subscription)}`,
          ]),
      ...(call.params.customer === undefined
        ? []
        : [sql`body->>'customer' = ${String(call.params.customer)}`]),
    ),
  'GET /v1/invoices/:id': retrieve('invoice'),
  'POST /v1/invoices/create_preview': previewInvoice,
  'POST /v1/invoices/:id/pay': async (call) => {
    const invoice = await find<Stripe.Invoice>(call, 'invoice', call.id)
    await payOpen(call.desk, String(invoice.parent?.subscription_details?.subscription))
    return find<Stripe.Invoice>(call, 'invoice', call.id)
  },
  'POST /v1/payment_intents': createIntent,
  'GET /v1/payment_intents/:id': retrieve('payment_intent'),
  'GET /v1/payment_methods': listMethods,
  'GET /v1/charges/:id': retrieve('charge'),
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': (call) => listed(call, 'refund', '/v1/refunds', ...byPayment(call.params)),
  'GET /v1/refunds/:id': retrieve('refund'),
  'GET /v1/disputes': (call) => listed(call, 'dispute', '/v1/disputes', ...byPayment(call.params)),
  'GET /v1/disputes/:id': retrieve('dispute'),
  'POST /v1/coupons': createCoupon,
  'POST /v1/promotion_codes': createPromotion,
  'POST /v1/promotion_codes/:id': updatePromotion,
  'POST /v1/billing_portal/sessions': createPortal,
  'GET /v1/events': (call) => listed(call, 'event', '/v1/events'),
  'GET /v1/events/:id': retrieve('event'),
}
