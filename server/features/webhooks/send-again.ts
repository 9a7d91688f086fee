import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { EVENT_EXAMPLES } from '../../../contract/event-examples.ts'
import { EVENT_TYPES, type EventType, matchesEvent } from '../../../contract/events.ts'
import { DELIVERY_DAYS, RECOVER_AT_ONCE } from '../../../contract/webhooks.ts'
import type { Context } from '../../core/context.ts'
import { LIMIT_RULES, takeOrRefuse } from '../../core/limit-rules.ts'
import { events, type WebhookDeliveryRow, type WebhookRow, webhookDeliveries } from '../../core/schema.ts'
import { type TransactionPlatform, withTransaction } from '../../core/transaction.ts'
import { writeEvents } from '../../core/webhooks/emit-event.ts'
import type { Transaction } from '../../platform.ts'
import { findDelivery } from './deliveries.ts'
import { findWebhook, holdWebhook, requireActive } from './find-webhook.ts'

const DAY = 86_400_000

/** Sends the example of a type to a webhook, once. @returns the id of the delivery. @throws Refusal not_found, too_many_requests */
export async function testWebhook(ctx: Context, id: string, type: EventType): Promise<string> {
  const webhook = await findWebhook(ctx, id)
  await takeOrRefuse(ctx, LIMIT_RULES.webhookTest, webhook.ownerId)
  return withTransaction(ctx, async ({ platform }, tx) => {
    const object =
      type === 'webhook.test' ? { ...EVENT_EXAMPLES[type], webhook_id: id } : EVENT_EXAMPLES[type]
    const [event] = await writeEvents(platform, tx, webhook.ownerId, [{ type, objectId: null, object }])
    if (!event) throw new Error('the event was not written')
    return send(platform, tx, webhook, event, 'test')
  })
}

/** Sends the event of a delivery again. @returns the id of the new delivery. @throws Refusal not_found, webhook_disabled */
export async function resendDelivery(ctx: Context, webhookId: string, id: string): Promise<string> {
  const { webhook, delivery } = await findDelivery(ctx, webhookId, id)
  requireActive(webhook)
  const { eventId, type, objectId } = delivery
  return withTransaction(ctx, ({ platform }, tx) =>
    send(platform, tx, webhook, { id: eventId, type, objectId }, 'resend'),
  )
}

async function send(
  platform: TransactionPlatform,
  tx: Transaction,
  { id: webhookId, ownerId, failingSince }: WebhookRow,
  event: { id: string; type: EventType; objectId: string | null },
  trigger: WebhookDeliveryRow['trigger'],
): Promise<string> {
  const id = randomUUID()
  const now = platform.clock()
  await tx.insert(webhookDeliveries).values({
    id,
    webhookId,
    eventId: event.id,
    type: event.type,
    objectId: event.objectId,
    trigger,
    status: 'pending',
    nextAttemptAt: now,
    createdAt: now,
  })
  const failing = failingSince !== null && trigger !== 'test'
  await platform.jobs.sendAttempts(tx, [{ deliveryId: id, webhookId, ownerId, attempts: 0, failing }])
  return id
}

/** Cancels a delivery that waits; one that has ended stays as it is. @throws Refusal not_found */
export async function cancelDelivery(ctx: Context, webhookId: string, id: string): Promise<void> {
  await findDelivery(ctx, webhookId, id)
  await ctx.platform.db
    .update(webhookDeliveries)
    .set({ status: 'cancelled', nextAttemptAt: null, completedAt: ctx.platform.clock() })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.status, 'pending')))
}

/**
 * Sends events since a time that a webhook listens to and that neither were delivered to it nor are on their way.
 * @throws Refusal not_found, webhook_disabled
 */
export async function recoverWebhook(
  ctx: Context,
  id: string,
  { since, dry_run }: { since: string; dry_run: boolean },
): Promise<{ count: number; complete: boolean }> {
  const webhook = await findWebhook(ctx, id)
  if (!dry_run) requireActive(webhook)
  const types = EVENT_TYPES.filter((type) => type !== 'webhook.test' && matchesEvent(webhook.events, type))
  const missed = sql`
    select id, type, object_id, created_at from ${events} e
    where owner_id = ${webhook.ownerId} and created_at >= ${from(ctx, since)}
      and type = any(${sql.param(types)}::text[])
      and object_id is not null -- examples that were sent as tests tell of nothing
      and not exists (
        select 1 from ${webhookDeliveries} d
        where d.event_id = e.id and d.webhook_id = ${id} and d.status in ('succeeded', 'pending') and d.trigger <> 'test')
    order by created_at, id limit ${RECOVER_AT_ONCE + 1}`
  if (dry_run) {
    const { rows } = await ctx.platform.db.execute<{ count: number }>(
      sql`select count(*)::int as count from (${missed}) as missed`,
    )
    return answer(rows[0]?.count ?? 0)
  }
  return withTransaction(ctx, async (ctx, tx) => {
    const { platform } = ctx
    // Held, so that of two at once the second finds what the first has sent.
    await holdWebhook(ctx, id)
    const { rows: all } = await tx.execute<{ id: string; type: EventType; object_id: string | null }>(missed)
    const rows = all.slice(0, RECOVER_AT_ONCE)
    const now = platform.clock()
    const { rows: written } = await tx.execute<{ id: string }>(sql`
      insert into ${webhookDeliveries}
        (id, webhook_id, event_id, type, object_id, trigger, status, next_attempt_at, created_at)
      select gen_random_uuid(), ${id}, e.id, e.type, e.object_id, 'recover', 'pending', ${now}, ${now}
      from ${events} e where e.id = any(${sql.param(rows.map((row) => row.id))}::uuid[])
      returning id`)
    const failing = webhook.failingSince !== null
    await platform.jobs.sendAttempts(
      tx,
      written.map((row) => ({
        ...{ deliveryId: row.id, webhookId: id, ownerId: webhook.ownerId },
        ...{ attempts: 0, failing },
      })),
    )
    return answer(all.length)
  })
}

const answer = (found: number) => ({
  count: Math.min(found, RECOVER_AT_ONCE),
  complete: found <= RECOVER_AT_ONCE,
})

/** Events before this are deleted, or about to be. */
const from = ({ platform }: Context, since: string) =>
  new Date(Math.max(new Date(since).getTime(), platform.clock().getTime() - DELIVERY_DAYS * DAY))
