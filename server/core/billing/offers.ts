import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { PlanInterval, PricingPlan } from '../../../contract/billing.ts'
import type { Platform, Queries, Settings } from '../../platform.ts'
import { type OfferKind, type OfferRow, offers } from '../schema.ts'
import { withPlatformTransaction } from '../transaction.ts'
import { freeLimits } from './limits-of.ts'
import type { PricingFile } from './pricing-file.ts'

export const FREE_PLAN = 'free'

type NewOffer = typeof offers.$inferInsert

/** The offer rows of a pricing file, in display order. */
function rowsOf({ currency, free, plans, packs, storage }: PricingFile): NewOffer[] {
  const rows: Omit<NewOffer, 'position' | 'currency'>[] = [
    { kind: 'plan', code: FREE_PLAN, interval: 'once', amount: 0, terms: { ...free, popular: false } },
    ...plans.flatMap(({ code, prices, credits, storage_bytes, ...terms }) =>
      (['month', 'year'] as const).flatMap((interval) => {
        const amount = prices[interval]
        if (amount === undefined) return []
        return [
          {
            kind: 'plan' as const,
            code,
            interval,
            amount,
            credits,
            terms: { ...terms, bytes: storage_bytes },
          },
        ]
      }),
    ),
    ...packs.map(({ code, credits, price }) => ({
      ...{ kind: 'pack' as const, code, interval: 'once' as const, amount: price, credits, terms: {} },
    })),
    ...storage.map(({ code, bytes, price, interval }) => ({
      ...{ kind: 'storage' as const, code, interval, amount: price, terms: { bytes } },
    })),
  ]
  return rows.map((row, position) => ({ ...row, currency, position }))
}

/**
 * Syncs the offers with the pricing file. Retires offers that are no longer in it, but keeps them
 * for their buyers; another amount or currency needs a new price at the provider.
 */
export async function saveOffers(platform: Platform, file: PricingFile): Promise<void> {
  await withPlatformTransaction(platform, async (_platform, tx) => {
    await tx.execute(sql`lock table ${offers} in share row exclusive mode`)
    const rows = rowsOf(file)
    await tx
      .insert(offers)
      .values(rows)
      .onConflictDoUpdate({
        target: [offers.kind, offers.code, offers.interval],
        set: {
          providerPrice: sql`case when ${offers.amount} = excluded.amount and ${offers.currency} = excluded.currency
            then ${offers.providerPrice} end`,
          amount: sql`excluded.amount`,
          currency: sql`excluded.currency`,
          credits: sql`excluded.credits`,
          terms: sql`excluded.terms`,
          position: sql`excluded.position`,
          retiredAt: null,
        },
      })
    const kept = rows.map((row) => `${row.kind} ${row.code} ${row.interval}`)
    await tx
      .update(offers)
      .set({ retiredAt: sql`now()` })
      .where(
        and(
          isNull(offers.retiredAt),
          sql`concat_ws(' ', kind, code, interval) <> all(${`{${kept.map((one) => `"${one}"`).join(',')}}`}::text[])`,
        ),
      )
  })
}

/** Offers for sale, in display order. */
export const offersForSale = (db: Queries): Promise<OfferRow[]> =>
  db.select().from(offers).where(isNull(offers.retiredAt)).orderBy(asc(offers.position))

/** An offer for sale; undefined if there is none. */
export async function findOffer(
  db: Queries,
  kind: OfferKind,
  code: string,
  interval?: PlanInterval,
): Promise<OfferRow | undefined> {
  const [row] = await db
    .select()
    .from(offers)
    .where(
      and(
        eq(offers.kind, kind),
        eq(offers.code, code),
        isNull(offers.retiredAt),
        interval && eq(offers.interval, interval),
      ),
    )
    .limit(1)
  return row
}

/** The terms of a plan, including retired plans. */
export async function planTerms(
  db: Queries,
  code: string,
  interval: PlanInterval | 'once',
): Promise<OfferRow> {
  const [row] = await db
    .select()
    .from(offers)
    .where(
      and(
        eq(offers.kind, 'plan'),
        or(
          and(eq(offers.code, code), eq(offers.interval, interval)),
          and(eq(offers.code, FREE_PLAN), ne(offers.code, code)),
        ),
      ),
    )
    .orderBy(sql`${offers.code} = ${FREE_PLAN}`)
    .limit(1)
  if (!row) throw new Error(`there is no plan ${code}, and no free one`)
  return row
}

/** A plan in the API. The free plan's credits and limits are settings of the instance. */
export function presentPlan(row: OfferRow, settings: Settings): PricingPlan {
  const { name = row.code, description = '', features = [], popular = false, limits, bytes } = row.terms
  return {
    code: row.code,
    ...{ name, description, features, popular },
    price: { amount: row.amount, currency: row.currency },
    interval: row.interval === 'once' ? null : row.interval,
    credits: row.code === FREE_PLAN ? settings.signUpCredits : row.credits,
    storage_bytes: bytes ?? settings.storageQuotaBytes,
    limits: limits ?? freeLimits(settings),
  }
}
