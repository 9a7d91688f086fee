import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { mailTopUp } from '../core/billing/billing-mails.ts'
import { fulfil } from '../core/billing/fulfil.ts'
import { findOffer } from '../core/billing/offers.ts'
import { offerName } from '../core/billing/prepare-offers.ts'
import { endPurchase } from '../core/billing/sync.ts'
import { monthOf } from '../core/credits/ledger.ts'
import { lockOwner } from '../core/lock-owner.ts'
import { billingSettings, owners, type PurchaseRow, providerCustomers, purchases } from '../core/schema.ts'
import { withPlatformTransaction } from '../core/transaction.ts'
import { Declined } from '../payments.ts'
import type { Platform } from '../platform.ts'

/**
 * Buys credit packs for accounts with automatic top-up and a low balance. The purchase is saved
 * before the charge, with its id as the idempotency key: a crash in between causes no double
 * charge.
 */
export async function topUp(platform: Platform): Promise<void> {
  const { db, log } = platform
  const low = await db
    .select({ id: owners.id })
    .from(owners)
    .where(and(isNotNull(owners.topUpBelow), sql`credits_available + credits_held < ${owners.topUpBelow}`))
  for (const { id } of low)
    await beginTopUp(platform, id).catch((error: unknown) =>
      log.warn({ err: error, owner: id }, 'an automatic top-up could not be begun'),
    )
  const begun = await db
    .select()
    .from(purchases)
    .where(and(eq(purchases.kind, 'top_up'), eq(purchases.status, 'pending')))
  for (const purchase of begun)
    await charge(platform, purchase).catch((error: unknown) =>
      log.warn({ err: error, purchase: purchase.id }, 'an automatic top-up is tried again'),
    )
}

/** Saves the purchase, unless one is pending or the monthly limit is reached. */
const beginTopUp = (platform: Platform, ownerId: string): Promise<void> =>
  withPlatformTransaction(platform, async ({ clock }, tx) => {
    await lockOwner(tx, ownerId)
    const [owner] = await tx
      .select({ isLow: sql<boolean>`credits_available + credits_held < top_up_below` })
      .from(owners)
      .where(eq(owners.id, ownerId))
    const [settings] = await tx.select().from(billingSettings).where(eq(billingSettings.ownerId, ownerId))
    if (!owner?.isLow || !settings?.topUp || settings.topUpPack === null) return
    const [made] = await tx
      .select({
        month: sql<number>`count(*) filter (where created_at >= ${monthOf(clock()).toISOString()}::timestamptz)::int`,
        open: sql<number>`count(*) filter (where status = 'pending')::int`,
      })
      .from(purchases)
      .where(
        and(
          eq(purchases.ownerId, ownerId),
          eq(purchases.kind, 'top_up'),
          inArray(purchases.status, ['pending', 'fulfilled']),
        ),
      )
    if ((made?.open ?? 0) > 0 || (made?.month ?? 0) >= settings.topUpMax) return
    const offer = await findOffer(tx, 'pack', settings.topUpPack)
    if (!offer) return
    await tx.insert(purchases).values({
      ...{ id: randomUUID(), ownerId, kind: 'top_up', item: offer.code, interval: offer.interval },
      ...{ name: offerName(offer), status: 'pending', amount: offer.amount, currency: offer.currency },
      ...{ credits: offer.credits, createdAt: clock() },
    })
  })

async function charge(platform: Platform, { id, ownerId, name, amount, currency }: PurchaseRow) {
  const { db, payments } = platform
  const [known] = await db.select().from(providerCustomers).where(eq(providerCustomers.ownerId, ownerId))
  try {
    if (!known) throw new Declined('There is no saved card.')
    const payment = await payments.chargeCard({
      customer: known.customer,
      purchaseId: id,
      amount,
      currency,
      name,
    })
    await withPlatformTransaction(platform, async (platform, tx) => {
      if (await fulfil(platform, tx, id, { payment, subscription: null }))
        await mailTopUp(platform, tx, ownerId, { name, failure: null })
    })
  } catch (error) {
    if (!(error instanceof Declined)) throw error
    const failure = error.message
    await withPlatformTransaction(platform, async (platform, tx) => {
      await lockOwner(tx, ownerId)
      await endPurchase(platform, tx, id, 'failed', failure)
      await tx.update(owners).set({ topUpBelow: null }).where(eq(owners.id, ownerId))
      const stopped = await tx
        .update(billingSettings)
        .set({ topUp: false, topUpStopped: failure })
        .where(and(eq(billingSettings.ownerId, ownerId), ne(billingSettings.topUp, false)))
        .returning({ ownerId: billingSettings.ownerId })
      if (stopped.length > 0) await mailTopUp(platform, tx, ownerId, { name, failure })
    })
  }
}
