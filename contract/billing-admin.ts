import { z } from 'zod'
import { Money, Purchase, PurchaseStatus } from './billing.ts'
import { endpoint } from './endpoint.ts'
import { listOf, listQuery } from './lists.ts'

/** Administrator operations on payments and credits. */

const BILLING = '/api/v1/admin/billing/'
const area = 'billing'
const admin = { auth: 'admin', sessionOnly: true, area, extension: true } as const
const act = { ...admin, sensitive: true } as const
const jsonProblems = ['malformed_body', 'unsupported_media_type'] as const
const count = z.int().min(0)
const instant = z.iso.datetime()
const line = (most: number) => z.string().trim().min(1).max(most)

const BillingAccount = z
  .object({
    account_id: z.uuid().meta({ description: 'Id of the account.' }),
    kind: z.enum(['user', 'business', 'deleted']).meta({
      description: 'Whether it is a person’s or a business’s; `deleted` where it is no more.',
    }),
    name: z.string().meta({ description: 'User name, or name of the business; empty for a deleted one.' }),
  })
  .meta({ id: 'BillingAccount', description: 'An account that buys.' })

export const AccountPurchase = Purchase.extend({ account: BillingAccount }).meta({
  id: 'AccountPurchase',
  description: 'A purchase with the account that made it.',
})
export type AccountPurchase = z.infer<typeof AccountPurchase>

export const BillingMonth = z
  .object({
    month: z.string().meta({ description: 'Calendar month (UTC).', example: '2026-11' }),
    revenue: z.array(Money).meta({ description: 'What was paid, without tax, by currency.' }),
    refunded: z
      .array(Money)
      .meta({ description: 'What was paid back of purchases of the month, with tax, by currency.' }),
    purchases: count.meta({ description: 'Purchases that were paid, with renewals and top-ups.' }),
    credits_sold: count.meta({ description: 'Credits that they brought.' }),
    credits_granted: count.meta({ description: 'Credits that were given otherwise.' }),
    credits_spent: count.meta({ description: 'Credits that were charged.' }),
  })
  .meta({ id: 'BillingMonth', description: 'Money and credits of a month.' })

export const BillingSummary = z
  .object({
    months: z.array(BillingMonth).meta({ description: 'The last 12 months, the newest first.' }),
    subscriptions: z
      .array(
        z.object({
          plan: z.string().meta({ description: 'Code of the plan.' }),
          active: count.meta({ description: 'Accounts that have it.' }),
          past_due: count.meta({ description: 'Those of them whose last renewal failed.' }),
        }),
      )
      .meta({ description: 'Plans that accounts have.' }),
    unsettled: z
      .array(AccountPurchase)
      .meta({ description: 'Purchases whose state the payment provider has not told for an hour.' }),
    disagreeing: count.meta({ description: 'Accounts whose entries, lots and balance do not agree.' }),
  })
  .meta({ id: 'BillingSummary', description: 'Money and credits of an instance.' })
export type BillingSummary = z.infer<typeof BillingSummary>

export const PromoCode = z
  .object({
    promo_id: z.uuid().meta({ description: 'Id of the code.' }),
    code: z.string().meta({ description: 'The code.', example: 'AUTUMN250' }),
    credits: count.nullable().meta({ description: 'Credits that it brings; null for a discount.' }),
    percent: count.nullable().meta({ description: 'Discount at the checkout; null for credits.' }),
    credits_days: count.nullable().meta({
      description: 'Days after which its credits end; null for never.',
    }),
    total_limit: count.nullable().meta({ description: 'How often it can be used; null for any number.' }),
    account_limit: count.meta({ description: 'How often an account can use it.' }),
    first_purchase_only: z
      .boolean()
      .meta({ description: 'Whether it is for accounts that have bought nothing.' }),
    starts_at: instant.nullable().meta({ description: 'From when on it is valid; null for at once.' }),
    ends_at: instant.nullable().meta({ description: 'Until when it is valid; null if it does not expire.' }),
    used: count.meta({ description: 'How often its credits were given.' }),
    created_at: instant.meta({ description: 'When it was created.' }),
    retired_at: instant.nullable().meta({ description: 'When it was retired; null while it is valid.' }),
  })
  .meta({ id: 'PromoCode', description: 'A promo code.' })
export type PromoCode = z.infer<typeof PromoCode>

const limit = z.int().min(1).max(1_000_000)

export const CreatePromoCodeJson = z
  .strictObject({
    code: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{4,40}$/, 'From 4 to 40 letters and digits.')
      .meta({ description: 'The code; upper and lower case are the same.' }),
    credits: z.int().min(1).max(1_000_000).optional().meta({ description: 'Credits that it brings.' }),
    percent: z.int().min(1).max(100).optional().meta({ description: 'Discount at the checkout.' }),
    credits_days: z
      .int()
      .min(1)
      .max(3650)
      .optional()
      .meta({ description: 'Days after which its credits end. Without it they do not.' }),
    total_limit: limit.optional().meta({ description: 'How often it can be used.' }),
    account_limit: z
      .int()
      .min(1)
      .max(1000)
      .default(1)
      .meta({ description: 'How often an account can use it.' }),
    first_purchase_only: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether it is for accounts that have bought nothing.' }),
    starts_at: z.iso.datetime({ offset: true }).optional().meta({ description: 'From when on it is valid.' }),
    ends_at: z.iso.datetime({ offset: true }).optional().meta({ description: 'Until when it is valid.' }),
  })
  .refine(
    ({ credits, percent }) => (credits === undefined) !== (percent === undefined),
    'Either credits or a percentage.',
  )
  .meta({ id: 'CreatePromoCodeJson', description: 'A promo code to create.' })

export const CreditAdjustment = z
  .object({
    adjustment_id: z.uuid().meta({ description: 'Id of the adjustment.' }),
    account: BillingAccount,
    credits: z.int().meta({ description: 'What was added; negative for what was taken.' }),
    balance: z.int().meta({ description: 'Free credits afterwards.' }),
  })
  .meta({ id: 'CreditAdjustment', description: 'Credits that an administrator gave or took.' })

const purchaseParams = z.object({ purchase_id: z.uuid().meta({ description: 'Id of the purchase.' }) })
const PROMO = `${BILLING}promo-codes/` as const

export const billingAdminEndpoints = {
  getBillingSummary: endpoint({
    ...admin,
    method: 'GET',
    path: `${BILLING}summary/`,
    summary: 'Get revenue and credits of the instance',
    description:
      'Returns what was paid, refunded, sold and spent by month, the plans that accounts have, and what needs a look: purchases that are not settled and books that do not agree.',
    responses: { 200: BillingSummary },
  }),
  listAccountPurchases: endpoint({
    ...admin,
    method: 'GET',
    path: `${BILLING}purchases/`,
    summary: 'List purchases of all accounts',
    description:
      'Lists purchases, newest first. `query` finds a user name, an e-mail address, the name or id of a business, an invoice number, and ids of a purchase or its payment, each in full.',
    query: listQuery(['created_at']).extend({
      query: z.string().trim().max(300).optional().meta({ description: 'What to find.' }),
      status: PurchaseStatus.optional().meta({ description: 'Only purchases with this status.' }),
    }),
    responses: { 200: listOf('AccountPurchaseList', AccountPurchase) },
  }),
  refundPurchase: endpoint({
    ...act,
    method: 'POST',
    path: `${BILLING}purchases/{purchase_id}/refund/`,
    summary: 'Refund a purchase',
    description:
      'Pays back a part or, without `amount`, what is left, and revokes what is unspent of the credits in the same proportion. The same Idempotency-Key refunds once.',
    params: purchaseParams,
    json: z
      .strictObject({
        amount: z
          .int()
          .min(1)
          .optional()
          .meta({ description: 'What is paid back, with tax, in minor units.' }),
      })
      .meta({ id: 'RefundJson', description: 'What to refund.' }),
    idempotent: true,
    responses: { 200: AccountPurchase },
    problems: ['not_found', 'not_refundable', 'payment_unavailable', 'idempotency_conflict', ...jsonProblems],
  }),
  listPromoCodes: endpoint({
    ...admin,
    method: 'GET',
    path: PROMO,
    summary: 'List promo codes',
    description: 'Lists promo codes, newest first, also those that are retired.',
    query: listQuery(['created_at']),
    responses: { 200: listOf('PromoCodeList', PromoCode) },
  }),
  createPromoCode: endpoint({
    ...act,
    method: 'POST',
    path: PROMO,
    summary: 'Create a promo code',
    description: 'A code brings either credits, or a discount at the checkout.',
    json: CreatePromoCodeJson,
    responses: { 201: PromoCode },
    problems: ['promo_exists', 'payment_unavailable', ...jsonProblems],
  }),
  retirePromoCode: endpoint({
    ...admin,
    method: 'DELETE',
    path: `${PROMO}{promo_id}/`,
    summary: 'Retire a promo code',
    description: 'The code cannot be used any more. What it brought stays.',
    params: z.object({ promo_id: z.uuid().meta({ description: 'Id of the code.' }) }),
    responses: { 200: PromoCode },
    problems: ['not_found', 'payment_unavailable'],
  }),
  adjustCredits: endpoint({
    ...act,
    method: 'POST',
    path: `${BILLING}adjustments/`,
    summary: 'Adjust the credits of an account',
    description:
      'Adds credits to an account, or takes them, with a reason that its ledger shows. What is taken may leave the balance below zero.',
    json: z
      .strictObject({
        account: line(300).meta({
          description: 'User name or e-mail address of a person, or id of a business (`biz_…`).',
        }),
        credits: z
          .int()
          .min(-1_000_000)
          .max(1_000_000)
          .refine((credits) => credits !== 0, 'Not zero.')
          .meta({ description: 'What is added; negative for what is taken.' }),
        reason: line(500).meta({ description: 'Why; the account reads it.' }),
      })
      .meta({ id: 'AdjustCreditsJson', description: 'Credits to give or to take.' }),
    idempotent: true,
    responses: { 201: CreditAdjustment },
    problems: ['not_found', 'idempotency_conflict', ...jsonProblems],
  }),
} as const
