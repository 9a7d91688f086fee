import { and, eq } from 'drizzle-orm'
import type { Platform, Transaction } from '../../platform.ts'
import { type WebhookRow, webhookDeliveries, webhooks } from '../schema.ts'

/**
 * Disables a webhook and cancels its pending deliveries, in the caller's transaction. Does nothing
 * if it is disabled.
 */
export async function disableWebhook(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  webhookId: string,
  reason: NonNullable<WebhookRow['disabledReason']>,
): Promise<boolean> {
  const now = clock()
  const changed = await tx
    .update(webhooks)
    .set({ isActive: false, disabledReason: reason, disabledAt: now, updatedAt: now })
    .where(and(eq(webhooks.id, webhookId), eq(webhooks.isActive, true)))
    .returning({ id: webhooks.id })
  if (changed.length === 0) return false
  await tx
    .update(webhookDeliveries)
    .set({ status: 'cancelled', nextAttemptAt: null, completedAt: now })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.status, 'pending')))
  return true
}
