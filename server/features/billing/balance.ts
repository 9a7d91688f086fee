import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { BillingAlert, CreditBalance, CreditLot } from '../../../contract/billing.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { grantNames } from '../../core/billing/names.ts'
import { FREE_PLAN } from '../../core/billing/offers.ts'
import { planOf } from '../../core/billing/plan-of.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { endLots, spentIn } from '../../core/credits/ledger.ts'
import { billingSettings, creditLots, owners, type SubscriptionRow } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'

const DAY = 86_400_000
/** A mail is sent and the dashboard says so from this share of the spend limit on. */
const NEAR = 0.8
/** A card that expires before the next payment is told of so many days before. */
const CARD_DAYS = 30

/**
 * The credits of the account that is acted for, with what needs attention. @throws ApiProblem
 * unauthenticated
 */
export async function getBalance(ctx: Context): Promise<CreditBalance> {
  const { db, clock } = ctx.platform
  const ownerId = requireOwner(ctx)
  const now = clock()
  const [due] = await db
    .select({ id: owners.id })
    .from(owners)
    .where(and(eq(owners.id, ownerId), sql`lots_end_at <= ${now.toISOString()}::timestamptz`))
  if (due) await withTransaction(ctx, (ctx, tx) => endLots(ctx.platform, tx, ownerId))
  const [[owner], lots, plan, [settings]] = await Promise.all([
    db
      .select({
        available: owners.creditsAvailable,
        held: owners.creditsHeld,
        granted: owners.creditsGranted,
        charged: owners.creditsCharged,
        spent: spentIn(now),
        ...{ used: owners.storageBytes, quota: owners.storageQuota },
      })
      .from(owners)
      .where(eq(owners.id, ownerId)),
    db
      .select()
      .from(creditLots)
      .where(and(eq(creditLots.ownerId, ownerId), ne(creditLots.remaining, 0)))
      .orderBy(sql`${creditLots.expiresAt} nulls last`, asc(creditLots.createdAt), asc(creditLots.id)),
    planOf(db, ownerId),
    db.select().from(billingSettings).where(eq(billingSettings.ownerId, ownerId)),
  ])
  if (!owner) throw new ApiProblem('unauthenticated', 'This account was deleted. Sign in to continue.')
  const names = await grantNames(db, lots)
  const { available, held, granted, charged, spent } = owner
  const limits = {
    low: settings?.lowBalance ?? 100,
    spend: settings?.spendLimit ?? null,
    refuses: settings?.spendLimitRefuses ?? false,
  }
  const storage = { used: owner.used, quota: owner.quota ?? ctx.platform.settings.storageQuotaBytes }
  return {
    ...{ available, held, granted, charged },
    lots: lots.map(
      (lot): CreditLot => ({
        lot_id: lot.id,
        source: lot.source,
        name: names.get(lot.reference) ?? null,
        ...{ credits: lot.credits, remaining: lot.remaining },
        created_at: lot.createdAt.toISOString(),
        expires_at: lot.expiresAt?.toISOString() ?? null,
      }),
    ),
    plan: plan?.item ?? FREE_PLAN,
    renews_at: plan && !plan.cancelAtPeriodEnd ? plan.periodEnd.toISOString() : null,
    alerts: [...planAlerts(plan, now), ...creditAlerts(available, spent, limits, storage)],
  }
}

function creditAlerts(
  available: number,
  spent: number,
  { low, spend, refuses }: { low: number; spend: number | null; refuses: boolean },
  storage: { used: number; quota: number },
): BillingAlert[] {
  const alerts: BillingAlert[] = []
  const detail = (more: BillingAlert['detail']) => ({ at: null, detail: more })
  if (available < 0) alerts.push({ kind: 'balance_negative', ...detail({ credits: available }) })
  else if (available < low)
    alerts.push({ kind: 'balance_low', ...detail({ credits: available, limit: low }) })
  if (storage.used > storage.quota)
    alerts.push({
      kind: 'over_limit',
      ...detail({ limit: 'storage_bytes', now: storage.used, allowed: storage.quota }),
    })
  if (spend !== null && spent >= spend * NEAR)
    alerts.push({
      kind: spent >= spend ? 'spend_limit_reached' : 'spend_limit_near',
      ...detail({ spent, limit: spend, action: refuses ? 'refuse' : 'notify' }),
    })
  return alerts
}

function planAlerts(plan: SubscriptionRow | null, now: Date): BillingAlert[] {
  if (!plan) return []
  const { card, periodEnd, cancelAtPeriodEnd, graceUntil, item } = plan
  const alerts: BillingAlert[] = []
  if (graceUntil)
    alerts.push({ kind: 'payment_failed', at: graceUntil.toISOString(), detail: { plan: item } })
  if (cancelAtPeriodEnd)
    alerts.push({ kind: 'subscription_ends', at: periodEnd.toISOString(), detail: { plan: item } })
  if (card) {
    const [year, month] = card.expires.split('-').map(Number) as [number, number]
    const expires = new Date(Date.UTC(year, month))
    if (expires <= periodEnd && expires.getTime() - now.getTime() < CARD_DAYS * DAY)
      alerts.push({
        kind: 'card_expires',
        at: expires.toISOString(),
        detail: { brand: card.brand, last4: card.last4 },
      })
  }
  return alerts
}
