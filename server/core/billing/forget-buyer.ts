import { and, eq, ne } from 'drizzle-orm'
import type { Platform, Transaction } from '../../platform.ts'
import { purchases, subscriptions } from '../schema.ts'

/**
 * Ends an account's subscriptions at the provider, so that a deleted account is not charged.
 * @throws Unreachable
 */
export async function endPaymentsOf({ db, payments }: Platform, ownerId: string): Promise<void> {
  const paid = await db
    .select({ subscription: subscriptions.providerSubscription })
    .from(subscriptions)
    .where(and(eq(subscriptions.ownerId, ownerId), ne(subscriptions.status, 'cancelled')))
  for (const { subscription } of paid) await payments.endSubscription(subscription)
}

/**
 * Erases personal data from billing rows. The rows stay: amounts, times and invoice numbers are
 * accounting records.
 */
export async function forgetBuyer(tx: Transaction, ownerId: string): Promise<void> {
  await tx
    .update(purchases)
    .set({ billedTo: null, returnTo: null, checkoutUrl: null, createdBy: null })
    .where(eq(purchases.ownerId, ownerId))
  await tx
    .update(subscriptions)
    .set({ status: 'cancelled', card: null, creditsAt: null, graceUntil: null })
    .where(eq(subscriptions.ownerId, ownerId))
}
