import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, PgBoss, type WorkOptions } from 'pg-boss'
import { ATTEMPTS_CHANNEL } from '../core/webhooks/channel.ts'
import type { AttemptJob, ConversionJobOptions, Jobs, Log } from '../platform.ts'
import { takeAttempts } from './attempt-jobs.ts'
import { type Connection, connectionConfig } from './postgres.ts'

const CONVERT = 'convert'
const MESSAGE = 'message'
const ATTEMPT = 'webhook'
const dead = (queue: string) => `${queue}_dead`

export interface ConversionJob {
  conversionId: string
  /** Tries of the jobs before this one, where a stopping worker returned them to the queue. */
  earlierTries?: number
}

interface MessageJob {
  messageId: string
}

export interface JobsAdapter extends Jobs {
  /**
   * Takes conversions off the queue, `concurrency` at a time. A handler that throws gives its job back to the queue, which
   * counts as a try; one that answers `returned` gives it back without that. A worker that dies is noticed by its missing
   * heartbeat and its jobs are run again: at least once, never only once.
   */
  work(
    concurrency: number,
    handle: (job: ConversionJob, signal: AbortSignal, lastTry: boolean) => Promise<'done' | 'returned'>,
  ): Promise<void>
  /** Takes no more jobs off the queue; those that are being handled go on. */
  rest(): Promise<void>
  /** Calls back for jobs that failed at every try. */
  onDead(handle: (job: ConversionJob) => Promise<void>): Promise<void>
  /** Takes messages off the queue, in the same way; `giveUp` gets those that failed at every try. */
  workMessages(
    concurrency: number,
    handle: (messageId: string) => Promise<void>,
    giveUp: (messageId: string) => Promise<void>,
  ): Promise<void>
  /**
   * Takes attempts to deliver events off the queue, many at a time, within bounds per webhook and per owner. A handler that throws
   * gives its job back; one that ends has completed it by its id (`completeAttempts`). `wake` looks for jobs at once.
   */
  workAttempts(handle: (job: AttemptJob, jobId: string) => Promise<void>): { wake(): void }
  /** Waits for the handlers; call it after they have been told to stop. */
  close(): Promise<void>
}

const RETRIES = 4
/** Those of the rest are 0, and the highest comes first. */
const BACKGROUND_PRIORITY = -1
/** Of a job that was taken and has to wait on: it keeps its place before those that came later. */
const BEFORE_OTHERS = 1

/** An owner's conversions are a group, whose tier is the limit of their plan: "4" runs four of them. */
const MAX_LIMIT = 100
const tierOf = (limit: number | null): string | null => (limit === null ? null : String(limit))
const groupOf = ({ id, limit }: NonNullable<ConversionJobOptions['owner']>) => ({
  id,
  ...(limit !== null && { tier: String(limit) }),
})
const PER_OWNER = {
  default: 1_000_000,
  tiers: Object.fromEntries(Array.from({ length: MAX_LIMIT }, (_, at) => [String(at + 1), at + 1])),
}

const CONVERT_QUEUE = {
  notify: true,
  retryLimit: RETRIES,
  retryDelay: 1,
  retryBackoff: true,
  heartbeatSeconds: 10,
  // A worker that dies is missed by its heartbeat, and an engine that takes too long is stopped by its own limit, which is half
  // an hour for a film. This is for what hangs outside of both: sooner, and it would take long work away from who is at it.
  expireInSeconds: 4 * 3600,
  deadLetter: dead(CONVERT),
  deleteAfterSeconds: 86_400,
}

const MESSAGE_QUEUE = {
  notify: true,
  // After 5 s, 10 s and so on, up to 10 minutes: about an hour in all, which outlasts a mail server's restart.
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
  // An attempt takes 15 seconds at most. Its process has died where it takes longer, and the attempt is made again.
  expireInSeconds: 30,
  retryLimit: 10,
  retryDelay: 1,
  deleteAfterSeconds: 600,
}

async function createQueues(boss: PgBoss): Promise<void> {
  const queues = { [CONVERT]: CONVERT_QUEUE, [MESSAGE]: MESSAGE_QUEUE, [ATTEMPT]: ATTEMPT_QUEUE }
  for (const [name, settings] of Object.entries(queues)) {
    if ('deadLetter' in settings)
      await boss.createQueue(settings.deadLetter, { retentionSeconds: 14 * 86_400 })
    await boss.createQueue(name, settings)
    // One that an earlier version made keeps that one's settings otherwise, but for its table.
    const { partition: _table, ...changing } = { partition: false, ...settings }
    await boss.updateQueue(name, changing)
  }
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
  try {
    await createQueues(boss)
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  /** A call each, not `localConcurrency`: that would start as many, of which only the first can be woken by its id. */
  const take = async <T extends object>(
    queue: string,
    places: number,
    handle: (job: Job<T>) => Promise<void>,
    options: Pick<WorkOptions, 'groupConcurrency'> = {},
  ) => {
    for (let place = 0; place < places; place++) {
      const worker: string = await boss.work<T>(
        queue,
        {
          ...options,
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
  /** The queue counts a try whenever a job is taken, so a returned one is replaced by a new job with the tries that are left. */
  const replace = ({ data, retryCount, groupId, groupTier }: Job<ConversionJob>, priority = 0) => {
    const { conversionId, earlierTries = 0 } = data
    const tries = earlierTries + retryCount
    return boss.send(
      CONVERT,
      { conversionId, earlierTries: tries },
      {
        ...{ priority, retryLimit: RETRIES - tries },
        ...(groupId && { group: { id: groupId, ...(groupTier && { tier: groupTier }) } }),
      },
    )
  }
  /** Places that look at the same moment take more of an owner's jobs than their limit: those that came last are returned. */
  const isBeyondLimit = async ({ id, groupId, groupTier }: Job<ConversionJob>) => {
    if (!groupId || !groupTier) return false
    const { rows } = await boss.getDb().executeSql(
      `select count(*)::int as before from pgboss.job other join pgboss.job mine on mine.name = other.name and mine.id = $2
       where other.name = $1 and other.state = 'active' and other.group_id = $3
         and (other.started_on, other.id) < (mine.started_on, mine.id)`,
      [CONVERT, id, groupId],
    )
    return rows[0].before >= Number(groupTier)
  }
  let attempts: ReturnType<typeof takeAttempts> | null = null
  const takeDead = <T extends object>(queue: string, handle: (data: T) => Promise<void>) =>
    boss.work<T>(dead(queue), { pollingIntervalSeconds: 5 }, async ([job]) => {
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
    sendConversion: async (tx, conversionId, { background = false, owner } = {}) => {
      await boss.send(
        CONVERT,
        { conversionId },
        {
          db: fromDrizzle(tx, sql),
          priority: background ? BACKGROUND_PRIORITY : 0,
          singletonKey: conversionId,
          ...(owner && { group: groupOf(owner) }),
        },
      )
    },
    limitConversions: async (tx, ownerId, limit) => {
      await tx.execute(sql`
        update pgboss.job set group_tier = ${tierOf(limit)}
        where name = ${CONVERT} and group_id = ${ownerId} and state in ('created', 'retry')`)
    },
    bringForward: async (tx, conversionId) => {
      const db = fromDrizzle(tx, sql)
      await boss.update(CONVERT, undefined, { db, singletonKey: conversionId, priority: 0 })
    },
    sendMessages: async (tx, messageIds) => {
      const jobs = messageIds.map((messageId) => ({ data: { messageId } }))
      await boss.insert(MESSAGE, jobs, { db: fromDrizzle(tx, sql) })
    },
    sendAttempts: async (tx, attempts) => {
      if (attempts.length === 0) return
      const jobs = attempts.map(({ startAfter, ...data }) => ({
        data,
        startAfter,
        group: { id: data.webhookId, ...(data.failing && { tier: 'failing' }) },
      }))
      await boss.insert(ATTEMPT, jobs as Parameters<typeof boss.insert>[1], { db: fromDrizzle(tx, sql) })
      await tx.execute(sql`select pg_notify(${ATTEMPTS_CHANNEL}, '')`)
    },
    completeAttempts: async (tx, jobIds) => {
      await boss.complete(ATTEMPT, [...jobIds], null, { db: fromDrizzle(tx, sql) })
    },
    probe: async () => {
      if (!(await boss.getQueue(CONVERT))) throw new Error('the queue is not there')
    },
    work: (concurrency, handle) =>
      take<ConversionJob>(
        CONVERT,
        concurrency,
        async (job) => {
          if (await isBeyondLimit(job)) return void (await replace(job, BEFORE_OTHERS))
          const lastTry = (job.data.earlierTries ?? 0) + job.retryCount >= RETRIES
          if ((await handle(job.data, job.signal, lastTry)) === 'returned') await replace(job)
        },
        { groupConcurrency: PER_OWNER },
      ),
    rest: async () => {
      const queues = [CONVERT, MESSAGE, dead(CONVERT), dead(MESSAGE)] // attempts have a loop of their own
      await Promise.all([attempts?.rest(), ...queues.map((queue) => boss.offWork(queue, { wait: false }))])
    },
    findLost: (conversionIds) => withoutJob([CONVERT, dead(CONVERT)], 'conversionId', conversionIds),
    findLostAttempts: (deliveryIds) => withoutJob([ATTEMPT], 'deliveryId', deliveryIds),
    onDead: async (handle) => {
      await takeDead<ConversionJob>(CONVERT, handle)
    },
    workMessages: async (concurrency, handle, giveUp) => {
      await take<MessageJob>(MESSAGE, concurrency, ({ data }) => handle(data.messageId))
      await takeDead<MessageJob>(MESSAGE, ({ messageId }) => giveUp(messageId))
    },
    workAttempts: (handle) => {
      attempts = takeAttempts(boss, ATTEMPT, handle, log)
      return attempts
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}
