import { setTimeout as pause } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { JobAttempt, PgBoss } from 'pg-boss'
import { CONVERSION_QUEUES, QUICK_QUEUE } from '../core/conversion/queue-channel.ts'
import type { Log, Tracer } from '../platform.ts'
import { freePlaces } from './conversion-places.ts'
import { consumerSpan } from './queue-spans.ts'

/** Retries after the first attempt. */
export const RETRIES = 4
/** While jobs wait: for deferred jobs, and for slots that other processes free. */
const WAITING_POLL_MS = 1000
/** Otherwise notifications trigger a fetch; polling covers a lost one. */
const IDLE_POLL_MS = 5000
/** After ten seconds without a heartbeat a job goes to another worker. */
const HEARTBEAT_MS = 3000
const CLOSES_WITHIN_MS = 10_000

export interface ConversionJob {
  conversionId: string
  /** The sending span; workers of an earlier version ignore it. */
  traceparent?: string
  /** Requirements on the worker as one string; any worker takes a job without it. */
  needs?: string
  /**
   * Attempts of the jobs that preceded this one, when a worker of an earlier version returned it to
   * the queue.
   */
  earlierTries?: number
}

export interface ConversionHooks {
  /** Aborts when another worker takes the job. */
  lost: AbortSignal
  lastTry: boolean
  /**
   * Frees the job's slot once its engine is done, so that engines keep working while the result is
   * stored. At most as many jobs as slots store results at once; further jobs keep their slots
   * until they end.
   */
  converted(): void
  /** The statement that completes the job, for the transaction that settles the conversion. */
  completion(): SQL
}

/**
 * A job that throws returns to the queue as a failed attempt; `returned` puts it back unchanged.
 */
export type HandleConversion = (job: ConversionJob, hooks: ConversionHooks) => Promise<'done' | 'returned'>

interface TakenJob extends JobAttempt {
  queue: string
  data: ConversionJob
  /** Its result is being stored, and another job uses its slot. */
  storing: boolean
  lost: AbortController
  ended: Promise<void>
}

/**
 * Fetches conversions from both queues, one statement for all free slots (`take_conversions`,
 * migration 028). A heartbeat every three seconds renews running jobs; the jobs of a dead worker
 * run again elsewhere.
 */
export function takeConversions(
  boss: PgBoss,
  { concurrency, abilities }: { concurrency: number; abilities: () => readonly string[] },
  handle: HandleConversion,
  { log, tracer }: { log: Log; tracer: Tracer },
): { wake(): void; rest(): Promise<void>; close(): Promise<void> } {
  const running = new Map<string, TakenJob>()
  let resting = false
  let waiting = true
  let again = false
  let looking: Promise<void> | null = null
  let polled = 0

  const runningOf = () => {
    const converting = [...running.values()].filter(({ storing }) => !storing)
    const quick = converting.filter(({ queue }) => queue === QUICK_QUEUE).length
    return { quick, long: converting.length - quick }
  }

  const freePlace = (job: TakenJob) => {
    const storing = [...running.values()].filter((other) => other.storing).length
    if (storing >= concurrency) return
    job.storing = true
    if (waiting) wake()
  }

  const run = async (job: TakenJob) => {
    const { queue, id, retryCount, data, lost } = job
    const attempt = { id, retryCount }
    let completed = false
    try {
      const hooks = {
        lost: lost.signal,
        lastTry: (data.earlierTries ?? 0) + retryCount >= RETRIES,
        converted: () => freePlace(job),
        completion: () => {
          completed = true
          return sql`update pgboss.job set state = 'completed', completed_on = now()
            where name = ${queue} and id = ${id} and state = 'active' and retry_count = ${retryCount}`
        },
      }
      const span = consumerSpan(queue, data.conversionId, { parent: data.traceparent, retryCount })
      const result = await tracer.span(...span, () => handle(data, hooks))
      if (result === 'returned') await giveBack(queue, attempt)
      else if (!completed) await boss.complete(queue, attempt)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      // If this fails too, the heartbeat stops and another worker takes the job.
      await boss.fail(queue, attempt, { message }).catch(() => {})
    } finally {
      running.delete(id)
      if (waiting) wake()
    }
  }

  /**
   * Returns a job as if it had never been fetched: a stop consumes no retry. pg-boss's own restore
   * could take the job from another worker.
   */
  const giveBack = (queue: string, { id, retryCount }: JobAttempt) =>
    boss.getDb().executeSql(
      `update pgboss.job set state = 'created', started_on = null, heartbeat_on = null
       where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
      [queue, id, retryCount],
    )

  const look = async () => {
    do {
      again = false
      const free = freePlaces(concurrency, runningOf())
      if (resting || free.total === 0) return
      const { rows } = await boss
        .getDb()
        .executeSql('select * from take_conversions($1, $2, $3, $4, $5)', [
          ...[free.firstLong, free.quick, free.moreLong, free.total, abilities()],
        ])
      waiting = rows.at(-1).waiting
      for (const { queue, id, data, tries: retryCount } of rows.slice(0, -1)) {
        const job: TakenJob = {
          ...{ queue, id, data, retryCount, storing: false },
          lost: new AbortController(),
          ended: Promise.resolve(),
        }
        running.set(id, job)
        job.ended = run(job)
      }
    } while (again)
  }

  const wake = () => {
    again = true
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'the queue of conversions cannot be read'))
      .finally(() => {
        looking = null
        // wake() was called after the last fetch.
        if (again && !resting && freePlaces(concurrency, runningOf()).total > 0) wake()
      })
  }

  const poll = setInterval(() => {
    polled += WAITING_POLL_MS
    if (!waiting && polled < IDLE_POLL_MS) return
    polled = 0
    wake()
  }, WAITING_POLL_MS)

  const beat = setInterval(() => {
    if (running.size > 0)
      touch().catch((error: unknown) => log.warn({ err: error }, 'the heartbeat of jobs was not written'))
  }, HEARTBEAT_MS)
  const touch = async () => {
    const jobs = [...running.values()]
    const { rows } = await boss.getDb().executeSql(
      `update pgboss.job set heartbeat_on = now()
       where name = any($1) and id = any($2) and state = 'active' and id || ':' || retry_count = any($3)
       returning id`,
      [CONVERSION_QUEUES, jobs.map(({ id }) => id), jobs.map(({ id, retryCount }) => `${id}:${retryCount}`)],
    )
    const kept = new Set(rows.map(({ id }: { id: string }) => id))
    for (const { id, lost } of jobs) if (!kept.has(id)) lost.abort()
  }

  wake()
  return {
    wake: () => {
      waiting = true
      wake()
    },
    rest: async () => {
      resting = true
      clearInterval(poll)
      await looking
    },
    close: async () => {
      const ended = Promise.all([...running.values()].map((job) => job.ended))
      await Promise.race([ended, pause(CLOSES_WITHIN_MS, undefined, { ref: false })])
      clearInterval(beat)
    },
  }
}
