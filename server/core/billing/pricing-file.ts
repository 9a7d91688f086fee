import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { PlanInterval } from '../../../contract/billing.ts'
import { DEFAULT_PRICING } from './default-pricing.ts'

const code = z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}$/, 'Small letters, digits and dashes.')
const amount = z.int().min(1).max(100_000_000)
const count = z.int().min(0).max(1_000_000_000)
const bytes = z.int().min(0)
const words = z.string().trim().max(200)
const limit = z.int().min(1).max(1_000_000).nullable()

/** The operator's pricing file. Prices are in minor units of the currency, without tax. */
export const PricingFile = z
  .strictObject({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .refine((text) => Intl.supportedValuesOf('currency').includes(text), 'A currency of ISO 4217.'),
    /** The free plan: its credits and limits are settings of the instance. */
    free: z.strictObject({
      name: words.min(1),
      description: words,
      features: z.array(words).max(20).default([]),
    }),
    plans: z
      .array(
        z.strictObject({
          code: code.refine((text) => text !== 'free', 'The free plan is `free`.'),
          name: words.min(1),
          description: words,
          prices: z.strictObject({ month: amount.optional(), year: amount.optional() }),
          credits: count,
          storage_bytes: bytes,
          limits: z.strictObject({
            max_upload_bytes: bytes.min(1),
            keep_hours: z.int().min(1).max(87_600),
            parallel_conversions: z.int().min(1).max(100).nullable().default(null),
            requests_per_minute: limit.default(null),
            members: limit.default(null),
          }),
          features: z.array(words).max(20).default([]),
          popular: z.boolean().default(false),
        }),
      )
      .max(20),
    packs: z.array(z.strictObject({ code, credits: count.min(1), price: amount })).max(20),
    storage: z
      .array(
        z.strictObject({ code, bytes: bytes.min(1), price: amount, interval: PlanInterval.default('month') }),
      )
      .max(20),
  })
  .superRefine(({ plans, packs, storage }, { addIssue }) => {
    for (const [path, list] of Object.entries({ plans, packs, storage })) {
      const codes = list.map((one) => one.code)
      const twice = codes.find((one, at) => codes.indexOf(one) !== at)
      if (twice) addIssue({ code: 'custom', path: [path], message: `${twice} appears twice.` })
    }
  })
export type PricingFile = z.output<typeof PricingFile>

/**
 * Reads the operator's pricing file, or returns the default pricing.
 * @throws Error with the reason if the file is invalid
 */
export function readPricing(path: string | undefined): PricingFile {
  if (path === undefined) return DEFAULT_PRICING
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`PRICING names ${path}, which cannot be read as JSON.`, { cause: error })
  }
  const parsed = PricingFile.safeParse(content)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path: at, message }) => `  ${at.join('.')}: ${message}`)
  throw new Error(`The pricing file ${path} cannot be used:\n${faults.join('\n')}`)
}
