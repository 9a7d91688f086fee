import { QUOTA_WARNINGS } from '../../../contract/events.ts'
import type { Transaction } from '../../platform.ts'
import { storageUsage } from '../storage-usage.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { accountId } from './account-id.ts'
import { emitEvent } from './emit-event.ts'

/**
 * Emits the quota warning, in the transaction that crosses one of its thresholds. All numbers are
 * in bytes.
 */
export async function emitQuotaWarning(
  platform: TransactionPlatform,
  tx: Transaction,
  ownerId: string,
  { before, after, quota }: { before: number; after: number; quota: number },
): Promise<void> {
  if (!QUOTA_WARNINGS.some((share) => before <= share * quota && after > share * quota)) return
  const object = await storageUsage({ db: tx, settings: platform.settings }, ownerId)
  const objectId = await accountId(tx, ownerId)
  await emitEvent(platform, tx, ownerId, { type: 'storage.quota.warning', objectId, object })
}
