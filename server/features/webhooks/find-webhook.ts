import { and, eq } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import { requireOwner } from '../../core/context.ts'
import { type WebhookRow, webhooks } from '../../core/schema.ts'
import type { QueryContext, TransactionContext } from '../../core/transaction.ts'

/** A webhook of the caller's own; somebody else's is not there. @throws ApiProblem not_found */
export async function findWebhook(ctx: QueryContext, id: string): Promise<WebhookRow> {
  const mine = and(eq(webhooks.id, id), eq(webhooks.ownerId, requireOwner(ctx)))
  const [row] = await ctx.platform.db.select().from(webhooks).where(mine)
  if (!row) throw noWebhook()
  return row
}

/** As `findWebhook`, locked until the transaction ends. @throws ApiProblem not_found */
export async function holdWebhook(ctx: TransactionContext, id: string): Promise<WebhookRow> {
  const mine = and(eq(webhooks.id, id), eq(webhooks.ownerId, requireOwner(ctx)))
  const [row] = await ctx.platform.db.select().from(webhooks).where(mine).for('no key update')
  if (!row) throw noWebhook()
  return row
}

export const noWebhook = () => new ApiProblem('not_found', 'Webhook not found.')

/** @throws ApiProblem webhook_disabled */
export function requireActive({ isActive }: WebhookRow): void {
  if (!isActive)
    throw new ApiProblem(
      'webhook_disabled',
      'The webhook is disabled. Enable it, then send the events again.',
    )
}
