import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PostgresServer } from '../tests/cluster/postgres-server.ts'
import { Watchdog } from '../tests/cluster/watchdog.ts'
import { digits } from './figures.ts'
import { withFolder } from './server.ts'
import { type Bench, verdict } from './table.ts'

/** Required commits per second, and the number of listening web processes. */
const RATE = 500
const LISTENERS = 20
const WRITERS = 16
/** Maximum p99 of a commit, in milliseconds. */
const MOST_MS = 50
const CHANNEL = 'conversion_settled'
/** Like the end of a conversion: each updates one row, with or without a notification. */
const STATEMENTS = {
  silent: 'update settled set at = now() where id = $1',
  notifying: `with settled as (update settled set at = now() where id = $1 returning id) select pg_notify('${CHANNEL}', id::text) from settled`,
}

/** The cost of `pg_notify`. PostgreSQL serializes commits that notify. */
export const notify: Bench = {
  name: 'notify',
  title: 'Commits that notify web processes',
  run: ({ quick }) =>
    withFolder(async (folder) => {
      // PostgreSQL runs as another user if this process runs as root.
      chmodSync(folder, 0o755)
      const watchdog = new Watchdog()
      const postgres = await PostgresServer.start(join(folder, 'postgres'), watchdog)
      const seconds = quick ? 2 : 10
      const rows: string[][] = []
      try {
        await postgres.query('create table settled (id integer primary key, at timestamptz)')
        await postgres.query('insert into settled select n, null from generate_series(0, 999) n')
        for (const [what, statement, listeners] of [
          ['without notifications', STATEMENTS.silent, 0],
          ['notifications, no listener', STATEMENTS.notifying, 0],
          [`notifications, ${LISTENERS} listening sessions`, STATEMENTS.notifying, LISTENERS],
        ] as const) {
          const heard = await listen(postgres, listeners)
          const paced = await write(postgres, statement, seconds, RATE)
          const most = await write(postgres, statement, seconds, Number.POSITIVE_INFINITY)
          const expected = listeners * (paced.times.length + most.times.length)
          // Waits for the last notifications.
          for (let n = 0; n < 100 && heard.count() < expected; n++) await sleep(50)
          await heard.close()
          if (heard.count() !== expected)
            throw new Error(`${heard.count()} of ${expected} notifications were received`)
          const p99 = percentile(paced.times, 0.99)
          rows.push([
            what,
            `${digits(paced.rate)}`,
            `${digits(percentile(paced.times, 0.5))} ms`,
            `${digits(p99)} ms`,
            verdict(paced.rate >= 0.98 * RATE && p99 <= MOST_MS),
            digits(most.rate),
          ])
        }
        return {
          columns: [
            'commits',
            'per second',
            'median',
            'p99',
            `≥ ${RATE} per second, p99 ≤ ${MOST_MS} ms`,
            'maximum per second',
          ],
          rows,
          notes: [
            `${postgres.version}, as installed: each commit waits for the disk. ${WRITERS} sessions, one statement per transaction, ${seconds} s at ${RATE} per second, then ${seconds} s at full speed. Each listening session received each notification.`,
          ],
        }
      } finally {
        await postgres.down()
        watchdog.close()
      }
    }),
}

async function listen(postgres: PostgresServer, size: number) {
  let count = 0
  const clients = await Promise.all(
    Array.from({ length: size }, async () => {
      const client = new pg.Client({ connectionString: postgres.url() })
      await client.connect()
      client.on('notification', () => {
        count++
      })
      await client.query(`listen ${CHANNEL}`)
      return client
    }),
  )
  return {
    count: () => count,
    close: () => Promise.all(clients.map((client) => client.end())),
  }
}

/** Each writer starts a commit when the rate allows it, or immediately if it is late. */
async function write(postgres: PostgresServer, statement: string, seconds: number, rate: number) {
  const times: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  let turn = 0
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const client = new pg.Client({ connectionString: postgres.url() })
      await client.connect()
      for (;;) {
        const due = began + (turn++ * 1000) / rate
        if (Math.max(due, performance.now()) >= until) break
        if (due > performance.now()) await sleep(due - performance.now())
        const at = performance.now()
        await client.query({ name: 'write', text: statement, values: [(writer * 61 + times.length) % 1000] })
        times.push(performance.now() - at)
      }
      await client.end()
    }),
  )
  return { times, rate: times.length / ((performance.now() - began) / 1000) }
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
