import { and, eq, ne, type SQLWrapper, sql } from 'drizzle-orm'
import type { PlanLimits } from '../../../contract/billing.ts'
import type { Queries, Settings } from '../../platform.ts'
import { ApiProblem } from '../api-problem.ts'
import type { Context } from '../context.ts'
import { type OfferTerms, offers, subscriptions } from '../schema.ts'

/** The limits of the free plan, from the instance's settings. */
export const freeLimits = (settings: Settings): PlanLimits => ({
  max_upload_bytes: settings.maxUploadBytes,
  keep_hours: settings.keepHours,
  parallel_conversions: settings.parallelConversions,
  requests_per_minute: settings.requestsPerMinute,
  members: null,
})

/** The limits of an account's plan, including retired plans. One indexed query. */
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

/** An SQL expression for the terms of an owner's plan, within a statement; null without a plan. */
export const termsIn = (ownerId: SQLWrapper) => sql<OfferTerms | null>`(
  select ${offers.terms} from ${subscriptions} join ${offers} on ${offers.kind} = 'plan' and ${offers.code} = ${subscriptions.item}
    and ${offers.interval} = ${subscriptions.interval}
  where ${subscriptions.ownerId} = ${ownerId} and ${subscriptions.kind} = 'plan' and ${subscriptions.status} <> 'cancelled')`

/** The owner of a queued conversion, and their limit of parallel conversions. */
export async function queueOwner(
  db: Queries,
  ownerId: string,
  settings: Settings,
): Promise<{ id: string; limit: number | null }> {
  return { id: ownerId, limit: (await limitsOf(db, ownerId, settings)).parallel_conversions }
}

/**
 * The plan limits of the caller's account, read once per request; without an account the
 * instance's.
 */
export async function callerLimits(ctx: Context): Promise<PlanLimits> {
  const { db, settings } = ctx.platform
  const { owner } = ctx.actor
  if (owner === null || owner.kind === 'visitor') return freeLimits(settings)
  ctx.limits ??= owner.limits ?? (await limitsOf(db, owner.id, settings))
  return ctx.limits
}

/**
 * Rate-limits requests by API key or access token. Requests of the dashboard are not counted.
 * @throws ApiProblem too_many_requests above the plan's requests per minute
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
