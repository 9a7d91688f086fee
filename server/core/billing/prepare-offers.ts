import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Platform } from '../../platform.ts'
import { type OfferRow, offers } from '../schema.ts'

/** Creates missing prices at the payment provider. */
export async function prepareOffers({ db, payments }: Pick<Platform, 'db' | 'payments'>): Promise<void> {
  const missing = await db
    .select()
    .from(offers)
    .where(and(isNull(offers.providerPrice), isNull(offers.retiredAt), gt(offers.amount, 0)))
  if (missing.length === 0) return
  const prices = await payments.preparePrices(missing.map((row) => ({ ...row, name: offerName(row) })))
  for (const [at, { kind, code, interval }] of missing.entries())
    await db
      .update(offers)
      .set({ providerPrice: prices[at] as string })
      .where(and(eq(offers.kind, kind), eq(offers.code, code), eq(offers.interval, interval)))
}

const count = new Intl.NumberFormat('en')

/** Display name on invoices and at the checkout. */
export const offerName = ({ kind, code, credits, terms }: OfferRow): string =>
  kind === 'pack'
    ? `${count.format(credits)} credits`
    : kind === 'storage'
      ? `${count.format((terms.bytes ?? 0) / 1_000_000_000)} GB of storage`
      : (terms.name ?? code)
