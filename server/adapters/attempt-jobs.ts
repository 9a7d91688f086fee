import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { AttemptJob, Log, Tracer } from '../platform.ts'
import { consumerSpan } from './queue-spans.ts'

/** Concurrent requests of this process; they mostly wait for a receiver. */
const PLACES = 256
const BATCH = 64
const PER_OWNER = 64
/**
 * Limit of one webhook across all processes; a failing webhook gets one slot, so that its timeouts
 * occupy no others.
 */
const PER_WEBHOOK = { default: 8, tiers: { failing: 1 } }
const POLL_MS = 1000
/** Delay after the notification: a client that waits for the conversion gets its response first. */
const YIELD_MS = 15

/** An attempt in the queue; `traceparent` is the span that sent it. */
export type SentAttempt = AttemptJob & { traceparent?: string }

/**
 * Fetches attempts in batches and runs each separately: an unresponsive receiver occupies only its
 * own slots. pg-boss workers would finish a batch before they fetch the next. `handle` completes
 * its job.
 */
export function takeAttempts(
  boss: PgBoss,
  queue: string,
  handle: (job: AttemptJob, jobId: string) => Promise<void>,
  { log, tracer }: { log: Log; tracer: Tracer },
): { wake(): void; rest(): Promise<void> } {
  const running = new Map<string, AttemptJob>()
  let resting = false
  let again = false
  let looking: Promise<void> | null = null

  /** Webhooks of owners that use all their slots. */
  const busy = () => {
    const byOwner = Map.groupBy(running.values(), ({ ownerId }) => ownerId)
    const full = [...byOwner.values()].filter((jobs) => jobs.length >= PER_OWNER)
    return [...new Set(full.flat().map(({ webhookId }) => webhookId))]
  }

  const run = async ({ id, data, retryCount }: JobWithMetadata<SentAttempt>) => {
    running.set(id, data)
    try {
      // A retry may be days later, so it starts a new trace.
      const sent = data.attempts === 0 ? { parent: data.traceparent } : { link: data.traceparent }
      const span = consumerSpan(queue, data.deliveryId, { ...sent, retryCount })
      await tracer.span(...span, () => handle(data, id))
    } catch (error) {
      log.warn({ err: error, delivery: data.deliveryId }, 'an attempt goes back to the queue')
      await boss.fail(queue, id).catch(() => {}) // otherwise it expires and is fetched again
    } finally {
      running.delete(id)
      wake()
    }
  }

  const look = async () => {
    do {
      again = false
      const free = PLACES - running.size
      if (resting || free <= 0) return
      const jobs = (await boss.fetch<SentAttempt>(queue, {
        batchSize: Math.min(free, BATCH),
        groupConcurrency: PER_WEBHOOK,
        ignoreGroups: busy(),
      })) as JobWithMetadata<SentAttempt>[]
      for (const job of jobs) void run(job)
      if (jobs.length > 0) again = true
    } while (again)
  }

  const wake = () => {
    again = true
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'the queue of webhooks cannot be read'))
      .finally(() => {
        looking = null
        // wake() was called after the last fetch.
        if (again && !resting) wake()
      })
  }

  let soon: NodeJS.Timeout | null = null
  const wakeSoon = () => {
    soon ??= setTimeout(() => {
      soon = null
      wake()
    }, YIELD_MS)
  }

  const polling = setInterval(wake, POLL_MS)
  wake()
  return {
    wake: wakeSoon,
    rest: async () => {
      resting = true
      clearInterval(polling)
      if (soon) clearTimeout(soon)
      await looking
    },
  }
}
