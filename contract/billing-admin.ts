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
      description: 'Whether the account is a user or a business; `deleted` if the account no longer exists.',
    }),
    name: z.string().meta({ description: 'User name or name of the business; empty for a deleted account.' }),
  })
  .meta({ id: 'BillingAccount', description: 'Account that made a purchase.' })

export const AccountPurchase = Purchase.extend({ account: BillingAccount }).meta({
  id: 'AccountPurchase',
  description: 'A purchase with its account.',
})
export type AccountPurchase = z.infer<typeof AccountPurchase>

export const BillingMonth = z
  .object({
    month: z.string().meta({ description: 'Calendar month (UTC).', example: '2026-11' }),
    revenue: z.array(Money).meta({ description: 'Amount paid, without tax, by currency.' }),
    refunded: z
      .array(Money)
      .meta({ description: 'Amount refunded for purchases of the month, with tax, by currency.' }),
    purchases: count.meta({ description: 'Number of paid purchases, including renewals and top-ups.' }),
    credits_sold: count.meta({ description: 'Credits from these purchases.' }),
    credits_granted: count.meta({ description: 'Credits granted without a purchase.' }),
    credits_spent: count.meta({ description: 'Credits charged.' }),
  })
  .meta({ id: 'BillingMonth', description: 'Payments and credits of a month.' })

export const BillingSummary = z
  .object({
    months: z.array(BillingMonth).meta({ description: 'The last 12 months, newest first.' }),
    subscriptions: z
      .array(
        z.object({
          plan: z.string().meta({ description: 'Code of the plan.' }),
          active: count.meta({ description: 'Number of accounts on the plan.' }),
          past_due: count.meta({ description: 'Number of these accounts whose last renewal failed.' }),
        }),
      )
      .meta({ description: 'Plans in use.' }),
    unsettled: z.array(AccountPurchase).meta({
      description: 'Purchases for which the payment provider has reported no final state for an hour.',
    }),
    disagreeing: count.meta({
      description: 'Number of accounts whose ledger entries, lots and balance do not agree.',
    }),
  })
  .meta({ id: 'BillingSummary', description: 'Payments and credits of the instance.' })
export type BillingSummary = z.infer<typeof BillingSummary>

export const PromoCode = z
  .object({
    promo_id: z.uuid().meta({ description: 'Id of the promo code.' }),
    code: z.string().meta({ description: 'Promo code.', example: 'AUTUMN250' }),
    credits: count.nullable().meta({ description: 'Credits granted by the code; null for a discount.' }),
    percent: count.nullable().meta({ description: 'Discount at checkout in percent; null for credits.' }),
    credits_days: count.nullable().meta({
      description: 'Days until the granted credits expire; null if they do not expire.',
    }),
    total_limit: count.nullable().meta({ description: 'Total number of uses allowed; null if unlimited.' }),
    account_limit: count.meta({ description: 'Number of uses allowed per account.' }),
    first_purchase_only: z
      .boolean()
      .meta({ description: 'Whether only accounts without earlier purchases can use the code.' }),
    starts_at: instant
      .nullable()
      .meta({ description: 'Start of validity; null if the code is valid immediately.' }),
    ends_at: instant.nullable().meta({ description: 'End of validity; null if the code does not expire.' }),
    used: count.meta({ description: 'Number of times the credits were granted.' }),
    created_at: instant.meta({ description: 'Time of creation.' }),
    retired_at: instant.nullable().meta({ description: 'Time the code was retired; null if it was not.' }),
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
      .meta({ description: 'Promo code, case-insensitive.' }),
    credits: z.int().min(1).max(1_000_000).optional().meta({ description: 'Credits granted by the code.' }),
    percent: z.int().min(1).max(100).optional().meta({ description: 'Discount at checkout in percent.' }),
    credits_days: z
      .int()
      .min(1)
      .max(3650)
      .optional()
      .meta({ description: 'Days until the granted credits expire. If absent, the credits do not expire.' }),
    total_limit: limit.optional().meta({ description: 'Total number of uses allowed.' }),
    account_limit: z
      .int()
      .min(1)
      .max(1000)
      .default(1)
      .meta({ description: 'Number of uses allowed per account.' }),
    first_purchase_only: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether only accounts without earlier purchases can use the code.' }),
    starts_at: z.iso.datetime({ offset: true }).optional().meta({ description: 'Start of validity.' }),
    ends_at: z.iso.datetime({ offset: true }).optional().meta({ description: 'End of validity.' }),
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
    credits: z.int().meta({ description: 'Credits added; negative if credits were deducted.' }),
    balance: z.int().meta({ description: 'Available credits after the adjustment.' }),
  })
  .meta({ id: 'CreditAdjustment', description: 'Credits that an administrator added or deducted.' })

const purchaseParams = z.object({ purchase_id: z.uuid().meta({ description: 'Id of the purchase.' }) })
const PROMO = `${BILLING}promo-codes/` as const

export const billingAdminEndpoints = {
  getBillingSummary: endpoint({
    ...admin,
    method: 'GET',
    path: `${BILLING}summary/`,
    summary: 'Get revenue and credits of the instance',
    description:
      'Returns payments, refunds, sold and charged credits by month, the plans in use, and what needs attention: unsettled purchases and accounts whose books do not agree.',
    responses: { 200: BillingSummary },
  }),
  listAccountPurchases: endpoint({
    ...admin,
    method: 'GET',
    path: `${BILLING}purchases/`,
    summary: 'List purchases of all accounts',
    description:
      'Lists purchases, newest first. `query` matches a complete user name, e-mail address, name or id of a business, invoice number, or id of a purchase or its payment.',
    query: listQuery(['created_at']).extend({
      query: z.string().trim().max(300).optional().meta({ description: 'Search text.' }),
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
      'Refunds `amount`, or the remaining amount if it is absent, and revokes unspent credits of the purchase in the same proportion. Repeating the request with the same Idempotency-Key does not refund again.',
    params: purchaseParams,
    json: z
      .strictObject({
        amount: z
          .int()
          .min(1)
          .optional()
          .meta({ description: 'Amount to refund, with tax, in minor units.' }),
      })
      .meta({ id: 'RefundJson', description: 'Amount to refund.' }),
    idempotent: true,
    responses: { 200: AccountPurchase },
    problems: ['not_found', 'not_refundable', 'payment_unavailable', 'idempotency_conflict', ...jsonProblems],
  }),
  listPromoCodes: endpoint({
    ...admin,
    method: 'GET',
    path: PROMO,
    summary: 'List promo codes',
    description: 'Lists promo codes, newest first, including retired ones.',
    query: listQuery(['created_at']),
    responses: { 200: listOf('PromoCodeList', PromoCode) },
  }),
  createPromoCode: endpoint({
    ...act,
    method: 'POST',
    path: PROMO,
    summary: 'Create a promo code',
    description: 'A code grants either credits or a discount at checkout.',
    json: CreatePromoCodeJson,
    responses: { 201: PromoCode },
    problems: ['promo_exists', 'payment_unavailable', ...jsonProblems],
  }),
  retirePromoCode: endpoint({
    ...admin,
    method: 'DELETE',
    path: `${PROMO}{promo_id}/`,
    summary: 'Retire a promo code',
    description: 'The code can no longer be used. Granted credits and discounts stay.',
    params: z.object({ promo_id: z.uuid().meta({ description: 'Id of the promo code.' }) }),
    responses: { 200: PromoCode },
    problems: ['not_found', 'payment_unavailable'],
  }),
  adjustCredits: endpoint({
    ...act,
    method: 'POST',
    path: `${BILLING}adjustments/`,
    summary: 'Adjust the credits of an account',
    description:
      'Adds or deducts credits, with a reason shown in the ledger of the account. A deduction can leave the balance below zero.',
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
          .meta({ description: 'Credits to add; negative to deduct.' }),
        reason: line(500).meta({ description: 'Reason shown to the account.' }),
      })
      .meta({ id: 'AdjustCreditsJson', description: 'Credits to add or to deduct.' }),
    idempotent: true,
    responses: { 201: CreditAdjustment },
    problems: ['not_found', 'idempotency_conflict', ...jsonProblems],
  }),
} as const
