import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import type { PaymentFacts, SubscriptionFacts } from '../../payments.ts'
import type { Transaction } from '../../platform.ts'
import { endLots, grantCredits } from '../credits/ledger.ts'
import { lockOwner } from '../lock-owner.ts'
import {
  creditLots,
  offers,
  owners,
  type PurchaseRow,
  planMonths,
  purchases,
  type SubscriptionRow,
  subscriptions,
} from '../schema.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { emitPurchase, emitSubscription } from './billing-events.ts'
import { billedToOf } from './invoice.ts'
import { nextInvoiceNumber } from './invoice-numbers.ts'
import { queueOwner } from './limits-of.ts'
import { FREE_PLAN, planTerms } from './offers.ts'
import { planOf } from './plan-of.ts'
import { presentSubscription } from './present-subscription.ts'

/** A payment and what it pays for, as reported by the provider. */
export interface Paid {
  payment: PaymentFacts
  /** Of a plan or a storage add-on. */
  subscription: SubscriptionFacts | null
}

const OPEN: readonly PurchaseRow['status'][] = ['pending', 'paid', 'failed', 'cancelled', 'expired']

/**
 * Fulfils a purchase, once per payment. The browser's return, the provider's event and the
 * reconciliation call it, in any order and repeatedly. Also fulfils a purchase that was marked as
 * failed, if it was paid after all.
 * @returns the updated purchase; null if it was fulfilled before
 */
export async function fulfil(
  platform: TransactionPlatform,
  tx: Transaction,
  purchaseId: string,
  { payment, subscription }: Paid,
): Promise<PurchaseRow | null> {
  const [known] = await tx
    .select({ ownerId: purchases.ownerId })
    .from(purchases)
    .where(eq(purchases.id, purchaseId))
  if (!known) return null
  await lockOwner(tx, known.ownerId)
  const [purchase] = await tx
    .select()
    .from(purchases)
    .where(and(eq(purchases.id, purchaseId), inArray(purchases.status, [...OPEN])))
    .for('update')
  if (!purchase) return null
  const now = platform.clock()
  const billedTo = await billedToOf(tx, known.ownerId, payment.billedTo)
  const [done] = await tx
    .update(purchases)
    .set({
      status: 'fulfilled',
      ...{ amount: payment.amount, tax: payment.tax, currency: payment.currency, billedTo },
      ...{
        providerPayment: payment.payment,
        providerInvoice: payment.invoice,
        receiptUrl: payment.receiptUrl,
      },
      providerSubscription: subscription?.id ?? null,
      periodStart: subscription?.periodStart ?? null,
      periodEnd: subscription?.periodEnd ?? null,
      ...{ failure: null, checkoutUrl: null },
      invoiceNumber: await nextInvoiceNumber(tx, now),
      ...{ invoicedAt: now, completedAt: now },
    })
    .where(eq(purchases.id, purchaseId))
    .returning()
  const row = done as PurchaseRow
  const [owner] = await tx.select({ id: owners.id }).from(owners).where(eq(owners.id, row.ownerId))
  // The account was deleted during the payment: only the payment is recorded.
  if (!owner) return row
  if (row.kind === 'pack' || row.kind === 'top_up')
    await grantCredits(platform, tx, row.ownerId, {
      ...{ source: 'pack', reference: row.id, credits: row.credits, createdBy: row.createdBy },
    })
  if (subscription && row.interval !== 'once') {
    if (row.kind === 'plan') await beginPeriod(platform, tx, row, subscription)
    if (row.kind === 'storage') await saveSubscription(platform, tx, row, subscription)
    await applyLimits(platform, tx, row.ownerId)
  }
  await emitPurchase(platform, tx, 'purchase.completed', row)
  return row
}

/** Starts a paid period of a plan: the first one, a renewal, or the rest after a change. */
async function beginPeriod(
  platform: TransactionPlatform,
  tx: Transaction,
  purchase: PurchaseRow,
  facts: SubscriptionFacts,
) {
  const { ownerId } = purchase
  const before = await planOf(tx, ownerId)
  const previous = before ? await presentSubscription(tx, ownerId, platform.settings) : null
  const isSame = before?.providerSubscription === facts.id
  const isRest = isSame && facts.periodStart.getTime() === before.periodStart.getTime()
  // A duplicate subscription at the provider (bought in two tabs): the newer one counts, the sync
  // ends the older one.
  if (before && !isSame)
    await tx
      .update(subscriptions)
      .set({ status: 'cancelled', endedAt: platform.clock(), creditsAt: null, graceUntil: null })
      .where(eq(subscriptions.id, before.id))
  // A new period expires unspent credits; the rest of a period adds credits.
  if (!isRest) await endPlanLots(platform, tx, ownerId)
  const expiresAt = monthsAfter(facts.periodStart, 1, facts.periodEnd)
  await grantCredits(platform, tx, ownerId, {
    ...{ source: 'plan', reference: purchase.id, credits: purchase.credits, expiresAt },
    createdBy: purchase.createdBy,
  })
  await saveSubscription(
    platform,
    tx,
    purchase,
    facts,
    purchase.interval === 'year' && !isRest ? expiresAt : undefined,
  )
  const isChanged =
    previous !== null && (previous.plan !== purchase.item || previous.interval !== purchase.interval)
  if (isChanged)
    await emitSubscription(platform, tx, 'subscription.changed', ownerId, {
      ...{ plan: previous.plan, interval: previous.interval },
    })
  else if (isSame && !isRest) await emitSubscription(platform, tx, 'subscription.renewed', ownerId)
}

/** Expires unspent plan credits, so that no month has the credits of two. */
async function endPlanLots(platform: TransactionPlatform, tx: Transaction, ownerId: string) {
  const now = platform.clock()
  await tx
    .update(creditLots)
    .set({ expiresAt: now })
    .where(
      and(
        eq(creditLots.ownerId, ownerId),
        eq(creditLots.source, 'plan'),
        gt(creditLots.remaining, 0),
        gt(creditLots.expiresAt, now),
      ),
    )
  await endLots(platform, tx, ownerId)
}

async function saveSubscription(
  { clock }: TransactionPlatform,
  tx: Transaction,
  purchase: PurchaseRow,
  facts: SubscriptionFacts,
  creditsAt?: Date,
) {
  if (purchase.interval === 'once' || purchase.kind === 'pack' || purchase.kind === 'top_up') return
  const state = {
    ...{ item: purchase.item, interval: purchase.interval, status: 'active' as const },
    ...{ periodStart: facts.periodStart, periodEnd: facts.periodEnd, card: facts.card },
    cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
    ...{ nextItem: null, nextInterval: null, graceUntil: null, dunningMails: 0, endedAt: null },
    ...(creditsAt && { creditsAt: creditsAt < facts.periodEnd ? creditsAt : null }),
  }
  await tx
    .insert(subscriptions)
    .values({
      ...{ id: randomUUID(), ownerId: purchase.ownerId, kind: purchase.kind, createdAt: clock() },
      ...{ providerSubscription: facts.id, ...state },
    })
    .onConflictDoUpdate({ target: subscriptions.providerSubscription, set: state })
}

/** Applies changed limits of plan and add-ons, also to queued conversions. */
async function applyLimits(platform: TransactionPlatform, tx: Transaction, ownerId: string) {
  await saveQuota(tx, ownerId)
  const { id, limit } = await queueOwner(tx, ownerId, platform.settings)
  await platform.jobs.limitConversions(tx, id, limit)
}

/** Saves the storage quota of the plan and its add-ons; null means the instance's quota. */
export async function saveQuota(tx: Transaction, ownerId: string): Promise<void> {
  const rows = await tx
    .select({
      kind: subscriptions.kind,
      item: subscriptions.item,
      bytes: sql<number | null>`(${offers.terms}->>'bytes')::bigint`,
    })
    .from(subscriptions)
    .leftJoin(
      offers,
      and(
        eq(offers.kind, subscriptions.kind),
        eq(offers.code, subscriptions.item),
        eq(offers.interval, subscriptions.interval),
      ),
    )
    .where(and(eq(subscriptions.ownerId, ownerId), ne(subscriptions.status, 'cancelled')))
  const free = rows.some(({ kind }) => kind === 'plan') ? null : await planTerms(tx, FREE_PLAN, 'once')
  const base = rows.find(({ kind }) => kind === 'plan')?.bytes ?? free?.terms.bytes ?? null
  const added = rows
    .filter(({ kind }) => kind === 'storage')
    .reduce((sum, { bytes }) => sum + Number(bytes ?? 0), 0)
  await tx
    .update(owners)
    .set({ storageQuota: base === null && added === 0 ? null : sql`${Number(base ?? 0) + added}` })
    .where(eq(owners.id, ownerId))
}

/** The same day some months later, or the last day of a shorter month; never after `end`. */
export function monthsAfter(start: Date, months: number, end: Date): Date {
  const last = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0)).getUTCDate()
  const at = new Date(start)
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  at.setUTCDate(Math.min(start.getUTCDate(), last))
  return at < end ? at : end
}

/** Grants the next month of a yearly plan, if due. @returns whether it was due */
export async function grantNextMonth(
  platform: TransactionPlatform,
  tx: Transaction,
  subscriptionId: string,
): Promise<boolean> {
  const now = platform.clock()
  const [known] = await tx
    .select({ ownerId: subscriptions.ownerId })
    .from(subscriptions)
    .where(eq(subscriptions.id, subscriptionId))
  if (!known) return false
  await lockOwner(tx, known.ownerId)
  const [plan] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, subscriptionId))
    .for('update')
  if (!plan?.creditsAt || plan.creditsAt > now || plan.status !== 'active') return false
  const [purchase] = await tx
    .select({ id: purchases.id, credits: purchases.credits })
    .from(purchases)
    .where(
      and(
        eq(purchases.providerSubscription, plan.providerSubscription),
        eq(purchases.periodStart, plan.periodStart),
      ),
    )
    .orderBy(sql`${purchases.createdAt} desc`)
    .limit(1)
  if (!purchase) return false
  const month = monthsBetween(plan.periodStart, plan.creditsAt)
  const terms = await planTerms(tx, plan.item, plan.interval)
  const id = randomUUID()
  const made = await tx
    .insert(planMonths)
    .values({ id, purchaseId: purchase.id, month })
    .onConflictDoNothing()
    .returning({ id: planMonths.id })
  const next = monthsAfter(plan.periodStart, month + 1, plan.periodEnd)
  if (made.length > 0) {
    await endPlanLots(platform, tx, plan.ownerId)
    await grantCredits(platform, tx, plan.ownerId, {
      ...{ source: 'plan', reference: id, credits: terms.credits, expiresAt: next },
    })
  }
  await tx
    .update(subscriptions)
    .set({ creditsAt: next < plan.periodEnd ? next : null })
    .where(eq(subscriptions.id, plan.id))
  return true
}

const monthsBetween = (start: Date, at: Date): number => {
  let months = 1
  while (monthsAfter(start, months, new Date(8.64e15)) < at) months++
  return months
}

/** Ends a plan or an add-on whose paid period is over. */
export async function endSubscriptionRow(
  platform: TransactionPlatform,
  tx: Transaction,
  row: Pick<SubscriptionRow, 'id' | 'ownerId' | 'kind'>,
): Promise<void> {
  await lockOwner(tx, row.ownerId)
  const ended = await tx
    .update(subscriptions)
    .set({
      status: 'cancelled',
      endedAt: platform.clock(),
      graceUntil: null,
      creditsAt: null,
      cancelAtPeriodEnd: false,
    })
    .where(and(eq(subscriptions.id, row.id), ne(subscriptions.status, 'cancelled')))
    .returning({ id: subscriptions.id })
  if (ended.length === 0) return
  if (row.kind === 'plan') await endPlanLots(platform, tx, row.ownerId)
  await applyLimits(platform, tx, row.ownerId)
  if (row.kind === 'plan') await emitSubscription(platform, tx, 'subscription.cancelled', row.ownerId)
}

/** Selects purchases of a payment, by its id or that of its invoice. */
export const ofPayment = (payment: string) =>
  or(eq(purchases.providerPayment, payment), eq(purchases.providerInvoice, payment))
