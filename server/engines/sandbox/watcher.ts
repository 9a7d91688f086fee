import { Worker } from 'node:worker_threads'
import type { EngineLog } from '../kernel/log.ts'
import type { ExceededLimit, WatchOrder, WatchReport } from './watch-worker.ts'

export interface Watched {
  pid: number
  folder: string
  /** Resident memory of the process with everything below it. */
  memoryBytes: number
  /** All that it writes into its folder. */
  outputBytes: number
  /** How long it may use no processor time at all. */
  stallMs: number
}

export interface Watch {
  /** The most memory that was seen, in bytes. */
  peak(): number
  end(): void
}

const RESTART_MS = 1000
/**
 * A watch begins this long after its job. Most jobs have ended by then, and cost the thread
 * nothing; until then the limits of the system hold the child.
 */
const BEGIN_MS = 50

/**
 * Watches all children of a pool from one thread of its own, so that no walk of /proc or of a
 * folder blocks the event loop.
 */
export class Watcher {
  readonly #log: EngineLog
  /** Those that have begun. */
  readonly #watches = new Map<number, { order: WatchOrder; peak: number; exceed: Exceed }>()
  #thread: Worker | undefined
  #serial = 0
  #closed = false

  constructor(log: EngineLog) {
    this.#log = log
  }

  /** Calls `exceed` when the child is over a limit, possibly several times. */
  watch(child: Watched, exceed: Exceed): Watch {
    const id = ++this.#serial
    const watch = { order: { id, ...child }, peak: 0, exceed }
    const timer = setTimeout(() => {
      this.#watches.set(id, watch)
      this.#send(watch.order)
    }, BEGIN_MS)
    return {
      peak: () => watch.peak,
      end: () => {
        clearTimeout(timer)
        if (this.#watches.delete(id)) this.#send({ id, pid: null })
      },
    }
  }

  #send(order: WatchOrder) {
    if (this.#closed) return
    if (this.#thread) this.#thread.postMessage(order)
    else if (this.#watches.size > 0) this.#start()
  }

  #start() {
    const thread = new Worker(new URL('./watch-worker.ts', import.meta.url), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    })
    this.#thread = thread
    thread.unref()
    thread.on('message', ({ id, peak, exceeded }: WatchReport) => {
      const watch = this.#watches.get(id)
      if (!watch) return
      watch.peak = peak
      if (exceeded) watch.exceed(exceeded)
    })
    thread.on('error', (error) => this.#log.error({ err: error }, 'The watch over engines failed.'))
    thread.once('exit', () => {
      if (this.#closed) return
      this.#thread = undefined
      // Children must not go unwatched.
      setTimeout(() => this.#watches.size > 0 && !this.#thread && this.#start(), RESTART_MS).unref()
    })
    for (const { order } of this.#watches.values()) thread.postMessage(order)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#thread?.terminate()
  }
}

type Exceed = (limit: ExceededLimit) => void
