import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, PgBoss } from 'pg-boss'
import {
  CONVERSION_QUEUES,
  LONG_QUEUE,
  QUEUED_CHANNEL,
  QUICK_QUEUE,
} from '../core/conversion/queue-channel.ts'
import { NO_TRACER } from '../core/no-tracer.ts'
import { notifyAfterCommit } from '../core/transaction.ts'
import { ATTEMPTS_CHANNEL } from '../core/webhooks/channel.ts'
import type { AttemptJob, ConversionJobOptions, Jobs, Log, Tracer } from '../platform.ts'
import { takeAttempts } from './attempt-jobs.ts'
import { type ConversionJob, type HandleConversion, RETRIES, takeConversions } from './conversion-jobs.ts'
import { type Connection, connectionConfig } from './postgres.ts'
import { indexQueueOrder, queuePositions } from './queue-order.ts'
import { carried, consumerSpan, producerSpan } from './queue-spans.ts'
import { QUEUE_SESSION } from './working-servers.ts'

const MESSAGE = 'message'
const ATTEMPT = 'webhook'
const dead = (queue: string) => `${queue}_dead`

interface MessageJob {
  messageId: string
  /** The span that sent it. */
  traceparent?: string
}

export interface JobsAdapter extends Jobs {
  /**
   * Takes conversions that ask for no more than `abilities` off the queues, in places by a rule of
   * how many are long. At least once, never only once: a worker that dies is noticed by its missing
   * heartbeat and its jobs are run again. `wake` looks for jobs at once.
   */
  work(
    places: { concurrency: number; abilities: () => readonly string[] },
    handle: HandleConversion,
  ): { wake(): void }
  /** Takes no more jobs off the queue; those that are being handled go on. */
  rest(): Promise<void>
  /** Calls back for jobs that failed at every try. */
  onDead(handle: (job: ConversionJob) => Promise<void>): Promise<void>
  /**
   * Takes messages off the queue, in the same way; `giveUp` gets those that failed at every try.
   */
  workMessages(
    concurrency: number,
    handle: (messageId: string) => Promise<void>,
    giveUp: (messageId: string) => Promise<void>,
  ): Promise<void>
  /**
   * Takes attempts to deliver events off the queue, many at a time, within bounds per webhook and
   * per owner. A handler that throws gives its job back; one that ends has completed it by its id
   * (`completeAttempts`). `wake` looks for jobs at once.
   */
  workAttempts(handle: (job: AttemptJob, jobId: string) => Promise<void>): { wake(): void }
  /** Waits for the handlers; call it after they have been told to stop. */
  close(): Promise<void>
}

/** Those of the rest are 0, and the highest comes first. */
const BACKGROUND_PRIORITY = -1
const DEAD_CONVERSIONS = dead(QUICK_QUEUE)

/**
 * An owner's conversions are a group, whose tier is the limit of their plan. Services for an owner
 * are another, without one.
 */
const tierOf = (limit: number | null): string | null => (limit === null ? null : String(limit))
const groupOf = (owner: ConversionJobOptions['owner']) =>
  'service' in owner
    ? { id: `service:${owner.id}` }
    : { id: owner.id, ...(owner.limit !== null && { tier: String(owner.limit) }) }

const CONVERT_QUEUE = {
  // Sent after the commit instead (decision 052): PostgreSQL lets commits that notify go one after
  // the other.
  notify: false,
  retryLimit: RETRIES,
  retryDelay: 1,
  retryBackoff: true,
  heartbeatSeconds: 10,
  // A worker that dies is missed by its heartbeat, and an engine that takes too long is stopped by
  // its own limit, which is half an hour for a video. This is for what hangs outside of both:
  // sooner, and it would take long work away from who is at it.
  expireInSeconds: 4 * 3600,
  deadLetter: DEAD_CONVERSIONS,
  deleteAfterSeconds: 86_400,
}

const MESSAGE_QUEUE = {
  notify: true,
  // After 5 s, 10 s and so on, up to 10 minutes: about an hour in all, which outlasts a mail
  // server's restart.
  retryLimit: 11,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  heartbeatSeconds: 10,
  // Longer than the carriers' own limits together.
  expireInSeconds: 180,
  deadLetter: dead(MESSAGE),
  deleteAfterSeconds: 86_400,
}

const ATTEMPT_QUEUE = {
  // A table of its own: there may be many, and they shall not delay conversions.
  partition: true,
  // An attempt takes 15 seconds at most. Its process has died where it takes longer, and the
  // attempt is made again.
  expireInSeconds: 30,
  retryLimit: 10,
  retryDelay: 1,
  deleteAfterSeconds: 600,
}

async function createQueues(boss: PgBoss): Promise<void> {
  const queues = {
    [QUICK_QUEUE]: CONVERT_QUEUE,
    [LONG_QUEUE]: CONVERT_QUEUE,
    [MESSAGE]: MESSAGE_QUEUE,
    [ATTEMPT]: ATTEMPT_QUEUE,
  }
  for (const [name, settings] of Object.entries(queues)) {
    if ('deadLetter' in settings)
      await boss.createQueue(settings.deadLetter, { retentionSeconds: 14 * 86_400 })
    await boss.createQueue(name, settings)
    // One that an earlier version made keeps that one's settings otherwise, but for its table.
    const { partition: _table, ...changing } = { partition: false, ...settings }
    await boss.updateQueue(name, changing)
  }
}

/**
 * pg-boss on our own PostgreSQL; its tables live in the schema `pgboss`. A job carries the span
 * that sent it, and the span that handles it belongs to that one.
 */
export async function openJobs(
  connection: Connection,
  log: Log,
  tracer: Tracer = NO_TRACER,
): Promise<JobsAdapter> {
  const boss = new PgBoss({
    ...connectionConfig(connection),
    max: 6,
    application_name: QUEUE_SESSION,
    useListenNotify: true,
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
    schedule: false,
  } as ConstructorParameters<typeof PgBoss>[0] & object)
  boss.on('error', (error) => log.warn({ err: error }, 'the queue met an error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the queue warns'))
  await boss.start()
  try {
    await createQueues(boss)
    await indexQueueOrder(boss)
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  /**
   * A call each, not `localConcurrency`: that would start as many, of which only the first can be
   * woken by its id.
   */
  const take = async <T extends object>(
    queue: string,
    places: number,
    handle: (job: Job<T>) => Promise<void>,
  ) => {
    for (let place = 0; place < places; place++) {
      const worker: string = await boss.work<T>(
        queue,
        {
          batchSize: 1,
          pollingIntervalSeconds: 1,
          notifyPollingIntervalSeconds: 5,
          heartbeatRefreshSeconds: 3,
        },
        async ([job]) => {
          try {
            if (job) await handle(job)
          } finally {
            boss.notifyWorker(worker) // look for the next one at once: a queue that has work never rests
          }
        },
      )
    }
  }
  let conversions: ReturnType<typeof takeConversions> | null = null
  let attempts: ReturnType<typeof takeAttempts> | null = null
  const takeDead = <T extends object>(queue: string, handle: (data: T) => Promise<void>) =>
    boss.work<T>(queue, { pollingIntervalSeconds: 5 }, async ([job]) => {
      if (job) await handle(job.data)
    })
  /** Those of these ids that no job of these queues has under this name. */
  const withoutJob = async (queues: string[], name: string, ids: readonly string[]) => {
    if (ids.length === 0) return new Set<string>()
    const { rows } = await boss.getDb().executeSql(
      `select data->>$3 as id from pgboss.job
       where name = any($1) and state in ('created', 'retry', 'active') and data->>$3 = any($2)`,
      [queues, ids, name],
    )
    const found = new Set(rows.map(({ id }: { id: string }) => id))
    return new Set(ids.filter((id) => !found.has(id)))
  }
  return {
    sendConversion: async (tx, conversionId, { background = false, owner, demands }) => {
      const queue = demands?.long ? LONG_QUEUE : QUICK_QUEUE
      notifyAfterCommit(QUEUED_CHANNEL, queue)
      await tracer.span(...producerSpan(queue, { id: conversionId }), ({ traceparent }) =>
        boss.send(
          queue,
          {
            conversionId,
            ...(demands && { needs: demands.engines.join(' + ') }),
            ...carried(traceparent),
          },
          {
            db: fromDrizzle(tx, sql),
            priority: background ? BACKGROUND_PRIORITY : 0,
            singletonKey: conversionId,
            group: groupOf(owner),
          },
        ),
      )
    },
    limitConversions: async (tx, ownerId, limit) => {
      await tx.execute(sql`
        update pgboss.job set group_tier = ${tierOf(limit)}
        where name in (${QUICK_QUEUE}, ${LONG_QUEUE}) and group_id = ${ownerId} and state in ('created', 'retry')`)
    },
    bringForward: async (tx, conversionId) => {
      await tx.execute(sql`
        update pgboss.job set priority = 0
        where name in (${QUICK_QUEUE}, ${LONG_QUEUE}) and singleton_key = ${conversionId} and state < 'active'`)
    },
    sendMessages: async (tx, messageIds) => {
      const [id, ...more] = messageIds
      const span = producerSpan(MESSAGE, more.length > 0 ? { count: messageIds.length } : { id })
      await tracer.span(...span, async ({ traceparent }) => {
        const jobs = messageIds.map((messageId) => ({ data: { messageId, ...carried(traceparent) } }))
        await boss.insert(MESSAGE, jobs, { db: fromDrizzle(tx, sql) })
      })
    },
    sendAttempts: async (tx, attempts) => {
      if (attempts.length === 0) return
      const [first, ...more] = attempts
      const span = producerSpan(
        ATTEMPT,
        more.length > 0 ? { count: attempts.length } : { id: first?.deliveryId },
      )
      await tracer.span(...span, async ({ traceparent }) => {
        const jobs = attempts.map(({ startAfter, ...data }) => ({
          data: { ...data, ...carried(traceparent) },
          startAfter,
          group: { id: data.webhookId, ...(data.failing && { tier: 'failing' }) },
        }))
        await boss.insert(ATTEMPT, jobs as Parameters<typeof boss.insert>[1], { db: fromDrizzle(tx, sql) })
      })
      notifyAfterCommit(ATTEMPTS_CHANNEL)
    },
    completeAttempts: async (tx, jobIds) => {
      await boss.complete(ATTEMPT, [...jobIds], null, { db: fromDrizzle(tx, sql) })
    },
    figures: async () => {
      const queues = await boss.getQueues()
      // One statement per queue, since each finds its oldest in the index of those that wait.
      return Promise.all(
        queues.map(async ({ name, table, readyCount, deferredCount, activeCount }) => {
          const { rows } = await boss.getDb().executeSql(
            `select extract(epoch from now() - start_after)::float as age from pgboss.${table}
             where name = $1 and state < 'active' and start_after <= now() order by start_after limit 1`,
            [name],
          )
          const figures = { queue: name, ready: readyCount, deferred: deferredCount, active: activeCount }
          return { ...figures, oldestSeconds: Math.max(0, rows[0]?.age ?? 0) }
        }),
      )
    },
    probe: async () => {
      if (!(await boss.getQueue(QUICK_QUEUE))) throw new Error('the queue is not there')
    },
    work: (places, handle) => {
      conversions = takeConversions(boss, places, handle, { log, tracer })
      return conversions
    },
    rest: async () => {
      const queues = [MESSAGE, DEAD_CONVERSIONS, dead(MESSAGE)] // the others have loops of their own
      await Promise.all([
        conversions?.rest(),
        attempts?.rest(),
        ...queues.map((queue) => boss.offWork(queue, { wait: false })),
      ])
    },
    findLost: (conversionIds) =>
      withoutJob([...CONVERSION_QUEUES, DEAD_CONVERSIONS], 'conversionId', conversionIds),
    findLostMessages: (messageIds) => withoutJob([MESSAGE, dead(MESSAGE)], 'messageId', messageIds),
    queuePositions: (conversionIds) => queuePositions(boss, conversionIds),
    findLostAttempts: (deliveryIds) => withoutJob([ATTEMPT], 'deliveryId', deliveryIds),
    onDead: async (handle) => {
      await takeDead<ConversionJob>(DEAD_CONVERSIONS, handle)
    },
    workMessages: async (concurrency, handle, giveUp) => {
      await take<MessageJob>(MESSAGE, concurrency, ({ data: { messageId, traceparent } }) =>
        tracer.span(...consumerSpan(MESSAGE, messageId, { parent: traceparent }), () => handle(messageId)),
      )
      await takeDead<MessageJob>(dead(MESSAGE), ({ messageId }) => giveUp(messageId))
    },
    workAttempts: (handle) => {
      attempts = takeAttempts(boss, ATTEMPT, handle, { log, tracer })
      return attempts
    },
    close: async () => {
      await conversions?.close()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
