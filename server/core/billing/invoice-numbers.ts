import { sql } from 'drizzle-orm'
import type { Transaction } from '../../platform.ts'
import { invoiceNumbers } from '../schema.ts'

/**
 * The next number of an instance's invoices: `2026-000117`. The row of the year is locked until the
 * transaction ends, and rolled back with it, so that no number is given twice and none is missing.
 */
export async function nextInvoiceNumber(tx: Transaction, at: Date): Promise<string> {
  const year = at.getUTCFullYear()
  const [row] = await tx
    .insert(invoiceNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: invoiceNumbers.year, set: { last: sql`${invoiceNumbers.last} + 1` } })
    .returning({ last: invoiceNumbers.last })
  return `${year}-${String(row?.last).padStart(6, '0')}`
}
