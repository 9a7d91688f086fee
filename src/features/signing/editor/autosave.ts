import { type ApiError, toApiError } from '../../../api/errors.ts'

/**
 * The state of unsaved changes. `changed`: another client changed the draft, and nothing is
 * overwritten without confirmation.
 */
export type SaveState =
  | { state: 'saved' | 'saving' | 'waiting' }
  | { state: 'failed'; error: ApiError }
  | { state: 'changed' }

interface AutosaveOptions<T> {
  /** Sends a version. @throws ApiError */
  send: (version: T) => Promise<void>
  onState: (state: SaveState) => void
}

const AFTER = 600
const AGAIN = 4000

/**
 * Saves the newest version: shortly after the last change, one request at a time, with retries when
 * the network or server is unavailable. An invalid version waits for the next change.
 */
export function createAutosave<T>({ send, onState }: AutosaveOptions<T>) {
  let next: T | null = null
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let stuck = false

  const isPassing = (error: ApiError) => error.status === 0 || error.status === 429 || error.status >= 500

  async function run(): Promise<void> {
    clearTimeout(timer)
    while (next !== null) {
      const version = next
      next = null
      onState({ state: 'saving' })
      try {
        await send(version)
      } catch (thrown) {
        const error = toApiError(thrown)
        next ??= version
        if (error.code === 'signing_changed') {
          stuck = true
          onState({ state: 'changed' })
        } else {
          onState({ state: 'failed', error })
          if (isPassing(error)) timer = setTimeout(() => void start(), AGAIN)
        }
        return
      }
    }
    onState({ state: 'saved' })
  }
  function start(): Promise<void> {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
  return {
    /** Sets a newer version. */
    put(version: T): void {
      next = version
      if (stuck) return
      onState({ state: 'waiting' })
      clearTimeout(timer)
      timer = setTimeout(() => void start(), AFTER)
    },
    /** Saves immediately. @returns whether everything is saved */
    async flush(): Promise<boolean> {
      clearTimeout(timer)
      if (running) await running
      if (!stuck && next !== null) await start()
      return next === null
    },
    /** Whether there are unsaved changes. */
    isBehind: (): boolean => next !== null || running !== null,
    /** Drops the unsaved version, or, after a conflict, sends it anyway. */
    settle(how: 'drop' | 'send'): void {
      stuck = false
      if (how === 'drop') {
        next = null
        onState({ state: 'saved' })
      } else void start()
    },
    wake(): void {
      if (next !== null && !stuck) void start()
    },
  }
}
