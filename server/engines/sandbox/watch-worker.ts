import { parentPort } from 'node:worker_threads'
import { folderBytes, treeMemory, treeTicks } from './measure.ts'

export type ExceededLimit = 'memory' | 'output' | 'stall'
/** Commands from the watcher to this thread. */
export type WatchOrder =
  | { id: number; pid: number; folder: string; memoryBytes: number; outputBytes: number; stallMs: number }
  | { id: number; pid: null }
/** The peak memory, and the exceeded limit, if any. */
export interface WatchReport {
  id: number
  peak: number
  exceeded: ExceededLimit | null
}

/** The state of a watched child: peak memory, CPU time, and when that last grew. */
type WatchedChild = Extract<WatchOrder, { folder: string }> & { peak: number; ticks: number; grewAt: number }

const WATCH_MS = 100
/** Interval for reading CPU time; stall limits are several seconds. */
const TICKS_MS = 1000
const watched = new Map<number, WatchedChild>()
let ticksReadAt = 0
let timer: NodeJS.Timeout | undefined

/** Walks /proc and the folders of all children; blocking is fine in this thread. */
function look() {
  // A monotonic clock: suspending the machine or setting the clock must not count as a stall.
  const now = performance.now()
  const readsTicks = now - ticksReadAt >= TICKS_MS
  if (readsTicks) ticksReadAt = now
  for (const child of watched.values()) {
    if (readsTicks) readTicks(child, now)
    const memory = treeMemory(child.pid)
    const grew = memory > child.peak
    child.peak = Math.max(child.peak, memory)
    const exceeded =
      child.peak > child.memoryBytes
        ? 'memory'
        : folderBytes(child.folder, child.outputBytes) > child.outputBytes
          ? 'output'
          : now - child.grewAt > child.stallMs
            ? 'stall'
            : null
    if (!grew && exceeded === null) continue
    parentPort?.postMessage({ id: child.id, peak: child.peak, exceeded } satisfies WatchReport)
  }
}

function readTicks(child: WatchedChild, now: number) {
  const ticks = treeTicks(child.pid)
  // Without /proc, stalls can't be detected.
  if (ticks !== child.ticks || ticks === 0) child.grewAt = now
  child.ticks = ticks
}

parentPort?.on('message', (order: WatchOrder) => {
  if (order.pid === null) watched.delete(order.id)
  else watched.set(order.id, { ...order, peak: 0, ticks: 0, grewAt: performance.now() })
  if (watched.size > 0) timer ??= setInterval(look, WATCH_MS)
  else {
    clearInterval(timer)
    timer = undefined
  }
})
