import { and, eq, ne, sql } from 'drizzle-orm'
import { type EventObject, type EventType, patternsOf } from '../../../contract/events.ts'
import type { Platform, Transaction } from '../../platform.ts'
import { NOBODY } from '../context.ts'
import { orderedId } from '../ordered-id.ts'
import { events, owners, webhookDeliveries, webhooks } from '../schema.ts'
import type { Caller } from '../url-here.ts'

/** Whom an object is presented for in an event: nobody who acts, so that it has no secret, and no address for a browser. */
export const eventView = ({ settings }: Pick<Platform, 'settings'>): Caller => ({
  origin: settings.mailUrl(),
  actor: NOBODY,
})

/** The id of an event on the wire, which is the `webhook-id` of each of its requests. */
export const eventIdOf = (id: string) => `evt_${id}`

interface Fact<T extends EventType> {
  ownerId: string
  type: T
  /** Id of the object, by which deliveries are found. */
  objectId: string
  /** What the API's GET answers, in the state that the event tells of. */
  object: EventObject<T>
}

/**
 * Writes an event, in the transaction of what it tells of, and its deliveries to the webhooks of the owner that listen to it.
 * Visitors have no webhooks, so that nothing is written for them.
 */
export async function emitEvent<T extends EventType>(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  fact: Fact<T>,
): Promise<void> {
  const { ownerId, type, objectId } = fact
  const [owner] = await tx
    .select({ id: owners.id })
    .from(owners)
    .where(and(eq(owners.id, ownerId), ne(owners.kind, 'visitor')))
  if (!owner) return
  const event = await writeEvent(platform, tx, fact)
  // Locked, so that a webhook that is deleted meanwhile is not delivered to, and fails nothing.
  const { rows } = await tx.execute<{ id: string; webhook_id: string; failing: boolean }>(sql`
    with listening as (
      select id, failing_since from ${webhooks}
      where owner_id = ${ownerId} and is_active and events && ${sql.param(patternsOf(type))}::text[]
      for key share
    ), written as (
      insert into ${webhookDeliveries}
        (id, webhook_id, event_id, type, object_id, trigger, status, next_attempt_at, created_at)
      select gen_random_uuid(), id, ${event.id}, ${type}, ${objectId}, 'event', 'pending', ${event.at}, ${event.at}
      from listening
      returning id, webhook_id
    )
    select written.id, webhook_id, failing_since is not null as failing
    from written join listening on listening.id = webhook_id`)
  await platform.jobs.sendAttempts(
    tx,
    rows.map((row) => ({
      deliveryId: row.id,
      webhookId: row.webhook_id,
      ownerId,
      attempts: 0,
      failing: row.failing,
    })),
  )
}

/** Writes an event and no delivery of it. */
export async function writeEvent<T extends EventType>(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  { ownerId, type, objectId, object }: Fact<T>,
): Promise<{ id: string; at: Date }> {
  const at = clock()
  const id = orderedId(at)
  const body = JSON.stringify({ id: eventIdOf(id), type, timestamp: at.toISOString(), data: { object } })
  await tx.insert(events).values({ id, ownerId, type, objectId, body, createdAt: at })
  return { id, at }
}
