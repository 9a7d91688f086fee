import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { AdminEvent, adminAuditEndpoints } from '../../../contract/admin-audit.ts'
import type { Context } from '../../core/context.ts'
import { csvDownload } from '../../core/csv-download.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import { type AdminEventRow, adminEvents } from '../../core/schema.ts'

type Query = z.output<(typeof adminAuditEndpoints)['listAdminEvents']['query']>
type Filters = z.output<(typeof adminAuditEndpoints)['exportAdminEvents']['query']>

/**
 * What administrators did, the newest first. @throws ApiProblem invalid_request for a foreign
 * cursor
 */
export function listAdminEvents({ platform: { db } }: Context, query: Query) {
  const where = matching(query)
  return listByTime<AdminEventRow, AdminEvent>(query, adminEvents, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(adminEvents)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, where ? sql`${adminEvents} where ${where}` : sql`${adminEvents}`, limit),
    present,
  })
}

const COLUMNS: Record<string, (event: AdminEvent) => string | null | undefined> = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  act: ({ act }) => act,
  administrator_id: ({ administrator }) => administrator.user_id,
  administrator_name: ({ administrator }) => administrator.name,
  account_id: ({ account }) => account?.account_id,
  account_name: ({ account }) => account?.name,
  target: ({ target }) => target,
  reason: ({ reason }) => reason,
  detail: ({ detail }) => JSON.stringify(detail),
  address: ({ address }) => address,
}

/** All entries that the filters leave, as CSV. */
export function exportAdminEvents({ platform: { db, clock } }: Context, filters: Filters) {
  const where = matching(filters)
  return csvDownload(`administrators-${clock().toISOString().slice(0, 10)}.csv`, {
    table: adminEvents,
    fetch: (after, order, limit) =>
      db
        .select()
        .from(adminEvents)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit),
    ...{ present, columns: COLUMNS },
  })
}

const matching = ({ act, administrator_id, account_id, since, until }: Filters): SQL | undefined =>
  and(
    act && eq(adminEvents.act, act),
    administrator_id === undefined ? undefined : eq(adminEvents.actorId, administrator_id),
    account_id === undefined ? undefined : eq(adminEvents.accountId, account_id),
    since === undefined ? undefined : gte(adminEvents.createdAt, new Date(since)),
    until === undefined ? undefined : lt(adminEvents.createdAt, new Date(until)),
  )

const present = (row: AdminEventRow): AdminEvent => ({
  ...{ id: row.id, act: row.act, at: row.createdAt.toISOString() },
  administrator: { user_id: row.actorId, name: row.actorName },
  account: row.accountId === null ? null : { account_id: row.accountId, name: row.accountName ?? '' },
  ...{ target: row.target, reason: row.reason, detail: row.detail, address: row.address },
})
