import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LIBRARY = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((platform) => `/usr/lib/${platform}/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path))

/** Debian's libfaketime; the soak needs it. */
export const isClockMovable = LIBRARY !== undefined

/**
 * A clock for a server and all that it starts, PostgreSQL included, that can be set ahead while
 * they run. Only the time of day moves: timers, time-outs and file times stay real.
 */
export class MovedClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'filewright-clock-'))
  readonly #file = join(this.#folder, 'offset')
  #ahead = 0

  constructor() {
    // PostgreSQL runs as another user where this one is root.
    chmodSync(this.#folder, 0o755)
    this.advance(0)
  }

  /** Environment of the processes that follow this clock. */
  environment(): Record<string, string> {
    return {
      LD_PRELOAD: LIBRARY as string,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    }
  }

  advance(seconds: number): void {
    this.#ahead += seconds
    writeFileSync(this.#file, `+${this.#ahead}\n`, { mode: 0o644 })
  }

  now = () => new Date(Date.now() + this.#ahead * 1000)

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
