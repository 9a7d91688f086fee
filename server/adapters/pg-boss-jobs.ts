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
   * Fetches conversions that require no more than `abilities`, into slots with a limit for long
   * jobs. Delivery is at least once: a missing heartbeat reveals a dead worker, and its jobs run
   * again. `wake` fetches at once.
   */
  work(
    places: { concurrency: number; abilities: () => readonly string[] },
    handle: HandleConversion,
  ): { wake(): void }
  /** Stops fetching; running jobs continue. */
  rest(): Promise<void>
  /** Calls back for jobs that failed on every attempt. */
  onDead(handle: (job: ConversionJob) => Promise<void>): Promise<void>
  /** Fetches messages in the same way; `giveUp` gets those that failed on every attempt. */
  workMessages(
    concurrency: number,
    handle: (messageId: string) => Promise<void>,
    giveUp: (messageId: string) => Promise<void>,
  ): Promise<void>
  /**
   * Fetches delivery attempts, many at a time, within limits per webhook and per owner. A handler
   * that throws returns its job; one that succeeds has completed it by id (`completeAttempts`).
   * `wake` fetches at once.
   */
  workAttempts(handle: (job: AttemptJob, jobId: string) => Promise<void>): { wake(): void }
  /** Waits for the handlers; abort them before the call. */
  close(): Promise<void>
}

/** The default is 0; the highest priority comes first. */
const BACKGROUND_PRIORITY = -1
const DEAD_CONVERSIONS = dead(QUICK_QUEUE)

/**
 * The conversions of an owner are a pg-boss group; its tier is the plan's limit. An owner's service
 * jobs are a separate group without a tier.
 */
const tierOf = (limit: number | null): string | null => (limit === null ? null : String(limit))
const groupOf = (owner: ConversionJobOptions['owner']) =>
  'service' in owner
    ? { id: `service:${owner.id}` }
    : { id: owner.id, ...(owner.limit !== null && { tier: String(owner.limit) }) }

const CONVERT_QUEUE = {
  // Notified after the commit (decision 052): PostgreSQL serializes commits that notify.
  notify: false,
  retryLimit: RETRIES,
  retryDelay: 1,
  retryBackoff: true,
  heartbeatSeconds: 10,
  // Only for jobs that hang elsewhere: a dead worker is detected by its heartbeat, and an engine
  // has its own limit, half an hour for a video. A shorter value would take long jobs away from a
  // live worker.
  expireInSeconds: 4 * 3600,
  deadLetter: DEAD_CONVERSIONS,
  deleteAfterSeconds: 86_400,
}

const MESSAGE_QUEUE = {
  notify: true,
  // After 5 s, 10 s and so on, up to 10 minutes: about an hour in total, longer than a mail
  // server's restart.
  retryLimit: 11,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  heartbeatSeconds: 10,
  // Longer than the transports' own timeouts together.
  expireInSeconds: 180,
  deadLetter: dead(MESSAGE),
  deleteAfterSeconds: 86_400,
}

const ATTEMPT_QUEUE = {
  // A separate table: there may be many attempts, and they must not delay conversions.
  partition: true,
  // An attempt takes at most 15 seconds; after a longer time its process is dead, and the attempt
  // is repeated.
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
    // Updates an existing queue from an earlier version; its table cannot change.
    const { partition: _table, ...changing } = { partition: false, ...settings }
    await boss.updateQueue(name, changing)
  }
}

/**
 * pg-boss on our PostgreSQL, in the schema `pgboss`. A job carries the sending span, which is the
 * parent of the handling span.
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
   * One call per slot instead of `localConcurrency`, which would start workers of which only the
   * first can be woken by its id.
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
            // Fetches the next job at once: a worker never idles while jobs wait.
            boss.notifyWorker(worker)
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
  /** The ids that no job of these queues carries in this property. */
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
      // One statement per queue, since each uses the index of waiting jobs.
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
      const queues = [MESSAGE, DEAD_CONVERSIONS, dead(MESSAGE)] // the others have their own loops
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
