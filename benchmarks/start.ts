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

/** Time from the command to the line “ready at”. */
export const start: Bench = {
  name: 'start',
  title: 'Start time',
  run: ({ quick }) =>
    withFolder(async (folder) => {
      const first = await startOnce(folder)
      const again: number[] = []
      for (let round = 0; round < (quick ? 2 : 7); round++) again.push(await startOnce(folder))
      const second = spread(again)
      return {
        columns: ['case', 'measured', 'target', 'verdict'],
        rows: [
          ['`npm start` with an empty data folder, one run', `${digits(first)} ms`, '', ''],
          [
            `\`npm start\` again, median (low..high), n = ${second.n}`,
            milliseconds(second),
            `≤ ${TARGET_MS} ms`,
            verdict(second.median <= TARGET_MS),
          ],
        ],
        notes: [
          'Time from starting npm to the line “ready at”. Packages are installed and the dashboard is built. The server and its database are stopped before the next run starts.',
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
  // A separate process group, so that the signal reaches npm and its children.
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(npm, 'exit')
  let said = ''
  const ready = new Promise<boolean>((resolve) => {
    // Read to the end, because a full pipe would block the server.
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
    await sleep(500) // the server prints the line before it handles signals
    return ms
  } finally {
    if (npm.pid && npm.exitCode === null) process.kill(-npm.pid, 'SIGTERM')
    await ended
    await databaseGone(folder)
  }
}

/** npm does not wait for its children. The database stops last. */
async function databaseGone(folder: string) {
  const file = join(folder, 'postgres', 'cluster', 'postmaster.pid')
  for (let tries = 0; existsSync(file); tries++) {
    if (tries === 500) throw new Error(`the database of ${folder} was not stopped`)
    await sleep(20)
  }
}
