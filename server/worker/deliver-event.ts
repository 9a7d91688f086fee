import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { DELIVERY_DAYS, RESPONSE_BYTES } from '../../contract/webhooks.ts'
import {
  type EventRow,
  events,
  type WebhookDeliveryRow,
  type WebhookRow,
  webhookAttempts,
  webhookDeliveries,
  webhooks,
} from '../core/schema.ts'
import { type TransactionPlatform, withPlatformTransaction } from '../core/transaction.ts'
import { WebError } from '../core/web-error.ts'
import { nextAttemptAt } from '../core/webhooks/attempt-times.ts'
import { disableWebhook } from '../core/webhooks/disable.ts'
import { mailDisabled, mailFailing } from '../core/webhooks/mails.ts'
import { requestHeaders } from '../core/webhooks/request.ts'
import type { AttemptJob, Platform, Transaction } from '../platform.ts'

const TIMEOUT_MS = 15_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A webhook of which nothing succeeds is told of after the first, and disabled after the second. */
const WARNED_AFTER = 72 * HOUR
const DISABLED_AFTER = 120 * HOUR
/** Time that its owner has between the two, also where it is seldom tried. */
const WARNED_BEFORE = 24 * HOUR
const OVERDUE = 5 * 60_000
const BATCH = 500

interface Result {
  at: Date
  durationMs: number
  status: number | null
  error: string | null
  shown: Record<string, string>
  headers: Record<string, string> | null
  body: string | null
}

/**
 * Makes one attempt to deliver an event. The row decides: an attempt that was made already, or is no longer wanted, is not
 * made again; one whose process dies before it is written down is made once more, with the same `webhook-id`.
 */
export async function deliverEvent(platform: Platform, job: AttemptJob): Promise<void> {
  const [found] = await platform.db
    .select({ delivery: webhookDeliveries, webhook: webhooks, event: events })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(and(eq(webhookDeliveries.id, job.deliveryId), due(job)))
  if (!found) return
  const result = await attempt(platform, found)
  await withPlatformTransaction(platform, (platform, tx) => writeDown(platform, tx, found, result))
}

const due = ({ attempts }: Pick<AttemptJob, 'attempts'>) =>
  and(eq(webhookDeliveries.status, 'pending'), eq(webhookDeliveries.attempts, attempts))

interface Found {
  delivery: WebhookDeliveryRow
  webhook: WebhookRow
  event: EventRow
}

async function attempt(platform: Platform, { webhook, event }: Found): Promise<Result> {
  const at = platform.clock()
  const { sent, shown } = requestHeaders(platform, webhook, event, at)
  const begun = performance.now()
  const taken = () => Math.round(performance.now() - begun)
  try {
    const { status, headers, body } = await platform.receivers.post(webhook.url, {
      headers: sent,
      body: event.body,
      maxBytes: RESPONSE_BYTES,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return {
      ...{ at, shown, status, headers, durationMs: taken() },
      error: errorOf(status, headers),
      // PostgreSQL's texts have no NUL.
      body: body.toString('utf8').replaceAll('\0', '\ufffd'),
    }
  } catch (error) {
    if (!(error instanceof WebError)) throw error
    return {
      ...{ at, shown, durationMs: taken(), error: error.message },
      ...{ status: null, headers: null, body: null },
    }
  }
}

function errorOf(status: number, headers: Record<string, string>): string | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'The receiver answered 410: it is gone. The webhook was disabled.'
  if (status >= 300 && status < 400 && headers.location)
    return `The receiver answered ${status}, a redirect, which is not followed. Register the URL that it leads to.`
  return `The receiver answered ${status}. Only 2xx counts as delivered.`
}

async function writeDown(platform: TransactionPlatform, tx: Transaction, found: Found, result: Result) {
  const { webhook, delivery } = found
  // The webhook first, as in everything that changes both; a deleted one takes its deliveries with it.
  const [current] = await tx
    .select()
    .from(webhooks)
    .where(eq(webhooks.id, webhook.id))
    .for(result.error === null && webhook.failingSince === null ? 'key share' : 'no key update')
  if (!current) return
  const made = delivery.attempts + 1
  const next = nextOf(platform, delivery, result)
  const [row] = await tx
    .update(webhookDeliveries)
    .set({
      attempts: made,
      status: result.error === null ? 'succeeded' : next ? 'pending' : 'failed',
      nextAttemptAt: next,
      completedAt: next ? null : platform.clock(),
      durationMs: result.durationMs,
      error: result.error,
    })
    .where(and(eq(webhookDeliveries.id, delivery.id), due(delivery)))
    .returning()
  // Cancelled while it was on its way: it stays so, and what was sent is shown all the same.
  const [cancelled] = row
    ? []
    : await tx
        .update(webhookDeliveries)
        .set({ attempts: made })
        .where(and(eq(webhookDeliveries.id, delivery.id), eq(webhookDeliveries.attempts, delivery.attempts)))
        .returning()
  // Another process has made the same attempt, after this one was taken for dead.
  if (!row && !cancelled) return
  await tx.insert(webhookAttempts).values({
    deliveryId: delivery.id,
    number: made,
    at: result.at,
    durationMs: result.durationMs,
    statusCode: result.status,
    error: result.error,
    requestHeaders: result.shown,
    responseHeaders: result.headers,
    responseBody: result.body,
  })
  // A test says how the receiver is now, and nothing of how the events were.
  if (delivery.trigger !== 'test') await judge(platform, tx, current, result)
  if (row && next)
    await platform.jobs.sendAttempts(tx, [
      {
        ...{ deliveryId: delivery.id, webhookId: webhook.id, ownerId: webhook.ownerId },
        ...{ attempts: made, failing: true, startAfter: next },
      },
    ])
}

/** A test is sent once: somebody looks at how it ends. */
const nextOf = (
  { clock }: TransactionPlatform,
  { trigger, attempts }: WebhookDeliveryRow,
  { error, status, headers }: Result,
) =>
  error === null || trigger === 'test' || status === 410
    ? null
    : nextAttemptAt(attempts + 1, clock(), headers?.['retry-after'])

/** What an attempt says of its webhook: since when it fails, and whether it is disabled. */
async function judge(
  platform: TransactionPlatform,
  tx: Transaction,
  webhook: WebhookRow,
  { error, status }: Result,
) {
  const own = eq(webhooks.id, webhook.id)
  const now = platform.clock()
  if (error === null) {
    if (webhook.failingSince) await tx.update(webhooks).set({ failingSince: null, warnedAt: null }).where(own)
    return
  }
  const since = webhook.failingSince ?? now
  if (!webhook.failingSince) await tx.update(webhooks).set({ failingSince: since }).where(own)
  if (!webhook.isActive) return
  const failed = now.getTime() - since.getTime()
  const warned = webhook.warnedAt ? now.getTime() - webhook.warnedAt.getTime() : null
  const disables = failed >= DISABLED_AFTER && warned !== null && warned >= WARNED_BEFORE
  if (status === 410 || disables) {
    await disableWebhook(platform, tx, webhook.id, status === 410 ? 'gone' : 'failing')
    await mailDisabled(platform, tx, webhook, error)
  } else if (failed >= WARNED_AFTER && warned === null) {
    const disabledFrom = new Date(Math.max(since.getTime() + DISABLED_AFTER, now.getTime() + WARNED_BEFORE))
    await tx.update(webhooks).set({ warnedAt: now }).where(own)
    await mailFailing(platform, tx, webhook, { since, disabledFrom, error })
  }
}

/** Sends the jobs of deliveries again that should have been made long ago, and have none: their queue gave them up. */
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

/** Events and deliveries whose time is over go, in parts, so that no statement holds its locks for long. */
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
