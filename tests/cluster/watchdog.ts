import { spawn } from 'node:child_process'

/**
 * Kills what it was told of once this process has died, so that an interrupted run leaves nothing
 * behind.
 */
export class Watchdog {
  readonly #child = spawn('sh', ['-c', 'while read -r pid; do pids="$pids $pid"; done; kill -9 $pids'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })

  watch(...pids: (number | undefined)[]): void {
    for (const pid of pids) if (pid !== undefined) this.#child.stdin?.write(`${pid}\n`)
  }

  /** Kills nothing any more. */
  close(): void {
    this.#child.kill('SIGKILL')
  }
}
