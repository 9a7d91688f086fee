import { performance } from 'node:perf_hooks'
import { Refusal } from '../core/refusal.ts'

/** Requests of one operation that are handled at once, and while the process is busy. */
const AT_ONCE = 16
const AT_ONCE_BUSY = 4
const MAX_WAITING = 1000
const MAX_WAIT_MS = 10_000
const RETRY_SECONDS = 5
/** From this share of its time at work on, the event loop counts as busy. */
const BUSY = 0.9
const LOOK_MS = 250

interface Line {
  working: number
  waiting: (() => void)[]
}

/**
 * Turns of people without an account, while the process is busy. A crowd on one link would otherwise be handled all at once,
 * a step of each at a time, and whoever is signed in would wait for all of them at every step of their own request. In turns the
 * crowd is done no later. Each operation has a line of its own, so that slow ones do not hold up others.
 */
export class VisitorTurns {
  readonly #lines = new Map<string, Line>()
  readonly #timer: NodeJS.Timeout
  #before = performance.eventLoopUtilization()
  #busy = false

  constructor() {
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref()
  }

  /**
   * Waits for a turn; the result ends it. `gone` aborts when the caller leaves.
   * @throws Refusal unavailable where too many wait, or it takes too long
   */
  async take(operation: string, gone: AbortSignal): Promise<() => void> {
    const line = this.#lines.get(operation) ?? { working: 0, waiting: [] }
    this.#lines.set(operation, line)
    if (line.working >= this.#atOnce()) await this.#wait(line, gone)
    else line.working++
    return () => {
      line.working--
      if (line.working < this.#atOnce()) line.waiting.shift()?.()
    }
  }

  close() {
    clearInterval(this.#timer)
  }

  async #wait(line: Line, gone: AbortSignal): Promise<void> {
    const { waiting } = line
    if (gone.aborted || waiting.length >= MAX_WAITING) throw crowded()
    await new Promise<void>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        gone.removeEventListener('abort', leave)
      }
      const turn = () => {
        end()
        // At once, so that nobody slips in between.
        line.working++
        resolve()
      }
      const leave = () => {
        end()
        waiting.splice(waiting.indexOf(turn), 1)
        reject(crowded())
      }
      const timer = setTimeout(leave, MAX_WAIT_MS)
      gone.addEventListener('abort', leave)
      waiting.push(turn)
    })
  }

  #atOnce() {
    return this.#busy ? AT_ONCE_BUSY : AT_ONCE
  }

  #look() {
    const now = performance.eventLoopUtilization()
    this.#busy = performance.eventLoopUtilization(now, this.#before).utilization > BUSY
    this.#before = now
  }
}

const crowded = () =>
  new Refusal('unavailable', 'Too many people are here at this moment. Try again in a few seconds.', {
    retry_after: RETRY_SECONDS,
  })
