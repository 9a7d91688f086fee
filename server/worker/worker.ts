import { eq } from 'drizzle-orm'
import type { JobsAdapter } from '../adapters/pg-boss-jobs.ts'
import { prepareOffers } from '../core/billing/prepare-offers.ts'
import { reconcilePayments } from '../core/billing/sync.ts'
import { conversions } from '../core/schema.ts'
import { doDue } from '../core/signing/due.ts'
import { tellOfEndedBatches } from '../core/webhooks/batch-events.ts'
import { tellOfExpiredShares } from '../core/webhooks/share-events.ts'
import type { Platform } from '../platform.ts'
import { deliverEvents } from './deliver-events.ts'
import { deliverMessage, failMessage } from './deliver-message.ts'
import { doDueBilling } from './due-billing.ts'
import { endCreditLots } from './end-credit-lots.ts'
import { failConversion } from './reconcile.ts'
import { GiveBack, runConversion } from './run-conversion.ts'
import { schedule } from './schedule.ts'
import { sweep } from './sweep.ts'
import { topUp } from './top-up.ts'

const SWEEP_EVERY = 10 * 60_000
/** Deadlines and reminders are of days: a minute more is none. */
const DUE_EVERY = 60_000
const BATCHES_EVERY = 5000
const PAYMENTS_EVERY = 2 * 60_000
const MESSAGES_AT_ONCE = 2

export interface Worker {
  /** Takes no more jobs and stops the engines at once; what they were at goes back to the queue. */
  stop(): Promise<void>
}

/** Takes conversions off the queue, `concurrency` at a time, and messages beside them, until it is stopped. */
export async function startWorker(
  platform: Platform,
  jobs: JobsAdapter,
  concurrency: number,
): Promise<Worker> {
  const stopping = new AbortController()
  const running = new Map<string, AbortController>()
  const { log, db } = platform

  // Whoever cancels writes the end into the row and tells it; the engine that still works on it is stopped here.
  const quiet = platform.signals.onSettled((id) => running.get(id)?.abort())

  await jobs.work(concurrency, async ({ conversionId }, lost, lastTry) => {
    if (stopping.signal.aborted) return 'returned'
    const cancelled = new AbortController()
    running.set(conversionId, cancelled)
    try {
      await runConversion(platform, conversionId, {
        cancelled: cancelled.signal,
        stopping: stopping.signal,
        lost,
      })
      return 'done'
    } catch (error) {
      if (cancelled.signal.aborted) return 'done'
      if (error instanceof GiveBack) {
        log.info({ conversion: conversionId }, 'the worker stops; the conversion goes back to the queue')
        return 'returned'
      }
      log.warn({ err: error, conversion: conversionId, lastTry }, 'a conversion goes back to the queue')
      throw error
    } finally {
      running.delete(conversionId)
    }
  })
  await jobs.onDead(async ({ conversionId }) => {
    await failConversion(platform, conversionId)
    const [row] = await db.select().from(conversions).where(eq(conversions.id, conversionId))
    log.error({ conversion: conversionId, attempts: row?.attempts }, 'a conversion was given up')
  })

  await jobs.workMessages(
    MESSAGES_AT_ONCE,
    (id) => deliverMessage(platform, id),
    (id) => failMessage(platform, id),
  )

  const attempts = jobs.workAttempts(deliverEvents(platform))
  let reconciled: Date | null = null
  const stops = [
    platform.signals.onAttempts(attempts.wake),
    schedule(platform.clock, SWEEP_EVERY, () =>
      sweep(platform).catch((error: unknown) => log.warn({ err: error }, 'the sweep failed')),
    ),
    schedule(platform.clock, DUE_EVERY, () =>
      doDue(platform)
        .then(() => tellOfExpiredShares(platform))
        .catch((error: unknown) => log.warn({ err: error }, 'what is due was not done')),
    ),
    schedule(platform.clock, DUE_EVERY, () =>
      endCreditLots(platform)
        .then(() => doDueBilling(platform))
        .then(() => topUp(platform))
        .catch((error: unknown) => log.warn({ err: error }, 'what is due of payments was not done')),
    ),
    schedule(platform.clock, PAYMENTS_EVERY, () =>
      prepareOffers(platform)
        .then(() => reconcilePayments(platform, reconciled))
        .then((until) => {
          reconciled = until
        })
        .catch((error: unknown) => log.warn({ err: error }, 'payments were not reconciled')),
    ),
    schedule(platform.clock, BATCHES_EVERY, () =>
      tellOfEndedBatches(platform).catch((error: unknown) =>
        log.warn({ err: error }, 'the end of batches was not told'),
      ),
    ),
  ]

  return {
    stop: async () => {
      for (const stop of stops) stop()
      quiet()
      const resting = jobs.rest()
      stopping.abort()
      await resting
    },
  }
}
