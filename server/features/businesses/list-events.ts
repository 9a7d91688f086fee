import { and, eq, gte, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BusinessEvent, businessEventEndpoints } from '../../../contract/business-events.ts'
import { requireBusiness } from '../../core/businesses/hold-business.ts'
import { REVIEW } from '../../core/businesses/verification-events.ts'
import { isReviewer } from '../../core/businesses/viewer.ts'
import type { Context } from '../../core/context.ts'
import { csvDownload } from '../../core/csv-download.ts'
import { contains, countUpTo, listByTime } from '../../core/keyset.ts'
import { type BusinessEventRow, businessEvents } from '../../core/schema.ts'

type Query = z.output<typeof businessEventEndpoints.listBusinessEvents.query>
type Filters = Omit<Query, 'page' | 'page_size' | 'sort_by' | 'sort_dir' | 'cursor'>

/**
 * The audit log of a business, the newest first. @throws ApiProblem invalid_request for a foreign
 * cursor
 */
export function listBusinessEvents(ctx: Context, query: Query) {
  const { db } = ctx.platform
  const where = matching(ctx, query)
  return listByTime<BusinessEventRow, z.input<typeof BusinessEvent>>(query, businessEvents, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(businessEvents)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${businessEvents} where ${where}`, limit),
    present: (row) => present(ctx, row),
  })
}

const COLUMNS: Record<string, (event: z.input<typeof BusinessEvent>) => string | null> = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  kind: ({ kind }) => kind,
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.user_id,
  actor_name: ({ actor }) => actor.name,
  target: ({ target }) => target,
  before: ({ before }) => JSON.stringify(before),
  after: ({ after }) => JSON.stringify(after),
  reason: ({ reason }) => reason,
  address: ({ address }) => address,
}

/** Everything of the audit log that the filters leave, as CSV. */
export function exportBusinessEvents(ctx: Context, filters: Filters) {
  const { db, clock } = ctx.platform
  const where = matching(ctx, filters)
  const day = clock().toISOString().slice(0, 10)
  return csvDownload(`audit-${requireBusiness(ctx).publicId}-${day}.csv`, {
    table: businessEvents,
    fetch: (after, order, limit) =>
      db
        .select()
        .from(businessEvents)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit),
    present: (row) => present(ctx, row),
    columns: COLUMNS,
  })
}

function matching(ctx: Context, { kind, actor_id, since, until, query }: Filters): SQL | undefined {
  const isNamed = contains(businessEvents.actorName, query ?? '')
  const isMembers = ne(businessEvents.actorKind, 'administrator')
  return and(
    eq(businessEvents.businessId, requireBusiness(ctx).id),
    kind && eq(businessEvents.kind, kind),
    actor_id === undefined
      ? undefined
      : and(eq(businessEvents.actorId, actor_id), isReviewer(ctx) ? undefined : isMembers),
    since === undefined ? undefined : gte(businessEvents.createdAt, new Date(since)),
    until === undefined ? undefined : lt(businessEvents.createdAt, new Date(until)),
    query
      ? or(isReviewer(ctx) ? isNamed : and(isNamed, isMembers), contains(businessEvents.target, query))
      : undefined,
  )
}

/** Members see that the instance's review acted, and not which person, nor from where. */
function present(ctx: Context, row: BusinessEventRow): z.input<typeof BusinessEvent> {
  const isHidden = row.actorKind === 'administrator' && !isReviewer(ctx)
  return {
    id: row.id,
    kind: row.kind,
    at: row.createdAt.toISOString(),
    actor: {
      kind: row.actorKind,
      user_id: isHidden ? null : row.actorId,
      name: isHidden ? REVIEW : row.actorName,
    },
    target: row.target,
    before: row.before,
    after: row.after,
    reason: row.reason,
    address: isHidden ? null : row.address,
  }
}
