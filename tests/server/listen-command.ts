import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { end, until } from './process.ts'

const COMMAND = join(import.meta.dirname, '..', '..', 'scripts', 'listen', 'main.ts')

/** `filewright-listen` in a process of its own, with what it printed. */
export function runListen(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.err += text
  })
  const closed = once(child, 'close')
  return {
    said,
    lines: () => said.out.split('\n').filter(Boolean),
    /** Once it has printed this, to either output. */
    says: (what: RegExp): Promise<RegExpExecArray> =>
      until(60, async () => what.exec(said.out) ?? what.exec(said.err) ?? undefined),
    /** The code with which it ends by itself. */
    code: async () => (await closed)[0] as number,
    /** As Ctrl+C does. @returns the code */
    interrupt: () => end(child, 'SIGINT'),
  }
}
