import { Worker } from 'node:worker_threads'
import type { EngineLog } from '../kernel/log.ts'
import type { ExceededLimit, WatchOrder, WatchReport } from './watch-worker.ts'

export interface Watched {
  pid: number
  folder: string
  /** Resident memory of the process tree. */
  memoryBytes: number
  /** Total bytes that it writes to its folder. */
  outputBytes: number
  /** Maximum time without CPU use. */
  stallMs: number
}

export interface Watch {
  /** The peak memory in bytes. */
  peak(): number
  end(): void
}

const RESTART_MS = 1000
/**
 * A watch starts this long after its job: most jobs have ended by then, and rlimits apply until
 * then.
 */
const BEGIN_MS = 50

/**
 * Watches all children of a pool from a separate thread, so that walks of /proc and folders don't
 * block the event loop.
 */
export class Watcher {
  readonly #log: EngineLog
  /** Active watches. */
  readonly #watches = new Map<number, { order: WatchOrder; peak: number; exceed: Exceed }>()
  #thread: Worker | undefined
  #serial = 0
  #closed = false

  constructor(log: EngineLog) {
    this.#log = log
  }

  /** Calls `exceed` when the child exceeds a limit, possibly several times. */
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
      // Restarts the thread, so that no child is unwatched.
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
