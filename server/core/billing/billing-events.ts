import type { Transaction } from '../../platform.ts'
import type { PurchaseRow } from '../schema.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { accountId } from '../webhooks/account-id.ts'
import { emitEvents } from '../webhooks/emit-event.ts'
import { presentPurchase } from './present-purchase.ts'
import { presentSubscription } from './present-subscription.ts'

/** Emits the event of a purchase, in the transaction that saves it. */
export const emitPurchase = (
  platform: TransactionPlatform,
  tx: Transaction,
  type: 'purchase.completed' | 'purchase.failed' | 'purchase.refunded',
  row: PurchaseRow,
): Promise<void> =>
  emitEvents(platform, tx, row.ownerId, [{ type, objectId: row.id, object: presentPurchase(row) }])

/** Emits the event of a changed plan or payment state. */
export async function emitSubscription(
  platform: TransactionPlatform,
  tx: Transaction,
  type: 'subscription.renewed' | 'subscription.changed' | 'subscription.cancelled' | 'subscription.past_due',
  ownerId: string,
  previous?: Record<string, unknown>,
): Promise<void> {
  const object = await presentSubscription(tx, ownerId, platform.settings)
  await emitEvents(platform, tx, ownerId, [
    { type, objectId: await accountId(tx, ownerId), object, ...(previous && { previous }) },
  ])
}
