import { sql } from 'drizzle-orm'
import type { Transaction } from '../../platform.ts'
import { invoiceNumbers } from '../schema.ts'

/**
 * The next invoice number of the instance: `2026-000117`. The year's row is locked until the
 * transaction ends, and rolled back with it, so that numbers are unique and without gaps.
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
