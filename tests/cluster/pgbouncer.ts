import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../scripts/free-port.js'
import { PROGRAMS } from '../../scripts/programs.js'
import { until } from '../server/process.ts'
import type { Watchdog } from './watchdog.ts'

const PGBOUNCER = PROGRAMS.pgbouncer ?? ''
export const isPgbouncerHere = existsSync(PGBOUNCER)
/** It refuses to run as root. */
const NOBODY = 65534
const ids = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/**
 * PgBouncer before a PostgreSQL, which it offers twice: a connection for each session, and one for
 * each transaction.
 */
export class Pgbouncer {
  readonly #child: ChildProcess
  readonly #port: number

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.#port = port
  }

  /** `transactions` is how many connections all transactions share. */
  static async start(
    folder: string,
    database: number,
    transactions: number,
    watchdog: Watchdog,
  ): Promise<Pgbouncer> {
    mkdirSync(folder)
    if (ids.uid) chownSync(folder, NOBODY, NOBODY)
    const port = await freePort()
    const target = `host=127.0.0.1 port=${database} dbname=postgres user=app`
    const file = join(folder, 'pgbouncer.ini')
    writeFileSync(
      file,
      `[databases]
session = ${target} pool_mode=session pool_size=100
transaction = ${target} pool_mode=transaction pool_size=${transactions}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
max_client_conn = 500
`,
    )
    const child = spawn(PGBOUNCER, ['-q', file], { ...ids, stdio: 'ignore' })
    watchdog.watch(child.pid)
    const pgbouncer = new Pgbouncer(child, port)
    await until(30, async () => {
      const client = new pg.Client(pgbouncer.url('session'))
      await client.connect()
      await client.end()
      return true
    })
    return pgbouncer
  }

  url(mode: 'session' | 'transaction'): string {
    return `postgres://app@127.0.0.1:${this.#port}/${mode}`
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const exit = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exit
  }
}
