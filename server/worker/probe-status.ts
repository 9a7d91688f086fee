import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { STATUS_DAYS, STATUS_PARTS } from '../../contract/status.ts'
import type { JobsAdapter } from '../adapters/pg-boss-jobs.ts'
import { type StatusSpanRow, statusProbe, statusSpans } from '../core/schema.ts'
import { UNPROBED_MS } from '../core/status/unprobed.ts'
import { withPlatformTransaction } from '../core/transaction.ts'
import type { Log, Platform, Transaction } from '../platform.ts'
import { type Observation, observeParts } from './observe-parts.ts'

/**
 * Shorter than the one-minute schedule, so that ticks of different processes do not block each
 * other.
 */
const CLAIM_MS = 50_000
const DAY = 86_400_000

/**
 * Probes the parts and records their states; call it every minute in each process. The first
 * process of a minute does the work. During a database outage the prober remembers its start, and
 * records it once the database is back.
 */
export function createStatusProber(
  platform: Platform,
  jobs: Pick<JobsAdapter, 'probe' | 'figures'>,
): () => Promise<void> {
  let awaySince: Date | null = null
  return async () => {
    const at = platform.clock()
    try {
      if (!(await claim(platform, at))) return
      const observed = await observeParts(platform, jobs)
      const away = awaySince
      await withPlatformTransaction(platform, async (_, tx) => {
        await forget(tx, at)
        if (away) await recordOutage(tx, away, at)
        for (const one of observed) await record(tx, one, at)
      })
      awaySince = null
    } catch (error) {
      awaySince ??= at
      say(platform.log, error)
    }
  }
}

const say = (log: Log, error: unknown) => log.warn({ err: error }, 'the status could not be recorded')

/** Claims this minute's probe for this process. */
async function claim({ db }: Platform, at: Date): Promise<boolean> {
  const claimed = await db
    .insert(statusProbe)
    .values({ probedAt: at })
    .onConflictDoUpdate({
      target: statusProbe.id,
      set: { probedAt: at },
      // A clock that was set back must not stop the probes.
      setWhere: sql`abs(extract(epoch from excluded.probed_at - ${statusProbe.probedAt})) * 1000 >= ${CLAIM_MS}`,
    })
    .returning({ id: statusProbe.id })
  return claimed.length > 0
}

/** Deletes spans older than the history, and future ones caused by a wrong clock. */
async function forget(tx: Transaction, at: Date) {
  const old = new Date(at.getTime() - (STATUS_DAYS + 1) * DAY)
  await tx.delete(statusSpans).where(lt(statusSpans.until, old))
  await tx.delete(statusSpans).where(gt(statusSpans.since, at))
  await tx.update(statusSpans).set({ until: at }).where(gt(statusSpans.until, at))
}

/**
 * Records a database outage, during which nothing worked. If another process probed meanwhile, only
 * this process was disconnected.
 */
async function recordOutage(tx: Transaction, since: Date, at: Date) {
  for (const part of STATUS_PARTS) {
    const latest = await latestOf(tx, part)
    if (!latest || latest.until > since || !isFollowing(latest, since)) continue
    await record(tx, { part, state: 'down', cause: null, families: [] }, since)
    await tx
      .update(statusSpans)
      .set({ until: at })
      .where(and(eq(statusSpans.part, part), eq(statusSpans.until, since), eq(statusSpans.state, 'down')))
  }
}

/**
 * Extends the part's latest span if its state is unchanged; otherwise, or after a gap, starts a new
 * span.
 */
async function record(tx: Transaction, observed: Observation, at: Date) {
  const { part, state, cause, families } = observed
  const latest = await latestOf(tx, part)
  const isNext = latest !== undefined && isFollowing(latest, at)
  if (latest && isNext) await tx.update(statusSpans).set({ until: at }).where(eq(statusSpans.id, latest.id))
  if (latest && isNext && isSame(latest, observed)) return
  await tx.insert(statusSpans).values({ part, state, cause, families, since: at, until: at })
}

const isFollowing = ({ until }: StatusSpanRow, at: Date) => at.getTime() - until.getTime() <= UNPROBED_MS

const isSame = (span: StatusSpanRow, { state, cause, families }: Observation) =>
  span.state === state && span.cause === cause && span.families.join() === families.join()

async function latestOf(tx: Transaction, part: Observation['part']): Promise<StatusSpanRow | undefined> {
  const [latest] = await tx
    .select()
    .from(statusSpans)
    .where(eq(statusSpans.part, part))
    .orderBy(desc(statusSpans.until), desc(statusSpans.id))
    .limit(1)
  return latest
}
