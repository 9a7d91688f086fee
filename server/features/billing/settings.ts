import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BillingSettings, UpdateBillingSettingsJson } from '../../../contract/billing.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { findOffer } from '../../core/billing/offers.ts'
import { recordBilling } from '../../core/billing/record-billing.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { monthOf, spentIn } from '../../core/credits/ledger.ts'
import { lockOwner } from '../../core/lock-owner.ts'
import { billingSettings, owners, purchases } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { hasCard } from './portal.ts'

const USUAL = {
  ...{ lowBalance: 100, spendLimit: null, spendLimitRefuses: false },
  ...{ topUp: false, topUpBelow: 100, topUpPack: null, topUpMax: 3, topUpStopped: null },
}

type Saved = Pick<
  typeof billingSettings.$inferSelect,
  'lowBalance' | 'spendLimit' | 'spendLimitRefuses' | 'topUp' | 'topUpBelow' | 'topUpPack' | 'topUpMax'
>

/** The settings that a person chooses, as the API names them. */
const wishesOf = (settings: Saved) => ({
  low_balance: settings.lowBalance,
  spend_limit: settings.spendLimit,
  spend_limit_action: settings.spendLimitRefuses ? ('refuse' as const) : ('notify' as const),
  top_up: {
    is_enabled: settings.topUp,
    below: settings.topUpBelow,
    pack: settings.topUpPack,
    max_per_month: settings.topUpMax,
  },
})
type Wishes = ReturnType<typeof wishesOf>

/** Only what differs; null where nothing does. */
function changesOf(before: Wishes, after: Wishes) {
  const names = (Object.keys(after) as (keyof Wishes)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
  const only = (of: Wishes) => Object.fromEntries(names.map((name) => [name, of[name]]))
  return names.length > 0 ? { before: only(before), after: only(after) } : null
}

export async function getBillingSettings(ctx: Context): Promise<BillingSettings> {
  const { db, clock } = ctx.platform
  const ownerId = requireOwner(ctx)
  const now = clock()
  const [saved] = await db.select().from(billingSettings).where(eq(billingSettings.ownerId, ownerId))
  const [owner] = await db
    .select({ spent: spentIn(now) })
    .from(owners)
    .where(eq(owners.id, ownerId))
  const [bought] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(purchases)
    .where(
      and(
        eq(purchases.ownerId, ownerId),
        eq(purchases.kind, 'top_up'),
        eq(purchases.status, 'fulfilled'),
        gte(purchases.createdAt, monthOf(now)),
      ),
    )
  const settings = saved ?? USUAL
  const { top_up, ...wishes } = wishesOf(settings)
  return {
    ...wishes,
    top_up: { ...top_up, bought: bought?.count ?? 0, stopped: settings.topUpStopped },
    spent: owner?.spent ?? 0,
  }
}

/** @throws ApiProblem not_found for a pack that is not for sale, no_payment_method */
export async function updateBillingSettings(
  ctx: Context,
  { low_balance, spend_limit, spend_limit_action, top_up }: z.output<typeof UpdateBillingSettingsJson>,
): Promise<BillingSettings> {
  const ownerId = requireOwner(ctx)
  if (top_up?.is_enabled) {
    if (!(await findOffer(ctx.platform.db, 'pack', top_up.pack)))
      throw new ApiProblem('not_found', `The pack ${top_up.pack} is not for sale.`)
    if (!(await hasCard(ctx)))
      throw new ApiProblem('no_payment_method', 'Automatic top-up needs a saved card. Buy a pack first.')
  }
  const changes = {
    ...(low_balance !== undefined && { lowBalance: low_balance }),
    ...(spend_limit !== undefined && { spendLimit: spend_limit }),
    ...(spend_limit_action && { spendLimitRefuses: spend_limit_action === 'refuse' }),
    ...(top_up && {
      ...{ topUp: top_up.is_enabled, topUpBelow: top_up.below, topUpPack: top_up.pack },
      ...{ topUpMax: top_up.max_per_month, topUpStopped: null },
    }),
  }
  await withTransaction(ctx, async (ctx, tx) => {
    await lockOwner(tx, ownerId)
    const [before] = await tx.select().from(billingSettings).where(eq(billingSettings.ownerId, ownerId))
    const [saved] = await tx
      .insert(billingSettings)
      .values({ ownerId, ...changes })
      .onConflictDoUpdate({ target: billingSettings.ownerId, set: { ...changes, ownerId } })
      .returning()
    if (!saved) return
    // Only a limit that refuses is a condition of each hold.
    await tx
      .update(owners)
      .set({
        spendLimit: saved.spendLimitRefuses ? saved.spendLimit : null,
        ...{ alertBelow: saved.lowBalance, alertSpent: saved.spendLimit },
        topUpBelow: saved.topUp ? saved.topUpBelow : null,
      })
      .where(eq(owners.id, ownerId))
    const changed = changesOf(wishesOf(before ?? USUAL), wishesOf(saved))
    if (changed) await recordBilling(ctx, tx, 'billing.settings_updated', changed)
  })
  return getBillingSettings(ctx)
}
