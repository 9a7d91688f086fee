import { sql } from 'drizzle-orm'
import { FAMILIES, type Family } from '../../contract/families.ts'
import type { StatusCause, StatusPart } from '../../contract/status.ts'
import type { JobsAdapter } from '../adapters/pg-boss-jobs.ts'
import { CONVERSION_QUEUES } from '../core/conversion/queue-channel.ts'
import type { Platform } from '../platform.ts'

/** The result of one probe of a part. */
export interface Observation {
  part: StatusPart
  state: 'ok' | 'degraded' | 'down'
  cause: StatusCause | null
  families: Family[]
}

const PATIENCE = 2000
/** SMTP needs a greeting, TLS and authentication. */
const MAIL_PATIENCE = 10_000
/** Jobs that wait longer are late; in seconds. */
const LATE = 5 * 60
/** Window of judged conversions in minutes. */
const RECENT_MINUTES = 15
/**
 * A family is failing at this number of internal failures, if they affect at least two owners and
 * half of its conversions.
 */
const FAILURES = 5

/**
 * Probes each part; the database has just responded. Parts that this instance lacks are omitted:
 * mail without a transport, webhooks without attempts.
 */
export async function observeParts(
  platform: Platform,
  jobs: Pick<JobsAdapter, 'probe' | 'figures'>,
): Promise<Observation[]> {
  const { db, objects, messages } = platform
  const [files, queue, figures, mail, recent, tried] = await Promise.all([
    answers(() => objects.probe(), PATIENCE),
    answers(() => jobs.probe(), PATIENCE),
    jobs.figures().catch(() => []),
    messages.carries.mail ? answers(() => messages.probe(), MAIL_PATIENCE) : null,
    recentConversions(platform),
    db.execute(sql`select 1 from webhook_attempts limit 1`),
  ])
  const isLate = (name: string) =>
    figures.some(({ queue, oldestSeconds }) => queue === name && oldestSeconds > LATE)
  const parts: Observation[] = [
    conversionsOf(
      { queue, isStuck: CONVERSION_QUEUES.some(isLate) && recent.ended === 0, ...recent },
      missing(platform),
    ),
    plain('files', files),
    plain('pages', true),
  ]
  if (mail !== null) parts.push(plain('mail', mail))
  if (tried.rows.length > 0)
    parts.push(
      isLate('webhook') ? { ...plain('webhooks', queue), ...(queue && SLOW) } : plain('webhooks', queue),
    )
  return parts
}

const SLOW = { state: 'degraded', cause: 'slow' } as const

const plain = (part: StatusPart, works: boolean): Observation => ({
  part,
  state: works ? 'ok' : 'down',
  cause: null,
  families: [],
})

interface Recent {
  /** Conversions completed in the last five minutes. */
  ended: number
  /**
   * Owners whose conversions started late in the last five minutes: a single owner may have reached
   * the plan's limit.
   */
  lateOwners: number
  failing: Family[]
}

function conversionsOf(
  { queue, isStuck, lateOwners, failing }: Recent & { queue: boolean; isStuck: boolean },
  missing: Family[],
): Observation {
  if (!queue) return plain('conversions', false)
  const families = FAMILIES.filter((family) => missing.includes(family) || failing.includes(family))
  if (families.length === FAMILIES.length) return plain('conversions', false)
  if (families.length > 0) return { part: 'conversions', state: 'degraded', cause: 'families', families }
  return { ...plain('conversions', true), ...((isStuck || lateOwners > 1) && SLOW) }
}

/**
 * Families without any operation because a bundled engine is missing. Missing engines that
 * operators install are no fault.
 */
function missing({ engines }: Platform): Family[] {
  const lost = engines.states().filter(({ installed, system }) => !installed && !system)
  return FAMILIES.filter(
    (family) =>
      lost.some((engine) => engine.family === family) && engines.operations({ family }).length === 0,
  )
}

async function recentConversions({ db, clock }: Platform): Promise<Recent> {
  const now = clock().toISOString()
  const { rows } = await db.execute<{
    family: Family
    ended: number
    late: string[] | null
    failing: boolean
  }>(sql`
    select family,
      count(*) filter (where completed_at > ${now}::timestamptz - interval '5 minutes')::int as ended,
      array_agg(distinct owner_id::text) filter (
        where completed_at > ${now}::timestamptz - interval '5 minutes' and not service and started_at > created_at + ${LATE} * interval '1 second'
      ) as late,
      count(*) filter (where faulty) >= ${FAILURES} and count(*) filter (where faulty) * 2 >= count(*)
        and count(distinct owner_id) filter (where faulty) > 1 as failing
    from (
      select *, status = 'failed' and error_code in ('engine_unavailable', 'engine_failed', 'output_wrong', 'storage_full', 'internal') as faulty
      from conversions
      where completed_at > ${now}::timestamptz - ${RECENT_MINUTES} * interval '1 minute' and completed_at <= ${now}::timestamptz
    ) recent group by family`)
  return {
    ended: rows.reduce((sum, { ended }) => sum + ended, 0),
    lateOwners: new Set(rows.flatMap(({ late }) => late ?? [])).size,
    failing: rows.filter(({ failing }) => failing).map(({ family }) => family),
  }
}

/** Whether the probe succeeds within this many milliseconds. */
async function answers(ask: () => Promise<void>, patience: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patience)
  })
  const asked = ask().then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
