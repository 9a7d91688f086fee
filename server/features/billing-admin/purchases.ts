import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { AccountPurchase, billingAdminEndpoints } from '../../../contract/billing-admin.ts'
import { recordAdminAct } from '../../core/admin-events.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { reach } from '../../core/billing/reach.ts'
import { syncReversals } from '../../core/billing/sync.ts'
import type { Context } from '../../core/context.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import { type PurchaseRow, purchases } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { findAccounts, presentPurchases } from './accounts.ts'

type Endpoints = typeof billingAdminEndpoints
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Purchases of all accounts, the newest first. @throws ApiProblem invalid_request for a foreign
 * cursor
 */
export async function listAccountPurchases(
  ctx: Context,
  query: z.output<Endpoints['listAccountPurchases']['query']>,
) {
  const { db } = ctx.platform
  const { query: text, status } = query
  const accounts = text ? await findAccounts(db, text) : []
  const where = and(
    status && eq(purchases.status, status),
    text
      ? or(
          accounts.length > 0 ? inArray(purchases.ownerId, accounts) : undefined,
          eq(purchases.invoiceNumber, text),
          eq(purchases.providerPayment, text),
          eq(purchases.providerInvoice, text),
          UUID.test(text) ? or(eq(purchases.id, text), eq(purchases.ownerId, text)) : undefined,
        )
      : undefined,
  )
  const list = await listByTime<PurchaseRow, PurchaseRow>(query, purchases, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(purchases)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, where ? sql`${purchases} where ${where}` : sql`${purchases}`, limit),
    present: (row) => row,
  })
  return { ...list, results: await presentPurchases(db, list.results) }
}

/**
 * Pays back a part of a purchase, or what is left of it, and revokes what is unspent of its
 * credits. The request's key is the provider's as well, so that a repeated one pays back once.
 * @throws ApiProblem not_found, not_refundable, payment_unavailable, idempotency_conflict
 */
export async function refundPurchase(
  ctx: Context,
  id: string,
  { amount }: z.output<Endpoints['refundPurchase']['json']>,
  idempotencyKey: string | undefined,
): Promise<AccountPurchase> {
  const { platform } = ctx
  const { db, payments, log } = platform
  const find = async () => {
    const [row] = await db.select().from(purchases).where(eq(purchases.id, id))
    if (!row) throw new ApiProblem('not_found', 'Purchase not found.')
    return row
  }
  const row = await find()
  const left = row.amount + row.tax - row.refunded
  const { providerPayment: payment } = row
  if (row.status !== 'fulfilled' || !payment?.startsWith('pi_') || left <= 0)
    throw new ApiProblem('not_refundable', 'This purchase has no payment that could be refunded.')
  if (amount !== undefined && amount > left)
    throw new ApiProblem(
      'not_refundable',
      `At most ${left} minor units of ${row.currency} are left to refund.`,
    )
  const requestFingerprint = fingerprint(platform, ['refund', id, amount])
  // The key is kept with what it was for; the provider sees to it that it pays once. What pays must
  // be in the log already.
  await withTransaction(ctx, (ctx, tx) =>
    once(tx, { scope: `refund ${id}`, key: idempotencyKey, fingerprint: requestFingerprint }, async () => {
      await recordAdminAct(ctx, tx, 'purchase.refund_requested', {
        ...{ accountId: row.ownerId, target: row.invoiceNumber ?? id },
        detail: { amount: String(amount ?? left), currency: row.currency },
      })
      return {}
    }),
  )
  const key = idempotencyKey ? `${id}-${idempotencyKey}` : `${id}-${row.refunded}-${amount ?? 'rest'}`
  await reach(() => payments.refund(payment, { ...(amount !== undefined && { amount }), key }))
  await reach(() => syncReversals(platform, payment))
  log.info({ purchase: id, amount: amount ?? left, by: ctx.actor.principal }, 'a purchase was refunded')
  const [answer] = await presentPurchases(db, [await find()])
  return answer as AccountPurchase
}
