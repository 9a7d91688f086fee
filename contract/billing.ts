import { z } from 'zod'
import { Family } from './families.ts'
import { listOf } from './lists.ts'

/**
 * Plans, packs and purchases. Money is in minor units of an ISO 4217 currency. Credits are integers
 * and never share a property with money. The server decides prices and amounts: no operation takes
 * them from a caller.
 */

const instant = z.iso.datetime()
const count = z.int().min(0)

export const Money = z
  .object({
    amount: z
      .int()
      .meta({ description: 'Amount in minor units of the currency: 2900 for €29.00, 2900 for ¥2900.' }),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .meta({ description: 'ISO 4217 code.', example: 'EUR' }),
  })
  .meta({ id: 'Money', description: 'An amount of money.' })
export type Money = z.infer<typeof Money>

export const PlanInterval = z
  .enum(['month', 'year'])
  .meta({ id: 'PlanInterval', description: 'Billing interval of a plan.' })
export type PlanInterval = z.infer<typeof PlanInterval>

export const PlanLimits = z
  .object({
    max_upload_bytes: count.meta({ description: 'Maximum size of an upload in bytes.' }),
    keep_hours: count.meta({ description: 'Hours for which the files of a conversion are kept.' }),
    parallel_conversions: count.nullable().meta({
      description: 'Maximum number of concurrent conversions; null if only the instance limits it.',
    }),
    requests_per_minute: count.nullable().meta({
      description: 'Maximum number of API requests per minute; null if the plan sets no limit.',
    }),
    members: count
      .nullable()
      .meta({ description: 'Maximum number of members of a business; null if the plan sets no limit.' }),
  })
  .meta({ id: 'PlanLimits', description: 'Limits of a plan.' })
export type PlanLimits = z.infer<typeof PlanLimits>

export const PricingPlan = z
  .object({
    code: z
      .string()
      .meta({ description: 'Code of the plan, the same for all intervals.', example: 'studio' }),
    name: z.string().meta({ description: 'Display name.', example: 'Studio' }),
    description: z.string().meta({ description: 'Target audience of the plan, in a few words.' }),
    price: Money.meta({ description: 'Price of one interval, without tax.' }),
    interval: PlanInterval.nullable().meta({
      description: 'Billing interval; null if the plan is free.',
    }),
    credits: count.meta({
      description:
        'Credits granted each month, which expire at its end. If `interval` is null: credits granted once.',
    }),
    storage_bytes: count.meta({ description: 'Storage quota in bytes.' }),
    limits: PlanLimits,
    features: z.array(z.string()).meta({ description: 'Other features of the plan, one sentence each.' }),
    popular: z.boolean().meta({ description: 'Whether the operator recommends it.' }),
  })
  .meta({ id: 'PricingPlan', description: 'A plan with one billing interval.' })
export type PricingPlan = z.infer<typeof PricingPlan>

export const CreditPack = z
  .object({
    code: z.string().meta({ description: 'Code of the pack.', example: 'pack-1000' }),
    credits: count.meta({ description: 'Credits in the pack; they do not expire.' }),
    price: Money.meta({ description: 'Price without tax.' }),
  })
  .meta({ id: 'CreditPack', description: 'Credits that are bought once.' })

export const StorageAddon = z
  .object({
    code: z.string().meta({ description: 'Code of the add-on.', example: 'storage-50' }),
    bytes: count.meta({ description: 'Bytes added to the storage quota.' }),
    price: Money.meta({ description: 'Price of one interval, without tax.' }),
    interval: PlanInterval,
  })
  .meta({ id: 'StorageAddon', description: 'Additional storage with a monthly or yearly price.' })

export const PaymentMode = z.enum(['sandbox', 'live']).meta({
  id: 'PaymentMode',
  description: '`sandbox`: test payments, no card is charged. `live`: real payments.',
})

export const Pricing = z
  .object({
    currency: z.string().meta({ description: 'ISO 4217 code of all prices.', example: 'EUR' }),
    mode: PaymentMode,
    plans: z
      .array(PricingPlan)
      .meta({ description: 'Plans, cheapest first, with one item for each interval.' }),
    packs: z.array(CreditPack).meta({ description: 'Packs, smallest first.' }),
    storage_addons: z.array(StorageAddon).meta({ description: 'Storage add-ons, smallest first.' }),
  })
  .meta({ id: 'Pricing', description: 'Plans, packs and storage add-ons that can be bought.' })
export type Pricing = z.infer<typeof Pricing>

export const RateUnit = z
  .enum(['file', 'page', 'minute'])
  .meta({ id: 'RateUnit', description: 'Unit of a rate.' })

export const RateCard = z
  .object({
    version: z.string().meta({ description: 'Version of the rate card; changes with every rate.' }),
    items: z
      .array(
        z.object({
          family: Family,
          operation: z.string().meta({ description: 'Code of the operation.', example: 'convert' }),
          name: z.string().meta({ description: 'Display name.', example: 'Convert' }),
          unit: RateUnit,
          credits: count.meta({ description: 'Credits per unit.' }),
          included: count.meta({ description: 'Free units before credits are charged.' }),
        }),
      )
      .meta({ description: 'Rates of all available operations.' }),
  })
  .meta({ id: 'RateCard', description: 'Price of each operation in credits.' })
export type RateCard = z.infer<typeof RateCard>

export const GrantSourceName = z
  .enum(['plan', 'pack', 'promo', 'signup', 'refund', 'adjustment'])
  .meta({ id: 'CreditGrantSource', description: 'Source of granted credits.' })

export const CreditSourceName = z
  .enum([...GrantSourceName.options, 'conversion', 'pipeline_run', 'scan', 'task'])
  .meta({ id: 'CreditSource', description: 'Source or use of credits.' })

/** Uses of credits: the families, and work that is not a single conversion. */
export const CREDIT_AREAS = [...Family.options, 'pipeline', 'scan', 'signing', 'task'] as const
export const CreditAreaName = z
  .enum(CREDIT_AREAS)
  .meta({ id: 'CreditArea', description: 'A family of conversions, or another area that uses credits.' })

export const CreditLot = z
  .object({
    lot_id: z.uuid().meta({ description: 'Id of the lot.' }),
    source: GrantSourceName,
    name: z.string().nullable().meta({
      description: 'Name of the plan or promo code; null for other sources.',
      example: 'Studio',
    }),
    credits: count.meta({ description: 'Credits at creation.' }),
    remaining: z.int().meta({
      description:
        'Remaining credits, including held credits. Negative if more credits were revoked than remained.',
    }),
    created_at: instant.meta({ description: 'Time of creation.' }),
    expires_at: instant
      .nullable()
      .meta({ description: 'Expiry time of the remaining credits; null if they do not expire.' }),
  })
  .meta({ id: 'CreditLot', description: 'Credits from one grant.' })
export type CreditLot = z.infer<typeof CreditLot>

export const BillingAlert = z
  .object({
    kind: z
      .enum([
        'payment_failed',
        'balance_negative',
        'balance_low',
        'spend_limit_near',
        'spend_limit_reached',
        'over_limit',
        'card_expires',
        'subscription_ends',
      ])
      .meta({ description: 'Type of the alert.' }),
    at: instant.nullable().meta({ description: 'Time of the event; null if it has none.' }),
    detail: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .meta({ description: 'Details of the alert, for example `limit` or `card`.' }),
  })
  .meta({ id: 'BillingAlert', description: 'An alert in Billing.' })
export type BillingAlert = z.infer<typeof BillingAlert>

export const CreditBalance = z
  .object({
    available: z.int().meta({
      description: 'Available credits; negative if more credits were revoked than remained.',
    }),
    held: count.meta({ description: 'Credits held for running work.' }),
    granted: count.meta({ description: 'Total credits granted.' }),
    charged: count.meta({ description: 'Total credits charged.' }),
    lots: z.array(CreditLot).meta({ description: 'Lots with remaining credits, in order of use.' }),
    plan: z.string().meta({ description: 'Code of the plan.', example: 'free' }),
    renews_at: instant.nullable().meta({ description: 'Time the plan renews; null if it does not renew.' }),
    alerts: z.array(BillingAlert).meta({ description: 'Alerts, most urgent first.' }),
  })
  .meta({ id: 'CreditBalance', description: 'Credit balance of an account.' })
export type CreditBalance = z.infer<typeof CreditBalance>

export const PURCHASE_STATUSES = [
  'pending',
  'paid',
  'fulfilled',
  'failed',
  'cancelled',
  'expired',
  'refunded',
  'disputed',
] as const
export const PurchaseStatus = z.enum(PURCHASE_STATUSES).meta({
  id: 'PurchaseStatus',
  description:
    '`pending`: waiting for the payment provider. `paid`: the payment is confirmed. `fulfilled`: the credits, plan or storage are available. `refunded`: refunded in full; for a partial refund see `refunded`.',
})
export type PurchaseStatus = z.infer<typeof PurchaseStatus>

export const PurchaseKind = z.enum(['plan', 'pack', 'storage', 'top_up']).meta({
  id: 'PurchaseKind',
  description: '`plan` and `storage`: one payment of a subscription. `top_up`: credits bought automatically.',
})

export const Purchase = z
  .object({
    purchase_id: z.uuid().meta({ description: 'Id of the purchase.' }),
    kind: PurchaseKind,
    item: z.string().meta({ description: 'Code of the plan, pack or add-on.', example: 'pack-1000' }),
    name: z.string().meta({ description: 'Display name.', example: '1,000 credits' }),
    interval: PlanInterval.nullable().meta({
      description: 'Billing interval of a subscription; null for other purchases.',
    }),
    status: PurchaseStatus,
    price: Money.meta({ description: 'Price without tax, after discounts.' }),
    tax: Money.meta({ description: 'Tax on the price.' }),
    refunded: Money.meta({ description: 'Refunded amount, with tax.' }),
    credits: count.meta({ description: 'Credits included in the purchase.' }),
    failure: z.string().nullable().meta({
      description: 'Reason of the failed payment in readable form; null if the payment did not fail.',
    }),
    checkout_url: z
      .string()
      .nullable()
      .meta({ description: 'URL of the checkout; null if the checkout is closed.' }),
    expires_at: instant
      .nullable()
      .meta({ description: 'Expiry time of the checkout; null if the checkout is closed.' }),
    return_to: z
      .string()
      .nullable()
      .meta({ description: 'Path of the dashboard to return to; null if none was given.' }),
    provider_reference: z.string().nullable().meta({
      description: 'Id of the payment at the payment provider; null before the payment exists.',
    }),
    invoice_number: z.string().nullable().meta({ description: 'Invoice number; null before payment.' }),
    invoice_url: z.string().nullable().meta({ description: 'Path of the PDF invoice; null before payment.' }),
    receipt_url: z
      .string()
      .nullable()
      .meta({ description: 'URL of the payment provider’s invoice or receipt; null if there is none.' }),
    created_by: z.uuid().nullable().meta({
      description:
        'Id of the user who made the purchase. Null for renewals and top-ups, and after the account was deleted.',
    }),
    created_at: instant.meta({ description: 'Time of creation.' }),
    completed_at: instant
      .nullable()
      .meta({ description: 'Time the purchase was fulfilled or otherwise ended; null before.' }),
  })
  .meta({ id: 'Purchase', description: 'A purchase and its payment.' })
export type Purchase = z.infer<typeof Purchase>
export const PurchaseList = listOf('PurchaseList', Purchase)

export const StartedPurchase = z
  .object({
    purchase_id: z.uuid().meta({ description: 'Id of the purchase.' }),
    checkout_url: z.string().meta({ description: 'URL of the payment provider’s checkout page.' }),
    expires_at: instant.meta({ description: 'Expiry time of the checkout.' }),
  })
  .meta({ id: 'StartedPurchase', description: 'A purchase that awaits payment.' })

export const SubscriptionStatus = z.enum(['none', 'active', 'past_due', 'cancelled']).meta({
  id: 'SubscriptionStatus',
  description:
    '`none`: a free plan. `past_due`: a renewal failed and is retried until `grace_until`. `cancelled`: the subscription ended and the account is on the free plan.',
})

export const Subscription = z
  .object({
    plan: z.string().meta({ description: 'Code of the plan.', example: 'studio' }),
    name: z.string().meta({ description: 'Display name of the plan.' }),
    interval: PlanInterval.nullable().meta({ description: 'Billing interval; null for the free plan.' }),
    status: SubscriptionStatus,
    price: Money.meta({ description: 'Price of one interval, without tax.' }),
    credits: count.meta({ description: 'Credits granted each month.' }),
    limits: PlanLimits,
    storage_bytes: count.meta({ description: 'Storage quota in bytes, including add-ons.' }),
    current_period_start: instant
      .nullable()
      .meta({ description: 'Start of the paid period; null for the free plan.' }),
    current_period_end: instant
      .nullable()
      .meta({ description: 'End of the paid period; null for the free plan.' }),
    cancel_at_period_end: z
      .boolean()
      .meta({ description: 'Whether the plan ends with the paid period instead of renewing.' }),
    next_plan: z
      .object({
        plan: z.string().meta({ description: 'Code of the plan.' }),
        interval: PlanInterval.nullable().meta({
          description: 'Billing interval; null for the free plan.',
        }),
        at: instant.meta({ description: 'Time the plan starts.' }),
      })
      .nullable()
      .meta({ description: 'Next plan from the end of the period; null if the plan stays the same.' }),
    grace_until: instant.nullable().meta({
      description: 'Time the plan ends unless the failed renewal is paid; null if no renewal failed.',
    }),
    payment_method: z
      .object({
        brand: z.string().meta({ description: 'Brand of the card.', example: 'visa' }),
        last4: z.string().meta({ description: 'Last four digits of the card.', example: '4242' }),
        expires: z.string().meta({ description: 'Expiry month of the card.', example: '2026-11' }),
      })
      .nullable()
      .meta({ description: 'Card on file; null if there is none.' }),
    addons: z
      .array(
        z.object({
          code: z.string().meta({ description: 'Code of the add-on.' }),
          bytes: count.meta({ description: 'Bytes added to the storage quota.' }),
          renews_at: instant.meta({
            description: 'Time of the next payment, or of the end if the add-on is cancelled.',
          }),
          cancel_at_period_end: z
            .boolean()
            .meta({ description: 'Whether the add-on ends with the paid period.' }),
        }),
      )
      .meta({ description: 'Storage add-ons.' }),
  })
  .meta({ id: 'Subscription', description: 'The plan of an account, its price and its payment.' })
export type Subscription = z.infer<typeof Subscription>

export const PlanChange = z
  .object({
    plan: z.string().meta({ description: 'Code of the new plan.' }),
    interval: PlanInterval.nullable().meta({ description: 'Billing interval; null for the free plan.' }),
    at: instant.meta({
      description:
        'Time the change takes effect: immediately for a higher monthly price or another interval, otherwise at the end of the period.',
    }),
    due_now: Money.meta({
      description: 'Amount due immediately, with tax: the new price minus the unused part of the old one.',
    }),
    lines: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Description of the line.' }),
          amount: Money.meta({ description: 'Amount of the line; negative for a credit.' }),
        }),
      )
      .meta({ description: 'Lines that add up to `due_now`.' }),
    next: Money.meta({ description: 'Amount due at the next renewal, with tax.' }),
    credits_now: count.meta({ description: 'Credits granted immediately.' }),
    exceeded: z
      .array(
        z.object({
          limit: z.enum(['storage_bytes', 'members']).meta({ description: 'Limit of the plan.' }),
          now: count.meta({ description: 'Current usage of the account.' }),
          allowed: count.meta({ description: 'Limit of the new plan.' }),
        }),
      )
      .meta({
        description:
          'Limits of the new plan that the account exceeds. Nothing is deleted; new work is refused until the account is within the limits.',
      }),
    applied: z
      .boolean()
      .meta({ description: 'Whether the change was made; false if it was only computed (`dry_run`).' }),
  })
  .meta({ id: 'PlanChange', description: 'Price and effects of a plan change.' })
export type PlanChange = z.infer<typeof PlanChange>

export const LedgerKind = z.enum(['grant', 'charge', 'expire', 'revoke', 'adjust']).meta({
  id: 'LedgerKind',
  description: 'Effect of an entry. `revoke` follows a refund or a disputed payment.',
})

export const LedgerLine = z
  .object({
    entry_id: z.int().meta({ description: 'Number of the entry; increases over time.' }),
    kind: LedgerKind,
    source: CreditSourceName,
    reference: z.uuid().meta({ description: 'Id of the cause.' }),
    area: CreditAreaName.nullable().meta({
      description: 'Area of a charge; null for other entries.',
    }),
    credits: z.int().meta({ description: 'Change of the total of available and held credits.' }),
    balance: z.int().meta({ description: 'Total after the entry.' }),
    quoted: count
      .nullable()
      .meta({ description: 'Credits held for a charge before it was settled; null for other entries.' }),
    lots: z
      .array(
        z.object({
          lot_id: z.uuid().meta({ description: 'Id of the lot.' }),
          source: GrantSourceName,
          name: z
            .string()
            .nullable()
            .meta({ description: 'Name of the plan or promo code; null for other sources.' }),
          credits: z.int().meta({ description: 'Change of the lot.' }),
        }),
      )
      .meta({ description: 'Lots changed by the entry, in order of use.' }),
    cause: z
      .object({
        name: z.string().meta({ description: 'Name of the file, pipeline, plan or code.' }),
        source_format: z
          .string()
          .nullable()
          .meta({ description: 'Original format of a conversion; null for other causes.' }),
        target_format: z
          .string()
          .nullable()
          .meta({ description: 'Target format of a conversion; null for other causes.' }),
        operation: z
          .string()
          .nullable()
          .meta({ description: 'Operation of a conversion; null for other causes.' }),
        units: count.nullable().meta({
          description:
            'Number of files that a conversion or task was quoted for, each at the rate of its operation; null for other causes.',
        }),
        parent_id: z
          .uuid()
          .nullable()
          .meta({ description: 'Id of the pipeline run or batch of a file; null for other causes.' }),
        reason: z
          .string()
          .nullable()
          .meta({ description: 'Reason of an adjustment; null for other causes.' }),
      })
      .nullable()
      .meta({ description: 'Cause of the entry; null if it was deleted since.' }),
    created_by: z.uuid().nullable().meta({
      description: 'Id of the user who caused the entry; null if there was none or the account was deleted.',
    }),
    created_by_name: z
      .string()
      .nullable()
      .meta({ description: 'Name of that user; null if `created_by` is null.' }),
    created_at: instant.meta({ description: 'Time of the entry.' }),
  })
  .meta({ id: 'LedgerLine', description: 'An entry of the ledger.' })
export type LedgerLine = z.infer<typeof LedgerLine>
export const LedgerList = listOf('LedgerList', LedgerLine)

const change = z.int().meta({ description: 'Sum of the changes.' })

export const LedgerSums = z
  .object({
    from: instant
      .nullable()
      .meta({ description: 'Start of the period; null if it starts with the first entry.' }),
    to: instant.nullable().meta({ description: 'End of the period; null for now.' }),
    opening: z.int().meta({ description: 'Total at the start of the period.' }),
    in: z
      .array(z.object({ source: CreditSourceName, credits: change }))
      .meta({ description: 'Credits added, by source.' }),
    out: z
      .array(z.object({ kind: LedgerKind, credits: change }))
      .meta({ description: 'Credits deducted, by kind, as negative numbers.' }),
    closing: z.int().meta({ description: 'Total at the end of the period: `opening` plus all changes.' }),
    lots: z.int().meta({ description: 'Current sum of the remaining credits of all lots.' }),
    balance: z.int().meta({ description: 'Current available and held credits.' }),
    agrees: z
      .boolean()
      .meta({ description: 'Whether the current totals of entries, lots and balance agree.' }),
  })
  .meta({ id: 'LedgerSums', description: 'Totals of the ledger for a period.' })
export type LedgerSums = z.infer<typeof LedgerSums>

const spent = count.meta({ description: 'Credits charged.' })

export const Spending = z
  .object({
    from: instant.meta({ description: 'Start of the period.' }),
    to: instant.meta({ description: 'End of the period.' }),
    credits: count.meta({ description: 'Credits charged in the period.' }),
    previous: count.meta({ description: 'Credits charged in the preceding period of the same length.' }),
    areas: z
      .array(
        z.object({
          area: CreditAreaName,
          credits: spent,
          count: count.meta({ description: 'Number of charges.' }),
        }),
      )
      .meta({ description: 'Credits by area, highest first. The sum is `credits`.' }),
    members: z
      .array(
        z.object({
          user_id: z
            .uuid()
            .nullable()
            .meta({ description: 'Id of the user; null for API keys and deleted accounts.' }),
          name: z.string().nullable().meta({ description: 'Name of the user; null if `user_id` is null.' }),
          credits: spent,
          count: count.meta({ description: 'Number of charges.' }),
        }),
      )
      .meta({ description: 'Credits by user, highest first. The sum is `credits`.' }),
    rates: z
      .array(
        z.object({
          family: Family,
          operation: z.string().meta({ description: 'Code of the operation.' }),
          count: count.meta({ description: 'Number of charged conversions.' }),
          credits: spent,
        }),
      )
      .meta({ description: 'Credits by operation of the rate card, for conversions still in the history.' }),
    files: count.meta({ description: 'Number of conversions accepted in the period.' }),
    largest_upload_bytes: count.meta({ description: 'Size of the largest upload among them, in bytes.' }),
    members_now: count.meta({ description: 'Current number of members of the business; 1 for a user.' }),
  })
  .meta({ id: 'Spending', description: 'Credits charged by area, user and operation.' })
export type Spending = z.infer<typeof Spending>

const alertAt = z
  .int()
  .min(0)
  .max(1_000_000_000)
  .meta({ description: 'Number of available credits below which an e-mail is sent; 0 to disable.' })
const limitCredits = z.int().min(1).max(1_000_000_000)

const spendLimit = limitCredits.nullable().meta({
  description: 'Maximum credits per calendar month (UTC); null if unlimited.',
})
const spendLimitAction = z.enum(['notify', 'refuse']).meta({
  description:
    '`notify`: an e-mail at 80 % and at the limit; work continues. `refuse`: new work is also refused with status 402.',
})
const topUp = {
  is_enabled: z.boolean().meta({ description: 'Whether credits are bought automatically.' }),
  max_per_month: z
    .int()
    .min(1)
    .max(50)
    .meta({ description: 'Maximum number of packs bought automatically per calendar month (UTC).' }),
}

export const BillingSettings = z
  .object({
    low_balance: alertAt,
    spend_limit: spendLimit,
    spend_limit_action: spendLimitAction,
    top_up: z
      .object({
        is_enabled: topUp.is_enabled,
        below: alertAt.meta({ description: 'Number of available credits below which a pack is bought.' }),
        pack: z.string().nullable().meta({ description: 'Code of the pack; null if none is chosen.' }),
        max_per_month: topUp.max_per_month,
        bought: count.meta({ description: 'Number of packs bought automatically in the current month.' }),
        stopped: z.string().nullable().meta({
          description: 'Reason why top-up stopped, for example a declined card; null if it is active.',
        }),
      })
      .meta({ description: 'Automatic top-up.' }),
    spent: count.meta({ description: 'Credits charged in the current month (UTC).' }),
  })
  .meta({ id: 'BillingSettings', description: 'Alerts, spend limit and automatic top-up.' })
export type BillingSettings = z.infer<typeof BillingSettings>

export const UpdateBillingSettingsJson = z
  .strictObject({
    low_balance: alertAt.optional(),
    spend_limit: spendLimit.optional(),
    spend_limit_action: spendLimitAction.optional(),
    top_up: z
      .strictObject({
        ...topUp,
        below: z
          .int()
          .min(1)
          .max(1_000_000_000)
          .meta({ description: 'Number of available credits below which a pack is bought.' }),
        pack: z.string().max(60).meta({ description: 'Code of the pack.' }),
      })
      .optional()
      .meta({ description: 'Automatic top-up.' }),
  })
  .meta({ id: 'UpdateBillingSettingsJson', description: 'Billing settings to change.' })

export const PromoRedemption = z
  .object({
    credits: count.meta({ description: 'Credits granted by the code.' }),
    expires_at: instant
      .nullable()
      .meta({ description: 'Expiry time of the credits; null if they do not expire.' }),
    balance: CreditBalance,
  })
  .meta({ id: 'PromoRedemption', description: 'Result of a redeemed promo code.' })

export const TaskRecord = z
  .object({
    task_id: z.string().meta({ description: 'Id of the task set by the caller, or id of the conversion.' }),
    kind: z
      .enum(['task', 'conversion'])
      .meta({ description: '`task`: reported by the caller. `conversion`: a conversion of this instance.' }),
    family: Family.nullable().meta({ description: 'Family; null if none was given.' }),
    operation: z.string().meta({ description: 'Code of the operation.' }),
    status: z
      .enum(['pending', 'completed', 'failed'])
      .meta({ description: 'Status; a reported task is always `completed`.' }),
    units: count.meta({ description: 'Number of units charged.' }),
    credits_charged: count.meta({ description: 'Credits charged.' }),
    reference: z
      .string()
      .nullable()
      .meta({ description: 'Reference set by the caller; null if there is none.' }),
    metadata: z.record(z.string(), z.string()).meta({ description: 'Metadata set by the caller.' }),
    ledger: z
      .array(
        z.object({
          entry_id: z.int().meta({ description: 'Number of the entry.' }),
          kind: LedgerKind,
          credits: z.int().meta({ description: 'Change of the total of available and held credits.' }),
          created_at: instant.meta({ description: 'Time of the entry.' }),
        }),
      )
      .meta({ description: 'Ledger entries of the task.' }),
    created_at: instant.meta({ description: 'Time the task was reported or the conversion accepted.' }),
  })
  .meta({ id: 'TaskRecord', description: 'A task or conversion with its charges.' })
export const TaskList = listOf('TaskList', TaskRecord)

export const CompleteTaskJson = z
  .strictObject({
    task_id: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ description: 'Id of the task, set by the caller. Each id is charged once.' }),
    operation: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .meta({ description: 'Code of an operation of the rate card.' }),
    family: Family.default('document').meta({ description: 'Family of the operation.' }),
    units: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(1)
      .meta({ description: 'Number of files, pages or minutes, depending on the unit in the rate card.' }),
    reference: z
      .string()
      .trim()
      .max(200)
      .optional()
      .meta({ description: 'Reference of the caller, for example an order number.' }),
    metadata: z
      .record(z.string().max(40), z.string().max(500))
      .refine((all) => Object.keys(all).length <= 50, 'At most 50 values.')
      .default({})
      .meta({ description: 'Metadata of the caller: up to 50 values.' }),
  })
  .meta({ id: 'CompleteTaskJson', description: 'A task completed outside Filewright.' })
