import { EngineFailure } from '../engine.ts'

/** So many jobs at once, the others in the order in which they came. */
export class Slots {
  readonly size: number
  busy = 0
  readonly #waiting: (() => void)[] = []

  constructor(size: number) {
    this.size = Math.max(1, Math.floor(size))
  }

  /** Waits for a free place; the result gives it back. Throws `cancelled` when `signal` comes first. */
  async take(signal: AbortSignal): Promise<() => void> {
    const cancelled = () => new EngineFailure('cancelled', 'The conversion was cancelled.')
    if (signal.aborted) throw cancelled()
    if (this.busy >= this.size) {
      await new Promise<void>((resolve, reject) => {
        const turn = () => {
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          this.#waiting.splice(this.#waiting.indexOf(turn), 1)
          reject(cancelled())
        }
        signal.addEventListener('abort', leave, { once: true })
        this.#waiting.push(turn)
      })
    } else {
      this.busy += 1
    }
    let given = false
    return () => {
      if (given) return
      given = true
      // The place goes straight to the next in line, so that nobody slips in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.busy -= 1
    }
  }
}
