import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Webhook, WebhookList, WebhookStats, webhookEndpoints } from '../../../contract/webhooks.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import { type WebhookRow, webhooks } from '../../core/schema.ts'
import { findWebhook } from './find-webhook.ts'
import { statsOf } from './stats.ts'

const STATS_HOURS = 24

/**
 * The caller's webhooks, with their figures. @throws ApiProblem invalid_request for a foreign
 * cursor
 */
export async function listWebhooks(
  ctx: Context,
  query: z.output<(typeof webhookEndpoints)['listWebhooks']['query']>,
): Promise<z.input<typeof WebhookList>> {
  const { db } = ctx.platform
  const mine = eq(webhooks.ownerId, requireOwner(ctx))
  const list = await listByTime<WebhookRow, WebhookRow>(query, webhooks, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(webhooks)
        .where(after ? sql`${mine} and ${after}` : mine)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${webhooks} where ${mine}`, limit),
    present: (row) => row,
  })
  const stats = await statsOf(
    ctx,
    list.results.map(({ id }) => id),
    STATS_HOURS,
  )
  return { ...list, results: list.results.map((row) => present(ctx, row, stats.get(row.id) as WebhookStats)) }
}

/** One webhook as the wire has it, without its secret. @throws ApiProblem not_found */
export async function getWebhook(ctx: Context, id: string): Promise<Webhook> {
  const row = await findWebhook(ctx, id)
  return present(ctx, row, (await statsOf(ctx, [id], STATS_HOURS)).get(id) as WebhookStats)
}

const instant = (at: Date | null) => at?.toISOString() ?? null

function present({ platform }: Context, row: WebhookRow, stats: WebhookStats): Webhook {
  const { previousSecretExpiresAt: until } = row
  return {
    webhook_id: row.id,
    id: row.id,
    url: row.url,
    events: row.events,
    description: row.description,
    header_names: row.headerNames,
    is_active: row.isActive,
    disabled_reason: row.disabledReason,
    disabled_at: instant(row.disabledAt),
    failing_since: instant(row.failingSince),
    previous_secret_expires_at: until && until > platform.clock() ? instant(until) : null,
    stats,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
