import { availableParallelism } from 'node:os'
import { z } from 'zod'

const count = (low: number, high: number, usual: number) =>
  z.coerce.number().int().min(low).max(high).default(usual)
const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')

/** What an operator may set, by environment (decision 9). */
const Environment = z.object({
  PORT: count(0, 65_535, 4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  ROLE: z.enum(['both', 'web', 'worker']).default('both'),
  CONCURRENCY: count(1, 64, availableParallelism()),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['json', 'pretty']).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY: flag.default(false),
  ADMIN_EMAIL: z.email().optional(),
  /** At least 32 bytes in base64; every process on one database needs the same. Made and kept in DATA_DIR where it is not set. */
  SECRET_KEY: z.base64().optional(),
  MAX_UPLOAD_MB: count(1, 1_000_000, 5000),
  SIGNUP_CREDITS: count(0, 100_000_000, 1000),
  VISITOR_CREDITS: count(0, 1_000_000, 20),
  KEEP_HOURS: count(1, 87_600, 7 * 24),
  KEEP_HOURS_VISITOR: count(1, 87_600, 24),
  /** Networks of the house's own (CIDR, commas between) that files may be fetched from beside the public internet. */
  IMPORT_FROM: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()]))),
})
export type Config = z.output<typeof Environment>

/** Reads the environment, or says in one list what is wrong with it. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  throw new Error(`The settings cannot be used:\n${faults.join('\n')}`)
}
