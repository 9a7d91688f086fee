import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { DeliveryError } from '../core/delivery-error.ts'
import { type MessageRow, messages } from '../core/schema.ts'
import { withPlatformTransaction } from '../core/transaction.ts'
import type { Message, Platform } from '../platform.ts'

const DAY = 86_400_000
/**
 * What nothing carries can be read in the outbox for as long as this, and what became of the rest
 * is known for as long.
 */
const KEEP_DAYS = 7
const RECONCILE_AFTER_MS = 15 * 60_000
const RECONCILE_AT_ONCE = 500

/**
 * Delivers one message. Safe to run twice: one that has settled already is left alone. A process
 * that dies between the delivery and the note of it delivers a second time, under the same id.
 * @throws DeliveryError, or whatever our own side met; the queue then tries again
 */
export async function deliverMessage(platform: Platform, id: string): Promise<void> {
  const { db, clock, log } = platform
  const [row] = await db
    .update(messages)
    .set({ attempts: sql`attempts + 1` })
    .where(and(eq(messages.id, id), eq(messages.state, 'waiting')))
    .returning()
  if (!row) return // sent by an earlier run, or its user is gone
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
  // A message that was sent may hold a code that still counts: it is not needed here afterwards.
  const done = platform.messages.carries[row.kind]
    ? ({ state: 'sent', subject: null, text: null, html: null } as const)
    : ({ state: 'kept' } as const)
  platform.metrics.message({ kind: row.kind, result: done.state })
  await settle(platform, id, { ...done, error: null, sentAt: clock() })
  log.info({ message: id, kind: row.kind }, `message ${done.state}`)
}

/** Ends one that failed at every try; the last reason stands in its row. */
export async function failMessage(platform: Platform, id: string): Promise<void> {
  await settle(platform, id, {
    state: 'failed',
    error: sql`coalesce(error, 'The process ended at every try.')`,
  })
  platform.log.error({ message: id }, 'a message was given up')
}

/** Sends the jobs again of messages that wait and have none, as after a restored backup. */
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

/** Forgets messages that are a week old, whatever became of them. */
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
