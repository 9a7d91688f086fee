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
const zone = TimeZone.optional().meta({
  description: 'Time zone as an IANA name; that of the profile by default.',
})

const Plan = z
  .object({
    code: z.string().meta({ description: 'Code of the plan.', example: 'free' }),
    name: z.string().meta({ description: 'Display name.', example: 'Free' }),
    is_current: z.boolean().meta({ description: 'Whether it is the plan of the account.' }),
    credits_granted: count.meta({ description: 'Credits granted to the account so far.' }),
    credits_period: z
      .enum(['once', 'month'])
      .meta({ description: 'How often credits are granted: `once`, or each `month`.' }),
    limits: z
      .object({
        max_upload_bytes: bytes.meta({ description: 'Maximum size of an upload in bytes.' }),
        keep_hours: count.meta({ description: 'Hours for which the files of a conversion are kept.' }),
      })
      .meta({ description: 'Limits of the plan.' }),
    since: z.iso.datetime().meta({ description: 'Time the account got the plan.' }),
  })
  .meta({ id: 'UsagePlan', description: 'A pricing plan.' })

/**
 * What went on in some time. Those that neither completed, failed nor were cancelled are still
 * running.
 */
const figures = {
  conversions: count.meta({ description: 'Number of accepted conversions.' }),
  completed: count.meta({ description: 'Number of completed conversions.' }),
  failed: count.meta({
    description: 'Number of failed conversions, without cancelled ones. Failed conversions are not charged.',
  }),
  cancelled: count.meta({ description: 'Number of cancelled conversions.' }),
  credits: count.meta({
    description:
      'Credits charged in the period according to the ledger, including conversions that were hidden or deleted since.',
  }),
}

export const UsageFigures = z.object(figures).meta({
  id: 'UsageFigures',
  description: 'Counts and charged credits of a period. The remaining conversions are queued or running.',
})
export type UsageFigures = z.infer<typeof UsageFigures>

const FamilyStorage = z
  .object({
    family: Family,
    originals_bytes: bytes.meta({ description: 'Size of the originals in bytes.' }),
    results_bytes: bytes.meta({ description: 'Size of the results in bytes.' }),
  })
  .meta({ id: 'FamilyStorage', description: 'Storage of one family.' })

export const UsageSummary = z
  .object({
    time_zone: z.string().meta({ description: 'Time zone of the dates.' }),
    month: UsageFigures.extend({
      from: date.meta({ description: 'First day of the month.' }),
      to: date.meta({ description: 'Last day of the month.' }),
    }).meta({ description: 'Figures of the current month.' }),
    all_time: UsageFigures.omit({ credits: true })
      .extend({
        since: z.iso.datetime().meta({
          description: 'Time the account was created. Its charged credits are in `credits.charged`.',
        }),
      })
      .meta({ description: 'Figures since the account was created.' }),
    credits: z
      .object({
        granted: count.meta({ description: 'Total credits granted.' }),
        remaining: z.int().meta({
          description: 'Available credits; negative if more credits were revoked than remained.',
        }),
        held: count.meta({ description: 'Credits held for running work.' }),
        charged: count.meta({
          description: 'Credits charged: granted credits that are neither available nor held.',
        }),
      })
      .meta({ description: 'Current balance.' }),
    forecast: z
      .object({
        basis_days: count.meta({
          description: `Number of days for the average: the last ${FORECAST.basisDays}, or the days since the first charge if there are fewer.`,
        }),
        credits_per_day: z
          .number()
          .min(0)
          .nullable()
          .meta({
            description: `Average of the credits charged per day in these days, according to the ledger. Null if there are fewer than ${FORECAST.fromDays} days.`,
          }),
        month_end: date.meta({ description: 'Last day of the month.' }),
        credits_at_month_end: count.nullable().meta({
          description:
            'Available credits at the end of the month at this average. Null if nothing was spent or the data is insufficient.',
        }),
        credits_last_until: date.nullable().meta({
          description: `Day on which the credits run out at this average. Null if nothing was spent, the data is insufficient, no credits are available, or the day is more than ${FORECAST.aheadDays} days away.`,
        }),
      })
      .meta({ description: 'Estimate based on past usage.' }),
    storage: z
      .object({
        bytes: bytes.meta({ description: 'Size of all files of the account in bytes.' }),
        files: count.meta({ description: 'Number of files.' }),
        families: z.array(FamilyStorage).meta({ description: 'All families.' }),
        leaving_bytes: bytes.meta({
          description:
            'Size of the files that expire within one day, in bytes, unless a new conversion uses them.',
        }),
      })
      .meta({
        description:
          'Files of the account. A file used by several conversions counts once. Files that the service creates for itself, such as previews, are not counted.',
      }),
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
    family: Family.nullable().meta({
      description: 'Family that the figures are limited to; null for all families.',
    }),
    step: z.enum(['day', 'week']).meta({ description: 'Period of a row.' }),
    from: date.meta({ description: 'First day of the period.' }),
    to: date.meta({ description: 'Last day of the period: today.' }),
    rows: z
      .array(
        z
          .object({
            date: date.meta({ description: 'Date of the day, or of the first day of the week.' }),
            families: perFamily.meta({
              description: 'Number of conversions by family, regardless of the `family` filter.',
            }),
            ...figures,
            previous: UsageFigures.meta({
              description: 'Figures of the corresponding row in the previous period.',
            }),
          })
          .meta({ id: 'UsageTrendRow', description: 'Usage of one day or week.' }),
      )
      .meta({ description: 'Rows, oldest first, including days without conversions.' }),
    total: UsageFigures.extend({
      families: perFamily.meta({ description: 'Number of conversions by family.' }),
    }).meta({ description: 'Figures of the whole period.' }),
    previous: UsageFigures.extend({
      from: date.meta({ description: 'First day of the previous period.' }),
      to: date.meta({ description: 'Last day of the previous period.' }),
    }).meta({
      description: 'Figures of the previous period of the same length, which ends before `from`.',
    }),
  })
  .meta({ id: 'UsageTrend', description: 'Usage over time.' })

const LedgerEntry = z
  .object({
    kind: z.enum(['hold', 'settle', 'release']).meta({ description: 'Kind of the entry.' }),
    amount: z.int().meta({ description: 'Change of the available credits.' }),
    at: z.iso.datetime().meta({ description: 'Time of the entry.' }),
  })
  .meta({ id: 'LedgerEntry', description: 'An entry of the credit ledger.' })

/** A conversion with what else is known of it. */
export const ConversionRecord = Conversion.extend({
  attempts: count.meta({ description: 'Number of attempts.' }),
  ledger: z.array(LedgerEntry).meta({
    description:
      'Ledger entries of the conversion, oldest first. Empty if it ended before the account was created.',
  }),
  timeline: z
    .array(
      z.object({
        event: z
          .enum(['accepted', 'started', 'completed', 'failed', 'cancelled', 'hidden', 'expires', 'expired'])
          .meta({ description: 'Type of the event.' }),
        at: z.iso.datetime().meta({ description: 'Time of the event, which can be in the future.' }),
      }),
    )
    .meta({ description: 'Events, oldest first.' }),
}).meta({ id: 'ConversionRecord', description: 'A conversion with its ledger and timeline.' })

const base = { method: 'GET', auth: 'account', permission: 'usage:read', area: 'usage' } as const

export const usageEndpoints = {
  listPlans: endpoint({
    ...base,
    path: '/api/v1/user/usage/',
    summary: 'List pricing plans of the account',
    description: 'Returns the plan of the account with its limits and credits.',
    responses: {
      200: z
        .object({ plans: z.array(Plan).meta({ description: 'Plans of the account.' }) })
        .meta({ id: 'UsagePlans', description: 'Pricing plans.' }),
    },
  }),
  getUsageSummary: endpoint({
    ...base,
    path: '/api/v1/user/usage/summary/',
    summary: 'Get usage, balance and forecast',
    description:
      'Returns the conversions of the current month and in total, the credit balance, a forecast of how long it lasts, and the stored bytes. Charged credits come from the ledger, so that deleting conversions does not change them.',
    query: z.object({ time_zone: zone }),
    responses: { 200: UsageSummary },
  }),
  getUsageTrend: endpoint({
    ...base,
    path: '/api/v1/user/usage/trend/',
    summary: 'Get usage by day or week',
    description:
      'Returns conversions and charged credits for each day or week, together with the previous period. Days start at midnight in the requested time zone.',
    query: z.object({
      days: z.enum(TREND_DAYS).default(TREND_DAYS[0]).meta({
        description: 'Length of the period. 30 and 90 return days, 365 returns 52 complete weeks.',
      }),
      time_zone: zone,
      family: Family.optional().meta({ description: 'Only this family, in all figures except `families`.' }),
    }),
    responses: { 200: UsageTrend },
  }),
  listRecentConversions: endpoint({
    ...base,
    path: '/api/v1/user/usage/recent-conversions/',
    summary: 'List recent conversions',
    description: 'Lists conversions, newest first, in pages.',
    query: listQuery(['created_at']),
    responses: { 200: ConversionList },
  }),
  getConversionRecord: endpoint({
    ...base,
    path: '/api/v1/user/usage/conversions/{conversion_id}/',
    summary: 'Get the full record of a conversion',
    description: 'Returns the conversion with its attempts, its ledger entries and a timeline of events.',
    params: conversionParams,
    responses: { 200: ConversionRecord },
    problems: ['not_found'],
  }),
} as const
