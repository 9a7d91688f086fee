import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SCAN_CHANNEL } from '../core/scan/channel.ts'
import { SETTLED_CHANNEL } from '../core/settle.ts'
import { ATTEMPTS_CHANNEL } from '../core/webhooks/channel.ts'
import type { Log, Signals } from '../platform.ts'
import { type Connection, connectionConfig } from './postgres.ts'

const SETTLED = 'settled'
const ATTEMPTS = 'attempts'
const SCAN = 'scan'
const RECONNECTED = 'reconnected'

/**
 * LISTEN on a connection of its own. After a broken connection everybody is woken once, since what was told meanwhile
 * is lost: whoever waits looks at the row again.
 */
export async function openSignals(
  connection: Connection,
  log: Log,
): Promise<Signals & { close(): Promise<void> }> {
  const events = new EventEmitter().setMaxListeners(0)
  let closed = false
  let client: pg.Client | undefined

  const connect = async () => {
    const next = new pg.Client({ ...connectionConfig(connection), keepAlive: true })
    next.on('error', () => {})
    next.on('notification', ({ channel, payload }) => {
      if (channel === ATTEMPTS_CHANNEL) events.emit(ATTEMPTS)
      if (channel === SCAN_CHANNEL) events.emit(`${SCAN}:${payload}`)
      if (channel !== SETTLED_CHANNEL || !payload) return
      events.emit(SETTLED, payload)
      events.emit(`${SETTLED}:${payload}`)
    })
    try {
      await next.connect()
      await next.query(`listen ${SETTLED_CHANNEL}; listen ${ATTEMPTS_CHANNEL}; listen ${SCAN_CHANNEL}`)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    // Only a connection that once stood is mourned: a failed attempt ends too, and is tried again below.
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
    await Promise.race(woken).catch(() => {}) // aborted: the time is up, which is an answer too
    done.abort()
    await Promise.allSettled(woken)
  }

  return {
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
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
