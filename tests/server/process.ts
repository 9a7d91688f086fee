import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { server } from '../../scripts/prepare.js'
import { COMPILE_CACHE, shareCompiledEngines } from './compile-cache.ts'

export interface ServerProcess {
  url: string
  child: ChildProcess
  log(): string
}

/**
 * The server as `npm start` runs it, in a process of its own, with the data in `folder`. Resolves
 * when it is ready.
 */
export async function spawnServer(
  folder: string,
  settings: Record<string, string> = {},
  command: string[] = [],
): Promise<ServerProcess> {
  const [program = '', ...args] = [...command, process.execPath, ...server]
  shareCompiledEngines(folder)
  const env = {
    PATH: process.env.PATH,
    // As `npm start` has it: what one server has compiled, the next one loads.
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    PORT: '0',
    DATA_DIR: folder,
    OUTBOX_FOLDER: join(folder, 'outbox'),
    LOG_FORMAT: 'json',
    VISITOR_CREDITS: '1000',
    RATE_LIMITS: '1000',
    ...settings,
  }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  for (;;) {
    const url = /ready at (\S+)/.exec(said)?.[1]
    if (url) return { url, child, log: () => said }
    if (child.exitCode !== null) throw new Error(`the server ended: ${said}`)
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  }
}

/** Ends a process and waits until it has ended. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
  return child.exitCode
}

/** The embedded database's process, by its own pid file. */
export const postmasterOf = (folder: string) =>
  Number(readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Asks until the answer is right, for at most `seconds`. */
export async function until<T>(seconds: number, ask: () => Promise<T | undefined | false>): Promise<T> {
  const giveUp = Date.now() + seconds * 1000
  let last: unknown
  while (Date.now() < giveUp) {
    try {
      const answer = await ask()
      if (answer) return answer
      last = answer
    } catch (error) {
      last = error
    }
    await sleep(50)
  }
  throw new Error(`not within ${seconds} s`, { cause: last })
}
