const TICK_MS = 1000

/**
 * Runs `work` now and whenever `everyMs` have passed on the instance's clock, also when the machine slept or the clock was set,
 * and never twice at once. `work` handles its own errors. @returns what stops it
 */
export function schedule(clock: () => Date, everyMs: number, work: () => Promise<void>): () => void {
  let last: number | undefined
  let running = false
  const tick = async () => {
    const now = clock().getTime()
    if (running || (last !== undefined && Math.abs(now - last) < everyMs)) return
    last = now
    running = true
    await work()
    running = false
  }
  const timer = setInterval(tick, TICK_MS)
  timer.unref()
  void tick()
  return () => clearInterval(timer)
}
