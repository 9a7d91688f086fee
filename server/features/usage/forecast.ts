import { and, eq, gte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { FORECAST, type UsageSummary } from '../../../contract/usage.ts'
import type { Context } from '../../core/context.ts'
import { creditEntries } from '../../core/schema.ts'
import type { Account } from './account-of.ts'
import { addDays, dateIn, monthEnd, startOfDay } from './days.ts'

const DAY = 86_400_000

/**
 * How long the credits last if they go as they went lately. By the ledger, which also has what was
 * hidden or removed since. Where there is too little to go by, it says nothing.
 */
export async function forecast(
  ctx: Context,
  account: Account,
  zone: string,
): Promise<z.input<typeof UsageSummary>['forecast']> {
  const now = ctx.platform.clock()
  const today = dateIn(zone, now)
  const month_end = monthEnd(today)
  const { days, spent } = await spentLately(ctx, account.id, now)
  const known = days >= FORECAST.fromDays
  const perDay = known ? spent / days : null
  const nothing = { basis_days: days, credits_per_day: perDay, month_end }
  if (!perDay) return { ...nothing, credits_at_month_end: null, credits_last_until: null }

  const toMonthEnd = (startOfDay(zone, addDays(month_end, 1)).getTime() - now.getTime()) / DAY
  const left = account.remaining / perDay
  const sayable = account.remaining > 0 && left <= FORECAST.aheadDays
  return {
    ...nothing,
    credits_at_month_end: Math.max(0, Math.round(account.remaining - perDay * toMonthEnd)),
    credits_last_until: sayable ? dateIn(zone, new Date(now.getTime() + left * DAY)) : null,
  }
}

/**
 * Whole days back to the first credit that was spent, though no further than a month, and what was
 * spent in them.
 */
async function spentLately(ctx: Context, owner: string, now: Date) {
  const { db } = ctx.platform
  const spending = and(eq(creditEntries.ownerId, owner), eq(creditEntries.kind, 'charge'))
  const [first] = await db
    .select({ at: creditEntries.createdAt })
    .from(creditEntries)
    .where(spending)
    .orderBy(creditEntries.createdAt)
    .limit(1)
  if (!first) return { days: 0, spent: 0 }
  const elapsed = Math.floor((now.getTime() - first.at.getTime()) / DAY)
  const days = Math.max(0, Math.min(FORECAST.basisDays, elapsed))
  const since = new Date(now.getTime() - days * DAY)
  const [sum] = await db
    .select({ spent: sql<number>`coalesce(-sum(${creditEntries.credits}), 0)::float8` })
    .from(creditEntries)
    .where(and(spending, gte(creditEntries.createdAt, since)))
  return { days, spent: sum?.spent ?? 0 }
}
