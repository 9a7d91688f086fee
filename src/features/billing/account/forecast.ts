import type { BillingSettings } from '../../../api/billing.ts'

const DAY = 86_400_000

type Limit = Pick<BillingSettings, 'spend_limit' | 'spend_limit_action' | 'spent'>

export interface Forecast {
  /** What will be left at the end of the month. */
  credits: number
  /** Whether the spend limit refuses work before that, so that no more is spent. */
  isLimited: boolean
}

/** Forecast of a balance: spending continues at its rate, up to a limit that refuses more. */
export function forecastOf(available: number, atMonthEnd: number, limit: Limit | undefined): Forecast {
  if (!limit || limit.spend_limit === null || limit.spend_limit_action !== 'refuse')
    return { credits: atMonthEnd, isLimited: false }
  const atLimit = available - Math.max(0, limit.spend_limit - limit.spent)
  return atLimit > atMonthEnd
    ? { credits: atLimit, isLimited: true }
    : { credits: atMonthEnd, isLimited: false }
}

/**
 * The day on which the spend limit is reached in this month, at so many credits a day; null for
 * none.
 */
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
