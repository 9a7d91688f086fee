import { and, eq, ne, type SQLWrapper, sql } from 'drizzle-orm'
import type { PlanLimits } from '../../../contract/billing.ts'
import type { Queries, Settings } from '../../platform.ts'
import { ApiProblem } from '../api-problem.ts'
import type { Context } from '../context.ts'
import { type OfferTerms, offers, subscriptions } from '../schema.ts'

/** What the free plan allows: the instance's own settings. */
export const freeLimits = (settings: Settings): PlanLimits => ({
  max_upload_bytes: settings.maxUploadBytes,
  keep_hours: settings.keepHours,
  parallel_conversions: settings.parallelConversions,
  requests_per_minute: settings.requestsPerMinute,
  members: null,
})

/**
 * What an account may do by its plan, also by one that is not sold any more. One question by an
 * index.
 */
export async function limitsOf(db: Queries, ownerId: string, settings: Settings): Promise<PlanLimits> {
  const [row] = await db
    .select({ terms: offers.terms })
    .from(subscriptions)
    .innerJoin(
      offers,
      and(
        eq(offers.kind, 'plan'),
        eq(offers.code, subscriptions.item),
        eq(offers.interval, subscriptions.interval),
      ),
    )
    .where(
      and(
        eq(subscriptions.ownerId, ownerId),
        eq(subscriptions.kind, 'plan'),
        ne(subscriptions.status, 'cancelled'),
      ),
    )
  return row?.terms.limits ?? freeLimits(settings)
}

/**
 * The terms of an owner's plan as a part of a statement that has found the owner; null without a
 * plan.
 */
export const termsIn = (ownerId: SQLWrapper) => sql<OfferTerms | null>`(
  select ${offers.terms} from ${subscriptions} join ${offers} on ${offers.kind} = 'plan' and ${offers.code} = ${subscriptions.item}
    and ${offers.interval} = ${subscriptions.interval}
  where ${subscriptions.ownerId} = ${ownerId} and ${subscriptions.kind} = 'plan' and ${subscriptions.status} <> 'cancelled')`

/** For the queue: whose conversion it is, and how many of theirs run at the same time. */
export async function queueOwner(
  db: Queries,
  ownerId: string,
  settings: Settings,
): Promise<{ id: string; limit: number | null }> {
  return { id: ownerId, limit: (await limitsOf(db, ownerId, settings)).parallel_conversions }
}

/**
 * What the plan of the caller's account allows, asked once in a request; without an account what
 * the instance does.
 */
export async function callerLimits(ctx: Context): Promise<PlanLimits> {
  const { db, settings } = ctx.platform
  const { owner } = ctx.actor
  if (owner === null || owner.kind === 'visitor') return freeLimits(settings)
  ctx.limits ??= owner.limits ?? (await limitsOf(db, owner.id, settings))
  return ctx.limits
}

/**
 * Counts a request by API key or access token. The dashboard's own requests are not counted.
 * @throws ApiProblem too_many_requests beyond what the plan allows in a minute
 */
export async function takeApiRequest(ctx: Context): Promise<void> {
  const { owner, principal } = ctx.actor
  const isApi = principal.kind === 'key' || (principal.kind === 'user' && principal.via === 'token')
  if (!isApi || owner === null) return
  const { requests_per_minute: points } = await callerLimits(ctx)
  if (points === null) return
  const { allowed, retryAfterSeconds } = await ctx.platform.limits.take(
    { name: `api-${points}`, points, seconds: 60, exact: true },
    owner.id,
  )
  if (allowed) return
  throw new ApiProblem(
    'too_many_requests',
    `Your plan allows ${points} API requests a minute. Wait ${retryAfterSeconds} seconds, then retry.`,
    { retry_after: retryAfterSeconds },
  )
}
