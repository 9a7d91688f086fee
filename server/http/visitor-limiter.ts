import { performance } from 'node:perf_hooks'
import { ApiProblem } from '../core/api-problem.ts'

/** Concurrent requests of one operation, and the same while the event loop is busy. */
const MAX_CONCURRENT = 16
const MAX_CONCURRENT_BUSY = 4
/**
 * A handler that takes longer waits for an engine, a hash or another server, not for the event
 * loop.
 */
const MAX_HOLD_MS = 1000
const MAX_QUEUED = 1000
const MAX_WAIT_MS = 10_000
const RETRY_AFTER_SECONDS = 5
/** The event loop counts as busy above this utilization. */
const BUSY = 0.9
const SAMPLE_MS = 250

interface Queue {
  running: number
  waiting: (() => void)[]
}

/**
 * Limits the concurrent requests of people without an account, per operation. Without a limit, each
 * step of a signed-in person's request waits for one step of every request of a crowd. The limit
 * does not reduce how many requests of the crowd are handled in a second.
 */
export class VisitorLimiter {
  readonly #queues = new Map<string, Queue>()
  readonly #timer: NodeJS.Timeout
  #before = performance.eventLoopUtilization()
  #busy = false

  constructor() {
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS).unref()
  }

  /**
   * Waits for a slot of the operation and returns the function that releases it. A slot is also
   * released after one second. `gone` aborts when the client disconnects.
   * @throws ApiProblem unavailable when the queue is full or the wait takes ten seconds
   */
  async acquire(operation: string, gone: AbortSignal): Promise<() => void> {
    const queue = this.#queues.get(operation) ?? { running: 0, waiting: [] }
    this.#queues.set(operation, queue)
    if (queue.running >= this.#limit()) await this.#wait(queue, gone)
    else queue.running++
    let released = false
    const release = () => {
      clearTimeout(timer)
      if (released) return
      released = true
      queue.running--
      if (queue.running < this.#limit()) queue.waiting.shift()?.()
    }
    const timer = setTimeout(release, MAX_HOLD_MS).unref()
    return release
  }

  close() {
    clearInterval(this.#timer)
  }

  async #wait(queue: Queue, gone: AbortSignal): Promise<void> {
    const { waiting } = queue
    if (gone.aborted || waiting.length >= MAX_QUEUED) throw unavailable()
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        gone.removeEventListener('abort', leave)
      }
      const start = () => {
        stop()
        // Counts the slot before the promise resolves, so that no other request takes it.
        queue.running++
        resolve()
      }
      const leave = () => {
        stop()
        waiting.splice(waiting.indexOf(start), 1)
        reject(unavailable())
      }
      const timer = setTimeout(leave, MAX_WAIT_MS)
      gone.addEventListener('abort', leave)
      waiting.push(start)
    })
  }

  #limit() {
    return this.#busy ? MAX_CONCURRENT_BUSY : MAX_CONCURRENT
  }

  #sample() {
    const now = performance.eventLoopUtilization()
    this.#busy = performance.eventLoopUtilization(now, this.#before).utilization > BUSY
    this.#before = now
  }
}

const unavailable = () =>
  new ApiProblem('unavailable', 'The server is busy. Try again in a few seconds.', {
    retry_after: RETRY_AFTER_SECONDS,
  })
