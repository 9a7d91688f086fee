import { and, gt, lte } from 'drizzle-orm'
import { endLots } from '../core/credits/ledger.ts'
import { creditLots } from '../core/schema.ts'
import { withPlatformTransaction } from '../core/transaction.ts'
import type { Platform } from '../platform.ts'

/**
 * Expires credit lots, so that balances and ledgers show it. Holds never use an expired lot, even
 * before this runs.
 */
export async function endCreditLots(platform: Platform): Promise<void> {
  const due = await platform.db
    .selectDistinct({ ownerId: creditLots.ownerId })
    .from(creditLots)
    .where(and(gt(creditLots.remaining, 0), lte(creditLots.expiresAt, platform.clock())))
  for (const { ownerId } of due)
    await withPlatformTransaction(platform, (platform, tx) => endLots(platform, tx, ownerId))
}
