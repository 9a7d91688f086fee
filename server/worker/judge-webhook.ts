import { eq } from 'drizzle-orm'
import { type WebhookRow, webhooks } from '../core/schema.ts'
import type { TransactionPlatform } from '../core/transaction.ts'
import { disableWebhook } from '../core/webhooks/disable.ts'
import { mailDisabled, mailFailing } from '../core/webhooks/mails.ts'
import type { Transaction } from '../platform.ts'

const HOUR = 3_600_000
/**
 * A webhook whose deliveries all fail gets a warning after the first, and is disabled after the
 * second.
 */
const WARNED_AFTER = 72 * HOUR
const DISABLED_AFTER = 120 * HOUR
/** Minimum time between warning and disabling, even with few attempts. */
const WARNED_BEFORE = 24 * HOUR

/** Updates a webhook after an attempt: failing since when, and whether disabled. */
export async function judgeWebhook(
  platform: TransactionPlatform,
  tx: Transaction,
  webhook: WebhookRow,
  { error, status }: { error: string | null; status: number | null },
) {
  const own = eq(webhooks.id, webhook.id)
  const now = platform.clock()
  if (error === null) {
    if (webhook.failingSince) await tx.update(webhooks).set({ failingSince: null, warnedAt: null }).where(own)
    return
  }
  const since = webhook.failingSince ?? now
  if (!webhook.failingSince) await tx.update(webhooks).set({ failingSince: since }).where(own)
  if (!webhook.isActive) return
  const failed = now.getTime() - since.getTime()
  const warned = webhook.warnedAt ? now.getTime() - webhook.warnedAt.getTime() : null
  const disables = failed >= DISABLED_AFTER && warned !== null && warned >= WARNED_BEFORE
  if (status === 410 || disables) {
    await disableWebhook(platform, tx, webhook.id, status === 410 ? 'gone' : 'failing')
    await mailDisabled(platform, tx, webhook, error)
  } else if (failed >= WARNED_AFTER && warned === null) {
    const disabledFrom = new Date(Math.max(since.getTime() + DISABLED_AFTER, now.getTime() + WARNED_BEFORE))
    await tx.update(webhooks).set({ warnedAt: now }).where(own)
    await mailFailing(platform, tx, webhook, { since, disabledFrom, error })
  }
}
