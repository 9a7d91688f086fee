import { z } from 'zod'
import {
  BillingSettings,
  CompleteTaskJson,
  CreditAreaName,
  CreditBalance,
  LedgerKind,
  LedgerList,
  LedgerSums,
  PlanChange,
  PlanInterval,
  Pricing,
  PromoRedemption,
  Purchase,
  PurchaseKind,
  PurchaseList,
  PurchaseStatus,
  RateCard,
  Spending,
  StartedPurchase,
  Subscription,
  TaskList,
  UpdateBillingSettingsJson,
} from './billing.ts'
import { BYTES, endpoint, REDIRECT } from './endpoint.ts'
import { listQuery } from './lists.ts'

const SUBSCRIPTION = '/api/v1/subscription/'
const INITIATE = `${SUBSCRIPTION}purchase_initiate/` as const
const ONE = `${SUBSCRIPTION}purchases/{purchase_id}/` as const
const CURRENT = `${SUBSCRIPTION}current/` as const

const area = 'billing'
const open = { auth: 'open', area } as const
const usage = { auth: 'account', permission: 'usage:read', area } as const
const read = { auth: 'account', permission: 'billing:read', area } as const
const write = { auth: 'account', permission: 'billing:write', sessionOnly: true, area } as const
const jsonProblems = ['malformed_body', 'unsupported_media_type'] as const
const buyProblems = ['not_found', 'payment_unavailable', 'idempotency_conflict', ...jsonProblems] as const
const params = z.object({ purchase_id: z.uuid().meta({ description: 'Id of the purchase.' }) })

const planCode = z.string().trim().min(1).max(60).meta({ description: 'Code of a plan.' })
const since = z.iso.datetime({ offset: true }).optional()
const period = {
  since: since.meta({ description: 'Only entries at this time or later.' }),
  until: since.meta({ description: 'Only entries before this time.' }),
}
const ledgerFilter = {
  ...period,
  direction: z.enum(['in', 'out']).optional().meta({ description: 'Only additions, or only deductions.' }),
  kind: LedgerKind.optional().meta({ description: 'Only entries of this kind.' }),
  area: CreditAreaName.optional().meta({ description: 'Only charges of this area.' }),
  created_by: z.uuid().optional().meta({ description: 'Only entries caused by this user.' }),
  lot_id: z.uuid().optional().meta({ description: 'Only entries that changed this lot.' }),
  reference: z.uuid().optional().meta({ description: 'Only entries with this cause (id).' }),
}

/** The result with which the provider redirects the browser. */
const callbackQuery = z.object({
  purchase: z.string().max(100).optional().meta({ description: 'Id of the purchase.' }),
  session_id: z
    .string()
    .max(300)
    .optional()
    .meta({ description: 'Id of the checkout session at the payment provider.' }),
})
const callback = {
  ...open,
  method: 'GET',
  query: callbackQuery,
  responses: { 302: REDIRECT },
} as const

export const billingEndpoints = {
  getPricing: endpoint({
    ...open,
    method: 'GET',
    path: `${SUBSCRIPTION}pricing_plan/`,
    summary: 'Get plans, packs and storage add-ons',
    description:
      'Returns all offers with their prices. Prices are without tax, in minor units of the currency. `mode` is `sandbox` while the instance accepts only test payments.',
    responses: { 200: Pricing },
    cache: 'revalidate',
  }),
  getRateCard: endpoint({
    ...open,
    method: 'GET',
    path: `${SUBSCRIPTION}rate_card/`,
    summary: 'Get the rate card',
    description: 'Returns all available operations with their unit and the credits per unit.',
    responses: { 200: RateCard },
    cache: 'revalidate',
  }),
  getBalance: endpoint({
    ...usage,
    method: 'GET',
    path: `${SUBSCRIPTION}credits/balance/`,
    summary: 'Get the credit balance',
    description: 'Returns available and held credits, the lots in order of use, and alerts.',
    responses: { 200: CreditBalance },
  }),
  redeemPromoCode: endpoint({
    ...write,
    method: 'POST',
    path: `${SUBSCRIPTION}credits/promo-code/`,
    summary: 'Redeem a promo code',
    description:
      'Adds the credits of a code to the balance. Discount codes are entered at checkout instead. Attempts are rate-limited per account and IP address.',
    json: z
      .strictObject({
        code: z.string().trim().min(1).max(60).meta({ description: 'Promo code, case-insensitive.' }),
      })
      .meta({ id: 'PromoCodeJson', description: 'A promo code.' }),
    idempotent: true,
    responses: { 200: PromoRedemption },
    problems: [
      'promo_unknown',
      'promo_expired',
      'promo_used',
      'promo_not_applicable',
      'too_many_requests',
      'idempotency_conflict',
      ...jsonProblems,
    ],
  }),
  listPurchases: endpoint({
    ...read,
    method: 'GET',
    path: `${SUBSCRIPTION}purchase_history/`,
    summary: 'List purchases',
    description: 'Lists purchases, renewals and top-ups, newest first.',
    query: listQuery(['created_at']).extend({
      status: PurchaseStatus.optional().meta({ description: 'Only purchases with this status.' }),
      kind: PurchaseKind.optional().meta({ description: 'Only purchases of this kind.' }),
    }),
    responses: { 200: PurchaseList },
  }),
  startSubscription: endpoint({
    ...write,
    method: 'POST',
    path: INITIATE,
    summary: 'Start the purchase of a plan',
    description:
      'Returns the URL of the checkout. The plan starts when the payment provider confirms the payment. An account that already has a plan uses `change/` instead.',
    json: z
      .strictObject({
        plan: planCode,
        interval: PlanInterval.default('month').meta({ description: 'Billing interval.' }),
        return_to: z
          .string()
          .max(500)
          .optional()
          .meta({ description: 'Path of the dashboard to return to after the payment.' }),
      })
      .meta({ id: 'StartSubscriptionJson', description: 'A plan to buy.' }),
    idempotent: true,
    responses: { 201: StartedPurchase },
    problems: ['subscription_exists', ...buyProblems],
  }),
  startPackPurchase: endpoint({
    ...write,
    method: 'POST',
    path: `${INITIATE}pay-as-you-go/`,
    summary: 'Start the purchase of credits',
    description:
      'Returns the URL of the checkout for a pack, or for the smallest pack with at least the given number of credits. The credits are granted when the payment provider confirms the payment.',
    json: z
      .strictObject({
        pack: z.string().trim().min(1).max(60).optional().meta({ description: 'Code of a pack.' }),
        credits: z
          .int()
          .min(1)
          .max(1_000_000_000)
          .optional()
          .meta({ description: 'Minimum number of credits, instead of a pack.' }),
        return_to: z
          .string()
          .max(500)
          .optional()
          .meta({ description: 'Path of the dashboard to return to after the payment.' }),
      })
      .refine(
        ({ pack, credits }) => (pack === undefined) !== (credits === undefined),
        'Either a pack or credits.',
      )
      .meta({ id: 'StartPackPurchaseJson', description: 'Credits to buy.' }),
    idempotent: true,
    responses: { 201: StartedPurchase },
    problems: [...buyProblems],
  }),
  purchaseCallback: endpoint({
    ...callback,
    path: `${INITIATE}callback/`,
    summary: 'Return from the checkout',
    description:
      'Return URL of the payment provider. Requests the payment state from the provider and redirects to the dashboard. Parameters from the browser alone grant nothing.',
  }),
  startStoragePurchase: endpoint({
    ...write,
    method: 'POST',
    path: `${SUBSCRIPTION}storage/initiate/`,
    summary: 'Start the purchase of storage',
    description: 'Returns the URL of the checkout for a storage add-on, which is billed monthly or yearly.',
    json: z
      .strictObject({
        addon: z.string().trim().min(1).max(60).meta({ description: 'Code of a storage add-on.' }),
      })
      .meta({ id: 'StartStoragePurchaseJson', description: 'Storage to buy.' }),
    idempotent: true,
    responses: { 201: StartedPurchase },
    problems: [...buyProblems],
  }),
  storageCallback: endpoint({
    ...callback,
    path: `${SUBSCRIPTION}storage/callback/`,
    summary: 'Return from the storage checkout',
    description: 'Works like the return from the checkout of plans and packs.',
  }),
  completeTask: endpoint({
    auth: 'account',
    permission: 'convert:write',
    area,
    method: 'POST',
    path: `${SUBSCRIPTION}tasks/task-completion/`,
    summary: 'Report a completed task',
    description:
      'Charges credits for work done outside the conversion queue, at the rates of the rate card. Each `task_id` is charged once; a repeated report returns the first result.',
    json: CompleteTaskJson,
    responses: {
      201: z
        .object({
          task_id: z.string().meta({ description: 'Id of the task.' }),
          credits_charged: z.int().min(0).meta({ description: 'Credits charged.' }),
          balance: z.int().meta({ description: 'Available credits after the charge.' }),
        })
        .meta({ id: 'CompletedTask', description: 'Charge for a task.' }),
    },
    problems: [
      'operation_unknown',
      'insufficient_credits',
      'spend_limit_reached',
      'idempotency_conflict',
      ...jsonProblems,
    ],
  }),
  listTasks: endpoint({
    auth: 'account',
    permission: 'usage:read',
    area,
    method: 'GET',
    path: `${SUBSCRIPTION}tasks/task-history/`,
    summary: 'List tasks with their charges',
    description: 'Lists reported tasks and conversions, newest first, each with its entries in the ledger.',
    query: listQuery(['created_at']),
    responses: { 200: TaskList },
  }),
  receiveProviderEvent: endpoint({
    ...open,
    method: 'POST',
    path: `${SUBSCRIPTION}events/`,
    summary: 'Receive an event of the payment provider',
    description:
      'For the payment provider only. The signature in `Stripe-Signature` is verified. Repeated events have no effect.',
    signed: 'stripe-signature',
    responses: { 204: null },
    problems: ['signature_invalid'],
    extension: true,
  }),
  listLedger: endpoint({
    ...usage,
    method: 'GET',
    path: `${SUBSCRIPTION}ledger/`,
    summary: 'List the credit ledger',
    description:
      'Lists all entries with their cause and the total after each, newest first. Running work holds credits without an entry; the charge is recorded on completion.',
    query: listQuery(['created_at']).extend(ledgerFilter),
    responses: { 200: LedgerList },
    extension: true,
  }),
  sumLedger: endpoint({
    ...usage,
    method: 'GET',
    path: `${SUBSCRIPTION}ledger/sums/`,
    summary: 'Get totals of the credit ledger',
    description:
      'Returns the total at the start of a period, the changes, and the total at the end. `agrees` tells whether entries, lots and balance agree.',
    query: z.object(period),
    responses: { 200: LedgerSums },
    extension: true,
  }),
  exportLedger: endpoint({
    ...usage,
    method: 'GET',
    path: `${SUBSCRIPTION}ledger/export/`,
    summary: 'Export the credit ledger as CSV',
    description: 'Returns all matching entries as CSV, oldest first.',
    query: z.object(ledgerFilter),
    responses: { 200: BYTES },
    extension: true,
  }),
  getSpending: endpoint({
    ...usage,
    method: 'GET',
    path: `${SUBSCRIPTION}spending/`,
    summary: 'Get credits spent by area and member',
    description:
      'Returns the credits charged in a period by area, member and operation. The default period is the current calendar month (UTC). The total of the preceding period of the same length is included for comparison.',
    query: z.object({
      since: since.meta({ description: 'Start of the period.' }),
      until: since.meta({ description: 'End of the period.' }),
    }),
    responses: { 200: Spending },
    extension: true,
  }),
  getSubscription: endpoint({
    ...usage,
    method: 'GET',
    path: CURRENT,
    summary: 'Get the plan of the account',
    description: 'Returns the plan with its limits, price, renewal and payment card.',
    responses: { 200: Subscription },
    extension: true,
  }),
  cancelSubscription: endpoint({
    ...write,
    method: 'DELETE',
    path: CURRENT,
    summary: 'Cancel the plan',
    description:
      'The plan ends with the paid period; after that, the account is on the free plan. Nothing is deleted. The plan can be resumed until then.',
    query: z.object({
      reason: z
        .enum(['too_expensive', 'not_needed', 'missing_feature', 'quality', 'other_service', 'other'])
        .optional()
        .meta({ description: 'Reason of the cancellation.' }),
      comment: z.string().trim().max(1000).optional().meta({ description: 'Comment of the user.' }),
    }),
    responses: { 200: Subscription },
    problems: ['no_subscription', 'payment_unavailable'],
    extension: true,
  }),
  changeSubscription: endpoint({
    ...write,
    method: 'POST',
    path: `${SUBSCRIPTION}change/`,
    summary: 'Change the plan',
    description:
      'With `dry_run`, only returns the amount due now with its proration lines, the amount due at the next renewal, and the exceeded limits. A plan with a higher monthly price or another interval takes effect immediately, other changes at the end of the period. A change from yearly to monthly billing is refused.',
    json: z
      .strictObject({
        plan: planCode,
        interval: PlanInterval.default('month').meta({ description: 'Billing interval.' }),
        dry_run: z
          .boolean()
          .default(false)
          .meta({ description: 'Whether to compute the change without making it.' }),
      })
      .meta({ id: 'ChangeSubscriptionJson', description: 'The plan to change to.' }),
    responses: { 200: PlanChange },
    problems: ['not_found', 'no_subscription', 'payment_declined', 'payment_unavailable', ...jsonProblems],
    extension: true,
  }),
  resumeSubscription: endpoint({
    ...write,
    method: 'POST',
    path: `${SUBSCRIPTION}resume/`,
    summary: 'Resume the plan',
    description: 'Reverts a cancellation or a scheduled plan change.',
    responses: { 200: Subscription },
    problems: ['no_subscription', 'payment_unavailable'],
    extension: true,
  }),
  getPurchase: endpoint({
    ...read,
    method: 'GET',
    path: ONE,
    summary: 'Get a purchase',
    description:
      'Returns the purchase. With `refresh`, a pending purchase is first updated from the payment provider, at most once every few seconds.',
    params,
    query: z.object({
      refresh: z
        .enum(['true', 'false'])
        .default('false')
        .meta({ description: 'Whether to update the purchase from the payment provider first.' }),
    }),
    responses: { 200: Purchase },
    problems: ['not_found'],
    extension: true,
  }),
  downloadInvoice: endpoint({
    ...read,
    method: 'GET',
    path: `${ONE}invoice.pdf`,
    summary: 'Download the invoice of a purchase',
    description:
      'Returns the invoice as a PDF; repeated downloads are identical. Invoice numbers of an instance have no gaps.',
    params,
    responses: { 200: BYTES },
    problems: ['not_found'],
    extension: true,
  }),
  getBillingSettings: endpoint({
    ...read,
    method: 'GET',
    path: `${SUBSCRIPTION}settings/`,
    summary: 'Get alerts, spend limit and top-up',
    description: 'Returns the low-balance alert, the monthly spend limit and the automatic top-up.',
    responses: { 200: BillingSettings },
    extension: true,
  }),
  updateBillingSettings: endpoint({
    ...write,
    method: 'PUT',
    path: `${SUBSCRIPTION}settings/`,
    summary: 'Update alerts, spend limit and top-up',
    description:
      'Changes only the settings in the request. Automatic top-up requires a card from an earlier payment.',
    json: UpdateBillingSettingsJson,
    responses: { 200: BillingSettings },
    problems: ['not_found', 'no_payment_method', ...jsonProblems],
    extension: true,
  }),
  openPortal: endpoint({
    ...write,
    method: 'POST',
    path: `${SUBSCRIPTION}portal/`,
    summary: 'Open the customer portal',
    description:
      'Returns the URL of a page of the payment provider for managing cards, billing addresses and tax ids.',
    responses: {
      200: z
        .object({
          url: z.string().meta({ description: 'URL of the page, valid for a short time.' }),
        })
        .meta({ id: 'PortalSession', description: 'A session of the customer portal.' }),
    },
    problems: ['payment_unavailable'],
    extension: true,
  }),
} as const
