import { sql } from 'drizzle-orm'
import { FAMILIES, type Family } from '../../contract/families.ts'
import type { StatusCause, StatusPart } from '../../contract/status.ts'
import type { JobsAdapter } from '../adapters/pg-boss-jobs.ts'
import { CONVERSION_QUEUES } from '../core/conversion/queue-channel.ts'
import type { Platform } from '../platform.ts'

/** A part, as one probe found it. */
export interface Observation {
  part: StatusPart
  state: 'ok' | 'degraded' | 'down'
  cause: StatusCause | null
  families: Family[]
}

const PATIENCE = 2000
/** A mail server greets, encrypts and signs in. */
const MAIL_PATIENCE = 10_000
/** Jobs that wait longer are late, in seconds. */
const LATE = 5 * 60
/** Conversions of these last minutes are judged. */
const RECENT_MINUTES = 15
/**
 * A family fails where so many failed by a fault of the server's, of at least two owners, and at
 * least half of all.
 */
const FAILURES = 5

/**
 * Asks each part how it is; the database has just answered. A part that this instance lacks is left
 * out: mail that is not carried, webhooks that were never tried.
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
  /** Conversions that ended in the last five minutes. */
  ended: number
  /**
   * Owners whose conversions began late in the last five minutes: one may have reached the limit of
   * their plan.
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
 * Families whose packaged engines are not here, so that nothing can be converted. What an operator
 * adds is no fault.
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

/** Whether it answers, and within so many milliseconds. */
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
