import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { digits, milliseconds, spread } from './figures.ts'
import { withFolder } from './server.ts'
import { type Bench, verdict } from './table.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TARGET_MS = 3000

/** From the command to “ready”, as whoever types it sees it. */
export const start: Bench = {
  name: 'start',
  title: 'Starting again',
  run: ({ quick }) =>
    withFolder(async (folder) => {
      const first = await startOnce(folder)
      const again: number[] = []
      for (let round = 0; round < (quick ? 2 : 7); round++) again.push(await startOnce(folder))
      const second = spread(again)
      return {
        columns: ['what', 'measured', 'target', 'verdict'],
        rows: [
          ['`npm start` on an empty data folder, once', `${digits(first)} ms`, '', ''],
          [
            `\`npm start\` again, median (low..high), n = ${second.n}`,
            milliseconds(second),
            `≤ ${TARGET_MS} ms`,
            verdict(second.median <= TARGET_MS),
          ],
        ],
        notes: [
          'From starting npm to the line that says “ready at”, with packages installed and the dashboard built. Each run is stopped, its database too, before the next begins.',
        ],
      }
    }),
}

async function startOnce(folder: string): Promise<number> {
  const began = performance.now()
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    DATA_DIR: folder,
    LOG_FORMAT: 'json',
  }
  // A group of its own, so that stopping reaches npm and everything below it.
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(npm, 'exit')
  let said = ''
  const ready = new Promise<boolean>((resolve) => {
    // Read to the end: a server whose words nobody takes cannot stop in peace.
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk
        if (/ready at http/.test(said)) resolve(true)
      })
    }
    npm.once('exit', () => resolve(false))
  })
  try {
    if (!(await ready)) throw new Error(`the server did not start: ${said}`)
    const ms = performance.now() - began
    await sleep(500) // it says that it is ready before it listens to signals
    return ms
  } finally {
    if (npm.pid && npm.exitCode === null) process.kill(-npm.pid, 'SIGTERM')
    await ended
    await databaseGone(folder)
  }
}

/** npm does not wait for what it started; the database is the last to go. */
async function databaseGone(folder: string) {
  const file = join(folder, 'postgres', 'cluster', 'postmaster.pid')
  for (let tries = 0; existsSync(file); tries++) {
    if (tries === 500) throw new Error(`the database of ${folder} was not stopped`)
    await sleep(20)
  }
}
