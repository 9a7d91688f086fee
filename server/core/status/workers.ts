import { desc, gt } from 'drizzle-orm'
import type { Platform } from '../../platform.ts'
import { workers } from '../schema.ts'

/** A process without a heartbeat for this time has ended. */
export const GONE_MS = 60_000
/**
 * Its engines count for two minutes more, so that no restart of a process has a conversion refused.
 */
const COUNTED_MS = GONE_MS + 2 * 60_000
/**
 * Rows stay so long: where no worker runs at all, what the last ones could do waits for the next.
 */
export const KEPT_MS = 24 * 3_600_000
const LOOK_EVERY = 5000
/** Of the workers that ran last, where none runs. */
const LAST = 20

/** Tells the planner of the workers that run, or that ran until a moment ago. */
export async function countWorkers({
  db,
  clock,
  engines,
}: Pick<Platform, 'db' | 'clock' | 'engines'>): Promise<void> {
  const seen = { engines: workers.engines }
  const after = new Date(clock().getTime() - COUNTED_MS)
  const running = await db.select(seen).from(workers).where(gt(workers.seenAt, after))
  const counted =
    running.length > 0
      ? running
      : await db.select(seen).from(workers).orderBy(desc(workers.seenAt)).limit(LAST)
  engines.count(counted.map((worker) => worker.engines))
}

/** Does so now and every five seconds, until the answer is called. */
export async function watchWorkers(platform: Platform): Promise<() => void> {
  const look = () =>
    countWorkers(platform).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'the workers could not be counted'),
    )
  await look()
  const timer = setInterval(look, LOOK_EVERY)
  return () => clearInterval(timer)
}
