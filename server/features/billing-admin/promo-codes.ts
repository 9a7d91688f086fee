import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { billingAdminEndpoints, PromoCode } from '../../../contract/billing-admin.ts'
import { recordAdminAct } from '../../core/admin-events.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { promoKey } from '../../core/billing/promo-key.ts'
import { reach } from '../../core/billing/reach.ts'
import { type Context, userOf } from '../../core/context.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import { type PromoCodeRow, promoCodes } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'

type Endpoints = typeof billingAdminEndpoints

const instant = (at: Date | null) => at?.toISOString() ?? null

const present = (row: PromoCodeRow): PromoCode => ({
  promo_id: row.id,
  ...{ code: row.code, credits: row.credits, percent: row.percent, credits_days: row.creditsDays },
  ...{ total_limit: row.totalLimit, account_limit: row.accountLimit, used: row.used },
  first_purchase_only: row.firstPurchaseOnly,
  ...{ starts_at: instant(row.startsAt), ends_at: instant(row.endsAt), retired_at: instant(row.retiredAt) },
  created_at: row.createdAt.toISOString(),
})

/** What a code brings, for the audit log. */
const worthOf = ({ credits, percent }: PromoCodeRow): Record<string, string> =>
  percent === null ? { credits: String(credits) } : { percent: String(percent) }

export const listPromoCodes = (
  { platform: { db } }: Context,
  query: z.output<Endpoints['listPromoCodes']['query']>,
) =>
  listByTime<PromoCodeRow, PromoCode>(query, promoCodes, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(promoCodes)
        .where(after)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${promoCodes}`, limit),
    present,
  })

/**
 * A discount is made at the payment provider, whose checkout takes it; credits are given here.
 * @throws ApiProblem promo_exists, payment_unavailable
 */
export async function createPromoCode(
  ctx: Context,
  json: z.output<Endpoints['createPromoCode']['json']>,
): Promise<PromoCode> {
  const { db, payments } = ctx.platform
  const at = (time: string | undefined) => (time === undefined ? null : new Date(time))
  const row = await withTransaction(ctx, async (ctx, tx) => {
    const [row] = await tx
      .insert(promoCodes)
      .values({
        ...{ id: randomUUID(), code: json.code.toUpperCase(), codeKey: promoKey(json.code) },
        ...{ credits: json.credits ?? null, percent: json.percent ?? null },
        ...{ creditsDays: json.credits_days ?? null, totalLimit: json.total_limit ?? null },
        ...{ accountLimit: json.account_limit, firstPurchaseOnly: json.first_purchase_only },
        ...{ startsAt: at(json.starts_at), endsAt: at(json.ends_at) },
        ...{ createdBy: userOf(ctx), createdAt: ctx.platform.clock() },
      })
      .onConflictDoNothing()
      .returning()
    if (row) await recordAdminAct(ctx, tx, 'promo_code.created', { target: row.code, detail: worthOf(row) })
    return row
  })
  if (!row) throw new ApiProblem('promo_exists', `The promo code ${json.code.toUpperCase()} already exists.`)
  if (row.percent === null) return present(row)
  try {
    const providerPromotion = await reach(() =>
      payments.createPromotion({
        ...{ code: row.code, percent: row.percent as number, endsAt: row.endsAt, limit: row.totalLimit },
        firstPurchaseOnly: row.firstPurchaseOnly,
      }),
    )
    await db.update(promoCodes).set({ providerPromotion }).where(eq(promoCodes.id, row.id))
    return present(row)
  } catch (error) {
    // Without the provider it would be a code that nothing follows from.
    await withTransaction(ctx, async (ctx, tx) => {
      await tx.delete(promoCodes).where(eq(promoCodes.id, row.id))
      await recordAdminAct(ctx, tx, 'promo_code.retired', {
        ...{ target: row.code, reason: 'The payment provider did not take the promo code.' },
      })
    })
    throw error
  }
}

/** @throws ApiProblem not_found, payment_unavailable */
export async function retirePromoCode(ctx: Context, id: string): Promise<PromoCode> {
  const { db, payments } = ctx.platform
  const [row] = await db.select().from(promoCodes).where(eq(promoCodes.id, id))
  if (!row) throw new ApiProblem('not_found', 'Promo code not found.')
  const { providerPromotion: promotion } = row
  if (promotion && row.retiredAt === null) await reach(() => payments.retirePromotion(promotion))
  const retired = await withTransaction(ctx, async (ctx, tx) => {
    const [retired] = await tx
      .update(promoCodes)
      .set({ retiredAt: ctx.platform.clock() })
      .where(and(eq(promoCodes.id, id), isNull(promoCodes.retiredAt)))
      .returning()
    if (retired) await recordAdminAct(ctx, tx, 'promo_code.retired', { target: retired.code })
    return retired
  })
  return present(retired ?? row)
}
