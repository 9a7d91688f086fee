import type { BusinessEventKind } from '../../../contract/business-states.ts'
import type { Transaction } from '../../platform.ts'
import { recordBusinessEvent } from '../business-events.ts'
import type { TransactionContext } from '../transaction.ts'

type BillingEvent = Extract<BusinessEventKind, `billing.${string}`>

/**
 * Records in a business's audit log who changed its billing. Personal accounts have no audit log.
 */
export async function recordBilling(
  ctx: TransactionContext,
  tx: Transaction,
  kind: BillingEvent,
  facts: Parameters<typeof recordBusinessEvent>[4],
): Promise<void> {
  const { business } = ctx.actor
  if (business) await recordBusinessEvent(ctx, tx, business.id, kind, facts)
}
