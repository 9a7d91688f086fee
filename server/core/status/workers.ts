import { desc, gt } from 'drizzle-orm'
import type { Platform } from '../../platform.ts'
import { workers } from '../schema.ts'

/** A process without a heartbeat for this time has ended. */
export const GONE_MS = 60_000
/** Its engines count for two more minutes, so that a restart does not refuse conversions. */
const COUNTED_MS = GONE_MS + 2 * 60_000
/**
 * Retention of rows: without any worker, jobs for the last workers' engines wait for the next one.
 */
export const KEPT_MS = 24 * 3_600_000
const LOOK_EVERY = 5000
/** Number of last workers that count if none runs. */
const LAST = 20

/** Passes the engines of running and recently ended workers to the planner. */
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

/** Counts workers now and every five seconds, until the returned function is called. */
export async function watchWorkers(platform: Platform): Promise<() => void> {
  const look = () =>
    countWorkers(platform).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'the workers could not be counted'),
    )
  await look()
  const timer = setInterval(look, LOOK_EVERY)
  return () => clearInterval(timer)
}
