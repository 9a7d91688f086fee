import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { periodicTasks } from '../core/schema.ts'
import type { Platform } from '../platform.ts'

/**
 * What a process that ticks each second may be early: a task that is due in a moment is begun now.
 */
const EARLY_SECONDS = 1
const RENEW_EVERY = 15_000
/** A process that has renewed nothing for so long has died, or is cut off from the database. */
const SILENT_SECONDS = 60

/**
 * Work that one process does for all: the first that asks in a period begins it, and no other one
 * while it works on it. What counts is the database's clock, since those of machines differ. Where
 * the one that works on it dies or is frozen, another one begins a minute later, so the work itself
 * must bear being done twice at once.
 * @returns for a task, the work that a process's schedule calls: it answers whether this process
 * did it, and never throws
 */
export function createPeriodicTasks(
  platform: Platform,
): (name: string, everyMs: number, work: () => Promise<unknown>) => () => Promise<boolean> {
  const process = randomUUID()
  const { db, log } = platform
  return (name, everyMs, work) => async () => {
    const ours = and(eq(periodicTasks.name, name), eq(periodicTasks.process, process))
    let renewing: NodeJS.Timeout | undefined
    try {
      if (!(await claim(platform, name, process, everyMs))) return false
      renewing = setInterval(
        () =>
          void db
            .update(periodicTasks)
            .set({ seenAt: sql`now()` })
            .where(ours)
            .catch((error: unknown) =>
              log.warn({ err: error, task: name }, 'a periodic task was not renewed'),
            ),
        RENEW_EVERY,
      )
      renewing.unref()
      await work().catch((error: unknown) => log.warn({ err: error, task: name }, 'a periodic task failed'))
      await db.update(periodicTasks).set({ endedAt: sql`now()` }).where(ours)
      return true
    } catch (error) {
      log.warn({ err: error, task: name }, 'a periodic task could not be claimed')
      return false
    } finally {
      clearInterval(renewing)
    }
  }
}

async function claim({ db }: Platform, name: string, process: string, everyMs: number): Promise<boolean> {
  const { startedAt, seenAt, endedAt, runs } = periodicTasks
  const least = everyMs / 1000 - EARLY_SECONDS
  // A clock that was set back stops nothing.
  const since = (at: typeof startedAt | typeof seenAt) => sql`abs(extract(epoch from now() - ${at}))`
  const begun = { process, startedAt: sql`now()`, seenAt: sql`now()` }
  const claimed = await db
    .insert(periodicTasks)
    .values({ name, ...begun })
    .onConflictDoUpdate({
      target: periodicTasks.name,
      set: { ...begun, runs: sql`${runs} + 1`, endedAt: null },
      setWhere: sql`${since(startedAt)} >= ${least} and (${endedAt} is not null or ${since(seenAt)} > ${SILENT_SECONDS})`,
    })
    .returning({ name: periodicTasks.name })
  return claimed.length > 0
}
