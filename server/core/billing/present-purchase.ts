import type { Purchase } from '../../../contract/billing.ts'
import type { PurchaseRow } from '../schema.ts'

/** A purchase in the API. */
export function presentPurchase(row: PurchaseRow): Purchase {
  const money = (amount: number) => ({ amount, currency: row.currency })
  const isOpen = row.status === 'pending'
  return {
    purchase_id: row.id,
    ...{ kind: row.kind, item: row.item, name: row.name, status: row.status },
    interval: row.interval === 'once' ? null : row.interval,
    ...{ price: money(row.amount), tax: money(row.tax), refunded: money(row.refunded) },
    credits: row.credits,
    failure: row.failure,
    checkout_url: isOpen ? row.checkoutUrl : null,
    expires_at: isOpen ? (row.expiresAt?.toISOString() ?? null) : null,
    return_to: row.returnTo,
    provider_reference: row.providerPayment ?? row.providerInvoice,
    invoice_number: row.invoiceNumber,
    invoice_url: row.invoiceNumber && `/api/v1/subscription/purchases/${row.id}/invoice.pdf`,
    receipt_url: row.receiptUrl,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
  }
}
