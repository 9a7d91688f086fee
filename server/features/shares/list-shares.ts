import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ShareEventList, ShareList, shareEndpoints } from '../../../contract/shares.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { deviceOf } from '../../core/device-name.ts'
import { contains, countUpTo, listByTime } from '../../core/keyset.ts'
import { findShare, presentShare, type ShareFacts, selectShares } from '../../core/present-share.ts'
import { businesses, conversions, shareEvents, shares, userFiles } from '../../core/schema.ts'
import { shareState } from '../../core/share-state.ts'

type Query = z.output<(typeof shareEndpoints)['listShares']['query']>
type EventsQuery = z.output<(typeof shareEndpoints)['listShareEvents']['query']>
type Listed = ShareFacts & { id: string; createdAt: Date }

/** A page of the caller's links. @throws ApiProblem invalid_request for a foreign cursor */
export async function listShares(ctx: Context, query: Query): Promise<z.input<typeof ShareList>> {
  const where = matching(ctx, query)
  const { db } = ctx.platform
  return listByTime<Listed, z.input<typeof ShareList>['results'][number]>(query, shares, {
    fetch: async (after, order, limit, offset) => {
      const rows = await selectShares(ctx, and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      return rows.map((row) => ({ ...row, id: row.share.id, createdAt: row.share.createdAt }))
    },
    count: (limit) =>
      countUpTo(
        db,
        sql`${shares}
          left join ${userFiles} on ${userFiles.id} = ${shares.fileId}
          left join ${conversions} on ${conversions.id} = ${shares.conversionId}
          left join ${businesses} on ${businesses.id} = ${shares.ownerId}
          where ${where}`,
        limit,
      ),
    present: (row) => presentShare(ctx, row),
  })
}

function matching(ctx: Context, query: Query): SQL | undefined {
  const text = query.q?.trim()
  return and(
    eq(shares.ownerId, requireOwner(ctx)),
    query.created_by ? eq(shares.createdBy, query.created_by) : undefined,
    query.state ? sql`${shareState(ctx.platform.clock())} = ${query.state}` : undefined,
    query.file_id ? eq(shares.fileId, query.file_id) : undefined,
    query.conversion_id ? eq(shares.conversionId, query.conversion_id) : undefined,
    text ? or(contains(shares.name, text), contains(shares.fileName, text)) : undefined,
  )
}

/**
 * Who looked at a link of the caller's and downloaded by it. @throws ApiProblem not_found,
 * invalid_request
 */
export async function listShareEvents(
  ctx: Context,
  id: string,
  query: EventsQuery,
): Promise<z.input<typeof ShareEventList>> {
  await findShare(ctx, id)
  const { db } = ctx.platform
  const own = eq(shareEvents.shareId, id)
  return listByTime(query, shareEvents, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(shareEvents)
        .where(and(own, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${shareEvents} where ${own}`, limit),
    present: (event: typeof shareEvents.$inferSelect) => ({
      id: event.id,
      kind: event.kind,
      at: event.createdAt.toISOString(),
      address: event.address,
      device: deviceOf(event.userAgent).name,
      email: event.email,
      email_confirmed: event.emailConfirmed,
    }),
  })
}
