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
 * The caller for objects in events: anonymous, so that they contain no secrets and no browser URLs.
 */
export const eventView = ({ settings }: Pick<Platform, 'settings'>): Caller => ({
  origin: settings.mailUrl(),
  actor: NOBODY,
})

/** The id of an event in the API, and the `webhook-id` of its requests. */
export const eventIdOf = (id: string) => `evt_${id}`

/** The data of an event. */
export interface Fact<T extends EventType> {
  type: T
  /** Id of the object, to search deliveries by; null for an example. */
  objectId: string | null
  /** The response of the API's GET, in the state at the event. */
  object: EventObject<T>
  /** For a change: the previous values of the changed properties. */
  previous?: Record<string, unknown>
}

/** Rows per statement: each has some 10 values, and PostgreSQL allows 65,535. */
const BATCH = 1000

/**
 * Inserts an event and its deliveries to the owner's subscribed webhooks, in the transaction of the
 * change. Guests have no webhooks, so nothing is inserted for them; webhooks of a locked account
 * get no deliveries.
 */
export const emitEvent = <T extends EventType>(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  ownerId: string,
  fact: Fact<T>,
): Promise<void> => emitEvents(platform, tx, ownerId, [fact])

/** Like `emitEvent`, for several events of one owner in few statements. */
export async function emitEvents<T extends EventType>(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  ownerId: string,
  facts: readonly Fact<T>[],
): Promise<void> {
  if (facts.length === 0) return
  const now = platform.clock()
  const rows = facts.map((fact) => eventRow(now, ownerId, fact))
  // One statement, since every conversion waits for it. Locks the webhooks, so that a concurrent
  // deletion neither gets deliveries nor causes an error.
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
  /** Null unless it is failing. */
  failingSince: unknown
}

interface NewDelivery {
  event: Pick<EventRow, 'id' | 'type' | 'objectId'>
  webhook: Pick<Listening, 'id' | 'failingSince'>
}

/**
 * Inserts deliveries and sends their jobs, in this order. The caller has locked the webhooks.
 * @returns their ids
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
      // A test is not throttled, since the user waits for it.
      failing: trigger !== 'test' && deliveries[at]?.webhook.failingSince !== null,
    })),
  )
  return rows.map(({ id }) => id)
}

/** Inserts an event without deliveries. */
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
