import { and, eq, ne } from 'drizzle-orm'
import type { Subscription } from '../../../contract/billing.ts'
import type { Queries, Settings } from '../../platform.ts'
import { offers, owners, type SubscriptionRow, subscriptions } from '../schema.ts'
import { FREE_PLAN, planTerms, presentPlan } from './offers.ts'

type Account = Pick<Queries, 'select'>

/** An owner's plan in the API, with what is paid for it. */
export async function presentSubscription(
  db: Queries,
  ownerId: string,
  settings: Settings,
): Promise<Subscription> {
  const rows = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.ownerId, ownerId), ne(subscriptions.status, 'cancelled')))
  const plan = rows.find(({ kind }) => kind === 'plan')
  const terms = presentPlan(await planTerms(db, plan?.item ?? FREE_PLAN, plan?.interval ?? 'once'), settings)
  return {
    plan: terms.code,
    name: terms.name,
    interval: plan?.interval ?? null,
    status: plan?.status ?? 'none',
    price: terms.price,
    credits: terms.credits,
    limits: terms.limits,
    storage_bytes: await quotaOf(db, ownerId, terms.storage_bytes),
    current_period_start: plan?.periodStart.toISOString() ?? null,
    current_period_end: plan?.periodEnd.toISOString() ?? null,
    cancel_at_period_end: plan?.cancelAtPeriodEnd ?? false,
    next_plan:
      plan?.nextItem != null
        ? { plan: plan.nextItem, interval: plan.nextInterval, at: plan.periodEnd.toISOString() }
        : null,
    grace_until: plan?.graceUntil?.toISOString() ?? null,
    payment_method: plan?.card ?? null,
    addons: await addonsOf(
      db,
      rows.filter(({ kind }) => kind === 'storage'),
    ),
  }
}

async function quotaOf(db: Account, ownerId: string, usual: number): Promise<number> {
  const [owner] = await db.select({ quota: owners.storageQuota }).from(owners).where(eq(owners.id, ownerId))
  return owner?.quota ?? usual
}

async function addonsOf(db: Account, rows: readonly SubscriptionRow[]): Promise<Subscription['addons']> {
  if (rows.length === 0) return []
  const sold = await db.select().from(offers).where(eq(offers.kind, 'storage'))
  return rows.map((row) => ({
    code: row.item,
    bytes:
      sold.find(({ code, interval }) => code === row.item && interval === row.interval)?.terms.bytes ?? 0,
    renews_at: row.periodEnd.toISOString(),
    cancel_at_period_end: row.cancelAtPeriodEnd,
  }))
}
