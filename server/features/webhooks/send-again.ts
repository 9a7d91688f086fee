import { and, eq, sql } from 'drizzle-orm'
import { EVENT_EXAMPLES } from '../../../contract/event-examples.ts'
import { EVENT_TYPES, type EventType, matchesEvent } from '../../../contract/events.ts'
import { DELIVERY_DAYS, RECOVER_AT_ONCE } from '../../../contract/webhooks.ts'
import type { Context } from '../../core/context.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import {
  type EventRow,
  events,
  type WebhookDeliveryRow,
  type WebhookRow,
  webhookDeliveries,
} from '../../core/schema.ts'
import { type TransactionPlatform, withTransaction } from '../../core/transaction.ts'
import { writeDeliveries, writeEvent } from '../../core/webhooks/emit-event.ts'
import type { Transaction } from '../../platform.ts'
import { findDelivery } from './deliveries.ts'
import { findWebhook, holdWebhook, requireActive } from './find-webhook.ts'

const DAY = 86_400_000

/**
 * Sends the example of a type to a webhook, once. @returns the id of the delivery. @throws
 * ApiProblem not_found, too_many_requests
 */
export async function testWebhook(ctx: Context, id: string, type: EventType): Promise<string> {
  const { ownerId } = await findWebhook(ctx, id)
  await consumeOrThrow(ctx, LIMIT_RULES.webhookTest, ownerId)
  return withTransaction(ctx, async (ctx, tx) => {
    const webhook = await holdWebhook(ctx, id)
    const object =
      type === 'webhook.test' ? { ...EVENT_EXAMPLES[type], webhook_id: id } : EVENT_EXAMPLES[type]
    const event = await writeEvent(ctx.platform, tx, ownerId, { type, objectId: null, object })
    return sendOne(ctx.platform, tx, { event, webhook }, 'test')
  })
}

/**
 * Sends the event of a delivery again. @returns the id of the new delivery. @throws ApiProblem
 * not_found, webhook_disabled
 */
export async function resendDelivery(ctx: Context, webhookId: string, id: string): Promise<string> {
  const { delivery } = await findDelivery(ctx, webhookId, id)
  return withTransaction(ctx, async (ctx, tx) => {
    const webhook = await holdWebhook(ctx, webhookId)
    requireActive(webhook)
    const { eventId, type, objectId } = delivery
    return sendOne(ctx.platform, tx, { event: { id: eventId, type, objectId }, webhook }, 'resend')
  })
}

async function sendOne(
  platform: TransactionPlatform,
  tx: Transaction,
  delivery: { event: Pick<EventRow, 'id' | 'type' | 'objectId'>; webhook: WebhookRow },
  trigger: WebhookDeliveryRow['trigger'],
): Promise<string> {
  const [id] = await writeDeliveries(platform, tx, delivery.webhook.ownerId, trigger, [delivery])
  return id as string
}

/**
 * Cancels a delivery that waits; one that has ended stays as it is. @throws ApiProblem not_found
 */
export async function cancelDelivery(ctx: Context, webhookId: string, id: string): Promise<void> {
  await findDelivery(ctx, webhookId, id)
  await ctx.platform.db
    .update(webhookDeliveries)
    .set({ status: 'cancelled', nextAttemptAt: null, completedAt: ctx.platform.clock() })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.status, 'pending')))
}

/**
 * Sends events since a time that a webhook listens to and that neither were delivered to it nor are
 * on their way.
 * @throws ApiProblem not_found, webhook_disabled
 */
export async function recoverWebhook(
  ctx: Context,
  id: string,
  { since, dry_run }: { since: string; dry_run: boolean },
): Promise<{ count: number; complete: boolean }> {
  const { ownerId, events: patterns } = await findWebhook(ctx, id)
  const types = EVENT_TYPES.filter((type) => type !== 'webhook.test' && matchesEvent(patterns, type))
  const missed = sql`
    select id, type, object_id, created_at from ${events} e
    where owner_id = ${ownerId} and created_at >= ${from(ctx, since)}
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
    // Held, so that of two at once the second finds what the first has sent.
    const webhook = await holdWebhook(ctx, id)
    requireActive(webhook)
    const { rows } = await tx.execute<{ id: string; type: EventType; object_id: string }>(missed)
    const deliveries = rows
      .slice(0, RECOVER_AT_ONCE)
      .map(({ id, type, object_id }) => ({ event: { id, type, objectId: object_id }, webhook }))
    await writeDeliveries(ctx.platform, tx, webhook.ownerId, 'recover', deliveries)
    return answer(rows.length)
  })
}

const answer = (found: number) => ({
  count: Math.min(found, RECOVER_AT_ONCE),
  complete: found <= RECOVER_AT_ONCE,
})

/** Events before this are deleted, or about to be. */
const from = ({ platform }: Context, since: string) =>
  new Date(Math.max(new Date(since).getTime(), platform.clock().getTime() - DELIVERY_DAYS * DAY))
