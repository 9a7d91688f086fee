import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Resident memory of a process with everything below it, in bytes, read from /proc; 0 where there
 * is none (another system, or a process that has just ended). Shared pages count once per process,
 * which errs on the safe side.
 */
export function treeMemory(pid: number): number {
  let total = 0
  for (const one of processTree(pid)) {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(read(`/proc/${one}/status`))?.[1]
    total += Number(kilobytes ?? 0) * 1024
  }
  return total
}

/**
 * Processor time that a process with everything below it has used, in the kernel's ticks, with that
 * of children which have ended; 0 where /proc cannot say. A tick is 10 ms, so work shorter than
 * that may not show.
 */
export function treeTicks(pid: number): number {
  let total = 0
  for (const one of processTree(pid)) {
    const stat = read(`/proc/${one}/stat`)
    // The name before them, in brackets, may have spaces: counted from its end, these are utime,
    // stime, cutime and cstime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    for (const ticks of fields.slice(11, 15)) total += Number(ticks)
  }
  return total
}

/** A process and all of its descendants, parents first. */
export function processTree(pid: number): number[] {
  const tree = [pid]
  for (let at = 0; at < tree.length && tree.length < 1000; at++) {
    const tasks = `/proc/${tree[at]}/task`
    // Any thread may have started one, and each lists only its own.
    for (const { name } of list(tasks)) {
      for (const child of read(join(tasks, name, 'children')).split(' ')) {
        if (child) tree.push(Number(child))
      }
    }
  }
  return tree
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Every entry takes room, an empty one too: without this a child could fill a disk's table of
 * files.
 */
const ENTRY_BYTES = 4096

/**
 * What a child has written into `out`, `tmp` and `state`, in bytes, and a block for each entry at
 * least; stops counting past `enough`.
 */
export function folderBytes(folder: string, enough: number): number {
  let total = 0
  const waiting = ['out', 'tmp', 'state'].map((name) => join(folder, name))
  for (let next = waiting.pop(); next !== undefined && total <= enough; next = waiting.pop()) {
    for (const entry of list(next)) {
      if (total > enough) break
      const path = join(next, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      const size = entry.isFile() ? lstatSync(path, { throwIfNoEntry: false })?.size : 0
      total += Math.max(ENTRY_BYTES, size ?? 0)
    }
  }
  return total
}

function list(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
