import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { DeliveryError } from '../core/delivery-error.ts'
import { type MessageRow, messages } from '../core/schema.ts'
import { withPlatformTransaction } from '../core/transaction.ts'
import type { Message, Platform } from '../platform.ts'

const DAY = 86_400_000
/** Retention of messages without a transport, and of the state of all other messages. */
const KEEP_DAYS = 7
const RECONCILE_AFTER_MS = 15 * 60_000
const RECONCILE_AT_ONCE = 500

/**
 * Delivers one message. Idempotent: a settled message is skipped. If a process dies after the
 * delivery but before recording it, the message is delivered again with the same id.
 * @throws DeliveryError, or an internal error; the queue then retries
 */
export async function deliverMessage(platform: Platform, id: string): Promise<void> {
  const { db, clock, log } = platform
  const [row] = await db
    .update(messages)
    .set({ attempts: sql`attempts + 1` })
    .where(and(eq(messages.id, id), eq(messages.state, 'waiting')))
    .returning()
  if (!row) return // sent by an earlier run, or its user was deleted
  try {
    const attributes = { 'filewright.message.kind': row.kind, 'filewright.message': id }
    await platform.tracer.span(`deliver ${row.kind}`, { kind: 'client', attributes }, async (span) => {
      span.set({ 'filewright.message.carried': platform.messages.carries[row.kind] })
      await platform.messages.deliver(messageOf(row), id)
    })
  } catch (error) {
    const reason = error instanceof DeliveryError ? error.message : 'An internal error occurred.'
    const final = error instanceof DeliveryError && error.final
    platform.metrics.message({ kind: row.kind, result: 'failed' })
    await settle(platform, id, { error: reason, ...(final && { state: 'failed' as const }) })
    log.warn(
      { err: error, message: id, kind: row.kind, attempts: row.attempts },
      'a message was not delivered',
    )
    if (final) return
    throw error
  }
  // A sent message may contain a valid code, so its content is erased.
  const done = platform.messages.carries[row.kind]
    ? ({ state: 'sent', subject: null, text: null, html: null } as const)
    : ({ state: 'kept' } as const)
  platform.metrics.message({ kind: row.kind, result: done.state })
  await settle(platform, id, { ...done, error: null, sentAt: clock() })
  log.info({ message: id, kind: row.kind }, `message ${done.state}`)
}

/** Fails a message after its last retry; its row keeps the last error. */
export async function failMessage(platform: Platform, id: string): Promise<void> {
  await settle(platform, id, {
    state: 'failed',
    error: sql`coalesce(error, 'The process ended at every try.')`,
  })
  platform.log.error({ message: id }, 'a message was given up')
}

/** Requeues waiting messages that have no job, for instance after a restore. */
export async function reconcileMessages(platform: Platform): Promise<void> {
  const { db, clock, jobs, log } = platform
  const before = new Date(clock().getTime() - RECONCILE_AFTER_MS)
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.state, 'waiting'), lt(messages.createdAt, before)))
    .orderBy(asc(messages.createdAt))
    .limit(RECONCILE_AT_ONCE)
  const lost = [...(await jobs.findLostMessages(rows.map(({ id }) => id)))]
  if (lost.length === 0) return
  log.warn({ count: lost.length }, 'messages had no job')
  await withPlatformTransaction(platform, ({ jobs }, tx) => jobs.sendMessages(tx, lost))
}

/** Deletes messages older than a week, in any state. */
export async function forgetMessages({ db, clock }: Platform): Promise<void> {
  await db.delete(messages).where(lt(messages.createdAt, new Date(clock().getTime() - KEEP_DAYS * DAY)))
}

type Change = Parameters<ReturnType<Platform['db']['update']>['set']>[0]
const settle = ({ db }: Platform, id: string, change: Change) =>
  db
    .update(messages)
    .set(change)
    .where(and(eq(messages.id, id), eq(messages.state, 'waiting')))

function messageOf({ kind, recipient: to, subject, text, html }: MessageRow): Message {
  const words = text ?? ''
  return kind === 'mail'
    ? { kind, to, subject: subject ?? '', text: words, html: html ?? '' }
    : { kind, to, text: words }
}
