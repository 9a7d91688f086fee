import { randomUUID } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import { workers } from '../core/schema.ts'
import { GONE_MS, KEPT_MS } from '../core/status/workers.ts'
import type { Platform } from '../platform.ts'

/**
 * Reports that this process runs, its engines and their sandbox. Call `beat` every 15 seconds, and
 * `end` when the process stops.
 */
export function createHeartbeat(platform: Platform, role: 'both' | 'worker') {
  const id = randomUUID()
  const { db, clock, engines, settings, log } = platform
  const since = clock()
  const beat = async () => {
    const now = clock()
    const { kind, network, filesystem } = engines.sandbox()
    const row = {
      role,
      version: settings.version,
      engines: engines.own(),
      sandbox: { kind, network, filesystem },
      seenAt: now,
    }
    await db
      .insert(workers)
      .values({ id, since, ...row })
      .onConflictDoUpdate({ target: workers.id, set: row })
    await db.delete(workers).where(lt(workers.seenAt, new Date(now.getTime() - KEPT_MS)))
  }
  return {
    beat: () => beat().catch((error: unknown) => log.warn({ err: error }, 'the heartbeat was not written')),
    // Keeps the row with the time of a process last seen a minute ago: its engines count until
    // another process has started.
    end: async () => {
      const seenAt = new Date(clock().getTime() - GONE_MS)
      await db.update(workers).set({ seenAt }).where(eq(workers.id, id))
    },
  }
}
