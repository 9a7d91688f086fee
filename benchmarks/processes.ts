import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { processTree } from '../server/engines/sandbox/measure.ts'

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Current and peak resident memory, in bytes. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') }
}

/** Proportional and resident set size, in bytes, of a process tree or of the process `alone`. */
export function heldBy(pid: number, { alone = false } = {}): { pss: number; rss: number } {
  const sum = { pss: 0, rss: 0 }
  for (const one of alone ? [pid] : processTree(pid)) {
    const rollup = read(`/proc/${one}/smaps_rollup`)
    const bytes = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) * 1024
    sum.pss += bytes('Pss')
    sum.rss += bytes('Rss')
  }
  return sum
}

/** Resets the peak resident memory to the current value. */
export const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/**
 * CPU seconds of the engines of a server, by process. The database is also a child of the server
 * and is skipped.
 */
export function engineSeconds(server: number): Map<number, number> {
  const seconds = new Map<number, number>()
  for (const child of childrenOf(server)) {
    for (const pid of processTree(child)) {
      const stat = read(`/proc/${pid}/stat`)
      const [name = '', used] = cpuOf(stat)
      if (name !== 'postgres' && used !== undefined) seconds.set(pid, used)
      if (name === 'postgres') break
    }
  }
  return seconds
}

/** CPU seconds of a process tree. Ended processes are not included. */
export const cpuSeconds = (pid: number): number =>
  processTree(pid).reduce((sum, one) => sum + (cpuOf(read(`/proc/${one}/stat`))[1] ?? 0), 0)

/** CPU seconds of one process. */
export const ownSeconds = (pid: number): number => cpuOf(read(`/proc/${pid}/stat`))[1] ?? Number.NaN

const childrenOf = (pid: number) =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

/** `123 (a name) S ppid …`: user and system time are the 12th and 13th field after the name. */
function cpuOf(stat: string): [name?: string, seconds?: number] {
  const found = /^\d+ \((.*)\) (.*)$/s.exec(stat)
  if (!found) return []
  const fields = (found[2] ?? '').split(' ')
  return [found[1], (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND]
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended
  }
}

/** Peak resident memory of a child of this `kind` while `work` runs, in bytes. */
export async function engineMemoryDuring(
  server: number,
  kind: string,
  work: () => Promise<void>,
): Promise<number> {
  let most = 0
  const look = () => {
    for (const pid of processTree(server))
      if (read(`/proc/${pid}/cmdline`).includes(`${kind}-child`))
        most = Math.max(most, heldBy(pid, { alone: true }).rss)
  }
  const watch = setInterval(look, 50)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  if (most === 0) throw new Error(`no child of the kind ${kind} was seen`)
  return most
}

/** CPU seconds of the engines while `work` runs, including engines that have ended. */
export async function engineCpuDuring(server: number, work: () => Promise<void>): Promise<number> {
  const before = engineSeconds(server)
  const latest = new Map<number, number>()
  const look = () => {
    for (const [pid, seconds] of engineSeconds(server)) latest.set(pid, seconds)
  }
  const watch = setInterval(look, 100)
  try {
    await work()
  } finally {
    clearInterval(watch)
  }
  look()
  return [...latest].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)
}
