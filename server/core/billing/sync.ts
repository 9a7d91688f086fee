import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type {
  CheckoutFacts,
  InvoiceFacts,
  PaymentFacts,
  ProviderEvent,
  SubscriptionFacts,
} from '../../payments.ts'
import type { Platform, Transaction } from '../../platform.ts'
import { takeCredits } from '../credits/ledger.ts'
import { lockOwner } from '../lock-owner.ts'
import { offers, type PurchaseRow, providerEvents, purchases, refunds, subscriptions } from '../schema.ts'
import { type TransactionPlatform, withPlatformTransaction } from '../transaction.ts'
import { emitPurchase, emitSubscription } from './billing-events.ts'
import { endSubscriptionRow, fulfil, ofPayment } from './fulfil.ts'
import { planOf } from './plan-of.ts'
import { offerName } from './prepare-offers.ts'

const DAY = 86_400_000
/** Grace period of a plan after a failed renewal. */
export const GRACE_DAYS = 7

/** Syncs a checkout with the provider. Idempotent. */
export async function syncCheckout(platform: Platform, session: string): Promise<void> {
  const [purchase] = await platform.db.select().from(purchases).where(eq(purchases.providerSession, session))
  if (!purchase) return
  const facts = await platform.payments.readCheckout(session)
  if (!facts) return
  await withPlatformTransaction(platform, (platform, tx) => settleCheckout(platform, tx, purchase, facts))
  if (facts.subscription) await endOtherPlans(platform, purchase.ownerId, facts.subscription.id)
}

async function settleCheckout(
  platform: TransactionPlatform,
  tx: Transaction,
  { id }: PurchaseRow,
  { payment, status, failure, subscription }: CheckoutFacts,
) {
  if (payment) {
    await fulfil(platform, tx, id, { payment, subscription })
    return
  }
  if (status === 'expired') await endPurchase(platform, tx, id, 'expired')
  else
    await tx
      .update(purchases)
      .set({ failure })
      .where(and(eq(purchases.id, id), eq(purchases.status, 'pending')))
}

/** Ends an unpaid purchase. Does nothing if it has ended. */
export async function endPurchase(
  platform: TransactionPlatform,
  tx: Transaction,
  id: string,
  status: 'expired' | 'failed' | 'cancelled',
  failure?: string,
): Promise<void> {
  const [row] = await tx
    .update(purchases)
    .set({ status, completedAt: platform.clock(), checkoutUrl: null, ...(failure && { failure }) })
    .where(and(eq(purchases.id, id), eq(purchases.status, 'pending')))
    .returning()
  if (row) await emitPurchase(platform, tx, 'purchase.failed', row)
}

/** Ends the older of two plans that were bought in two tabs. */
async function endOtherPlans({ db, payments }: Platform, ownerId: string, current: string) {
  const plan = await planOf(db, ownerId)
  if (plan?.providerSubscription !== current) return
  const ended = await db
    .select({ subscription: subscriptions.providerSubscription })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.ownerId, ownerId),
        eq(subscriptions.kind, 'plan'),
        eq(subscriptions.status, 'cancelled'),
      ),
    )
  for (const { subscription } of ended) await payments.endSubscription(subscription)
}

/**
 * Syncs an invoice of a subscription with the provider: a renewal, a change, or a failed payment.
 */
export async function syncInvoice(platform: Platform, id: string): Promise<void> {
  const { payments } = platform
  const invoice = await payments.readInvoice(id)
  if (!invoice?.subscription) return
  const subscription = await payments.readSubscription(invoice.subscription)
  if (!subscription) return
  await settleInvoice(platform, invoice, subscription)
}

/** Syncs each invoice of a subscription, oldest first. */
export async function syncInvoicesOf(platform: Platform, id: string): Promise<void> {
  const { payments } = platform
  const subscription = await payments.readSubscription(id)
  if (!subscription) return
  for (const invoice of (await payments.invoicesOf(id)).reverse())
    if (invoice.status !== 'void') await settleInvoice(platform, invoice, subscription)
}

async function settleInvoice(platform: Platform, invoice: InvoiceFacts, subscription: SubscriptionFacts) {
  const { payment } = invoice
  await withPlatformTransaction(platform, async (platform, tx) => {
    if (payment) await settlePaidInvoice(platform, tx, invoice, payment, subscription)
    else await settleSubscription(platform, tx, subscription)
  })
}

async function settlePaidInvoice(
  platform: TransactionPlatform,
  tx: Transaction,
  invoice: InvoiceFacts,
  payment: PaymentFacts,
  current: SubscriptionFacts,
) {
  // Uses the invoice's period: the subscription may already be in a later one.
  const { period } = invoice
  const subscription =
    invoice.reason === 'renew' && period
      ? { ...current, periodStart: period.start, periodEnd: period.end }
      : current
  const purchaseId =
    invoice.reason === 'renew' ? await renewalOf(platform, tx, invoice, payment, current) : invoice.purchaseId
  if (purchaseId) await fulfil(platform, tx, purchaseId, { payment, subscription })
}

/** Finds or inserts the purchase of a renewal: one per invoice. */
async function renewalOf(
  { clock }: TransactionPlatform,
  tx: Transaction,
  invoice: InvoiceFacts,
  payment: PaymentFacts,
  { id }: SubscriptionFacts,
): Promise<string | null> {
  const [known] = await tx.select({ id: purchases.id }).from(purchases).where(ofPayment(invoice.id))
  if (known) return known.id
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.providerSubscription, id))
  if (!row) return null
  await lockOwner(tx, row.ownerId)
  const [offer] = invoice.price
    ? await tx.select().from(offers).where(eq(offers.providerPrice, invoice.price))
    : []
  const [terms] = offer
    ? [offer]
    : await tx
        .select()
        .from(offers)
        .where(and(eq(offers.kind, row.kind), eq(offers.code, row.item), eq(offers.interval, row.interval)))
  if (!terms) throw new Error(`the renewal ${invoice.id} is of nothing that was ever sold`)
  const [made] = await tx
    .insert(purchases)
    .values({
      ...{
        id: randomUUID(),
        ownerId: row.ownerId,
        kind: row.kind,
        item: terms.code,
        interval: terms.interval,
      },
      ...{
        name: offerName(terms),
        status: 'pending',
        amount: payment.amount,
        tax: payment.tax,
      },
      ...{ currency: payment.currency, credits: terms.credits, providerInvoice: invoice.id },
      ...{ providerSubscription: id, createdAt: clock() },
    })
    .onConflictDoNothing()
    .returning({ id: purchases.id })
  return made?.id ?? null
}

/** Syncs a subscription with the provider: its end, its card, its payment state. */
export async function syncSubscription(platform: Platform, id: string): Promise<void> {
  const facts = await platform.payments.readSubscription(id)
  if (facts)
    await withPlatformTransaction(platform, (platform, tx) => settleSubscription(platform, tx, facts))
}

async function settleSubscription(platform: TransactionPlatform, tx: Transaction, facts: SubscriptionFacts) {
  const [known] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.providerSubscription, facts.id))
  if (!known || known.status === 'cancelled') return
  if (facts.status === 'cancelled') return endSubscriptionRow(platform, tx, known)
  await lockOwner(tx, known.ownerId)
  const isPastDue = facts.status === 'past_due'
  const begins = isPastDue && known.status !== 'past_due'
  const graceUntil = begins
    ? new Date(platform.clock().getTime() + GRACE_DAYS * DAY)
    : isPastDue
      ? known.graceUntil
      : null
  await tx
    .update(subscriptions)
    .set({
      ...{ status: facts.status, card: facts.card ?? known.card, cancelAtPeriodEnd: facts.cancelAtPeriodEnd },
      graceUntil,
      ...(!isPastDue && { dunningMails: 0 }),
    })
    .where(eq(subscriptions.id, known.id))
  if (known.kind !== 'plan') return
  if (begins) await emitSubscription(platform, tx, 'subscription.past_due', known.ownerId)
  if (facts.cancelAtPeriodEnd && !known.cancelAtPeriodEnd)
    await emitSubscription(platform, tx, 'subscription.cancelled', known.ownerId)
}

/** Syncs refunds and disputes of a payment with the provider, and revokes its unspent credits. */
export async function syncReversals(platform: Platform, payment: string): Promise<void> {
  const [purchase] = await platform.db.select().from(purchases).where(ofPayment(payment))
  if (!purchase?.providerPayment) return
  const reversals = await platform.payments.readReversals(purchase.providerPayment)
  await withPlatformTransaction(platform, async (platform, tx) => {
    await lockOwner(tx, purchase.ownerId)
    const [row] = await tx.select().from(purchases).where(eq(purchases.id, purchase.id)).for('update')
    if (!row) return
    const known = await tx.select().from(refunds).where(eq(refunds.purchaseId, row.id))
    const paid = row.amount + row.tax
    for (const one of reversals) {
      if (known.some(({ providerId }) => providerId === one.id)) continue
      const id = randomUUID()
      // Revokes credits in proportion to the refunded amount. A dispute revokes all, including
      // spent ones.
      const credits = Math.round((row.credits * Math.min(one.amount, paid)) / Math.max(1, paid))
      const loss = { kind: 'revoke', source: 'refund', reference: id, credits } as const
      const taken =
        credits === 0
          ? 0
          : await takeCredits(platform, tx, row.ownerId, loss, one.kind === 'refund' ? row.id : undefined)
      await tx.insert(refunds).values({
        ...{ id, purchaseId: row.id, providerId: one.id, kind: one.kind, amount: one.amount },
        ...{ creditsTaken: taken, createdAt: platform.clock() },
      })
    }
    if (reversals.every(({ id }) => known.some(({ providerId }) => providerId === id))) return
    const refunded = reversals
      .filter(({ kind }) => kind === 'refund')
      .reduce((sum, { amount }) => sum + amount, 0)
    const isDisputed = reversals.some(({ kind }) => kind === 'dispute')
    const [after] = await tx
      .update(purchases)
      .set({ refunded, status: isDisputed ? 'disputed' : refunded >= paid ? 'refunded' : row.status })
      .where(eq(purchases.id, row.id))
      .returning()
    if (after) await emitPurchase(platform, tx, 'purchase.refunded', after)
  })
}

/**
 * Handles a provider event by reading its object: the event's data may be outdated, and events may
 * arrive out of order. Each event is handled once; a failed one is retried.
 */
export async function handleEvent(platform: Platform, event: ProviderEvent): Promise<void> {
  const { db, clock } = platform
  const [known] = await db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(eq(providerEvents.id, event.id))
  if (known) return
  await followEvent(platform, event)
  await db
    .insert(providerEvents)
    .values({ id: event.id, type: event.type, createdAt: event.createdAt, handledAt: clock() })
    .onConflictDoNothing()
}

async function followEvent(platform: Platform, { object }: ProviderEvent): Promise<void> {
  switch (object.kind) {
    case 'checkout.session':
      return syncCheckout(platform, object.id)
    case 'invoice':
      return syncInvoice(platform, object.id)
    case 'subscription':
      return syncSubscription(platform, object.id)
    case 'payment_intent':
      return syncReversals(platform, object.id)
    case 'charge':
    case 'refund':
    case 'dispute': {
      const payment = await platform.payments.paymentOf(object.kind, object.id)
      if (payment) await syncReversals(platform, payment)
    }
  }
}

/** How long a purchase waits for the browser or an event before it is reconciled. */
const PATIENCE_MS = 60_000
/** How far back lost events are searched. */
const LOOK_BACK = 3 * DAY
const OVERLAP_MS = 10 * 60_000

/**
 * Reconciles all open purchases with the provider, and handles lost events.
 * @param since time until which all events were handled; null if unknown
 * @returns the same for the next call
 */
export async function reconcilePayments(platform: Platform, since: Date | null = null): Promise<Date | null> {
  const { db, clock, payments, log } = platform
  const now = clock()
  const open = await db
    .select({ session: purchases.providerSession, id: purchases.id })
    .from(purchases)
    .where(
      and(
        inArray(purchases.status, ['pending', 'paid']),
        sql`${purchases.createdAt} < ${new Date(now.getTime() - PATIENCE_MS).toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(purchases.createdAt))
    .limit(500)
  for (const { session, id } of open)
    if (session)
      await syncCheckout(platform, session).catch((error: unknown) =>
        log.warn({ err: error, purchase: id }, 'a purchase could not be reconciled'),
      )
  const earliest = now.getTime() - LOOK_BACK
  const from = since ? Math.max(earliest, since.getTime() - OVERLAP_MS) : earliest
  let isComplete = true
  for await (const event of payments.eventsSince(new Date(from)))
    await handleEvent(platform, event).catch((error: unknown) => {
      isComplete = false
      log.warn({ err: error, event: event.id }, 'an event of the payment provider could not be handled')
    })
  return isComplete ? now : since
}
