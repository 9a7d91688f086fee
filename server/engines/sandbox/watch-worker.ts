import { parentPort } from 'node:worker_threads'
import { folderBytes, treeMemory } from './measure.ts'

/** What the watcher tells this thread. */
export type WatchOrder =
  | { id: number; pid: number; folder: string; memoryBytes: number; outputBytes: number }
  | { id: number; pid: null }
/** What this thread finds: the most memory so far, and which limit is exceeded, if one is. */
export interface WatchReport {
  id: number
  peak: number
  exceeded: 'memory' | 'output' | null
}

const WATCH_MS = 100
const watched = new Map<number, Extract<WatchOrder, { folder: string }> & { peak: number }>()
let timer: NodeJS.Timeout | undefined

/** Walks /proc and the folders of all children, one after the other: here nobody waits for it. */
function look() {
  for (const child of watched.values()) {
    const memory = treeMemory(child.pid)
    const grew = memory > child.peak
    child.peak = Math.max(child.peak, memory)
    const exceeded =
      child.peak > child.memoryBytes
        ? 'memory'
        : folderBytes(child.folder, child.outputBytes) > child.outputBytes
          ? 'output'
          : null
    if (!grew && exceeded === null) continue
    parentPort?.postMessage({ id: child.id, peak: child.peak, exceeded } satisfies WatchReport)
  }
}

parentPort?.on('message', (order: WatchOrder) => {
  if (order.pid === null) watched.delete(order.id)
  else watched.set(order.id, { ...order, peak: 0 })
  if (watched.size > 0) timer ??= setInterval(look, WATCH_MS)
  else {
    clearInterval(timer)
    timer = undefined
  }
})
