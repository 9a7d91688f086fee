import { randomUUID } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Purchase, PurchaseList, StartedPurchase } from '../../../contract/billing.ts'
import type { billingEndpoints } from '../../../contract/billing-endpoints.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { findOffer } from '../../core/billing/offers.ts'
import { planOf } from '../../core/billing/plan-of.ts'
import { offerName } from '../../core/billing/prepare-offers.ts'
import { presentPurchase } from '../../core/billing/present-purchase.ts'
import { reach, unavailable } from '../../core/billing/reach.ts'
import { recordBilling } from '../../core/billing/record-billing.ts'
import { syncCheckout } from '../../core/billing/sync.ts'
import { type Context, requireOwner, userOf } from '../../core/context.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import {
  businesses,
  type OfferRow,
  offers,
  type PurchaseRow,
  providerCustomers,
  purchases,
  users,
} from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'

type Endpoints = typeof billingEndpoints
type Started = z.input<typeof StartedPurchase>

const CALLBACK = '/api/v1/subscription/purchase_initiate/callback/'
const STORAGE_CALLBACK = '/api/v1/subscription/storage/callback/'
/** The provider is asked again about one purchase after so long. */
const ASKED_AGAIN_MS = 2000

/** @throws ApiProblem not_found, subscription_exists, payment_unavailable */
export async function startSubscription(
  ctx: Context,
  { plan, interval, return_to }: z.output<Endpoints['startSubscription']['json']>,
  idempotencyKey: string | undefined,
): Promise<Started> {
  const offer = await findOffer(ctx.platform.db, 'plan', plan, interval)
  if (!offer?.providerPrice) throw notForSale(`plan ${plan} by the ${interval}`)
  if (await planOf(ctx.platform.db, requireOwner(ctx)))
    throw new ApiProblem(
      'subscription_exists',
      'The account already has a paid plan. Change the plan instead.',
    )
  return startPurchase(ctx, offer, return_to, idempotencyKey)
}

/**
 * A pack, or the smallest one that has the credits that are needed. @throws ApiProblem not_found,
 * payment_unavailable
 */
export async function startPackPurchase(
  ctx: Context,
  { pack, credits, return_to }: z.output<Endpoints['startPackPurchase']['json']>,
  idempotencyKey: string | undefined,
): Promise<Started> {
  const { db } = ctx.platform
  const offer = pack === undefined ? await packOf(ctx, credits ?? 0) : await findOffer(db, 'pack', pack)
  if (!offer) throw notForSale(pack === undefined ? `pack of ${credits} credits` : `pack ${pack}`)
  return startPurchase(ctx, offer, return_to, idempotencyKey)
}

/** The largest where none is large enough. */
async function packOf({ platform: { db } }: Context, credits: number): Promise<OfferRow | undefined> {
  const [pack] = await db
    .select()
    .from(offers)
    .where(and(eq(offers.kind, 'pack'), sql`${offers.retiredAt} is null`))
    .orderBy(
      sql`${offers.credits} < ${credits}`,
      sql`case when ${offers.credits} < ${credits} then -${offers.credits} else ${offers.credits} end`,
    )
    .limit(1)
  return pack
}

/** @throws ApiProblem not_found, payment_unavailable */
export async function startStoragePurchase(
  ctx: Context,
  { addon }: z.output<Endpoints['startStoragePurchase']['json']>,
  idempotencyKey: string | undefined,
): Promise<Started> {
  const offer = await findOffer(ctx.platform.db, 'storage', addon)
  if (!offer) throw notForSale(`storage add-on ${addon}`)
  return startPurchase(ctx, offer, undefined, idempotencyKey)
}

const notForSale = (what: string) => new ApiProblem('not_found', `There is no ${what} for sale.`)

/**
 * Writes the purchase and opens its checkout. The row is there before the provider is asked, so
 * that whatever becomes of the answer, a payment finds its purchase.
 */
async function startPurchase(
  ctx: Context,
  offer: OfferRow,
  returnTo: string | undefined,
  idempotencyKey: string | undefined,
): Promise<Started> {
  const { db, clock, payments } = ctx.platform
  const ownerId = requireOwner(ctx)
  if (offer.providerPrice === null) throw unavailable()
  const requestFingerprint = fingerprint(ctx.platform, ['purchase', offer.kind, offer.code, offer.interval])
  const { answer } = await withTransaction(ctx, (ctx, tx) =>
    once(
      tx,
      { scope: `purchase ${ownerId}`, key: idempotencyKey, fingerprint: requestFingerprint },
      async () => {
        const id = randomUUID()
        const createdAt = clock()
        await tx.insert(purchases).values({
          ...{
            id,
            ownerId,
            createdBy: userOf(ctx),
            kind: offer.kind,
            item: offer.code,
            interval: offer.interval,
          },
          ...{ name: offerName(offer), status: 'pending', amount: offer.amount, currency: offer.currency },
          ...{ credits: offer.credits, returnTo: ownPath(returnTo), createdAt },
        })
        await recordBilling(ctx, tx, 'billing.purchase_started', { target: offerName(offer), targetId: id })
        return { id }
      },
    ),
  )
  const row = await findPurchase(ctx, answer.id)
  if (row.checkoutUrl && row.expiresAt) return started(row)
  if (row.status !== 'pending') throw unavailable()
  const callback = `${ctx.origin}${offer.kind === 'storage' ? STORAGE_CALLBACK : CALLBACK}?purchase=${row.id}`
  const checkout = await reach(async () =>
    payments.startCheckout({
      ...{
        purchaseId: row.id,
        ownerId,
        customer: await customerOf(ctx),
        price: offer.providerPrice as string,
      },
      isSubscription: offer.interval !== 'once',
      successUrl: `${callback}&session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: callback,
    }),
  )
  const [opened] = await db
    .update(purchases)
    .set({ providerSession: checkout.session, checkoutUrl: checkout.url, expiresAt: checkout.expiresAt })
    .where(eq(purchases.id, row.id))
    .returning()
  return started(opened as PurchaseRow)
}

const started = ({ id, checkoutUrl, expiresAt }: PurchaseRow): Started => ({
  purchase_id: id,
  checkout_url: checkoutUrl as string,
  expires_at: (expiresAt as Date).toISOString(),
})

/** A path of the dashboard, and nothing that leads elsewhere. */
const ownPath = (path: string | undefined) =>
  path !== undefined && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(path) ? path : null

/** The owner at the provider, made at their first purchase. */
export async function customerOf(ctx: Context): Promise<string> {
  const { db, payments } = ctx.platform
  const id = requireOwner(ctx)
  const [known] = await db.select().from(providerCustomers).where(eq(providerCustomers.ownerId, id))
  if (known) return known.customer
  const [person] = await db.select().from(users).where(eq(users.id, id))
  const [business] = person ? [] : await db.select().from(businesses).where(eq(businesses.id, id))
  const name = person
    ? `${person.firstName} ${person.lastName}`.trim() || person.username
    : business?.legalName || business?.name || 'Filewright'
  const customer = await payments.createCustomer({
    id,
    name,
    email: person?.email ?? (business?.email || null),
  })
  await db.insert(providerCustomers).values({ ownerId: id, customer }).onConflictDoNothing()
  return customer
}

/** @throws ApiProblem not_found */
export async function findPurchase(ctx: Context, id: string): Promise<PurchaseRow> {
  const [row] = await ctx.platform.db
    .select()
    .from(purchases)
    .where(and(eq(purchases.id, id), eq(purchases.ownerId, requireOwner(ctx))))
  if (!row) throw new ApiProblem('not_found', 'Purchase not found.')
  return row
}

/**
 * A purchase; with `refresh`, as the provider says now. Many who ask at once make one question.
 * @throws ApiProblem not_found
 */
export async function getPurchase(ctx: Context, id: string, refresh: boolean): Promise<Purchase> {
  const row = await findPurchase(ctx, id)
  if (!refresh || row.status !== 'pending' || !row.providerSession) return presentPurchase(row)
  await askAbout(ctx, row)
  return presentPurchase(await findPurchase(ctx, id))
}

/**
 * Asks the provider about a purchase, unless that was done a moment ago. An answer that does not
 * come is told by no error.
 */
export async function askAbout(ctx: Context, { id, providerSession }: PurchaseRow): Promise<void> {
  const { db, clock, log } = ctx.platform
  if (!providerSession) return
  const now = clock()
  const earlier = new Date(now.getTime() - ASKED_AGAIN_MS).toISOString()
  const mine = await db
    .update(purchases)
    .set({ askedAt: now })
    .where(
      and(
        eq(purchases.id, id),
        sql`(${purchases.askedAt} is null or ${purchases.askedAt} <= ${earlier}::timestamptz)`,
      ),
    )
    .returning({ id: purchases.id })
  if (mine.length === 0) return
  await syncCheckout(ctx.platform, providerSession).catch((error: unknown) =>
    log.warn({ err: error, purchase: id }, 'the payment provider could not be asked about a purchase'),
  )
}

/**
 * Purchases of the account, the newest first. @throws ApiProblem invalid_request for a foreign
 * cursor
 */
export async function listPurchases(
  ctx: Context,
  query: z.output<Endpoints['listPurchases']['query']>,
): Promise<z.input<typeof PurchaseList>> {
  const { db } = ctx.platform
  const where = and(
    eq(purchases.ownerId, requireOwner(ctx)),
    query.status && eq(purchases.status, query.status),
    query.kind && eq(purchases.kind, query.kind),
  )
  return listByTime<PurchaseRow, Purchase>(query, purchases, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(purchases)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${purchases} where ${where}`, limit),
    present: presentPurchase,
  })
}

/**
 * Where the browser comes back to, with or without a session: it only makes us ask the provider.
 * The page that follows is for the account alone. @returns the path of that page
 */
export async function returnFromCheckout(
  ctx: Context,
  { purchase: id, session_id: session }: { purchase?: string | undefined; session_id?: string | undefined },
): Promise<string> {
  const { db } = ctx.platform
  const isId = id !== undefined && /^[0-9a-f-]{36}$/i.test(id)
  const [row] = session
    ? await db.select().from(purchases).where(eq(purchases.providerSession, session)).limit(1)
    : isId
      ? await db
          .select()
          .from(purchases)
          .where(eq(purchases.id, id))
          .orderBy(desc(purchases.createdAt))
          .limit(1)
      : []
  if (!row) return '/billing/purchases'
  await askAbout(ctx, row)
  return `/billing/return?purchase=${row.id}${session ? '' : '&cancelled=1'}`
}
