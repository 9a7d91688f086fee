import { EngineFailure } from '../kernel/engine.ts'
import { sentence } from '../kernel/sentence.ts'

interface Waiter {
  /** Whether it needs its place no more: it has one, it was refused, or it has left. */
  tryEnter(): boolean
}

/** So many jobs at once, the others in the order in which they came. */
export class Slots {
  readonly size: number
  busy = 0
  readonly #waiting: Waiter[] = []

  constructor(size: number) {
    this.size = Math.max(1, Math.floor(size))
  }

  /**
   * Waits for a free place and until `claim` gives what the job needs beside it; null means not
   * yet. `claim` is asked again whenever a place becomes free, and must not answer null while
   * nobody has one. `release` gives the place back. Throws `cancelled` when `signal` comes first,
   * and what `claim` throws.
   */
  take<Claimed>(
    signal: AbortSignal,
    claim: () => Claimed | null,
  ): Promise<{ claimed: Claimed; release: () => void }> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(new EngineFailure('cancelled', sentence`The conversion was cancelled.`))
        this.#admit()
      }
      const waiter: Waiter = {
        tryEnter: () => {
          try {
            const claimed = claim()
            if (claimed === null) return false
            this.busy += 1
            resolve({ claimed, release: this.#releaseOnce() })
          } catch (error) {
            reject(error)
          }
          signal.removeEventListener('abort', leave)
          return true
        },
      }
      this.#waiting.push(waiter)
      if (signal.aborted) return leave()
      signal.addEventListener('abort', leave, { once: true })
      this.#admit()
    })
  }

  #releaseOnce(): () => void {
    let released = false
    return () => {
      if (released) return
      released = true
      this.busy -= 1
      this.#admit()
    }
  }

  /**
   * The first in line enters first: a job that needs much is not overtaken for ever by those that
   * need little.
   */
  #admit(): void {
    while (this.busy < this.size && this.#waiting[0]?.tryEnter()) this.#waiting.shift()
  }
}
