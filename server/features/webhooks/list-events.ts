import { and, asc, desc, eq, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  EVENT_DELIVERIES,
  type EventDelivery,
  type EventRecord,
  type EventRecordList,
  type eventLogEndpoints,
} from '../../../contract/event-log.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import { type EventRow, events, webhookDeliveries, webhooks } from '../../core/schema.ts'
import { eventIdOf } from '../../core/webhooks/emit-event.ts'

type Query = z.output<(typeof eventLogEndpoints)['listEvents']['query']>

/**
 * Events of the caller's account with their deliveries, without the examples that tests sent.
 * @throws ApiProblem invalid_request
 */
export async function listEvents(ctx: Context, query: Query): Promise<z.input<typeof EventRecordList>> {
  const { db } = ctx.platform
  const where = and(
    eq(events.ownerId, requireOwner(ctx)),
    // A test tells of no object.
    isNotNull(events.objectId),
    query.type && eq(events.type, query.type),
    query.object_id ? eq(events.objectId, query.object_id) : undefined,
    query.since ? gte(events.createdAt, new Date(query.since)) : undefined,
  )
  const list = await listByTime<EventRow, EventRow>(query, events, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(events)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${events} where ${where}`, limit),
    present: (row) => row,
  })
  const deliveries = await deliveriesOf(
    ctx,
    list.results.map(({ id }) => id),
  )
  return { ...list, results: list.results.map((row) => present(row, deliveries.get(row.id) ?? [])) }
}

/** The newest deliveries of each event, the oldest of them first. */
async function deliveriesOf({ platform: { db } }: Context, ids: string[]) {
  if (ids.length === 0) return new Map<string, EventDelivery[]>()
  const { createdAt, id } = webhookDeliveries
  const ranked = db
    .select({
      id,
      webhookId: webhookDeliveries.webhookId,
      eventId: webhookDeliveries.eventId,
      url: webhooks.url,
      status: webhookDeliveries.status,
      trigger: webhookDeliveries.trigger,
      attempts: webhookDeliveries.attempts,
      error: webhookDeliveries.error,
      nextAttemptAt: webhookDeliveries.nextAttemptAt,
      createdAt,
      completedAt: webhookDeliveries.completedAt,
      rank: sql<number>`row_number() over (partition by ${webhookDeliveries.eventId} order by ${desc(createdAt)}, ${desc(id)})`.as(
        'rank',
      ),
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(inArray(webhookDeliveries.eventId, ids))
    .as('ranked')
  const rows = await db
    .select()
    .from(ranked)
    .where(lte(ranked.rank, EVENT_DELIVERIES))
    .orderBy(asc(ranked.createdAt), asc(ranked.id))
  return new Map(
    [...Map.groupBy(rows, ({ eventId }) => eventId)].map(([eventId, some]) => [
      eventId,
      some.map(
        (row): EventDelivery => ({
          delivery_id: row.id,
          webhook_id: row.webhookId,
          url: row.url,
          status: row.status,
          trigger: row.trigger,
          attempts: row.attempts,
          error: row.error,
          next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
          created_at: row.createdAt.toISOString(),
          completed_at: row.completedAt?.toISOString() ?? null,
        }),
      ),
    ]),
  )
}

const present = (row: EventRow, deliveries: EventDelivery[]): EventRecord => ({
  event_id: eventIdOf(row.id),
  id: eventIdOf(row.id),
  type: row.type,
  object_id: row.objectId as string,
  created_at: row.createdAt.toISOString(),
  request_body: row.body,
  deliveries,
})
