import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CONVERSION_QUEUES, QUEUED_CHANNEL } from '../core/conversion/queue-channel.ts'
import { SCAN_CHANNEL } from '../core/scan/channel.ts'
import { SETTLED_CHANNEL } from '../core/settle.ts'
import { ATTEMPTS_CHANNEL } from '../core/webhooks/channel.ts'
import type { Log, Notification, Signals } from '../platform.ts'
import { type Connection, connectionConfig } from './postgres.ts'

const SETTLED = 'settled'
const ATTEMPTS = 'attempts'
const SCAN = 'scan'
const QUEUED = 'queued'
const RECONNECTED = 'reconnected'

const SEND =
  'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as one (channel, payload)'
/**
 * Minimum interval between two statements, which batches notifications. The first after a pause is
 * sent at once.
 */
const SEND_EVERY_MS = 100
const SEND_AGAIN_MS = 250
const CLOSE_WITHIN_MS = 2000

/**
 * Runs LISTEN on a separate connection. After a reconnect it wakes all waiters once, since
 * notifications were lost meanwhile: they read their row again.
 */
export async function openSignals(
  connection: Connection,
  log: Log,
): Promise<Signals & { close(): Promise<void> }> {
  const events = new EventEmitter().setMaxListeners(0)
  let closed = false
  let client: pg.Client | undefined

  const dispatch = ({ channel, payload }: Notification) => {
    if (channel === ATTEMPTS_CHANNEL) events.emit(ATTEMPTS)
    if (channel === QUEUED_CHANNEL && CONVERSION_QUEUES.includes(payload)) events.emit(QUEUED)
    if (channel === SCAN_CHANNEL) events.emit(`${SCAN}:${payload}`)
    if (channel !== SETTLED_CHANNEL || !payload) return
    events.emit(SETTLED, payload)
    events.emit(`${SETTLED}:${payload}`)
  }

  const connect = async () => {
    const next = new pg.Client({ ...connectionConfig(connection), keepAlive: true })
    next.on('error', () => {})
    let own: number | undefined
    next.on('notification', ({ channel, payload = '', processId }) => {
      // This process has dispatched its own notifications on sending.
      if (processId !== own) dispatch({ channel, payload })
    })
    try {
      await next.connect()
      own = await backendOf(next)
      await next.query(
        `listen ${SETTLED_CHANNEL}; listen ${ATTEMPTS_CHANNEL}; listen ${SCAN_CHANNEL}; listen ${QUEUED_CHANNEL}`,
      )
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    // Reconnects only after an established connection: a failed attempt also ends, and is retried
    // below.
    next.once('end', () => void (closed || reconnect()))
    client = next
  }
  const reconnect = async () => {
    for (let wait = 50; !closed; wait = Math.min(wait * 2, 2000)) {
      await sleep(wait, undefined, { ref: false })
      try {
        await connect()
        events.emit(RECONNECTED)
        return
      } catch (error) {
        log.warn({ err: error }, 'listening for settled conversions: the database is away')
      }
    }
  }
  await connect()

  const told = async (event: string, signal: AbortSignal) => {
    const done = new AbortController()
    const until = { signal: AbortSignal.any([signal, done.signal]) }
    const woken = [once(events, event, until), once(events, RECONNECTED, until)]
    await Promise.race(woken).catch(() => {}) // aborted: the timeout is a valid result
    done.abort()
    await Promise.allSettled(woken)
  }

  const waiting = new Map<string, Notification>()
  let sending: Promise<void> | null = null
  /** Sends one statement at a time, with all notifications since the previous one. */
  const sendWaiting = async () => {
    while (waiting.size > 0 && !closed) {
      const some = [...waiting]
      waiting.clear()
      try {
        if (!client) throw new Error('There is no connection.')
        await client.query(SEND, [
          some.map(([, { channel }]) => channel),
          some.map(([, { payload }]) => payload),
        ])
        await sleep(SEND_EVERY_MS)
      } catch (error) {
        for (const [key, one] of some) waiting.set(key, one)
        log.warn({ err: error, waiting: waiting.size }, 'notifications wait for the database')
        await sleep(SEND_AGAIN_MS, undefined, { ref: false })
      }
    }
    sending = null
  }

  return {
    send: (notifications) => {
      for (const one of notifications) {
        dispatch(one)
        waiting.set(`${one.channel} ${one.payload}`, one)
      }
      if (waiting.size > 0) sending ??= sendWaiting()
    },
    settled: (id, signal) => told(`${SETTLED}:${id}`, signal),
    scanChanged: (id, signal) => told(`${SCAN}:${id}`, signal),
    onSettled: (listener) => {
      events.on(SETTLED, listener)
      return () => events.off(SETTLED, listener)
    },
    onAttempts: (listener) => {
      events.on(ATTEMPTS, listener)
      return () => events.off(ATTEMPTS, listener)
    },
    onQueued: (listener) => {
      events.on(QUEUED, listener)
      return () => events.off(QUEUED, listener)
    },
    close: async () => {
      // Sends the last notifications before closing, if the database is available.
      await Promise.race([sending, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })])
      closed = true
      await client?.end()
    },
  }
}

/** The backend's process id, which a connection pooler hides. */
async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
