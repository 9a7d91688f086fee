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
    amount: z.int().meta({ description: 'In minor units of the currency: 2900 for €29.00, 2900 for ¥2900.' }),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .meta({ description: 'ISO 4217 code.', example: 'EUR' }),
  })
  .meta({ id: 'Money', description: 'An amount of money.' })
export type Money = z.infer<typeof Money>

export const PlanInterval = z
  .enum(['month', 'year'])
  .meta({ id: 'PlanInterval', description: 'How often a plan is paid.' })
export type PlanInterval = z.infer<typeof PlanInterval>

export const PlanLimits = z
  .object({
    max_upload_bytes: count.meta({ description: 'Size of one upload.' }),
    keep_hours: count.meta({ description: 'How long the files of a conversion are kept.' }),
    parallel_conversions: count.nullable().meta({
      description: 'Conversions that run at the same time; null for as many as the instance runs.',
    }),
    requests_per_minute: count.nullable().meta({
      description: 'API requests a minute; null for no limit of the plan.',
    }),
    members: count.nullable().meta({ description: 'Members of a business; null for no limit of the plan.' }),
  })
  .meta({ id: 'PlanLimits', description: 'Limits of a plan.' })
export type PlanLimits = z.infer<typeof PlanLimits>

export const PricingPlan = z
  .object({
    code: z
      .string()
      .meta({ description: 'Code of the plan; the same for each interval.', example: 'studio' }),
    name: z.string().meta({ description: 'Name for people.', example: 'Studio' }),
    description: z.string().meta({ description: 'Who it is for, in a few words.' }),
    price: Money.meta({ description: 'Price of one interval, without tax.' }),
    interval: PlanInterval.nullable().meta({
      description: 'How often it is paid; null where it costs nothing.',
    }),
    credits: count.meta({
      description:
        'Credits of each month, which end with it; with a null interval those that an account gets once.',
    }),
    storage_bytes: count.meta({ description: 'Storage quota.' }),
    limits: PlanLimits,
    features: z.array(z.string()).meta({ description: 'What else it includes, a sentence each.' }),
    popular: z.boolean().meta({ description: 'Whether the operator recommends it.' }),
  })
  .meta({ id: 'PricingPlan', description: 'A plan, at one interval.' })
export type PricingPlan = z.infer<typeof PricingPlan>

export const CreditPack = z
  .object({
    code: z.string().meta({ description: 'Code of the pack.', example: 'pack-1000' }),
    credits: count.meta({ description: 'Credits in it; they do not end.' }),
    price: Money.meta({ description: 'Price without tax.' }),
  })
  .meta({ id: 'CreditPack', description: 'Credits that are bought once.' })

export const StorageAddon = z
  .object({
    code: z.string().meta({ description: 'Code of the add-on.', example: 'storage-50' }),
    bytes: count.meta({ description: 'Bytes that it adds to the storage quota.' }),
    price: Money.meta({ description: 'Price of one interval, without tax.' }),
    interval: PlanInterval,
  })
  .meta({ id: 'StorageAddon', description: 'Storage that is bought by the month or year.' })

export const PaymentMode = z.enum(['sandbox', 'live']).meta({
  id: 'PaymentMode',
  description: '`sandbox`: test money, no card is charged. `live`: payments are real.',
})

export const Pricing = z
  .object({
    currency: z.string().meta({ description: 'ISO 4217 code of all prices.', example: 'EUR' }),
    mode: PaymentMode,
    plans: z
      .array(PricingPlan)
      .meta({ description: 'Plans, the cheapest first; each interval is one item.' }),
    packs: z.array(CreditPack).meta({ description: 'Packs, the smallest first.' }),
    storage_addons: z.array(StorageAddon).meta({ description: 'Storage add-ons, the smallest first.' }),
  })
  .meta({ id: 'Pricing', description: 'What can be bought.' })
export type Pricing = z.infer<typeof Pricing>

export const RateUnit = z
  .enum(['file', 'page', 'minute'])
  .meta({ id: 'RateUnit', description: 'What credits are counted by.' })

export const RateCard = z
  .object({
    version: z.string().meta({ description: 'Changes whenever a rate does.' }),
    items: z
      .array(
        z.object({
          family: Family,
          operation: z.string().meta({ description: 'Code of the operation.', example: 'convert' }),
          name: z.string().meta({ description: 'Name for people.', example: 'Convert' }),
          unit: RateUnit,
          credits: count.meta({ description: 'Credits of one unit.' }),
          included: count.meta({ description: 'Units that cost nothing before credits are counted.' }),
        }),
      )
      .meta({ description: 'Every operation that can be asked for.' }),
  })
  .meta({ id: 'RateCard', description: 'What each operation costs.' })
export type RateCard = z.infer<typeof RateCard>

export const GrantSourceName = z
  .enum(['plan', 'pack', 'promo', 'signup', 'refund', 'adjustment'])
  .meta({ id: 'CreditGrantSource', description: 'Where credits came from.' })

export const CreditSourceName = z
  .enum([...GrantSourceName.options, 'conversion', 'pipeline_run', 'scan', 'task'])
  .meta({ id: 'CreditSource', description: 'What brought credits, or spent them.' })

/** Uses of credits: the families, and work that is not a single conversion. */
export const CREDIT_AREAS = [...Family.options, 'pipeline', 'scan', 'signing', 'task'] as const
export const CreditAreaName = z
  .enum(CREDIT_AREAS)
  .meta({ id: 'CreditArea', description: 'A family of conversions, or another area that spends credits.' })

export const CreditLot = z
  .object({
    lot_id: z.uuid().meta({ description: 'Id of the lot.' }),
    source: GrantSourceName,
    name: z.string().nullable().meta({
      description: 'Of a plan its name, of a promo code the code; null for others.',
      example: 'Studio',
    }),
    credits: count.meta({ description: 'Credits that it began with.' }),
    remaining: z.int().meta({
      description:
        'Credits that are left, with those that are held. Below zero where more was revoked than was left.',
    }),
    created_at: instant.meta({ description: 'When it was given.' }),
    expires_at: instant.nullable().meta({ description: 'When what is left of it ends; null for never.' }),
  })
  .meta({ id: 'CreditLot', description: 'Credits of one grant.' })
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
      .meta({ description: 'What needs attention.' }),
    at: instant.nullable().meta({ description: 'When it happens or happened; null where that has no time.' }),
    detail: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .meta({ description: 'Figures and names that belong to it, for example `limit` or `card`.' }),
  })
  .meta({ id: 'BillingAlert', description: 'Something in Billing that needs attention.' })
export type BillingAlert = z.infer<typeof BillingAlert>

export const CreditBalance = z
  .object({
    available: z.int().meta({
      description: 'Credits that are free to spend; below zero where more was revoked than was left.',
    }),
    held: count.meta({ description: 'Credits that are set aside for what runs.' }),
    granted: count.meta({ description: 'Credits that were ever granted.' }),
    charged: count.meta({ description: 'Credits that were ever charged.' }),
    lots: z
      .array(CreditLot)
      .meta({ description: 'Lots with credits left, in the order in which they are used.' }),
    plan: z.string().meta({ description: 'Code of the plan.', example: 'free' }),
    renews_at: instant.nullable().meta({ description: 'When the plan renews; null where it does not.' }),
    alerts: z.array(BillingAlert).meta({ description: 'What needs attention, the most urgent first.' }),
  })
  .meta({ id: 'CreditBalance', description: 'The credits of an account.' })
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
    '`pending`: at the payment provider. `paid`: the payment is confirmed. `fulfilled`: credits, plan or storage are there. `refunded`: all of it; a part is in `refunded`.',
})
export type PurchaseStatus = z.infer<typeof PurchaseStatus>

export const PurchaseKind = z.enum(['plan', 'pack', 'storage', 'top_up']).meta({
  id: 'PurchaseKind',
  description:
    '`plan` and `storage`: one payment of a subscription. `top_up`: credits that were bought automatically.',
})

export const Purchase = z
  .object({
    purchase_id: z.uuid().meta({ description: 'Id of the purchase.' }),
    kind: PurchaseKind,
    item: z.string().meta({ description: 'Code of the plan, pack or add-on.', example: 'pack-1000' }),
    name: z.string().meta({ description: 'Name for people.', example: '1,000 credits' }),
    interval: PlanInterval.nullable().meta({
      description: 'Of a subscription, how often it is paid; null for others.',
    }),
    status: PurchaseStatus,
    price: Money.meta({ description: 'What is paid, without tax and after a discount.' }),
    tax: Money.meta({ description: 'Tax on it.' }),
    refunded: Money.meta({ description: 'What was paid back, with tax.' }),
    credits: count.meta({ description: 'Credits that it brings.' }),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'Why the payment failed, for a person; null if it did not.' }),
    checkout_url: z.string().nullable().meta({ description: 'Where it is paid; null when that is over.' }),
    expires_at: instant
      .nullable()
      .meta({ description: 'Until when it can be paid; null when that is over.' }),
    return_to: z
      .string()
      .nullable()
      .meta({ description: 'Path of the dashboard that the person goes on at; null if none was given.' }),
    provider_reference: z.string().nullable().meta({
      description: 'Id of the payment at the payment provider; null before there is one.',
    }),
    invoice_number: z
      .string()
      .nullable()
      .meta({ description: 'Number of the invoice; null before it is paid.' }),
    invoice_url: z
      .string()
      .nullable()
      .meta({ description: 'Path of the invoice as a PDF; null before it is paid.' }),
    receipt_url: z
      .string()
      .nullable()
      .meta({ description: 'Invoice or receipt of the payment provider; null if it has none.' }),
    created_by: z.uuid().nullable().meta({
      description:
        'Id of the person who bought it. Null for renewals and top-ups, and after the account was deleted.',
    }),
    created_at: instant.meta({ description: 'When it was begun.' }),
    completed_at: instant
      .nullable()
      .meta({ description: 'When it was fulfilled, or ended otherwise; null before.' }),
  })
  .meta({ id: 'Purchase', description: 'A purchase and its payment.' })
export type Purchase = z.infer<typeof Purchase>
export const PurchaseList = listOf('PurchaseList', Purchase)

export const StartedPurchase = z
  .object({
    purchase_id: z.uuid().meta({ description: 'Id of the purchase.' }),
    checkout_url: z.string().meta({ description: 'Page of the payment provider where it is paid.' }),
    expires_at: instant.meta({ description: 'Until when it can be paid there.' }),
  })
  .meta({ id: 'StartedPurchase', description: 'A purchase that waits for its payment.' })

export const SubscriptionStatus = z.enum(['none', 'active', 'past_due', 'cancelled']).meta({
  id: 'SubscriptionStatus',
  description:
    '`none`: a plan without a price. `past_due`: a renewal failed and is tried again until `grace_until`. `cancelled`: ended, and the plan is the free one again.',
})

export const Subscription = z
  .object({
    plan: z.string().meta({ description: 'Code of the plan.', example: 'studio' }),
    name: z.string().meta({ description: 'Name of the plan for people.' }),
    interval: PlanInterval.nullable().meta({ description: 'How often it is paid; null for the free plan.' }),
    status: SubscriptionStatus,
    price: Money.meta({ description: 'Price of one interval, without tax.' }),
    credits: count.meta({ description: 'Credits of each month.' }),
    limits: PlanLimits,
    storage_bytes: count.meta({ description: 'Storage quota, with add-ons.' }),
    current_period_start: instant
      .nullable()
      .meta({ description: 'When the paid period began; null for the free plan.' }),
    current_period_end: instant.nullable().meta({ description: 'When it ends; null for the free plan.' }),
    cancel_at_period_end: z.boolean().meta({ description: 'Whether it ends then, and is not renewed.' }),
    next_plan: z
      .object({
        plan: z.string().meta({ description: 'Code of the plan.' }),
        interval: PlanInterval.nullable().meta({
          description: 'How often it is paid; null for the free plan.',
        }),
        at: instant.meta({ description: 'When it begins.' }),
      })
      .nullable()
      .meta({ description: 'The plan that follows at the end of the period; null if it stays.' }),
    grace_until: instant.nullable().meta({
      description: 'When the plan ends unless the failed renewal is paid; null if none has failed.',
    }),
    payment_method: z
      .object({
        brand: z.string().meta({ description: 'Brand of the card.', example: 'visa' }),
        last4: z.string().meta({ description: 'Last four digits.', example: '4242' }),
        expires: z.string().meta({ description: 'Month in which it expires.', example: '2026-11' }),
      })
      .nullable()
      .meta({ description: 'The card that is charged; null if there is none.' }),
    addons: z
      .array(
        z.object({
          code: z.string().meta({ description: 'Code of the add-on.' }),
          bytes: count.meta({ description: 'Bytes that it adds.' }),
          renews_at: instant.meta({ description: 'When it is paid next, or ends.' }),
          cancel_at_period_end: z.boolean().meta({ description: 'Whether it ends then.' }),
        }),
      )
      .meta({ description: 'Storage add-ons.' }),
  })
  .meta({ id: 'Subscription', description: 'The plan of an account, and what is paid for it.' })
export type Subscription = z.infer<typeof Subscription>

export const PlanChange = z
  .object({
    plan: z.string().meta({ description: 'Code of the plan that follows.' }),
    interval: PlanInterval.nullable().meta({ description: 'How often it is paid.' }),
    at: instant.meta({ description: 'When it begins: at once for more, at the end of the period for less.' }),
    due_now: Money.meta({
      description: 'What is paid at once, with tax: the new price less what is left of the old one.',
    }),
    lines: z
      .array(
        z.object({
          name: z.string().meta({ description: 'What it is for.' }),
          amount: Money.meta({ description: 'Negative for what is credited.' }),
        }),
      )
      .meta({ description: 'How `due_now` is made up.' }),
    next: Money.meta({ description: 'What is paid at the next renewal, with tax.' }),
    credits_now: count.meta({ description: 'Credits that are added at once.' }),
    exceeded: z
      .array(
        z.object({
          limit: z.enum(['storage_bytes', 'members']).meta({ description: 'Limit of the plan.' }),
          now: count.meta({ description: 'What the account has.' }),
          allowed: count.meta({ description: 'What the plan allows.' }),
        }),
      )
      .meta({ description: 'What exceeds the plan. Nothing is deleted; new work is refused until it fits.' }),
    applied: z.boolean().meta({ description: 'Whether the change was made, or only computed (`dry_run`).' }),
  })
  .meta({ id: 'PlanChange', description: 'What a change of the plan costs and brings.' })
export type PlanChange = z.infer<typeof PlanChange>

export const LedgerKind = z.enum(['grant', 'charge', 'expire', 'revoke', 'adjust']).meta({
  id: 'LedgerKind',
  description: 'What an entry does: `revoke` follows a refund or a dispute of a payment.',
})

export const LedgerLine = z
  .object({
    entry_id: z.int().meta({ description: 'Number of the entry, which grows with time.' }),
    kind: LedgerKind,
    source: CreditSourceName,
    reference: z.uuid().meta({ description: 'Id of what caused it.' }),
    area: CreditAreaName.nullable().meta({
      description: 'Of a charge, what it was spent on; null for others.',
    }),
    credits: z.int().meta({ description: 'Change of the total: free and held credits.' }),
    balance: z.int().meta({ description: 'The total after it.' }),
    quoted: count
      .nullable()
      .meta({ description: 'Of a charge, what was held for it before; null for others.' }),
    lots: z
      .array(
        z.object({
          lot_id: z.uuid().meta({ description: 'Id of the lot.' }),
          source: GrantSourceName,
          name: z.string().nullable().meta({ description: 'As in the balance.' }),
          credits: z.int().meta({ description: 'What the entry changed in it.' }),
        }),
      )
      .meta({ description: 'The lots that it changed, in the order of use.' }),
    cause: z
      .object({
        name: z.string().meta({ description: 'Name of the file, pipeline, plan or code.' }),
        source_format: z.string().nullable().meta({ description: 'Of a conversion; null for others.' }),
        target_format: z.string().nullable().meta({ description: 'Of a conversion; null for others.' }),
        operation: z.string().nullable().meta({ description: 'Of a conversion; null for others.' }),
        units: count.nullable().meta({
          description:
            'Of a conversion or a task, the files that it was quoted for, each at the rate of its operation; null for others.',
        }),
        parent_id: z
          .uuid()
          .nullable()
          .meta({ description: 'Of a file of a pipeline run, the run; of a file of a batch, the batch.' }),
        reason: z.string().nullable().meta({ description: 'Of an adjustment, the reason; null for others.' }),
      })
      .nullable()
      .meta({ description: 'What caused it; null where that was removed since.' }),
    created_by: z.uuid().nullable().meta({
      description: 'Id of the person who caused it; null where nobody did, or the account was deleted.',
    }),
    created_by_name: z.string().nullable().meta({ description: 'Their name; null as above.' }),
    created_at: instant.meta({ description: 'When it was written.' }),
  })
  .meta({ id: 'LedgerLine', description: 'One entry of the ledger.' })
export type LedgerLine = z.infer<typeof LedgerLine>
export const LedgerList = listOf('LedgerList', LedgerLine)

const change = z.int().meta({ description: 'Sum of the changes.' })

export const LedgerSums = z
  .object({
    from: instant.nullable().meta({ description: 'Beginning of the period; null for the first entry.' }),
    to: instant.nullable().meta({ description: 'End of the period; null for now.' }),
    opening: z.int().meta({ description: 'Total at its beginning.' }),
    in: z
      .array(z.object({ source: CreditSourceName, credits: change }))
      .meta({ description: 'Credits that came, by source.' }),
    out: z
      .array(z.object({ kind: LedgerKind, credits: change }))
      .meta({ description: 'Credits that went, by kind, as negative numbers.' }),
    closing: z.int().meta({ description: 'Total at its end: the opening one with all that came and went.' }),
    lots: z.int().meta({ description: 'What all lots have left now.' }),
    balance: z.int().meta({ description: 'Free and held credits now.' }),
    agrees: z.boolean().meta({ description: 'Whether entries, lots and balance have the same total now.' }),
  })
  .meta({ id: 'LedgerSums', description: 'What a period of the ledger adds up to.' })
export type LedgerSums = z.infer<typeof LedgerSums>

const spent = count.meta({ description: 'Credits that were charged.' })

export const Spending = z
  .object({
    from: instant.meta({ description: 'Beginning of the period.' }),
    to: instant.meta({ description: 'End of the period.' }),
    credits: count.meta({ description: 'Credits that were charged in it.' }),
    previous: count.meta({ description: 'Credits that were charged in the same time before it.' }),
    areas: z
      .array(
        z.object({
          area: CreditAreaName,
          credits: spent,
          count: count.meta({ description: 'Number of charges.' }),
        }),
      )
      .meta({ description: 'By area, the most credits first. The sum is `credits`.' }),
    members: z
      .array(
        z.object({
          user_id: z
            .uuid()
            .nullable()
            .meta({ description: 'Id of the person; null for API keys and deleted accounts.' }),
          name: z.string().nullable().meta({ description: 'Their name; null as above.' }),
          credits: spent,
          count: count.meta({ description: 'Number of charges.' }),
        }),
      )
      .meta({ description: 'By person, the most credits first. The sum is `credits`.' }),
    rates: z
      .array(
        z.object({
          family: Family,
          operation: z.string().meta({ description: 'Code of the operation.' }),
          count: count.meta({ description: 'Conversions that were charged.' }),
          credits: spent,
        }),
      )
      .meta({ description: 'By operation of the rate card, of conversions that are still in the history.' }),
    files: count.meta({ description: 'Conversions that were accepted in it.' }),
    largest_upload_bytes: count.meta({ description: 'Size of the largest of them.' }),
    members_now: count.meta({ description: 'Members that the business has now; 1 for a person.' }),
  })
  .meta({ id: 'Spending', description: 'What credits were spent on.' })
export type Spending = z.infer<typeof Spending>

const alertAt = z
  .int()
  .min(0)
  .max(1_000_000_000)
  .meta({ description: 'Free credits below which a mail is sent; 0 for none.' })
const limitCredits = z.int().min(1).max(1_000_000_000)

const spendLimit = limitCredits.nullable().meta({
  description: 'Credits that may be spent in a calendar month (UTC); null for any number.',
})
const spendLimitAction = z.enum(['notify', 'refuse']).meta({
  description:
    '`notify`: a mail at 80 % and at the limit, and work goes on. `refuse`: new work is refused with 402 as well.',
})
const topUp = {
  is_enabled: z.boolean().meta({ description: 'Whether credits are bought automatically.' }),
  max_per_month: z
    .int()
    .min(1)
    .max(50)
    .meta({ description: 'Packs that are bought in a calendar month (UTC) at most.' }),
}

export const BillingSettings = z
  .object({
    low_balance: alertAt,
    spend_limit: spendLimit,
    spend_limit_action: spendLimitAction,
    top_up: z
      .object({
        is_enabled: topUp.is_enabled,
        below: alertAt.meta({ description: 'Free credits below which a pack is bought.' }),
        pack: z.string().nullable().meta({ description: 'Code of the pack; null if none is chosen.' }),
        max_per_month: topUp.max_per_month,
        bought: count.meta({ description: 'Packs that were bought in this month.' }),
        stopped: z.string().nullable().meta({
          description: 'Why it has stopped, for example a card that was declined; null if it has not.',
        }),
      })
      .meta({ description: 'Automatic top-up.' }),
    spent: count.meta({ description: 'Credits that were spent in this month (UTC).' }),
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
          .meta({ description: 'Free credits below which a pack is bought.' }),
        pack: z.string().max(60).meta({ description: 'Code of the pack.' }),
      })
      .optional()
      .meta({ description: 'Automatic top-up.' }),
  })
  .meta({ id: 'UpdateBillingSettingsJson', description: 'Settings to change.' })

export const PromoRedemption = z
  .object({
    credits: count.meta({ description: 'Credits that the code brought.' }),
    expires_at: instant.nullable().meta({ description: 'When they end; null for never.' }),
    balance: CreditBalance,
  })
  .meta({ id: 'PromoRedemption', description: 'What a promo code brought.' })

export const TaskRecord = z
  .object({
    task_id: z.string().meta({ description: 'Id that the caller has given; of a conversion its id.' }),
    kind: z
      .enum(['task', 'conversion'])
      .meta({ description: 'Whether it was reported, or is a conversion of this instance.' }),
    family: Family.nullable().meta({ description: 'Family; null if none was given.' }),
    operation: z.string().meta({ description: 'Code of the operation.' }),
    status: z.enum(['pending', 'completed', 'failed']).meta({ description: 'Reported tasks are completed.' }),
    units: count.meta({ description: 'Units that were charged.' }),
    credits_charged: count.meta({ description: 'Credits that it cost.' }),
    reference: z
      .string()
      .nullable()
      .meta({ description: 'Reference that the caller has given; null if none.' }),
    metadata: z.record(z.string(), z.string()).meta({ description: 'What the caller has noted with it.' }),
    ledger: z
      .array(
        z.object({
          entry_id: z.int().meta({ description: 'Number of the entry.' }),
          kind: LedgerKind,
          credits: z.int().meta({ description: 'Change of the total.' }),
          created_at: instant.meta({ description: 'When it was written.' }),
        }),
      )
      .meta({ description: 'Its entries in the ledger.' }),
    created_at: instant.meta({ description: 'When it was reported or accepted.' }),
  })
  .meta({ id: 'TaskRecord', description: 'Work that credits were charged for.' })
export const TaskList = listOf('TaskList', TaskRecord)

export const CompleteTaskJson = z
  .strictObject({
    task_id: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ description: 'Id of the task, chosen by the caller: the same one is charged once.' }),
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
      .meta({ description: 'Files, pages or minutes, by the rate card.' }),
    reference: z
      .string()
      .trim()
      .max(200)
      .optional()
      .meta({ description: 'Reference of the caller’s own, for example an order number.' }),
    metadata: z
      .record(z.string().max(40), z.string().max(500))
      .refine((all) => Object.keys(all).length <= 50, 'At most 50 values.')
      .default({})
      .meta({ description: 'What the caller wants to find again: up to 50 values.' }),
  })
  .meta({ id: 'CompleteTaskJson', description: 'Work that was done elsewhere.' })
