const TICK_MS = 1000
/** When work is tried again that another process has done or is at, on the instance's clock. */
const AGAIN_MS = 10_000

/**
 * Runs `work` now and whenever `everyMs` have passed on the instance's clock, also when the machine
 * slept or the clock was set, and never twice at once. `work` handles its own errors; if it answers
 * `false`, it is tried again within ten seconds. @returns what stops it, and resolves when work
 * that had begun has ended
 */
export function schedule(
  clock: () => Date,
  everyMs: number,
  work: () => Promise<unknown>,
): () => Promise<void> {
  let last: number | undefined
  let wait = everyMs
  let running: Promise<void> | null = null
  const run = async () => {
    wait = (await work()) === false ? Math.min(everyMs, AGAIN_MS) : everyMs
    running = null
  }
  const tick = () => {
    const now = clock().getTime()
    if (running || (last !== undefined && Math.abs(now - last) < wait)) return
    last = now
    running = run()
  }
  const timer = setInterval(tick, TICK_MS)
  timer.unref()
  tick()
  return async () => {
    clearInterval(timer)
    await running
  }
}
