import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Jobs, Log } from '../platform.ts'
import { type Connection, connectionConfig } from './postgres.ts'

const CONVERT = 'convert'
const DEAD = 'convert_dead'

export interface ConversionJob {
  conversionId: string
}

export interface JobsAdapter extends Jobs {
  /**
   * Takes conversions off the queue, `concurrency` at a time. A handler that throws gives its job back to the queue. A
   * worker that dies is noticed by its missing heartbeat and its jobs are run again: at least once, never only once.
   */
  work(
    concurrency: number,
    handle: (job: ConversionJob, signal: AbortSignal, lastTry: boolean) => Promise<void>,
  ): Promise<void>
  /** Calls back for jobs that failed at every try. */
  onDead(handle: (job: ConversionJob) => Promise<void>): Promise<void>
  /** Waits for the handlers; call it after they have been told to stop. */
  close(): Promise<void>
}

const RETRIES = 4

const CONVERT_QUEUE = {
  notify: true,
  retryLimit: RETRIES,
  retryDelay: 1,
  retryBackoff: true,
  heartbeatSeconds: 10,
  // A worker that dies is missed by its heartbeat, and an engine that takes too long is stopped by its own limit, which is half
  // an hour for a film. This is for what hangs outside of both: sooner, and it would take long work away from who is at it.
  expireInSeconds: 4 * 3600,
  deadLetter: DEAD,
  deleteAfterSeconds: 86_400,
}

/** pg-boss on our own PostgreSQL; its tables live in the schema `pgboss`. */
export async function openJobs(connection: Connection, log: Log): Promise<JobsAdapter> {
  const boss = new PgBoss({
    ...connectionConfig(connection),
    max: 6,
    application_name: 'filewright-jobs',
    useListenNotify: true,
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
    schedule: false,
  } as ConstructorParameters<typeof PgBoss>[0] & object)
  boss.on('error', (error) => log.warn({ err: error }, 'the queue met an error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the queue warns'))
  await boss.start()
  await boss.createQueue(DEAD, { retentionSeconds: 14 * 86_400 })
  await boss.createQueue(CONVERT, CONVERT_QUEUE)
  // One that an earlier version made keeps that one's settings otherwise.
  await boss.updateQueue(CONVERT, CONVERT_QUEUE)
  return {
    sendConversion: async (tx, conversionId) => {
      await boss.send(CONVERT, { conversionId }, { db: fromDrizzle(tx, sql) })
    },
    probe: async () => {
      if (!(await boss.getQueue(CONVERT))) throw new Error('the queue is not there')
    },
    work: async (concurrency, handle) => {
      // A call each, not `localConcurrency`: that would start as many, of which only the first can be woken by its id.
      for (let place = 0; place < concurrency; place++) {
        const worker: string = await boss.work<ConversionJob>(
          CONVERT,
          {
            batchSize: 1,
            pollingIntervalSeconds: 1,
            notifyPollingIntervalSeconds: 5,
            heartbeatRefreshSeconds: 3,
          },
          async ([job]) => {
            try {
              if (job) await handle(job.data, job.signal, job.retryCount >= RETRIES)
            } finally {
              boss.notifyWorker(worker) // look for the next one at once: a queue that has work never rests
            }
          },
        )
      }
    },
    onDead: async (handle) => {
      await boss.work<ConversionJob>(DEAD, { pollingIntervalSeconds: 5 }, async ([job]) => {
        if (job) await handle(job.data)
      })
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}
