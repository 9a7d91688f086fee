import { availableParallelism } from 'node:os'
import { z } from 'zod'

const count = (low: number, high: number, usual: number) =>
  z.coerce.number().int().min(low).max(high).default(usual)
const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')

/** Splits a comma-separated list. */
const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

/** Scheme, host and port, as browsers send them in the Origin header. */
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

/** `Name <address>`, or an address alone. */
const sender = z
  .string()
  .regex(/^(?:[^<>"\p{Cc}]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u, 'Write it as Name <name@host>.')
  .transform((text) => {
    const [, name = '', address = text] = /^(.*?)\s*<(.+)>$/.exec(text) ?? []
    return { name: name.trim(), address }
  })

/** Settings that depend on each other: all of a row are set, or none. */
const TOGETHER = [
  ['SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN', 'SMS_FROM'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
] as const

/** Settings that require another setting. */
const NEEDS = [
  ['DATABASE_SESSION_URL', 'DATABASE_URL'],
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_PUBLIC_URL', 'S3_BUCKET'],
  ['SEAL_PKCS12_PASSWORD', 'SEAL_PKCS12'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
] as const

/** A URL that secrets are sent to: HTTPS, or a loopback address. */
const secretly = z
  .url({ protocol: /^https?$/ })
  .refine(
    (text) => /^https:|^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/.test(text),
    'Begins with https://, unless it is on this machine.',
  )

/**
 * The proxies in front: how many of them, or their networks. Addresses before them are set by the
 * client.
 */
const proxies = z
  .string()
  .transform((text) => {
    if (text === '0' || text === 'false') return false
    if (text === 'true') return 1
    return /^\d+$/.test(text) ? Number(text) : text.split(',').map((one) => one.trim())
  })
  .pipe(
    z.union(
      [
        z.literal(false),
        z.int().min(1).max(10),
        z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])).min(1),
      ],
      {
        error: 'Give the number of proxies (1 to 10), or their addresses and networks with commas between.',
      },
    ),
  )

/** Settings of the operator, read from the environment (decision 9). */
const Settings = z.object({
  PORT: count(0, 65_535, 4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /**
   * A direct URL of the same database for session features (LISTEN, the queue, migrations,
   * backups), required where DATABASE_URL is a transaction-mode pooler.
   */
  DATABASE_SESSION_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Database connections per process. */
  DATABASE_POOL: count(1, 200, 12),
  /** `manual` refuses to start with pending migrations; `npm run migrate` applies them. */
  MIGRATE: z.enum(['auto', 'manual']).default('auto'),
  ROLE: z.enum(['both', 'web', 'worker']).default('both'),
  CONCURRENCY: count(1, 64, availableParallelism()),
  /**
   * Memory limit of all engines together in MB (10⁶ bytes); default: half of the machine's memory.
   */
  MEMORY_MB: z.coerce.number().int().min(256).max(10_000_000).optional(),
  /** Installed engines that this process does not use: names separated by commas. */
  WITHOUT_ENGINES: z.string().default('').transform(listOf),
  /** `required` refuses to start where engines cannot be isolated from network and files. */
  SANDBOX: z.enum(['auto', 'required']).default('auto'),
  /** A separate port for `/metrics` (Prometheus); a process without HTTP has no other. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** The bearer token for `/metrics`, which the API's port serves if METRICS_PORT is not set. */
  METRICS_TOKEN: z.string().min(16, 'At least 16 characters.').max(256).optional(),
  /**
   * The OTLP/HTTP collector that receives traces; its other variables are those of OpenTelemetry.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/protobuf').default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TIMEOUT: count(1, 600_000, 10_000),
  OTEL_SDK_DISABLED: z
    .string()
    .default('false')
    .transform((text) => text.toLowerCase() === 'true'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: count(1, 600_000, 5000),
  /** Whether the operator's proxy sets `traceparent` and drops the header of clients. */
  TRUST_TRACEPARENT: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['json', 'pretty']).optional(),
  /** Whether the status page is public. */
  STATUS_PUBLIC: flag.default(false),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY: proxies.default(false),
  /** Origins (comma-separated) whose pages may call the API with a bearer token, or `*`. */
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform(listOf)
    .pipe(z.array(z.literal('*').or(z.string().refine(isOrigin, 'Write origins like https://app.example.')))),
  ADMIN_EMAIL: z.email().optional(),
  /** The ClamAV daemon: `host:port`, or the path of its socket. */
  CLAMD: z
    .string()
    .regex(/^(\/[^\0]+|[\w.-]+:\d{1,5})$/, 'Write it as host:port, or as the path of a socket.')
    .optional(),
  /**
   * At least 32 bytes in base64, the same for all processes on one database. Without it a key is
   * generated and stored in DATA_DIR.
   */
  SECRET_KEY: z.base64().optional(),
  MAX_UPLOAD_MB: count(1, 1_000_000, 5000),
  /**
   * Free space that uploads and jobs leave on the scratch folder's disk, in MB (10⁶ bytes);
   * default: 1 GB or 2 %.
   */
  MIN_FREE_MB: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
  SIGNUP_CREDITS: count(0, 100_000_000, 1000),
  VISITOR_CREDITS: count(0, 1_000_000, 20),
  STORAGE_QUOTA_MB: count(0, 1_000_000_000, 10_000),
  KEEP_HOURS: count(1, 87_600, 7 * 24),
  KEEP_HOURS_VISITOR: count(1, 87_600, 24),
  /**
   * Limits of one owner on the free plan: parallel conversions, and API requests per minute. Unset
   * means no limit.
   */
  PARALLEL_CONVERSIONS: z.coerce.number().int().min(1).max(100).optional(),
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /**
   * Internal networks (CIDR, separated by commas) that files may be fetched from, besides the
   * public internet.
   */
  IMPORT_FROM: z
    .string()
    .default('')
    .transform(listOf)
    .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()]))),
  /**
   * Internal networks (CIDR, separated by commas) that webhooks may be sent to, besides the public
   * internet.
   */
  WEBHOOKS_TO: z
    .string()
    .default('')
    .transform(listOf)
    .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()]))),
  /** Scales the rate limits; 0 turns them off. */
  RATE_LIMITS: z.coerce.number().min(0).max(1000).default(1),
  /**
   * Folder of undelivered messages as files. Default: `DATA_DIR/outbox` with the embedded database,
   * else none.
   */
  OUTBOX_FOLDER: z.string().min(1).optional(),
  /** Without it, mail stays in the outbox. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: sender.prefault('Filewright <no-reply@localhost>'),
  /** Twilio or a compatible API; without it, text messages stay in the outbox. */
  SMS_ACCOUNT_SID: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional(),
  SMS_AUTH_TOKEN: z.string().min(1).max(256).optional(),
  SMS_FROM: z
    .string()
    .regex(
      /^(\+[1-9]\d{4,14}|[A-Za-z0-9 ]{1,11})$/,
      'A telephone number like +15550100, or a name of up to 11 letters.',
    )
    .optional(),
  SMS_API_URL: secretly.default('https://api.twilio.com'),
  GOOGLE_CLIENT_ID: z.string().min(1).max(256).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).max(256).optional(),
  GOOGLE_ISSUER: secretly.default('https://accounts.google.com'),
  GITHUB_CLIENT_ID: z.string().min(1).max(256).optional(),
  GITHUB_CLIENT_SECRET: z.string().min(1).max(256).optional(),
  GITHUB_URL: secretly.default('https://github.com'),
  GITHUB_API_URL: secretly.default('https://api.github.com'),
  /**
   * Stores files in a bucket instead of DATA_DIR. Without S3_ENDPOINT it is Amazon S3; an internal
   * endpoint may use http.
   */
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'A bucket’s name: 3 to 63 small letters, digits, dots and dashes.',
    )
    .optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).max(256).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).max(256).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/)
    .default('us-east-1'),
  /** Path-style URLs: the bucket is in the path, as most servers other than Amazon's require. */
  S3_FORCE_PATH_STYLE: flag.optional(),
  /** The public URL of the same server, so that browsers can download from it directly. */
  S3_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * A secret or restricted key of Stripe, and the signing secret of its webhook endpoint; without
   * them a sandbox accepts test payments.
   */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, 'A secret key of Stripe: sk_… or rk_….')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'The signing secret of the webhook endpoint: whsec_….')
    .optional(),
  /** Whether Stripe Tax computes the tax of each payment. */
  STRIPE_TAX: flag.default(false),
  /** A JSON file with plans, packs and storage add-ons that replaces the default pricing. */
  PRICING: z.string().min(1).optional(),
  /** The seller on invoices: the name and the lines of the postal address, separated by |. */
  INVOICE_SELLER: z.string().trim().min(1).max(500).default('Filewright'),
  INVOICE_TAX_ID: z.string().trim().min(1).max(60).optional(),
  /**
   * The key and certificates that seal signed documents; without a file the instance generates a
   * key.
   */
  SEAL_PKCS12: z.string().min(1).optional(),
  SEAL_PKCS12_PASSWORD: z.string().min(1).max(1024).optional(),
  /**
   * A time-stamp authority (RFC 3161) for the time of the seal. Its tokens are signed, and many
   * authorities use plain http.
   */
  TSA_URL: z.url({ protocol: /^https?$/ }).optional(),
})
const Environment = Settings.superRefine((given, { addIssue }) => {
  for (const group of TOGETHER) {
    const missing = group.filter((name) => given[name] === undefined)
    if (missing.length === group.length) continue
    for (const name of missing)
      addIssue({
        code: 'custom',
        path: [name],
        message: `Goes with ${group.filter((other) => other !== name).join(' and ')}: set all of them, or none.`,
      })
  }
  for (const [name, other] of NEEDS)
    if (given[name] !== undefined && given[other] === undefined)
      addIssue({ code: 'custom', path: [name], message: `Says nothing without ${other}: set it too.` })
})
export type Config = z.output<typeof Environment>

/** Reads the environment. @throws Error with a list of all invalid settings */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  throw new Error(`The settings cannot be used:\n${faults.join('\n')}`)
}
