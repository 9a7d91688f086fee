import { eq } from 'drizzle-orm'
import type { Queries, Settings } from '../../platform.ts'
import { type BilledTo, businesses, type PurchaseRow } from '../schema.ts'

/** The content of an invoice; the engine defines its layout. */
export interface InvoiceText {
  number: string
  issued: string
  seller: { lines: string[]; tax_id: string | null }
  buyer: { lines: string[]; tax_id: string | null }
  items: { name: string; note: string | null; amount: string }[]
  net: string
  tax: string
  total: string
  payment: string
  is_test: boolean
}

const LINE = 300

/** All data come from the paid purchase, so that an invoice never changes. */
export function invoiceText(row: PurchaseRow, { seller }: Settings, isTest: boolean): InvoiceText {
  const { invoiceNumber, invoicedAt, currency, amount, tax, name, periodStart, periodEnd, billedTo } = row
  if (!invoiceNumber || !invoicedAt) throw new Error('a purchase that is not paid has no invoice')
  const money = (value: number) => formatMoney(value, currency)
  const buyer = billedTo ?? NOBODY
  const lines = [buyer.name, ...buyer.address, buyer.country, buyer.email].filter((line) => line !== null)
  return {
    number: invoiceNumber,
    issued: dayOf(invoicedAt),
    seller: { lines: [...seller.lines], tax_id: seller.taxId },
    buyer: { lines: lines.map((line) => line.slice(0, LINE)), tax_id: buyer.tax_id },
    items: [
      {
        name,
        note: periodStart && periodEnd ? `${dayOf(periodStart)} to ${dayOf(periodEnd)}` : null,
        amount: money(amount),
      },
    ],
    net: money(amount),
    tax: money(tax),
    total: money(amount + tax),
    payment: `Paid on ${dayOf(invoicedAt)}. Payment ${row.providerPayment ?? row.providerInvoice ?? row.id}.`,
    is_test: isTest,
  }
}

const NOBODY: BilledTo = { name: null, email: null, address: [], country: null, tax_id: null }
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Formats minor units in English: 2900 EUR is €29.00. */
function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** The buyer on an invoice: the provider's data, completed with the profile of a business. */
export async function billedToOf(db: Queries, ownerId: string, known: BilledTo): Promise<BilledTo> {
  const [business] = await db.select().from(businesses).where(eq(businesses.id, ownerId))
  if (!business) return known
  const { addressLine1, addressLine2, postalCode, city, state, country } = business
  const own = [addressLine1, addressLine2, `${postalCode} ${city}`.trim(), state].filter(
    (line) => line !== '',
  )
  return {
    name: business.legalName || business.name,
    email: known.email ?? (business.email || null),
    address: known.address.length > 0 ? known.address : own,
    country: known.country ?? (country || null),
    tax_id: known.tax_id ?? (business.taxId || null),
  }
}
