import type { EventType } from '../../../contract/events.ts'
import type { Transaction } from '../../platform.ts'
import { mailLowBalance, mailSpending } from '../billing/billing-mails.ts'
import type { Charged } from '../credits/ledger.ts'
import { presentCredits } from '../credits/present-credits.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { accountId } from './account-id.ts'
import { emitEvents } from './emit-event.ts'

type CreditEvent = Extract<EventType, `credits.${string}`>

/** Share of the spend limit at which a mail is sent, besides the limit itself. */
const NEAR = 0.8

/**
 * Emits that credits are low or exhausted, or that the spend limit is near or reached, in the
 * transaction that spends them. Held credits count as available: otherwise holds that end without a
 * charge would make the balance cross the threshold repeatedly.
 */
export async function emitSpent(
  platform: TransactionPlatform,
  tx: Transaction,
  ownerId: string,
  { charged, balance }: { charged: number; balance: Charged },
): Promise<void> {
  const left = balance.creditsAvailable + balance.creditsHeld
  const { alertBelow, alertSpent, spent } = balance
  const fellBelow = (limit: number) => left < limit && left + charged >= limit
  const types: CreditEvent[] = []
  if (fellBelow(alertBelow)) types.push('credits.low')
  if (fellBelow(1)) types.push('credits.exhausted')
  if (types.length > 0) {
    const objectId = await accountId(tx, ownerId)
    const object = presentCredits(balance, false)
    await emitEvents(
      platform,
      tx,
      ownerId,
      types.map((type) => ({ type, objectId, object })),
    )
    if (alertBelow > 0) await mailLowBalance(platform, tx, ownerId, left)
  }
  const rose = (limit: number) => spent >= limit && spent - charged < limit
  if (alertSpent !== null && (rose(alertSpent) || rose(Math.ceil(alertSpent * NEAR))))
    await mailSpending(platform, tx, ownerId, { spent, limit: alertSpent })
}
