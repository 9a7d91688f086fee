import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics, Platform } from '../platform.ts'
import type { JobsAdapter } from './pg-boss-jobs.ts'

/** Without a scraper, nothing is counted. */
export const NO_METRICS: Metrics = { request() {}, conversion() {}, delivery() {}, message() {} }

/** Sources that are read on each scrape. */
export interface MetricsSources {
  version: string
  role: string
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  jobs: Pick<JobsAdapter, 'figures'>
  engines: Pick<Platform['engines'], 'figures' | 'sandbox'>
  /** The folder whose disk may become full. */
  scratch: string
}

export interface PrometheusMetrics extends Metrics {
  /**
   * All metrics in the Prometheus text format. Metrics whose source is unavailable, such as the
   * database, are omitted.
   */
  text(): Promise<{ type: string; body: string }>
  close(): void
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const CONVERSION_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800]

/**
 * Metrics of this process with prom-client, and those of the queues, which are the same in every
 * process.
 */
export function openPrometheusMetrics(sources: MetricsSources): PrometheusMetrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'filewright_http_request_duration_seconds',
    help: 'Time until a response was sent, by operation of the API. Operations that wait hold a request for up to 30 s.',
    labelNames: ['operation', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const conversions = new Histogram({
    name: 'filewright_conversion_duration_seconds',
    help: 'Time that a worker took for a conversion, without its time in the queue. `result` is completed, or the code of the failure.',
    labelNames: ['family', 'operation', 'result'],
    buckets: CONVERSION_SECONDS,
    registers,
  })
  const deliveries = new Histogram({
    name: 'filewright_webhook_attempt_duration_seconds',
    help: 'Time that an attempt to deliver an event took.',
    labelNames: ['result'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const messages = new Counter({
    name: 'filewright_messages_total',
    help: 'Attempts to send mail and text messages; kept where nothing carries them.',
    labelNames: ['kind', 'result'],
    registers,
  })
  readOthers(registers, sources)
  return {
    request: ({ operation, status, seconds }) => requests.observe({ operation, status }, seconds),
    conversion: ({ family, operation, result, seconds }) =>
      conversions.observe({ family, operation, result }, seconds),
    delivery: ({ result, seconds }) => deliveries.observe({ result }, seconds),
    message: (attempt) => messages.inc(attempt),
    text: async () => ({ type: register.contentType, body: await register.metrics() }),
    close: () => register.clear(),
  }
}

/** Gauges that read their source on each scrape. */
function readOthers(registers: Registry[], { version, role, pool, jobs, engines, scratch }: MetricsSources) {
  const gauge = <Name extends string>(
    name: string,
    help: string,
    labelNames: readonly Name[],
    collect: (set: (value: number, labels?: Record<Name, string>) => void) => void | Promise<void>,
  ) =>
    new Gauge({
      ...{ name, help, labelNames, registers },
      async collect() {
        this.reset()
        // An unavailable source must not hide the other metrics, which may show the cause.
        await Promise.resolve(collect((value, labels) => this.set(labels ?? {}, value))).catch(() => {
          this.reset()
        })
      },
    })
  gauge('filewright_info', 'Always 1; the labels say what runs.', ['version', 'role', 'sandbox'], (set) =>
    set(1, { version, role, sandbox: engines.sandbox().kind }),
  )
  let reading: ReturnType<typeof jobs.figures> | null = null
  /** Shares one read among gauges of the same scrape. */
  const queues = () => {
    reading ??= jobs.figures().finally(() => {
      reading = null
    })
    return reading
  }
  gauge('filewright_queue_jobs', 'Jobs in the database’s queues.', ['queue', 'state'], async (set) => {
    for (const { queue, ready, deferred, active } of await queues())
      for (const [state, count] of Object.entries({ ready, deferred, active })) set(count, { queue, state })
  })
  gauge(
    'filewright_queue_oldest_seconds',
    'How long the oldest job that could begin has waited.',
    ['queue'],
    async (set) => {
      for (const { queue, oldestSeconds } of await queues()) set(oldestSeconds, { queue })
    },
  )
  gauge(
    'filewright_engine_children',
    'Children of engines that are alive in this process.',
    ['kind', 'state'],
    (set) => {
      for (const { kind, busy, idle } of engines.figures().children) {
        set(busy, { kind, state: 'busy' })
        set(idle, { kind, state: 'idle' })
      }
    },
  )
  const failures = new Counter({
    name: 'filewright_engine_failures_total',
    help: 'Jobs that failed in a child of this process, by the kind of child and the code of the failure.',
    labelNames: ['kind', 'code'],
    registers,
    collect() {
      this.reset()
      for (const { kind, code, count } of engines.figures().failures) failures.inc({ kind, code }, count)
    },
  })
  gauge(
    'filewright_database_connections',
    'Connections of this process’ pool; waiting are those who wait for one.',
    ['state'],
    (set) => {
      set(pool.totalCount - pool.idleCount, { state: 'busy' })
      set(pool.idleCount, { state: 'idle' })
      set(pool.waitingCount, { state: 'waiting' })
    },
  )
  gauge('filewright_disk_free_bytes', 'Free space where uploads and jobs lie.', [], async (set) => {
    const { bsize, bavail } = await statfs(scratch)
    set(bsize * bavail)
  })
}
