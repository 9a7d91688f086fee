import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { server } from '../../scripts/prepare.js'
import { COMPILE_CACHE } from '../server/compile-cache.ts'
import { end, until } from '../server/process.ts'
import type { Watchdog } from './watchdog.ts'

const ROOT = join(import.meta.dirname, '../..')
/** What the log says once each role works. */
const READY = { web: /ready at (\S+)/, worker: /engines run in a sandbox/ }
const READY_WITHIN_SECONDS = 180

interface MemberOptions {
  /** Where a web process listens. */
  port: number
  settings: Record<string, string>
  watchdog: Watchdog
  /** The sources that it runs; those of another version in a test of upgrades. */
  root?: string
}

/** One process of the cluster, which can be ended and started again. */
export class Member {
  readonly name: string
  readonly role: 'web' | 'worker'
  readonly port: number
  readonly #root: string
  readonly #watchdog: Watchdog
  readonly #settings: Record<string, string>
  #child: ChildProcess | undefined
  #log = ''

  constructor(
    name: string,
    role: 'web' | 'worker',
    { port, settings, watchdog, root = ROOT }: MemberOptions,
  ) {
    this.name = name
    this.role = role
    this.port = port
    this.#root = root
    this.#watchdog = watchdog
    this.#settings = settings
  }

  /**
   * Starts it, and resolves once it works. For this start, `environment` is added, and `root` is
   * another version's.
   */
  async start(environment: Record<string, string> = {}, root = this.#root): Promise<void> {
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      LOG_FORMAT: 'json',
      ROLE: this.role,
      PORT: String(this.port),
      ...this.#settings,
      ...environment,
    }
    // Versions from before the server was bundled run from their sources.
    const isBundled = existsSync(join(root, 'dist-server'))
    const program = isBundled ? server : ['server/main.ts']
    const child = spawn(process.execPath, program, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    this.#watchdog.watch(child.pid)
    const before = this.#log.length
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#log += text
      })
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    const isReady = () => READY[this.role].test(this.#log.slice(before))
    await until(READY_WITHIN_SECONDS, async () => isReady() || hasEnded())
    if (!isReady()) throw new Error(`${this.name} did not start: ${this.#log.slice(before)}`)
  }

  /** Ends it, and resolves with its exit code; null where a signal ended it. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    return this.#child ? end(this.#child, signal) : null
  }

  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#child?.kill('SIGCONT')
  }

  /** Of the process that runs now. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Everything that it has logged in all its lives. */
  log(): string {
    return this.#log
  }
}
