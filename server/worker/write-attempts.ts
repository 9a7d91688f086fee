import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import {
  type EventRow,
  type WebhookDeliveryRow,
  type WebhookRow,
  webhookAttempts,
  webhookDeliveries,
  webhooks,
} from '../core/schema.ts'
import { type TransactionPlatform, withPlatformTransaction } from '../core/transaction.ts'
import { nextAttemptAt } from '../core/webhooks/attempt-times.ts'
import type { Platform, Transaction } from '../platform.ts'
import { judgeWebhook } from './judge-webhook.ts'

export interface AttemptResult {
  at: Date
  durationMs: number
  status: number | null
  error: string | null
  /** The sent headers, without the values that the owner set. */
  shown: Record<string, string>
  headers: Record<string, string> | null
  body: string | null
}

export interface WantedAttempt {
  delivery: WebhookDeliveryRow
  webhook: WebhookRow
  event: EventRow
}

interface MadeAttempt extends WantedAttempt {
  result: AttemptResult
}

export interface EndedAttempt {
  jobId: string
  /** Null if the attempt was not due. */
  made: MadeAttempt | null
}

/**
 * Completes the jobs of attempts that were not due, and records plain successes, which are most
 * attempts, in few statements together with their jobs. Skips webhooks whose row is locked.
 * @returns for each whether it is done; the others are for `endAlone`
 */
export async function endTogether(platform: Platform, ended: readonly EndedAttempt[]): Promise<boolean[]> {
  return withPlatformTransaction(platform, async (platform, tx) => {
    const made = ended.flatMap((one) => one.made ?? [])
    const written = await writeSuccesses(platform, tx, made)
    const isDone = ({ made }: EndedAttempt) => made === null || written.has(made)
    const jobIds = ended.filter(isDone).map(({ jobId }) => jobId)
    if (jobIds.length > 0) await platform.jobs.completeAttempts(tx, jobIds)
    return ended.map(isDone)
  })
}

/** Records an attempt with any result, and completes its job. */
export async function endAlone(
  platform: Platform,
  { jobId, made }: { jobId: string; made: MadeAttempt },
): Promise<void> {
  await withPlatformTransaction(platform, async (platform, tx) => {
    await writeDown(platform, tx, made)
    await platform.jobs.completeAttempts(tx, [jobId])
  })
}

async function writeSuccesses(
  platform: TransactionPlatform,
  tx: Transaction,
  made: readonly MadeAttempt[],
): Promise<Set<MadeAttempt>> {
  const well = made.filter(({ result, webhook }) => result.error === null && webhook.failingSince === null)
  if (well.length === 0) return new Set()
  const ids = [...new Set(well.map(({ webhook }) => webhook.id))]
  // Locks webhooks before deliveries, as everywhere, to avoid deadlocks. Skips a webhook that is
  // being deleted.
  const free = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(inArray(webhooks.id, ids), isNull(webhooks.failingSince)))
    .for('key share', { skipLocked: true })
  const freeIds = new Set(free.map(({ id }) => id))
  const candidates = well.filter(({ webhook }) => freeIds.has(webhook.id))
  if (candidates.length === 0) return new Set()
  const rows = candidates.map(({ delivery: { id, attempts }, result }) => ({
    ...{ id, attempts, duration_ms: result.durationMs },
  }))
  const { rows: updated } = await tx.execute<{ id: string }>(
    sql`update ${webhookDeliveries} as delivery
        set attempts = made.attempts + 1, status = 'succeeded', next_attempt_at = null,
            completed_at = ${platform.clock()}, duration_ms = made.duration_ms, error = null
        from json_to_recordset(${JSON.stringify(rows)}::json) as made (id uuid, attempts integer, duration_ms integer)
        where delivery.id = made.id and delivery.attempts = made.attempts and delivery.status = 'pending'
        returning delivery.id`,
  )
  const updatedIds = new Set(updated.map(({ id }) => id))
  // Of two jobs with the same attempt, only one has updated the row.
  const written = candidates.filter(({ delivery }) => updatedIds.delete(delivery.id))
  if (written.length > 0) await tx.insert(webhookAttempts).values(written.map(rowOf))
  return new Set(written)
}

const rowOf = ({ delivery, result }: MadeAttempt) => ({
  deliveryId: delivery.id,
  number: delivery.attempts + 1,
  at: result.at,
  durationMs: result.durationMs,
  statusCode: result.status,
  error: result.error,
  requestHeaders: result.shown,
  responseHeaders: result.headers,
  responseBody: result.body,
})

async function writeDown(platform: TransactionPlatform, tx: Transaction, made: MadeAttempt) {
  const { webhook, delivery, result } = made
  // Locks the webhook before its deliveries, as everywhere; deleting a webhook deletes its
  // deliveries.
  const [current] = await tx
    .select()
    .from(webhooks)
    .where(eq(webhooks.id, webhook.id))
    .for(result.error === null && webhook.failingSince === null ? 'key share' : 'no key update')
  if (!current) return
  const attempts = delivery.attempts + 1
  const next = nextOf(platform, delivery, result)
  const [row] = await tx
    .update(webhookDeliveries)
    .set({
      attempts,
      status: result.error === null ? 'succeeded' : next ? 'pending' : 'failed',
      nextAttemptAt: next,
      completedAt: next ? null : platform.clock(),
      durationMs: result.durationMs,
      error: result.error,
    })
    .where(
      and(
        eq(webhookDeliveries.id, delivery.id),
        eq(webhookDeliveries.status, 'pending'),
        eq(webhookDeliveries.attempts, delivery.attempts),
      ),
    )
    .returning()
  // Cancelled during the attempt: it stays cancelled, but the attempt is recorded.
  const [cancelled] = row
    ? []
    : await tx
        .update(webhookDeliveries)
        .set({ attempts })
        .where(and(eq(webhookDeliveries.id, delivery.id), eq(webhookDeliveries.attempts, delivery.attempts)))
        .returning()
  // Another process made the same attempt, after this one was presumed dead.
  if (!row && !cancelled) return
  await tx.insert(webhookAttempts).values(rowOf(made))
  // A test reflects the receiver's current state, not the delivery of events.
  if (delivery.trigger !== 'test') await judgeWebhook(platform, tx, current, result)
  if (row && next)
    await platform.jobs.sendAttempts(tx, [
      {
        ...{ deliveryId: delivery.id, webhookId: webhook.id, ownerId: webhook.ownerId },
        ...{ attempts, failing: true, startAfter: next },
      },
    ])
}

/** A test has no retries: the user waits for its result. */
const nextOf = (
  { clock }: TransactionPlatform,
  { trigger, attempts }: WebhookDeliveryRow,
  { error, status, headers }: AttemptResult,
) =>
  error === null || trigger === 'test' || status === 410
    ? null
    : nextAttemptAt(attempts + 1, clock(), headers?.['retry-after'])
