import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { PlanChange, Subscription } from '../../../contract/billing.ts'
import type { billingEndpoints } from '../../../contract/billing-endpoints.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { findOffer, planTerms, presentPlan } from '../../core/billing/offers.ts'
import { planOf } from '../../core/billing/plan-of.ts'
import { offerName } from '../../core/billing/prepare-offers.ts'
import { presentSubscription } from '../../core/billing/present-subscription.ts'
import { reach } from '../../core/billing/reach.ts'
import { recordBilling } from '../../core/billing/record-billing.ts'
import { endPurchase, syncInvoicesOf, syncSubscription } from '../../core/billing/sync.ts'
import { type Context, requireOwner, userOf } from '../../core/context.ts'
import {
  businessUsers,
  cancellations,
  type OfferRow,
  owners,
  purchases,
  type SubscriptionRow,
  subscriptions,
} from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { Declined } from '../../payments.ts'

type Endpoints = typeof billingEndpoints

export const getSubscription = (ctx: Context): Promise<Subscription> =>
  presentSubscription(ctx.platform.db, requireOwner(ctx), ctx.platform.settings)

/** @throws ApiProblem no_subscription */
async function requirePlan(ctx: Context): Promise<SubscriptionRow> {
  const plan = await planOf(ctx.platform.db, requireOwner(ctx))
  if (!plan)
    throw new ApiProblem('no_subscription', 'The account has the free plan. There is nothing to change.')
  return plan
}

/** The plan ends with the paid period. @throws ApiProblem no_subscription, payment_unavailable */
export async function cancelSubscription(
  ctx: Context,
  { reason, comment }: z.output<Endpoints['cancelSubscription']['query']>,
): Promise<Subscription> {
  const { clock, payments } = ctx.platform
  const plan = await requirePlan(ctx)
  await reach(() => payments.cancelAtPeriodEnd(plan.providerSubscription, true))
  await syncSubscription(ctx.platform, plan.providerSubscription)
  await withTransaction(ctx, async (ctx, tx) => {
    await recordBilling(ctx, tx, 'billing.plan_cancelled', aboutPlan(plan))
    if (reason || comment)
      await tx.insert(cancellations).values({
        ...{ id: randomUUID(), item: plan.item, interval: plan.interval, createdAt: clock() },
        ...{ reason: reason ?? null, comment: comment ?? null },
      })
  })
  return getSubscription(ctx)
}

/**
 * Withdraws a cancellation, and a change at the end of the period. @throws ApiProblem
 * no_subscription, payment_unavailable
 */
export async function resumeSubscription(ctx: Context): Promise<Subscription> {
  const { db, payments } = ctx.platform
  const plan = await requirePlan(ctx)
  if (plan.cancelAtPeriodEnd) await reach(() => payments.cancelAtPeriodEnd(plan.providerSubscription, false))
  if (plan.nextItem !== null) {
    const now = await planTerms(db, plan.item, plan.interval)
    const { providerPrice } = now
    if (providerPrice)
      await reach(() => payments.changePrice(plan.providerSubscription, providerPrice, 'next'))
    await db
      .update(subscriptions)
      .set({ nextItem: null, nextInterval: null })
      .where(eq(subscriptions.id, plan.id))
  }
  await withTransaction(ctx, (ctx, tx) => recordBilling(ctx, tx, 'billing.plan_resumed', aboutPlan(plan)))
  await syncSubscription(ctx.platform, plan.providerSubscription)
  return getSubscription(ctx)
}

/**
 * Another plan: one that costs more begins at once and is paid for the rest of the period; one that
 * costs less follows at its end.
 * @throws ApiProblem not_found, no_subscription, payment_declined, payment_unavailable
 */
export async function changeSubscription(
  ctx: Context,
  { plan: code, interval, dry_run }: z.output<Endpoints['changeSubscription']['json']>,
): Promise<PlanChange> {
  const { db, clock, payments, settings } = ctx.platform
  const plan = await requirePlan(ctx)
  const offer = await findOffer(db, 'plan', code, interval)
  if (!offer?.providerPrice)
    throw new ApiProblem('not_found', `There is no plan ${code} by the ${interval} for sale.`)
  const current = await planTerms(db, plan.item, plan.interval)
  if (offer.code === plan.item && offer.interval === plan.interval)
    throw new ApiProblem('invalid_request', 'The account already has this plan.', {
      errors: [{ path: 'plan', message: 'This is the current plan.' }],
    })
  if (plan.interval === 'year' && interval === 'month')
    throw new ApiProblem(
      'invalid_request',
      'A plan that is paid by the year can change to monthly payment when the year ends: cancel it, and buy the monthly one then.',
      { errors: [{ path: 'interval', message: 'Not before the paid year ends.' }] },
    )
  const now = clock()
  const isNow = monthly(offer) > monthly(current) || interval !== plan.interval
  const price = offer.providerPrice
  const facts = await reach(() => payments.previewChange(plan.providerSubscription, price, now))
  const money = (amount: number) => ({ amount, currency: facts.currency })
  const credits = isNow ? creditsNow(plan, current, offer, now) : 0
  const answer: PlanChange = {
    plan: offer.code,
    interval,
    at: (isNow ? now : plan.periodEnd).toISOString(),
    due_now: money(isNow ? facts.total : 0),
    lines: isNow ? facts.lines.map(({ name, amount }) => ({ name, amount: money(amount) })) : [],
    next: money(facts.next),
    credits_now: credits,
    exceeded: await exceeded(ctx, presentPlan(offer, settings)),
    applied: !dry_run,
  }
  if (dry_run) return answer
  if (isNow) await changeNow(ctx, plan, offer, credits, now)
  else {
    await reach(() => payments.changePrice(plan.providerSubscription, price, 'next'))
    await db
      .update(subscriptions)
      .set({ nextItem: offer.code, nextInterval: interval })
      .where(eq(subscriptions.id, plan.id))
  }
  await withTransaction(ctx, (ctx, tx) =>
    recordBilling(ctx, tx, 'billing.plan_changed', {
      target: offerName(offer),
      targetId: plan.id,
      before: { plan: plan.item, interval: plan.interval },
      after: { plan: offer.code, interval },
    }),
  )
  return answer
}

const aboutPlan = ({ id, item }: SubscriptionRow) => ({ target: item, targetId: id })

const monthly = ({ amount, interval }: OfferRow) => (interval === 'year' ? amount / 12 : amount)

/**
 * In the same period the part of the difference that is left of it; another interval begins with a
 * whole month.
 */
function creditsNow(plan: SubscriptionRow, current: OfferRow, next: OfferRow, now: Date): number {
  if (next.interval !== plan.interval) return next.credits
  const span = plan.periodEnd.getTime() - plan.periodStart.getTime()
  const left = Math.min(1, Math.max(0, (plan.periodEnd.getTime() - now.getTime()) / span))
  // Of a year only the month that runs: the next ones have all credits of the new plan.
  return Math.ceil(Math.max(0, next.credits - current.credits) * (plan.interval === 'year' ? 1 : left))
}

/** The purchase is written down first, so that the payment finds it whichever way it is told of. */
async function changeNow(ctx: Context, plan: SubscriptionRow, offer: OfferRow, credits: number, now: Date) {
  const { payments } = ctx.platform
  const id = randomUUID()
  await withTransaction(ctx, async (_ctx, tx) => {
    await tx.insert(purchases).values({
      ...{
        id,
        ownerId: plan.ownerId,
        createdBy: userOf(ctx),
        kind: 'plan',
        item: offer.code,
        interval: offer.interval,
      },
      ...{
        name: offerName(offer),
        status: 'pending',
        amount: offer.amount,
        currency: offer.currency,
        credits,
      },
      ...{ providerSubscription: plan.providerSubscription, createdAt: now },
    })
  })
  try {
    await reach(() =>
      payments.changePrice(plan.providerSubscription, offer.providerPrice as string, { now, purchaseId: id }),
    )
  } catch (error) {
    if (!(error instanceof Declined)) throw error
    await withTransaction(ctx, (ctx, tx) => endPurchase(ctx.platform, tx, id, 'failed', error.message))
    throw new ApiProblem('payment_declined', `${error.message} The plan was not changed.`)
  }
  await syncInvoicesOf(ctx.platform, plan.providerSubscription)
}

/** What the account has and a plan does not allow. */
async function exceeded(
  ctx: Context,
  { storage_bytes, limits }: ReturnType<typeof presentPlan>,
): Promise<PlanChange['exceeded']> {
  const { db } = ctx.platform
  const ownerId = requireOwner(ctx)
  const [owner] = await db.select({ bytes: owners.storageBytes }).from(owners).where(eq(owners.id, ownerId))
  const found: PlanChange['exceeded'] = []
  const bytes = owner?.bytes ?? 0
  if (bytes > storage_bytes) found.push({ limit: 'storage_bytes', now: bytes, allowed: storage_bytes })
  if (limits.members !== null && ctx.actor.owner?.kind === 'business') {
    const rows = await db
      .select({ id: businessUsers.id })
      .from(businessUsers)
      .where(and(eq(businessUsers.businessId, ownerId), eq(businessUsers.status, 'active')))
    const members = rows.length
    if (members > limits.members) found.push({ limit: 'members', now: members, allowed: limits.members })
  }
  return found
}
