import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../scripts/free-port.js'
import { end, postmasterOf, type ServerProcess, spawnServer, until } from '../server/process.ts'
import type { MovedClock } from './moved-clock.ts'
import { SmallDisk } from './small-disk.ts'

const SETTINGS = {
  LOG_LEVEL: 'info',
  RATE_LIMITS: '1000',
  SIGNUP_CREDITS: '100000',
  DATABASE_POOL: '4',
  CONCURRENCY: '2',
}

/** What a process holds. */
export interface Usage {
  /** Resident memory in MB. */
  memory: number
  /** Open files and sockets. */
  handles: number
}

/**
 * The real server with its embedded database and real engines, on a moved clock and, where this
 * user may mount, a small disk.
 */
export class Instance {
  readonly disk = new SmallDisk()
  readonly folder = this.disk.folder
  readonly #clock: MovedClock
  #server!: ServerProcess
  #port = 0
  #logged = 0
  /** Warnings and errors of all its processes. */
  readonly complaints: string[] = []

  constructor(clock: MovedClock) {
    this.#clock = clock
  }

  get url() {
    return this.#server.url
  }

  async start(): Promise<void> {
    this.#port ||= await freePort()
    this.#server = await spawnServer(this.folder, {
      ...SETTINGS,
      ...this.#clock.environment(),
      PORT: String(this.#port),
    })
    this.#logged = 0
  }

  /** Stops it; null for a graceful stop that exits with 0. */
  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const code = await end(this.#server.child, signal)
    this.#collect()
    return code
  }

  killDatabase(): void {
    process.kill(postmasterOf(this.folder), 'SIGKILL')
  }

  /** Waits until the next sweep has ended. */
  async swept(): Promise<void> {
    const before = this.#sweeps()
    await until(60, async () => this.#sweeps() > before)
  }

  usage(): Usage {
    const { pid } = this.#server.child
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return { memory: (pages * 4096) / 1e6, handles: readdirSync(`/proc/${pid}/fd`).length }
  }

  async query<T extends object>(sql: string): Promise<T[]> {
    const client = new pg.Client({ host: this.#socketFolder(), user: 'app', database: 'postgres' })
    await client.connect()
    try {
      return (await client.query<T>(sql)).rows
    } finally {
      await client.end()
    }
  }

  /** Files below a folder of the data folder, by their paths in it. */
  files(folder: string): string[] {
    const root = join(this.folder, folder)
    try {
      return readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    } catch {
      return []
    }
  }

  async close(): Promise<void> {
    await this.stop('SIGTERM')
    await this.disk.remove()
  }

  /** PostgreSQL's own file says where its socket is. */
  #socketFolder(): string {
    const lines = readFileSync(join(this.folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')
    return lines[4] as string
  }

  #sweeps(): number {
    return this.#server.log().split('"msg":"swept"').length - 1
  }

  #collect() {
    const lines = this.#server.log().slice(this.#logged).split('\n')
    this.#logged = this.#server.log().length
    this.complaints.push(...lines.filter((line) => /"level":(40|50|60)/.test(line)))
  }
}
