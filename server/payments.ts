import type { BilledTo, OfferKind } from './core/schema.ts'

/**
 * The payment provider. Its responses are authoritative: a browser or an event only triggers a
 * read. Each method throws Unreachable if the provider does not respond, and Declined if a card was
 * refused.
 */
export interface Payments {
  mode: 'sandbox' | 'live'
  /** Finds or creates the price of each offer. @returns price ids in the same order */
  preparePrices(offers: readonly PricedOffer[]): Promise<string[]>
  /** Idempotent: an owner gets one customer. */
  createCustomer(owner: { id: string; name: string; email: string | null }): Promise<string>
  startCheckout(wish: CheckoutWish): Promise<{ session: string; url: string; expiresAt: Date }>
  /** Null if the checkout does not exist. */
  readCheckout(session: string): Promise<CheckoutFacts | null>
  /** Prevents further payment; completed payments stay. */
  expireCheckout(session: string): Promise<void>
  readInvoice(invoice: string): Promise<InvoiceFacts | null>
  /** Invoices of a subscription, newest first. */
  invoicesOf(subscription: string): Promise<InvoiceFacts[]>
  readSubscription(subscription: string): Promise<SubscriptionFacts | null>
  /** The cost of an immediate change to a price. */
  previewChange(subscription: string, price: string, at: Date): Promise<ChangeFacts>
  /**
   * Changes the price of a subscription: immediately with proration, or from the next period on.
   * The invoice of an immediate change carries `purchaseId`.
   */
  changePrice(
    subscription: string,
    price: string,
    when: { now: Date; purchaseId: string } | 'next',
  ): Promise<void>
  /** Sets whether it ends with the paid period. */
  cancelAtPeriodEnd(subscription: string, isCancelled: boolean): Promise<void>
  /** Ends the subscription now, without a refund. Does nothing if it has ended. */
  endSubscription(subscription: string): Promise<void>
  /** The customer's default card. */
  cardOf(customer: string): Promise<Card | null>
  /** Charges the customer's card off-session. */
  chargeCard(charge: {
    customer: string
    purchaseId: string
    amount: number
    currency: string
    name: string
  }): Promise<PaymentFacts>
  openPortal(customer: string, returnUrl: string): Promise<string>
  /** Refunds an amount in minor units, or the remainder. */
  refund(payment: string, options: { amount?: number; key: string }): Promise<void>
  /** Refunds and lost or open disputes of a payment. */
  readReversals(payment: string): Promise<Reversal[]>
  /** The payment that a refund, dispute or charge belongs to. */
  paymentOf(kind: 'charge' | 'refund' | 'dispute', id: string): Promise<string | null>
  createPromotion(code: {
    code: string
    percent: number
    endsAt: Date | null
    limit: number | null
    firstPurchaseOnly: boolean
  }): Promise<string>
  retirePromotion(promotion: string): Promise<void>
  /** Verifies a received event. Null if the signature is missing, wrong or too old. */
  verifyEvent(body: Buffer, signature: string | undefined): ProviderEvent | null
  /** Events since a time, oldest first. */
  eventsSince(time: Date): AsyncIterable<ProviderEvent>
  /** Throws if the provider is unavailable. */
  probe(): Promise<void>
}

/** A card was refused; the message is for the person who pays. */
export class Declined extends Error {
  override name = 'Declined'
}

export interface PricedOffer {
  kind: OfferKind
  code: string
  interval: 'once' | 'month' | 'year'
  amount: number
  currency: string
  name: string
}

export interface CheckoutWish {
  purchaseId: string
  ownerId: string
  customer: string
  price: string
  isSubscription: boolean
  /** Return URL of the browser; `{CHECKOUT_SESSION_ID}` is the placeholder of the session. */
  successUrl: string
  cancelUrl: string
}

export interface PaymentFacts {
  /** Payment id; for a subscription without a charge, the id of its invoice. */
  payment: string
  invoice: string | null
  /** Without tax, after discounts, in minor units. */
  amount: number
  tax: number
  currency: string
  paidAt: Date
  receiptUrl: string | null
  billedTo: BilledTo
}

export interface CheckoutFacts {
  purchaseId: string | null
  status: 'open' | 'complete' | 'expired'
  /** Null until paid. */
  payment: PaymentFacts | null
  /** Failure of the last attempt; null if none failed. */
  failure: string | null
  subscription: SubscriptionFacts | null
}

export interface Card {
  brand: string
  last4: string
  /** `2028-11` */
  expires: string
}

export interface SubscriptionFacts {
  id: string
  customer: string
  status: 'active' | 'past_due' | 'cancelled'
  price: string
  periodStart: Date
  periodEnd: Date
  cancelAtPeriodEnd: boolean
  card: Card | null
  purchaseId: string | null
  ownerId: string | null
}

export interface InvoiceFacts {
  id: string
  subscription: string | null
  /** The purchase that started or last changed the subscription. */
  purchaseId: string | null
  reason: 'begin' | 'renew' | 'change' | 'other'
  price: string | null
  period: { start: Date; end: Date } | null
  status: 'open' | 'paid' | 'void'
  /** Null until paid. */
  payment: PaymentFacts | null
  createdAt: Date
}

export interface ChangeFacts {
  /** With tax, in minor units. */
  total: number
  tax: number
  currency: string
  lines: { name: string; amount: number }[]
  next: number
}

export interface Reversal {
  id: string
  kind: 'refund' | 'dispute'
  /** In minor units. */
  amount: number
}

export interface ProviderEvent {
  id: string
  type: string
  createdAt: Date
  /** Kind and id of the event's object. */
  object: { kind: string; id: string; parent: string | null }
}
