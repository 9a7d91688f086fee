import type { z } from 'zod'
import type { FontQuota } from '../../../contract/fonts.ts'
import type { Context } from '../../core/context.ts'
import { priceOf } from '../../core/prices.ts'
import { getCredits } from './get-credits.ts'

/** What the caller's credits come to in font conversions, at today's price. */
export async function getFontQuota(ctx: Context): Promise<z.input<typeof FontQuota>> {
  const { remaining, granted, anonymous } = await getCredits(ctx)
  const price = await priceOf(ctx.platform.db, 'font', 'convert')
  const count = (credits: number) => (price === 0 ? credits : Math.floor(Math.max(0, credits) / price))
  const limit = count(granted)
  return {
    remaining: count(remaining),
    used: Math.max(0, limit - count(remaining)),
    limit,
    credits_per_conversion: price,
    anonymous,
  }
}
