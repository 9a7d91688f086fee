const TICK_MS = 1000
/** Retry interval for work that another process has done or is running, by the instance's clock. */
const AGAIN_MS = 10_000

/**
 * Runs `work` now and every `everyMs` on the instance's clock, also after sleep or a clock change,
 * and never concurrently. `work` handles its own errors; `false` means a retry within ten seconds.
 * @returns a stop function that resolves when running work has ended
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
