import { EngineFailure } from '../kernel/engine.ts'
import { sentence } from '../kernel/sentence.ts'

interface Waiter {
  /** Whether it can leave the queue: it got a slot, failed, or was cancelled. */
  tryEnter(): boolean
}

/** Limits concurrent jobs; the others wait in order of arrival. */
export class Slots {
  readonly size: number
  busy = 0
  readonly #waiting: Waiter[] = []

  constructor(size: number) {
    this.size = Math.max(1, Math.floor(size))
  }

  /**
   * Waits for a free slot and until `claim` returns the job's resources; null means not yet.
   * `claim` is retried whenever a slot becomes free and must not return null while all are free.
   * `release` frees the slot.
   * @throws `cancelled` on `signal`, and the errors of `claim`.
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

  /** First in, first out: small jobs can't starve one that needs much. */
  #admit(): void {
    while (this.busy < this.size && this.#waiting[0]?.tryEnter()) this.#waiting.shift()
  }
}
