import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { DELIVERY_DAYS } from '../../contract/webhooks.ts'
import { events, webhookDeliveries, webhooks } from '../core/schema.ts'
import { withPlatformTransaction } from '../core/transaction.ts'
import type { Platform } from '../platform.ts'

const DAY = 24 * 3_600_000
const OVERDUE = 5 * 60_000
const BATCH = 500

/** Requeues overdue deliveries that have no job because the queue gave up on them. */
export async function reconcileDeliveries(platform: Platform): Promise<void> {
  const late = new Date(platform.clock().getTime() - OVERDUE)
  const rows = await platform.db
    .select({ delivery: webhookDeliveries, ownerId: webhooks.ownerId })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(eq(webhookDeliveries.status, 'pending'), lt(webhookDeliveries.nextAttemptAt, late)))
    .limit(BATCH)
  const lost = await platform.jobs.findLostAttempts(rows.map(({ delivery }) => delivery.id))
  const missing = rows.filter(({ delivery }) => lost.has(delivery.id))
  if (missing.length === 0) return
  await withPlatformTransaction(platform, (platform, tx) =>
    platform.jobs.sendAttempts(
      tx,
      missing.map(({ delivery, ownerId }) => ({
        ...{ deliveryId: delivery.id, webhookId: delivery.webhookId, ownerId },
        ...{ attempts: delivery.attempts, failing: true },
      })),
    ),
  )
  platform.log.warn({ deliveries: missing.length }, 'deliveries without a job go back to the queue')
}

/**
 * Deletes expired events and deliveries in batches, so that no statement holds its locks for long.
 */
export async function forgetEvents({ db, clock }: Platform): Promise<void> {
  const now = clock()
  const old = new Date(now.getTime() - DELIVERY_DAYS * DAY)
  for (;;) {
    const { rowCount } = await db.execute(
      sql`delete from ${events} where id in (select id from ${events} where created_at < ${old} limit ${BATCH})`,
    )
    if ((rowCount ?? 0) < BATCH) break
  }
  await db
    .update(webhooks)
    .set({ previousSecret: null, previousSecretExpiresAt: null })
    .where(and(isNotNull(webhooks.previousSecret), lt(webhooks.previousSecretExpiresAt, now)))
}
