import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { PromoRedemption } from '../../../contract/billing.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { promoKey } from '../../core/billing/promo-key.ts'
import { type Context, requireOwner, userOf } from '../../core/context.ts'
import { grantCredits } from '../../core/credits/ledger.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { lockOwner } from '../../core/lock-owner.ts'
import { type PromoCodeRow, promoCodes, promoRedemptions, purchases } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { getBalance } from './balance.ts'

const DAY = 86_400_000

/**
 * Gives the credits of a code. Attempts are limited by account and by address; what is unknown and
 * what is not valid yet take the same queries and the same answer, so that neither words nor time
 * tell them apart.
 * @throws ApiProblem promo_unknown, promo_expired, promo_used, promo_not_applicable,
 * too_many_requests
 */
export async function redeemPromoCode(
  ctx: Context,
  code: string,
  idempotencyKey: string | undefined,
): Promise<z.input<typeof PromoRedemption>> {
  const ownerId = requireOwner(ctx)
  await consumeOrThrow(ctx, LIMIT_RULES.promoOwner, ownerId)
  await consumeOrThrow(ctx, LIMIT_RULES.promoAddress, ctx.address)
  const key = promoKey(code)
  const requestFingerprint = fingerprint(ctx.platform, ['promo', key])
  const { answer } = await withTransaction(ctx, (ctx, tx) =>
    once(
      tx,
      { scope: `promo ${ownerId}`, key: idempotencyKey, fingerprint: requestFingerprint },
      async () => {
        const now = ctx.platform.clock()
        await lockOwner(tx, ownerId)
        // Locked, so that the last use of a code is one account's.
        const [promo] = await tx.select().from(promoCodes).where(eq(promoCodes.codeKey, key)).for('update')
        const facts = await factsOf(tx, promo?.id ?? randomUUID(), ownerId)
        const refusal = refusalOf(promo, facts, now)
        if (refusal) throw refusal
        const { id: promoId, credits, creditsDays } = promo as PromoCodeRow
        const id = randomUUID()
        await tx
          .insert(promoRedemptions)
          .values({ id, promoId, ownerId, createdBy: userOf(ctx), createdAt: now })
        await tx
          .update(promoCodes)
          .set({ used: sql`${promoCodes.used} + 1` })
          .where(eq(promoCodes.id, promoId))
        const expiresAt = creditsDays === null ? null : new Date(now.getTime() + creditsDays * DAY)
        await grantCredits(ctx.platform, tx, ownerId, {
          ...{ source: 'promo', reference: id, credits: credits ?? 0, expiresAt, createdBy: userOf(ctx) },
        })
        return { credits: credits ?? 0, expires_at: expiresAt?.toISOString() ?? null }
      },
    ),
  )
  return { ...answer, balance: await getBalance(ctx) }
}

interface Facts {
  redeemed: number
  bought: boolean
}

async function factsOf(tx: Transaction, promoId: string, ownerId: string): Promise<Facts> {
  const redeemed = await tx
    .select({ id: promoRedemptions.id })
    .from(promoRedemptions)
    .where(and(eq(promoRedemptions.promoId, promoId), eq(promoRedemptions.ownerId, ownerId)))
  const [bought] = await tx
    .select({ id: purchases.id })
    .from(purchases)
    .where(
      and(eq(purchases.ownerId, ownerId), inArray(purchases.status, ['fulfilled', 'refunded', 'disputed'])),
    )
    .limit(1)
  return { redeemed: redeemed.length, bought: bought !== undefined }
}

function refusalOf(
  promo: PromoCodeRow | undefined,
  { redeemed, bought }: Facts,
  now: Date,
): ApiProblem | null {
  if (!promo || promo.retiredAt !== null || (promo.startsAt !== null && promo.startsAt > now))
    return new ApiProblem('promo_unknown', 'Promo code not found. Check the spelling.')
  if (promo.endsAt !== null && promo.endsAt <= now)
    return new ApiProblem(
      'promo_expired',
      `This promo code was valid until ${promo.endsAt.toISOString().slice(0, 10)}.`,
    )
  if (redeemed >= promo.accountLimit)
    return new ApiProblem('promo_used', 'This account has already used the promo code.')
  if (promo.totalLimit !== null && promo.used >= promo.totalLimit)
    return new ApiProblem('promo_used', 'This promo code has no uses left.')
  if (promo.credits === null)
    return new ApiProblem('promo_not_applicable', 'This promo code is a discount. Enter it at the checkout.')
  if (promo.firstPurchaseOnly && bought)
    return new ApiProblem(
      'promo_not_applicable',
      'This promo code is for accounts that have bought nothing yet.',
    )
  return null
}
