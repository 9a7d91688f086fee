import { and, asc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Delivery, DeliveryList, webhookEndpoints } from '../../../contract/webhooks.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import {
  type EventRow,
  events,
  type WebhookDeliveryRow,
  type WebhookRow,
  webhookAttempts,
  webhookDeliveries,
} from '../../core/schema.ts'
import { eventIdOf } from '../../core/webhooks/emit-event.ts'
import { HIDDEN, unsignedHeaders } from '../../core/webhooks/request.ts'
import { findWebhook } from './find-webhook.ts'

type Query = z.output<(typeof webhookEndpoints)['listDeliveries']['query']>
type AttemptRow = typeof webhookAttempts.$inferSelect

/**
 * Deliveries of a webhook of the caller's own, the newest first. @throws ApiProblem not_found,
 * invalid_request
 */
export async function listDeliveries(
  ctx: Context,
  webhookId: string,
  query: Query,
): Promise<z.input<typeof DeliveryList>> {
  const webhook = await findWebhook(ctx, webhookId)
  const { db } = ctx.platform
  const where = and(eq(webhookDeliveries.webhookId, webhookId), ...matching(query))
  const list = await listByTime<WebhookDeliveryRow, WebhookDeliveryRow>(query, webhookDeliveries, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(webhookDeliveries)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${webhookDeliveries} where ${where}`, limit),
    present: (row) => row,
  })
  return { ...list, results: await presentAll(ctx, webhook, list.results) }
}

function matching(query: Query): (SQL | undefined)[] {
  return [
    query.status && eq(webhookDeliveries.status, query.status),
    // In the words of the index of those that did not succeed.
    query.status && query.status !== 'succeeded'
      ? sql`${webhookDeliveries.status} <> 'succeeded'`
      : undefined,
    query.type && eq(webhookDeliveries.type, query.type),
    query.since ? gte(webhookDeliveries.createdAt, new Date(query.since)) : undefined,
    query.until ? lt(webhookDeliveries.createdAt, new Date(query.until)) : undefined,
    query.q ? withId(query.q) : undefined,
  ]
}

function withId(text: string): SQL | undefined {
  const id = z.uuid().safeParse(text.replace(/^evt_/, ''))
  return or(
    eq(webhookDeliveries.objectId, text),
    id.success ? eq(webhookDeliveries.id, id.data) : undefined,
    id.success ? eq(webhookDeliveries.eventId, id.data) : undefined,
  )
}

/** A delivery of a webhook of the caller's own. @throws ApiProblem not_found */
export async function findDelivery(
  ctx: Context,
  webhookId: string,
  id: string,
): Promise<{ webhook: WebhookRow; delivery: WebhookDeliveryRow }> {
  const webhook = await findWebhook(ctx, webhookId)
  const [delivery] = await ctx.platform.db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.webhookId, webhookId)))
  if (!delivery) throw new ApiProblem('not_found', 'Delivery not found. Deliveries are kept for 30 days.')
  return { webhook, delivery }
}

/** One delivery as the wire has it. @throws ApiProblem not_found */
export async function getDelivery(ctx: Context, webhookId: string, id: string): Promise<Delivery> {
  const { webhook, delivery } = await findDelivery(ctx, webhookId, id)
  const [presented] = await presentAll(ctx, webhook, [delivery])
  return presented as Delivery
}

async function presentAll(
  { platform: { db } }: Context,
  webhook: WebhookRow,
  rows: readonly WebhookDeliveryRow[],
): Promise<Delivery[]> {
  if (rows.length === 0) return []
  const attempts = await db
    .select()
    .from(webhookAttempts)
    .where(
      inArray(
        webhookAttempts.deliveryId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(webhookAttempts.deliveryId), asc(webhookAttempts.number))
  const told = await db
    .select()
    .from(events)
    .where(inArray(events.id, [...new Set(rows.map(({ eventId }) => eventId))]))
  const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId)
  const byId = new Map(told.map((event) => [event.id, event]))
  return rows.map((row) =>
    present(webhook, row, byId.get(row.eventId) as EventRow, byDelivery.get(row.id) ?? []),
  )
}

function present(
  { headerNames }: WebhookRow,
  row: WebhookDeliveryRow,
  event: EventRow,
  attempts: readonly AttemptRow[],
): Delivery {
  // Rows are read one after the other: an attempt that was made in between is of the next answer.
  const made = attempts.filter(({ number }) => number <= row.attempts)
  return {
    delivery_id: row.id,
    id: row.id,
    webhook_id: row.webhookId,
    event_id: eventIdOf(row.eventId),
    type: row.type,
    object_id: row.objectId,
    status: row.status,
    trigger: row.trigger,
    attempts: made.map((one) => ({
      at: one.at.toISOString(),
      duration_ms: one.durationMs,
      status_code: one.statusCode,
      error: one.error,
      response_headers: one.responseHeaders,
      response_body: one.responseBody,
    })),
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    request_headers: made.at(-1)?.requestHeaders ?? {
      ...Object.fromEntries(headerNames.map((name) => [name, HIDDEN])),
      ...unsignedHeaders(event),
    },
    request_body: event.body,
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
  }
}
