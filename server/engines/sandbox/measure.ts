import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Resident memory of a process tree in bytes, from /proc; 0 if unavailable (another system, or the
 * process has exited). Shared pages count once per process, which overestimates.
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
 * CPU time of a process tree in kernel ticks, including exited children; 0 if /proc is unavailable.
 * A tick is 10 ms, so shorter work may not show.
 */
export function treeTicks(pid: number): number {
  let total = 0
  for (const one of processTree(pid)) {
    const stat = read(`/proc/${one}/stat`)
    // The name in brackets may have spaces, so fields count from its end: utime, stime, cutime,
    // cstime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    for (const ticks of fields.slice(11, 15)) total += Number(ticks)
  }
  return total
}

/** A process and all its descendants, parents first. */
export function processTree(pid: number): number[] {
  const tree = [pid]
  for (let at = 0; at < tree.length && tree.length < 1000; at++) {
    const tasks = `/proc/${tree[at]}/task`
    // Each thread lists only the children that it started.
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

/** Charges each entry, even an empty one: otherwise a child could exhaust the disk's inodes. */
const ENTRY_BYTES = 4096

/**
 * Bytes that a child has written to `out`, `tmp` and `state`, at least one block per entry; stops
 * counting above `enough`.
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
