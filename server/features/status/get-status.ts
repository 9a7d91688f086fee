import { asc, gte } from 'drizzle-orm'
import { type PartStatus, type ServiceStatus, STATUS_PARTS } from '../../../contract/status.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { type StatusSpanRow, statusSpans } from '../../core/schema.ts'
import { UNPROBED_MS } from '../../core/status/unprobed.ts'
import type { Platform } from '../../platform.ts'
import { daysOf, firstDay, incidentsOf, worstState } from './history.ts'
import { meaningOf, PART_NAMES } from './texts.ts'

/** One answer serves all callers for this time, in milliseconds. */
const KEPT_MS = 10_000
const MOST_INCIDENTS = 100

const kept = new WeakMap<Platform, { at: number; status: Promise<ServiceStatus> }>()

/**
 * State and history of the parts. Where the status is not public, strangers don't learn that there
 * is one.
 */
export async function getStatus(ctx: Context): Promise<ServiceStatus> {
  const { platform } = ctx
  const { kind } = ctx.actor.principal
  if (!platform.settings.statusPublic && kind !== 'user' && kind !== 'key')
    throw new ApiProblem('not_found', 'This page does not exist, or you need to sign in to see it.')
  const now = platform.clock()
  const last = kept.get(platform)
  if (last && Math.abs(now.getTime() - last.at) < KEPT_MS) return last.status
  const status = readStatus(platform, now)
  kept.set(platform, { at: now.getTime(), status })
  // A failure is not kept: the database may be back at once.
  status.catch(() => kept.delete(platform))
  return status
}

async function readStatus({ db, settings }: Platform, now: Date): Promise<ServiceStatus> {
  const spans = await db
    .select()
    .from(statusSpans)
    .where(gte(statusSpans.until, new Date(firstDay(now))))
    .orderBy(asc(statusSpans.since), asc(statusSpans.id))
  const byPart = STATUS_PARTS.map((part) => spans.filter((span) => span.part === part)).filter(
    (own) => own.length > 0,
  )
  const checked = Math.max(...spans.map(({ until }) => until.getTime()))
  const shown = byPart.filter((own) => isStillThere(own, checked))
  const parts = shown.flatMap((own) => {
    const latest = own.at(-1)
    return latest ? [partStatus(own, latest, now)] : []
  })
  return {
    status: worstState(parts.map(({ state }) => state)),
    public: settings.statusPublic,
    checked_at: spans.length > 0 ? new Date(checked).toISOString() : null,
    parts,
    incidents: shown
      .flatMap((own) => incidentsOf(own, now))
      .toSorted((one, other) => other.since.localeCompare(one.since))
      .slice(0, MOST_INCIDENTS),
  }
}

/**
 * A part that the last probe left out, the instance has no more: its mail is not carried, for
 * example.
 */
const isStillThere = (own: readonly StatusSpanRow[], checked: number) =>
  checked - Math.max(...own.map(({ until }) => until.getTime())) <= UNPROBED_MS

function partStatus(own: readonly StatusSpanRow[], latest: StatusSpanRow, now: Date): PartStatus {
  const isKnown = now.getTime() - latest.until.getTime() <= UNPROBED_MS
  const state = isKnown ? latest.state : 'unknown'
  return {
    part: latest.part,
    name: PART_NAMES[latest.part],
    state,
    since: (isKnown ? latest.since : latest.until).toISOString(),
    sentence: meaningOf(latest.part, state, latest.cause),
    families: isKnown ? latest.families : [],
    days: daysOf(own, now),
  }
}
