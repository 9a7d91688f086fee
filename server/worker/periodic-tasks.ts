import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { periodicTasks } from '../core/schema.ts'
import type { Platform } from '../platform.ts'

/** Tolerance for the one-second tick: a task that is due within it starts now. */
const EARLY_SECONDS = 1
const RENEW_EVERY = 15_000
/** A process without a renewal for this long is dead or disconnected from the database. */
const SILENT_SECONDS = 60

/**
 * Work that one process does for all: the first to claim a period runs it, and no other process
 * while it runs. The database's clock decides, since machine clocks differ. If that process dies or
 * hangs, another one takes over a minute later, so the work must be safe to run concurrently.
 * @returns for a task, the function for a process's schedule: it returns whether this process did
 * the work, and never throws
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
  // A clock that was set back must not stop the task.
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
