import { setTimeout as pause } from 'node:timers/promises'
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
import { createHeartbeat } from './heartbeat.ts'
import { outlastOutage } from './outlast-outage.ts'
import { createPeriodicTasks } from './periodic-tasks.ts'
import { createStatusProber } from './probe-status.ts'
import { failConversion } from './reconcile.ts'
import { GiveBack, runConversion } from './run-conversion.ts'
import { schedule } from './schedule.ts'
import { sweep } from './sweep.ts'
import { sweepScratch } from './sweep-scratch.ts'
import { topUp } from './top-up.ts'

const SWEEP_EVERY = 10 * 60_000
/** Deadlines and reminders are in days, so a minute of delay does not matter. */
const DUE_EVERY = 60_000
const BATCHES_EVERY = 5000
const PAYMENTS_EVERY = 2 * 60_000
const STATUS_EVERY = 60_000
const HEARTBEAT_EVERY = 15_000
const MESSAGES_AT_ONCE = 2
/** Timeout for running periodic work when the worker stops. */
const PATIENCE = 5000

export interface Worker {
  /** Takes no more jobs and stops the engines at once; their jobs return to the queue. */
  stop(): Promise<void>
}

/** Runs queued conversions, `concurrency` at a time, and messages, until it is stopped. */
export async function startWorker(
  platform: Platform,
  jobs: JobsAdapter,
  concurrency: number,
  role: 'both' | 'worker' = 'both',
): Promise<Worker> {
  const stopping = new AbortController()
  const running = new Map<string, AbortController>()
  const { log, db } = platform

  // Cancelling settles the row and notifies; the handler aborts the running engine.
  const quiet = platform.signals.onSettled((id) => running.get(id)?.abort())

  const taking = jobs.work(
    { concurrency, abilities: platform.engines.abilities },
    async ({ conversionId }, { lost, lastTry, converted, completion }) => {
      if (stopping.signal.aborted) return 'returned'
      const cancelled = new AbortController()
      running.set(conversionId, cancelled)
      try {
        const signals = { cancelled: cancelled.signal, stopping: stopping.signal, lost }
        await outlastOutage(
          platform,
          () => runConversion(platform, conversionId, { ...signals, converted, completion }),
          AbortSignal.any(Object.values(signals)),
        )
        return 'done'
      } catch (error) {
        if (cancelled.signal.aborted) return 'done'
        if (error instanceof GiveBack || stopping.signal.aborted) {
          log.info({ conversion: conversionId }, 'the worker stops; the conversion goes back to the queue')
          return 'returned'
        }
        log.warn({ err: error, conversion: conversionId, lastTry }, 'a conversion goes back to the queue')
        throw error
      } finally {
        running.delete(conversionId)
      }
    },
  )
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
  const heartbeat = createHeartbeat(platform, role)
  const periodic = createPeriodicTasks(platform)
  const alone = (name: string, everyMs: number, work: () => Promise<unknown>) =>
    schedule(platform.clock, everyMs, periodic(name, everyMs, work))
  let reconciled: Date | null = null
  const stops = [
    platform.signals.onAttempts(attempts.wake),
    platform.signals.onQueued(taking.wake),
    alone('sweep', SWEEP_EVERY, () => sweep(platform)),
    alone('due', DUE_EVERY, async () => {
      await doDue(platform)
      await tellOfExpiredShares(platform)
    }),
    alone('billing', DUE_EVERY, async () => {
      await endCreditLots(platform)
      await doDueBilling(platform)
      await topUp(platform)
    }),
    alone('payments', PAYMENTS_EVERY, async () => {
      await prepareOffers(platform)
      reconciled = await reconcilePayments(platform, reconciled)
    }),
    alone('batches', BATCHES_EVERY, () => tellOfEndedBatches(platform)),
    // Each machine may have its own scratch folder, so every process sweeps its own.
    schedule(platform.clock, SWEEP_EVERY, () =>
      sweepScratch(platform).catch((error: unknown) => log.warn({ err: error }, 'the scratch was not swept')),
    ),
    schedule(platform.clock, HEARTBEAT_EVERY, heartbeat.beat),
    schedule(platform.clock, STATUS_EVERY, createStatusProber(platform, jobs)),
  ]

  return {
    stop: async () => {
      const ended = Promise.all(stops.map((stop) => stop()))
      quiet()
      const resting = jobs.rest()
      stopping.abort()
      await resting
      // Interrupted work loses nothing, but another process waits a minute before it takes over.
      await Promise.race([ended, pause(PATIENCE, undefined, { ref: false })])
      await heartbeat.end()
    },
  }
}
