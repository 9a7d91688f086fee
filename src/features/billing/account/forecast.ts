import type { BillingSettings } from '../../../api/billing.ts'

const DAY = 86_400_000

type Limit = Pick<BillingSettings, 'spend_limit' | 'spend_limit_action' | 'spent'>

export interface Forecast {
  /** The balance at the end of the month. */
  credits: number
  /** Whether the spend limit stops spending before that. */
  isLimited: boolean
}

/** Forecast of a balance: spending continues at its rate, up to the spend limit. */
export function forecastOf(available: number, atMonthEnd: number, limit: Limit | undefined): Forecast {
  if (!limit || limit.spend_limit === null || limit.spend_limit_action !== 'refuse')
    return { credits: atMonthEnd, isLimited: false }
  const atLimit = available - Math.max(0, limit.spend_limit - limit.spent)
  return atLimit > atMonthEnd
    ? { credits: atLimit, isLimited: true }
    : { credits: atMonthEnd, isLimited: false }
}

/** The day of this month on which the spend limit is reached at this daily rate; null for none. */
export function limitReachedOn(
  { spend_limit: limit, spent }: Limit,
  perDay: number | null,
  monthEnd: Date,
  now: Date,
): Date | null {
  if (limit === null || !perDay || spent >= limit) return null
  const day = new Date(now.getTime() + ((limit - spent) / perDay) * DAY)
  return day.getTime() < monthEnd.getTime() + DAY ? day : null
}
