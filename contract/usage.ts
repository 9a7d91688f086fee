import { z } from 'zod'
import { Conversion, conversionParams } from './conversion.ts'
import { endpoint } from './endpoint.ts'
import { FAMILIES, Family } from './families.ts'
import { ConversionList } from './history.ts'
import { listQuery } from './lists.ts'
import { TimeZone } from './time-zone.ts'

/**
 * What an account has used. A conversion counts from the moment it was accepted, on the day that it
 * then was where the person is. Hidden conversions count: hiding tidies a list, and changes no
 * statistics. What was removed does not count, nor what the service runs for itself. The balance is
 * another matter: a credit that was spent stays spent, whatever becomes of the conversion.
 */

/** A year is told in whole weeks, so that each has seven days: 52 of them, 364 days. */
export const TREND_DAYS = ['30', '90', '365'] as const

/** A forecast needs so many days to go by, and looks so many ahead at most. */
export const FORECAST = { fromDays: 7, basisDays: 30, aheadDays: 730 } as const

const count = z.int().min(0)
const bytes = z.int().min(0)
const date = z.iso.date().meta({ example: '2026-11-21' })
const zone = TimeZone.optional().meta({ description: 'An IANA name; without it, the profile’s.' })

const Plan = z
  .object({
    code: z.string().meta({ description: 'Code of the plan.', example: 'free' }),
    name: z.string().meta({ description: 'Name for people.', example: 'Free' }),
    is_current: z.boolean().meta({ description: 'Whether the account has it.' }),
    credits_granted: count.meta({ description: 'What the account was given so far.' }),
    credits_period: z
      .enum(['once', 'month'])
      .meta({ description: 'How often credits are given: `once`, or anew each month.' }),
    limits: z
      .object({
        max_upload_bytes: bytes.meta({ description: 'Of one upload.' }),
        keep_hours: count.meta({ description: 'How long a conversion’s files are kept.' }),
      })
      .meta({ description: 'Limits of the plan.' }),
    since: z.iso.datetime().meta({ description: 'Since when the account has it.' }),
  })
  .meta({ id: 'UsagePlan', description: 'A pricing plan.' })

/**
 * What went on in some time. Those that neither completed, failed nor were cancelled are still
 * running.
 */
const figures = {
  conversions: count.meta({ description: 'Conversions that were accepted.' }),
  completed: count.meta({ description: 'Conversions that completed.' }),
  failed: count.meta({ description: 'Without those that were cancelled. They cost nothing.' }),
  cancelled: count.meta({ description: 'Conversions that were cancelled.' }),
  credits: count.meta({
    description:
      'Credits charged in the period, by the ledger: also for conversions that were hidden or removed since.',
  }),
}

export const UsageFigures = z.object(figures).meta({
  id: 'UsageFigures',
  description:
    'Counts and charged credits of a period. What is neither completed, failed nor cancelled still runs.',
})
export type UsageFigures = z.infer<typeof UsageFigures>

const FamilyStorage = z
  .object({
    family: Family,
    originals_bytes: bytes.meta({ description: 'Of what was sent.' }),
    results_bytes: bytes.meta({ description: 'Of what came out.' }),
  })
  .meta({ id: 'FamilyStorage', description: 'Stored bytes of one family.' })

export const UsageSummary = z
  .object({
    time_zone: z.string().meta({ description: 'Time zone of the dates.' }),
    month: UsageFigures.extend({
      from: date.meta({ description: 'First day of the month.' }),
      to: date.meta({ description: 'The last day of it.' }),
    }).meta({ description: 'Figures of the present month.' }),
    all_time: UsageFigures.omit({ credits: true })
      .extend({
        since: z.iso
          .datetime()
          .meta({ description: 'Of the account. What it spent is in `credits.charged`.' }),
      })
      .meta({ description: 'Figures since the account was created.' }),
    credits: z
      .object({
        granted: count.meta({ description: 'Credits granted so far.' }),
        remaining: z.int().meta({
          description: 'Credits free to spend; below zero where more was revoked than was left.',
        }),
        held: count.meta({ description: 'Set aside for what runs.' }),
        charged: count.meta({
          description: 'Spent by the account: what was granted and neither remains nor is held.',
        }),
      })
      .meta({ description: 'The balance now.' }),
    forecast: z
      .object({
        basis_days: count.meta({
          description: `The days that the average is of: the last ${FORECAST.basisDays}, or since the first conversion where that is less.`,
        }),
        credits_per_day: z
          .number()
          .min(0)
          .nullable()
          .meta({
            description: `By the ledger: what was charged or is held, divided by those days. Null where they are fewer than ${FORECAST.fromDays}.`,
          }),
        month_end: date.meta({ description: 'Last day of the month.' }),
        credits_at_month_end: count
          .nullable()
          .meta({ description: 'At that average. Null where nothing was spent, or too little is known.' }),
        credits_last_until: date.nullable().meta({
          description: `The day on which nothing would be left. Null as above, where nothing is left now, and where it is further than ${FORECAST.aheadDays} days away.`,
        }),
      })
      .meta({ description: 'Computed from the past, and never a promise.' }),
    storage: z
      .object({
        bytes: bytes.meta({ description: 'Of all files that the account has here now.' }),
        files: count.meta({ description: 'Number of files.' }),
        families: z.array(FamilyStorage).meta({ description: 'Every family.' }),
        leaving_bytes: bytes.meta({
          description: 'Of those, what expires within a day unless something new needs it.',
        }),
      })
      .meta({ description: 'A file that several conversions share counts once, small images not at all.' }),
  })
  .meta({ id: 'UsageSummary', description: 'Usage, balance, forecast and storage.' })

const perFamily = z.object(
  Object.fromEntries(
    FAMILIES.map((family) => [
      family,
      count.meta({ description: `Number of conversions of the family ${family}.` }),
    ]),
  ) as Record<Family, typeof count>,
)

export const UsageTrend = z
  .object({
    time_zone: z.string().meta({ description: 'Time zone of the dates.' }),
    family: Family.nullable().meta({ description: 'Family that the figures are limited to; null for all.' }),
    step: z.enum(['day', 'week']).meta({ description: 'Length of a row.' }),
    from: date.meta({ description: 'First day of the period.' }),
    to: date.meta({ description: 'The last day: today.' }),
    rows: z
      .array(
        z
          .object({
            date: date.meta({ description: 'The day, or the first one of the week.' }),
            families: perFamily.meta({
              description: 'How many conversions of each, whichever one was asked for.',
            }),
            ...figures,
            previous: UsageFigures.meta({ description: 'At the same place in the period before.' }),
          })
          .meta({ id: 'UsageTrendRow', description: 'Usage of one day or week.' }),
      )
      .meta({ description: 'Oldest first. Days on which nothing was done are there too.' }),
    total: UsageFigures.extend({
      families: perFamily.meta({ description: 'Number of conversions by family.' }),
    }).meta({ description: 'Figures of the whole period.' }),
    previous: UsageFigures.extend({
      from: date.meta({ description: 'First day of the period before.' }),
      to: date.meta({ description: 'Last day of the period before.' }),
    }).meta({
      description: 'As many days right before `from`.',
    }),
  })
  .meta({ id: 'UsageTrend', description: 'Usage over time.' })

const LedgerEntry = z
  .object({
    kind: z.enum(['hold', 'settle', 'release']).meta({ description: 'Kind of the entry.' }),
    amount: z.int().meta({ description: 'What it did to the credits that are free to spend.' }),
    at: z.iso.datetime().meta({ description: 'When it was written.' }),
  })
  .meta({ id: 'LedgerEntry', description: 'One entry of the credit ledger.' })

/** A conversion with what else is known of it. */
export const ConversionRecord = Conversion.extend({
  attempts: count.meta({ description: 'How often an engine began on it.' }),
  ledger: z.array(LedgerEntry).meta({
    description: 'Its credits, oldest first. Empty where it ended before the account was made.',
  }),
  timeline: z
    .array(
      z.object({
        event: z
          .enum(['accepted', 'started', 'completed', 'failed', 'cancelled', 'hidden', 'expires', 'expired'])
          .meta({ description: 'What happened.' }),
        at: z.iso.datetime().meta({ description: 'When it happened or will happen.' }),
      }),
    )
    .meta({ description: 'Oldest first.' }),
}).meta({ id: 'ConversionRecord', description: 'A conversion with its ledger and timeline.' })

const base = { method: 'GET', auth: 'account', permission: 'usage:read', area: 'usage' } as const

export const usageEndpoints = {
  listPlans: endpoint({
    ...base,
    path: '/api/v1/user/usage/',
    summary: 'List pricing plans of the account',
    description: 'Returns each plan with its limits and credits, and which one the account has.',
    responses: {
      200: z
        .object({ plans: z.array(Plan).meta({ description: 'The plans.' }) })
        .meta({ id: 'UsagePlans', description: 'Pricing plans.' }),
    },
  }),
  getUsageSummary: endpoint({
    ...base,
    path: '/api/v1/user/usage/summary/',
    summary: 'Get usage, balance and forecast',
    description:
      'Returns conversions of this month and in all, the credit balance, how long it lasts at the present rate, and stored bytes. Charged credits are taken from the ledger, so that a cleaned history changes nothing.',
    query: z.object({ time_zone: zone }),
    responses: { 200: UsageSummary },
  }),
  getUsageTrend: endpoint({
    ...base,
    path: '/api/v1/user/usage/trend/',
    summary: 'Get usage by day or week',
    description:
      'Returns conversions and charged credits for each day or week, beside the period before. Days begin at midnight of the requested time zone.',
    query: z.object({
      days: z.enum(TREND_DAYS).default(TREND_DAYS[0]).meta({
        description: '30 and 90 are told by day, 365 by 52 whole weeks.',
      }),
      time_zone: zone,
      family: Family.optional().meta({ description: 'Only this one, in every figure but `families`.' }),
    }),
    responses: { 200: UsageTrend },
  }),
  listRecentConversions: endpoint({
    ...base,
    path: '/api/v1/user/usage/recent-conversions/',
    summary: 'List recent conversions',
    description: 'Lists conversions newest first, page by page.',
    query: listQuery(['created_at']),
    responses: { 200: ConversionList },
  }),
  getConversionRecord: endpoint({
    ...base,
    path: '/api/v1/user/usage/conversions/{conversion_id}/',
    summary: 'Get the full record of a conversion',
    description:
      'Returns the conversion with its attempts, its ledger entries and a timeline of what happened to it.',
    params: conversionParams,
    responses: { 200: ConversionRecord },
    problems: ['not_found'],
  }),
} as const
