import type { BilledTo, OfferKind } from './core/schema.ts'

/**
 * The payment provider. What it answers is the truth about money: what a browser or an event says
 * only makes us ask it. Each method throws Unreachable where the provider does not answer, and
 * Declined where a card was refused.
 */
export interface Payments {
  mode: 'sandbox' | 'live'
  /** Finds or makes the price of each offer. @returns ids of prices in the same order */
  preparePrices(offers: readonly PricedOffer[]): Promise<string[]>
  /** The same owner gets one customer, however often this is called. */
  createCustomer(owner: { id: string; name: string; email: string | null }): Promise<string>
  startCheckout(wish: CheckoutWish): Promise<{ session: string; url: string; expiresAt: Date }>
  /** Null where there is no such checkout. */
  readCheckout(session: string): Promise<CheckoutFacts | null>
  /** Nobody can pay there any more. What has been paid stays. */
  expireCheckout(session: string): Promise<void>
  readInvoice(invoice: string): Promise<InvoiceFacts | null>
  /** Invoices of a subscription, the newest first. */
  invoicesOf(subscription: string): Promise<InvoiceFacts[]>
  readSubscription(subscription: string): Promise<SubscriptionFacts | null>
  /** What an immediate change to a price would cost. */
  previewChange(subscription: string, price: string, at: Date): Promise<ChangeFacts>
  /**
   * Changes the price of a subscription: at once, with what is left of the old one credited and the
   * rest charged, or from the next period on. `purchaseId` is on the invoice of an immediate
   * change.
   */
  changePrice(
    subscription: string,
    price: string,
    when: { now: Date; purchaseId: string } | 'next',
  ): Promise<void>
  /** Whether it ends with the paid period. */
  cancelAtPeriodEnd(subscription: string, isCancelled: boolean): Promise<void>
  /** Ends it now, without a refund. One that has ended is left as it is. */
  endSubscription(subscription: string): Promise<void>
  /** The card that a customer's payments are charged to. */
  cardOf(customer: string): Promise<Card | null>
  /** Charges that card without the person. */
  chargeCard(charge: {
    customer: string
    purchaseId: string
    amount: number
    currency: string
    name: string
  }): Promise<PaymentFacts>
  openPortal(customer: string, returnUrl: string): Promise<string>
  /** Pays back a part in minor units, or what is left. */
  refund(payment: string, options: { amount?: number; key: string }): Promise<void>
  /** Refunds and lost or open disputes of a payment. */
  readReversals(payment: string): Promise<Reversal[]>
  /** The payment of a refund, dispute or charge that an event is about. */
  paymentOf(kind: 'charge' | 'refund' | 'dispute', id: string): Promise<string | null>
  createPromotion(code: {
    code: string
    percent: number
    endsAt: Date | null
    limit: number | null
    firstPurchaseOnly: boolean
  }): Promise<string>
  retirePromotion(promotion: string): Promise<void>
  /** An event as it was received. Null where the signature is missing, wrong or too old. */
  verifyEvent(body: Buffer, signature: string | undefined): ProviderEvent | null
  /** Events since a time, the oldest first. */
  eventsSince(time: Date): AsyncIterable<ProviderEvent>
  /** Throws where the provider cannot be used now. */
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
  /** Where the browser is sent; `{CHECKOUT_SESSION_ID}` stands for the session. */
  successUrl: string
  cancelUrl: string
}

export interface PaymentFacts {
  /** Id of the payment; of a subscription's, that of its invoice where nothing was charged. */
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
  /** Null while nothing is paid. */
  payment: PaymentFacts | null
  /** Why the last attempt failed; null where none has. */
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
  /** The purchase that the subscription was begun or last changed by. */
  purchaseId: string | null
  reason: 'begin' | 'renew' | 'change' | 'other'
  price: string | null
  period: { start: Date; end: Date } | null
  status: 'open' | 'paid' | 'void'
  /** Null while it is not paid. */
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
  /** Kind and id of the object that it is about. */
  object: { kind: string; id: string; parent: string | null }
}
