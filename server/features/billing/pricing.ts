import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Pricing, RateCard } from '../../../contract/billing.ts'
import { FAMILIES } from '../../../contract/families.ts'
import { offersForSale, presentPlan } from '../../core/billing/offers.ts'
import type { Context } from '../../core/context.ts'
import { rateCard } from '../../core/schema.ts'
import { isUnlisted } from '../../core/service-runs.ts'

/** What can be bought. */
export async function getPricing({
  platform: { db, settings, payments },
}: Context): Promise<z.input<typeof Pricing>> {
  const rows = await offersForSale(db)
  const price = ({ amount, currency }: (typeof rows)[number]) => ({ amount, currency })
  return {
    currency: rows[0]?.currency ?? 'EUR',
    mode: payments.mode,
    plans: rows.filter(({ kind }) => kind === 'plan').map((row) => presentPlan(row, settings)),
    packs: rows
      .filter(({ kind }) => kind === 'pack')
      .map((row) => ({ code: row.code, credits: row.credits, price: price(row) })),
    storage_addons: rows.flatMap((row) =>
      row.kind === 'storage' && row.interval !== 'once'
        ? [{ code: row.code, bytes: row.terms.bytes ?? 0, price: price(row), interval: row.interval }]
        : [],
    ),
  }
}

const PAGE_NAMES: Readonly<Record<string, string>> = {
  scan: 'Scan',
  scan_ocr: 'Text recognition of a scan',
}

/**
 * What each operation costs that somebody can ask for here; what the service does for itself costs
 * nothing and is left out.
 */
export async function getRateCard({ platform: { db, engines } }: Context): Promise<z.input<typeof RateCard>> {
  const rows = await db.select().from(rateCard)
  const credits = new Map(rows.map((row) => [`${row.family} ${row.operation}`, row.credits]))
  const items = new Map<string, z.input<typeof RateCard>['items'][number]>()
  for (const one of engines.operations({})) {
    const { family, operation, label } = one
    const key = `${family} ${operation}`
    const price = credits.get(key)
    // Saving an edited PDF is asked for by a request of its own.
    if (price === undefined || (isUnlisted(one) && operation !== 'edit')) continue
    items.set(key, {
      family,
      operation,
      name: operation === 'convert' ? 'Convert' : label,
      unit: 'file',
      credits: price,
      included: 0,
    })
  }
  // By page: what scan sessions ask for, which nobody asks for by itself.
  for (const { family, operation, unit, credits } of rows)
    if (unit === 'page')
      items.set(`${family} ${operation}`, {
        ...{ family, operation, unit, credits, included: 0 },
        name: PAGE_NAMES[operation] ?? operation,
      })
  const sorted = [...items.values()].sort(
    (a, b) =>
      FAMILIES.indexOf(a.family) - FAMILIES.indexOf(b.family) || a.operation.localeCompare(b.operation),
  )
  const version = createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 12)
  return { version, items: sorted }
}
