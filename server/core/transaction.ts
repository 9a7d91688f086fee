import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Notification, Platform, Queries, Signals, Transaction } from '../platform.ts'
import type { Context } from './context.ts'

/**
 * The platform inside a transaction: its own connection and fast operations only. Without limits,
 * password hashes, mail servers, objects or fetches, a transaction neither waits for a second
 * connection nor holds its locks during slow work.
 */
export interface TransactionPlatform
  extends Pick<Platform, 'jobs' | 'secrets' | 'seal' | 'settings' | 'log' | 'clock'> {
  db: Transaction
  engines: Pick<
    Platform['engines'],
    'formats' | 'operations' | 'checkOptions' | 'prepare' | 'demands' | 'absent'
  >
}

export interface TransactionContext extends Omit<Context, 'platform'> {
  platform: TransactionPlatform
}

/** For queries inside and outside of transactions. */
export interface QueryPlatform extends Omit<TransactionPlatform, 'db'> {
  db: Queries
}

export interface QueryContext extends Omit<Context, 'platform'> {
  platform: QueryPlatform
}

/** Attempts of a transaction that hits a deadlock or serialization failure. */
const TRIES = 4
/** PostgreSQL's codes: deadlock_detected, serialization_failure. */
const CONFLICTS = new Set(['40P01', '40001'])

const running = new AsyncLocalStorage<{ notifications: Notification[] }>()

/** Refuses operations inside a transaction, which a closure could still reach. */
export function refuseInTransaction(what: string): void {
  if (running.getStore()) throw new Error(`${what} inside a transaction: do it before or after.`)
}

/**
 * Notifies listening processes after the current transaction has committed. PostgreSQL serializes
 * commits that notify, each with its disk flush, so our transactions do not notify (decision 052).
 * A process that dies right after a commit notifies nobody: waiters also have to poll.
 */
export function notifyAfterCommit(channel: string, payload = ''): void {
  const transaction = running.getStore()
  if (!transaction) throw new Error(`A notification of ${channel} outside a transaction.`)
  transaction.notifications.push({ channel, payload })
}

/**
 * Runs `work` in a transaction with a context limited to it. Cookies and the actor that `work` sets
 * take effect after the commit. After a deadlock the transaction is retried from its start, so
 * `work` must only affect its context and the database.
 */
export async function withTransaction<T>(
  ctx: Context,
  work: (ctx: TransactionContext, tx: Transaction) => Promise<T>,
): Promise<T> {
  const { result, inner } = await withPlatformTransaction(ctx.platform, async (platform, tx) => {
    const inner: TransactionContext = { ...ctx, platform, issued: { ...ctx.issued } }
    return { result: await work(inner, tx), inner }
  })
  ctx.actor = inner.actor
  ctx.issued = inner.issued
  return result
}

/** Like `withTransaction` without a request: for workers and sweeps. */
export async function withPlatformTransaction<T>(
  platform: Platform,
  work: (platform: TransactionPlatform, tx: Transaction) => Promise<T>,
): Promise<T> {
  const { jobs, secrets, seal, settings, tracer, log, clock, engines } = platform
  const attributes = { 'db.system.name': 'postgresql' }
  return tracer.span('transaction', { kind: 'client', attributes }, async (span) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await notifying(platform, (tx) =>
          work({ db: tx, jobs, secrets, seal, settings, log, clock, engines }, tx),
        )
      } catch (error) {
        if (attempt === TRIES || !isConflict(error)) throw error
        log.warn({ err: error, attempt }, 'a transaction is tried again')
        span.set({ 'filewright.transaction.tries': attempt + 1 })
        await pause(Math.random() * 20 * 2 ** attempt)
      }
    }
  })
}

/** Runs a transaction, and sends its notifications after the commit. */
export async function notifying<T>(
  { db, signals }: { db: Database; signals: Pick<Signals, 'send'> },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const notifications: Notification[] = []
  const result = await db.transaction((tx) => running.run({ notifications }, () => work(tx)))
  signals.send(notifications)
  return result
}

function isConflict(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && CONFLICTS.has(String(at.code))) return true
  return false
}
