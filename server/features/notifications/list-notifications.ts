import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  isHeard,
  NOTIFICATION_TYPES,
  NOTIFIED,
  type Notification,
  type NotificationList,
  type NotificationType,
  type notificationEndpoints,
  UNREAD_LIMIT,
} from '../../../contract/notifications.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import { describeEvent } from '../../core/notifications/describe.ts'
import { BATCH_HEAD, objectOf } from '../../core/notifications/object-of.ts'
import { type ReadState, readStateOf } from '../../core/notifications/read-state.ts'
import { events } from '../../core/schema.ts'
import { eventIdOf } from '../../core/webhooks/emit-event.ts'

type Query = z.output<(typeof notificationEndpoints)['listNotifications']['query']>

interface Row {
  id: string
  type: NotificationType
  objectId: string
  body: string
  count: number
  isRead: boolean
  createdAt: Date
}

/**
 * Lists the notifications of the caller's account. @throws ApiProblem invalid_request for a cursor
 * of another list
 */
export async function listNotifications(ctx: Context, query: Query): Promise<NotificationList> {
  const { db } = ctx.platform
  const ownerId = requireOwner(ctx)
  const state = await readStateOf(ctx)
  const heard = NOTIFICATION_TYPES.filter(
    (type) => ctx.actor.permissions.has(NOTIFIED[type].permission) && isHeard(type, state.muted),
  )
  const linesOf = (types: readonly NotificationType[], more?: SQL) =>
    and(eq(events.ownerId, ownerId), ofTypes(types), isLine, more)
  const wanted = heard.filter((type) => !query.group || NOTIFIED[type].group === query.group)
  const where = linesOf(wanted, query.unread ? sql`not ${isRead(state)}` : undefined)
  const list = await listByTime<Row, Notification>(query, events, {
    fetch: (after, order, limit, offset) =>
      db
        .select({
          id: events.id,
          type: sql<NotificationType>`events.type`,
          objectId: sql<string>`events.object_id`,
          body: bodyOrHead,
          count: countOfLine,
          isRead: isRead(state),
          createdAt: events.createdAt,
        })
        .from(events)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${events} where ${where}`, limit),
    present,
  })
  const unread = linesOf(heard, sql`not ${isRead(state)}`)
  return { ...list, unread: await countUpTo(db, sql`${events} where ${unread}`, UNREAD_LIMIT) }
}

/**
 * A list of constants, by which the partial index `events_notified` is found. A test tells of no
 * object.
 */
export const ofTypes = (types: readonly NotificationType[]) =>
  and(
    types.length > 0 ? inArray(events.type, [...types]) : sql`false`,
    sql`events.object_id is not null`,
    // Also where the planner sees no constants.
    sql.raw(`events.type in (${NOTIFICATION_TYPES.map((type) => `'${type}'`).join(', ')})`),
  )

/**
 * Names are written out: drizzle leaves the table out of the columns of a list, and the inner query
 * has the same ones.
 */
const sameLine = sql`other.owner_id = events.owner_id and other.object_id = events.object_id
  and other.object_id is not null and other.type = 'share.downloaded'`
const startOfHour = sql`date_trunc('hour', events.created_at, 'UTC')`

/** Of the downloads of one link within an hour, the last one stands for all. */
const isLine = sql`(events.type <> 'share.downloaded' or not exists (
  select 1 from events other where ${sameLine} and other.created_at < ${startOfHour} + interval '1 hour'
    and (other.created_at, other.id) > (events.created_at, events.id)))`

const countOfLine = sql<number>`case when events.type <> 'share.downloaded' then 1 else (
  select count(*)::int from events other where ${sameLine} and other.created_at >= ${startOfHour}
    and other.created_at < ${startOfHour} + interval '1 hour') end`

/**
 * The body, of a batch its head only: one of 1,000 conversions has 2 MB, and this list is asked for
 * every half minute.
 */
const bodyOrHead = sql<string>`case when events.type = 'batch.completed' then left(events.body, ${BATCH_HEAD}) else events.body end`

/** Whether the person has read an event: false for a key that belongs to no person. */
function isRead({ userId, readUntil }: ReadState): SQL<boolean> {
  if (userId === null) return sql`false`
  const before = readUntil ? sql`events.created_at <= ${readUntil.toISOString()}::timestamptz` : sql`false`
  return sql`(${before} or exists (select 1 from notification_reads marked
    where marked.user_id = ${userId} and marked.event_id = events.id))`
}

const present = ({ id, type, objectId, body, count, isRead, createdAt }: Row): Notification => ({
  id: eventIdOf(id),
  type,
  group: NOTIFIED[type].group,
  object_id: objectId,
  ...describeEvent(type, objectOf(type, body), createdAt.toISOString()),
  count,
  is_read: isRead,
  created_at: createdAt.toISOString(),
})
