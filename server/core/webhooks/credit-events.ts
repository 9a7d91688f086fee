import { type EventType, LOW_CREDITS } from '../../../contract/events.ts'
import type { Transaction } from '../../platform.ts'
import type { Balance } from '../ledger.ts'
import { presentCredits } from '../present-credits.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { accountId } from './account-id.ts'
import { emitEvents } from './emit-event.ts'

type CreditEvent = Extract<EventType, `credits.${string}`>

/**
 * Tells that credits are low or exhausted, in the transaction that spends them. What conversions hold counts as left: most
 * holds that end without a charge would otherwise make the balance cross the limit again and again.
 */
export async function emitSpent(
  platform: TransactionPlatform,
  tx: Transaction,
  ownerId: string,
  { charged, balance }: { charged: number; balance: Balance },
): Promise<void> {
  const left = balance.creditsAvailable + balance.creditsHeld
  const reached = (limit: number) => left < limit && left + charged >= limit
  const types: CreditEvent[] = []
  if (reached(LOW_CREDITS)) types.push('credits.low')
  if (reached(1)) types.push('credits.exhausted')
  if (types.length === 0) return
  const objectId = await accountId(tx, ownerId)
  const object = presentCredits(balance, false)
  await emitEvents(
    platform,
    tx,
    ownerId,
    types.map((type) => ({ type, objectId, object })),
  )
}
