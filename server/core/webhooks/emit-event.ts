import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type EventObject, type EventType, matchesEvent } from '../../../contract/events.ts'
import type { Platform, Transaction } from '../../platform.ts'
import { NOBODY } from '../context.ts'
import { orderedId } from '../ordered-id.ts'
import {
  type EventRow,
  events,
  owners,
  users,
  type WebhookDeliveryRow,
  type WebhookRow,
  webhookDeliveries,
  webhooks,
} from '../schema.ts'
import type { Caller } from '../url-here.ts'

/**
 * Whom an object is presented for in an event: nobody who acts, so that it has no secret, and no
 * address for a browser.
 */
export const eventView = ({ settings }: Pick<Platform, 'settings'>): Caller => ({
  origin: settings.mailUrl(),
  actor: NOBODY,
})

/** The id of an event on the wire, which is the `webhook-id` of each of its requests. */
export const eventIdOf = (id: string) => `evt_${id}`

/** What an event tells of. */
export interface Fact<T extends EventType> {
  type: T
  /** Id of the object, by which deliveries are found; null for an example. */
  objectId: string | null
  /** What the API's GET answers, in the state that the event tells of. */
  object: EventObject<T>
  /** Where something changed: what it was before, of the properties that changed. */
  previous?: Record<string, unknown>
}

/** Rows of one statement: each has some 10 values, and PostgreSQL takes 65,535. */
const BATCH = 1000

/**
 * Writes an event, in the transaction of what it tells of, and its deliveries to the webhooks of
 * the owner that listen to it. Visitors have no webhooks, so that nothing is written for them;
 * those of a locked account get nothing.
 */
export const emitEvent = <T extends EventType>(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  ownerId: string,
  fact: Fact<T>,
): Promise<void> => emitEvents(platform, tx, ownerId, [fact])

/** As `emitEvent`, for several events of one owner in few statements. */
export async function emitEvents<T extends EventType>(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  ownerId: string,
  facts: readonly Fact<T>[],
): Promise<void> {
  if (facts.length === 0) return
  const now = platform.clock()
  const rows = facts.map((fact) => eventRow(now, ownerId, fact))
  // One statement, since every conversion waits for it. The webhooks are locked, so that one that
  // is deleted meanwhile is not delivered to, and fails nothing.
  const { rows: listening } = await tx.execute<Listening>(
    sql`with owner as (select id from ${owners} where id = ${ownerId} and kind <> 'visitor'),
        written as (
          insert into ${events} (id, owner_id, type, object_id, body, created_at)
          select event.id, owner.id, event.type, event."objectId", event.body, event."createdAt"
          from owner, json_to_recordset(${JSON.stringify(rows)}::json)
            as event (id uuid, type text, "objectId" text, body text, "createdAt" timestamptz)
        )
        select id, events, failing_since as "failingSince" from ${webhooks}
        where owner_id = ${ownerId} and is_active
          and not exists (select from ${users} u where u.id = owner_id and u.locked_at is not null) for key share`,
  )
  const deliveries = rows.flatMap((event) =>
    listening.filter(({ events }) => matchesEvent(events, event.type)).map((webhook) => ({ event, webhook })),
  )
  await writeDeliveries(platform, tx, ownerId, 'event', deliveries)
}

type Listening = Pick<WebhookRow, 'id' | 'events'> & {
  /** Null while it does not fail. */
  failingSince: unknown
}

interface NewDelivery {
  event: Pick<EventRow, 'id' | 'type' | 'objectId'>
  webhook: Pick<Listening, 'id' | 'failingSince'>
}

/**
 * Writes deliveries and sends their jobs, in this order. The caller holds the webhooks. @returns
 * their ids
 */
export async function writeDeliveries(
  { clock, jobs }: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  ownerId: string,
  trigger: WebhookDeliveryRow['trigger'],
  deliveries: readonly NewDelivery[],
): Promise<string[]> {
  const now = clock()
  const rows = deliveries.map(({ event, webhook }) => ({
    ...{ id: randomUUID(), webhookId: webhook.id, eventId: event.id, type: event.type },
    ...{ objectId: event.objectId, trigger, status: 'pending' as const },
    ...{ nextAttemptAt: now, createdAt: now },
  }))
  for (const some of batches(rows)) await tx.insert(webhookDeliveries).values(some)
  await jobs.sendAttempts(
    tx,
    rows.map(({ id, webhookId }, at) => ({
      ...{ deliveryId: id, webhookId, ownerId, attempts: 0 },
      // A test is a request of its own: somebody waits for it.
      failing: trigger !== 'test' && deliveries[at]?.webhook.failingSince !== null,
    })),
  )
  return rows.map(({ id }) => id)
}

/** Writes an event and no deliveries of it. */
export async function writeEvent<T extends EventType>(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  ownerId: string,
  fact: Fact<T>,
): Promise<EventRow> {
  const row = eventRow(clock(), ownerId, fact)
  await tx.insert(events).values(row)
  return row
}

function eventRow<T extends EventType>(
  createdAt: Date,
  ownerId: string,
  { type, objectId, object, previous }: Fact<T>,
): EventRow {
  const id = orderedId(createdAt)
  const payload = {
    id: eventIdOf(id),
    type,
    timestamp: createdAt.toISOString(),
    data: { object, previous },
  }
  return { id, ownerId, type, objectId, body: JSON.stringify(payload), createdAt }
}

const batches = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) => rows.slice(at * BATCH, (at + 1) * BATCH))
