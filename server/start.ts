import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openPasswords } from './adapters/argon2-passwords.ts'
import { openClamd } from './adapters/clamd.ts'
import { requireMigrated } from './adapters/database-schema.ts'
import { startEmbeddedPostgres } from './adapters/embedded-postgres.ts'
import { openGithubIdentity } from './adapters/github-identity.ts'
import { openGoogleIdentity } from './adapters/google-identity.ts'
import { openSecrets } from './adapters/instance-secrets.ts'
import { type CarrierSettings, openMessages } from './adapters/message-transports.ts'
import { migrate } from './adapters/migrate.ts'
import { type JobsAdapter, openJobs } from './adapters/pg-boss-jobs.ts'
import { openDatabase } from './adapters/postgres.ts'
import { openLimits } from './adapters/postgres-limits.ts'
import { NO_METRICS, openPrometheusMetrics } from './adapters/prometheus-metrics.ts'
import { openPublicWeb } from './adapters/public-web.ts'
import { openSeal, type SealSettings } from './adapters/seal/instance-seal.ts'
import { openSignals } from './adapters/signals.ts'
import { openStripe } from './adapters/stripe-payments.ts'
import { openReceivers } from './adapters/webhook-receivers.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { saveOffers } from './core/billing/offers.ts'
import { prepareOffers } from './core/billing/prepare-offers.ts'
import { readPricing } from './core/billing/pricing-file.ts'
import { NO_TRACER } from './core/no-tracer.ts'
import { claimProcessFolder } from './core/process-folder.ts'
import { withQuarantine } from './core/quarantine.ts'
import { watchWorkers } from './core/status/workers.ts'
import { tracedEngines } from './core/traced-engines.ts'
import { tracedObjects } from './core/traced-objects.ts'
import { createEngines } from './engines/index.ts'
import { createMetricsApp } from './http/metrics.ts'
import { objectsOf } from './open-objects.ts'
import type { Payments } from './payments.ts'
import type { IdentityProvider, Log, Passwords, Platform, Settings, Tracer } from './platform.ts'
import { openSandbox, type Sandbox } from './sandbox/sandbox.ts'
import { startWorker } from './worker/worker.ts'

const CLOSES_WITHIN = 5000

export interface Running {
  platform: Platform
  app: FastifyInstance | null
  /** URL of the server; null for a worker only. */
  url: string | null
  /** Ends requests, returns running jobs to the queue, and stops all components, in this order. */
  stop(): Promise<void>
}

/**
 * Starts the configured roles and their dependencies. `dashboard` is the folder of the built
 * dashboard; tests replace `engines` and `passwords`.
 */
export async function start(
  config: Config,
  log: Log,
  options: { version: string; dashboard?: string; engines?: typeof createEngines; passwords?: Passwords },
): Promise<Running> {
  const data = resolve(config.DATA_DIR)
  mkdirSync(data, { recursive: true })
  // Undone in reverse order, also when the start fails half-way.
  const undo: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) {
      await Promise.resolve(step()).catch((error: unknown) =>
        log.error({ err: error }, 'a part did not stop well'),
      )
    }
  }
  try {
    // Closed last, so that the spans of all other components are sent.
    const tracing = await openTracing(config, options.version, log)
    undo.push(tracing.close)
    const { tracer } = tracing
    const scratch = await claimProcessFolder(join(data, 'scratch'), log)
    undo.push(() => scratch.close())
    // Outside the scratch folder, whose sweep could delete files of a running engine.
    const children = await claimProcessFolder(join(data, 'engines'), log)
    undo.push(() => children.close())
    const embedded = config.DATABASE_URL ? null : await startEmbeddedPostgres(join(data, 'postgres'), log)
    if (embedded) undo.push(() => embedded.stop())
    const connection = config.DATABASE_URL ?? (embedded as NonNullable<typeof embedded>).connection
    const session = config.DATABASE_SESSION_URL ?? connection
    await (config.MIGRATE === 'manual' ? requireMigrated(session) : migrate(session, { log }))
    const { db, pool, close } = openDatabase(connection, log, config.DATABASE_POOL, {
      // A prepared statement belongs to a database session, too.
      prepares: session === connection,
      ...(tracer !== NO_TRACER && { tracer }),
    })
    undo.push(close)
    const secrets = await openSecrets(config.SECRET_KEY, join(data, 'secret.key'), db)
    const clock = () => new Date()
    const seal = await openSeal(sealOf(config), { db, secrets, log, clock })
    const opening = {
      engines: (options.engines ?? createEngines)({
        folder: children.path,
        log,
        // With a single core, a quick job still runs next to a long one.
        cores: Math.max(2, config.CONCURRENCY),
        ...(config.MEMORY_MB && { memoryBytes: config.MEMORY_MB * 1_000_000 }),
        without: config.WITHOUT_ENGINES,
        // Kept across restarts, in our own folder: engines execute the cached code.
        compileCache: join(data, 'compiled-engines'),
        works: config.ROLE !== 'web',
        // A process that runs no engines needs no sandbox.
        required: config.SANDBOX === 'required' && config.ROLE !== 'web',
      }),
      signals: openSignals(session, log),
      jobs: openJobs(session, log, tracer),
    }
    // Waits for all: a component that opens after another has failed must be closed, too.
    for (const part of await Promise.allSettled(Object.values(opening)))
      if (part.status === 'fulfilled') undo.push(() => part.value.close())
    const [engines, signals, jobs] = await Promise.all([opening.engines, opening.signals, opening.jobs])
    const passwords = options.passwords ?? (await openPasswords())
    const web = openPublicWeb(config.IMPORT_FROM)
    undo.push(() => web.close())
    const receivers = openReceivers(config.WEBHOOKS_TO)
    undo.push(() => receivers.close())
    const messages = openMessages(carriersOf(config))
    undo.push(() => messages.close())
    let app: FastifyInstance | null = null
    let listening = `http://localhost:${config.PORT}`
    const settings = settingsOf(
      config,
      options.version,
      { scratch: scratch.path, uploads: join(data, 'scratch') },
      () => listening,
    )
    const { objects, close: closeObjects } = await objectsOf(config, join(data, 'objects'), log)
    undo.push(closeObjects)
    const pricing = readPricing(config.PRICING)
    const { payments, sandbox } = await openPayments(config, { db, log, clock }, settings, () =>
      app === null ? null : listening,
    )
    if (sandbox) undo.push(() => sandbox.close())
    const { METRICS_PORT: metricsPort, METRICS_TOKEN: metricsToken = null } = config
    const metrics =
      metricsPort === undefined && metricsToken === null
        ? null
        : openPrometheusMetrics({
            ...{ version: options.version, role: config.ROLE, pool, jobs, engines, scratch: scratch.path },
          })
    if (metrics) undo.push(() => metrics.close())
    const platform: Platform = {
      db,
      jobs,
      signals,
      passwords,
      secrets,
      seal,
      engines: tracer === NO_TRACER ? engines : tracedEngines(engines, tracer),
      objects: withQuarantine(db, tracer === NO_TRACER ? objects : tracedObjects(objects, tracer)),
      messages,
      identities: identitiesOf(config),
      limits: openLimits(pool, config.RATE_LIMITS),
      web,
      receivers,
      payments,
      scanner: config.CLAMD ? openClamd(config.CLAMD) : null,
      settings,
      metrics: metrics ?? NO_METRICS,
      tracer,
      log,
      clock,
    }
    await saveOffers(platform, pricing)
    // If the provider is unavailable, the worker retries.
    await prepareOffers(platform).catch((error: unknown) =>
      log.warn({ err: error }, 'the prices of what is for sale could not be prepared'),
    )
    if (metrics && metricsPort !== undefined) {
      const served = createMetricsApp({ metrics, token: metricsToken })
      undo.push(() => served.close())
      await served.listen({ port: metricsPort, host: config.METRICS_HOST })
    }
    if (config.ROLE !== 'web') await startWork(platform, jobs, config, undo)
    undo.push(await watchWorkers(platform))
    if (config.ROLE === 'worker') return { platform, app: null, url: null, stop }
    app = createApp(platform, {
      ...(options.dashboard && { dashboard: options.dashboard }),
      ...(sandbox && { sandbox }),
      ...(metrics && metricsPort === undefined && { metrics: { metrics, token: metricsToken } }),
    })
    const served = app
    undo.push(() => closeApp(served))
    const url = await app.listen({ port: config.PORT, host: config.HOST })
    // A wildcard address is no link for mail: such an operator sets PUBLIC_URL.
    listening = url.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost')
    if (!config.PUBLIC_URL && messages.carries.mail)
      log.warn(`links in mail lead to ${listening}: set PUBLIC_URL to where people reach this instance`)
    return { platform, app, url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** OpenTelemetry takes a moment and 40 MB to load, so it is loaded only when tracing is on. */
async function openTracing(
  config: Config,
  version: string,
  log: Log,
): Promise<{ tracer: Tracer; close(): Promise<void> | void }> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint || config.OTEL_SDK_DISABLED || config.OTEL_TRACES_EXPORTER === 'none')
    return { tracer: NO_TRACER, close: () => {} }
  const { openOtlpTracer } = await import('./adapters/otlp-tracer.ts')
  return openOtlpTracer(
    {
      url: config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? `${endpoint.replace(/\/$/, '')}/v1/traces`,
      sampler: config.OTEL_TRACES_SAMPLER,
      ratio: config.OTEL_TRACES_SAMPLER_ARG,
      delayMs: config.OTEL_BSP_SCHEDULE_DELAY,
      timeoutMs: config.OTEL_EXPORTER_OTLP_TIMEOUT,
      version,
      role: config.ROLE,
    },
    log,
  )
}

/** Running requests are completed; longer uploads and downloads are aborted and can be resumed. */
async function closeApp(app: FastifyInstance) {
  const patience = setTimeout(() => app.server.closeAllConnections(), CLOSES_WITHIN)
  await app.close()
  clearTimeout(patience)
}

/** Stripe if there is a key, else a sandbox with the same API that accepts test payments. */
async function openPayments(
  config: Config,
  parts: Pick<Platform, 'db' | 'log' | 'clock'>,
  settings: Settings,
  listening: () => string | null,
): Promise<{ payments: Payments; sandbox: Sandbox | null }> {
  const { STRIPE_SECRET_KEY: apiKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config
  if (apiKey && webhookSecret) {
    const mode = apiKey.includes('_live_') ? 'live' : 'sandbox'
    return { payments: openStripe({ apiKey, webhookSecret, mode, hasTax: config.STRIPE_TAX }), sandbox: null }
  }
  const sandbox = await openSandbox({
    ...parts,
    publicUrl: settings.mailUrl,
    eventsUrl: () => {
      const url = listening()
      return url && `${url}/api/v1/subscription/events/`
    },
  })
  const { host, port, protocol, apiKey: key, webhookSecret: secret } = sandbox
  return {
    payments: openStripe({
      ...{ apiKey: key, webhookSecret: secret, mode: 'sandbox', hasTax: config.STRIPE_TAX },
      server: { host, port, protocol },
    }),
    sandbox,
  }
}

async function startWork(platform: Platform, jobs: JobsAdapter, config: Config, undo: (() => void)[]) {
  const sandbox = platform.engines.sandbox()
  const say = sandbox.network && sandbox.filesystem ? 'info' : 'warn'
  platform.log[say](sandbox, `engines run in a sandbox: ${sandbox.kind}`)
  const worker = await startWorker(
    platform,
    jobs,
    config.CONCURRENCY,
    config.ROLE === 'worker' ? 'worker' : 'both',
  )
  undo.push(() => worker.stop())
}

/**
 * Messages are stored in the database. On one machine they are also written as files, for an
 * operator with a shell and no account.
 */
export function outboxFolder({ OUTBOX_FOLDER, DATABASE_URL, DATA_DIR }: Config): string | null {
  if (OUTBOX_FOLDER) return resolve(OUTBOX_FOLDER)
  return DATABASE_URL ? null : join(resolve(DATA_DIR), 'outbox')
}

const carriersOf = (config: Config): CarrierSettings => {
  const { SMS_ACCOUNT_SID: accountSid, SMS_AUTH_TOKEN: authToken, SMS_FROM: from } = config
  return {
    outbox: outboxFolder(config),
    from: config.MAIL_FROM,
    smtpUrl: config.SMTP_URL ?? null,
    twilio: accountSid && authToken && from ? { url: config.SMS_API_URL, accountSid, authToken, from } : null,
  }
}

const sealOf = (config: Config): SealSettings => ({
  pkcs12: config.SEAL_PKCS12
    ? { path: resolve(config.SEAL_PKCS12), password: config.SEAL_PKCS12_PASSWORD ?? '' }
    : null,
  tsaUrl: config.TSA_URL ?? null,
  name: config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : 'Filewright',
})

function identitiesOf(config: Config): IdentityProvider[] {
  const { GOOGLE_CLIENT_ID: google, GITHUB_CLIENT_ID: github } = config
  const providers: IdentityProvider[] = []
  if (google && config.GOOGLE_CLIENT_SECRET)
    providers.push(
      openGoogleIdentity({
        issuer: config.GOOGLE_ISSUER,
        clientId: google,
        clientSecret: config.GOOGLE_CLIENT_SECRET,
      }),
    )
  if (github && config.GITHUB_CLIENT_SECRET)
    providers.push(
      openGithubIdentity({
        url: config.GITHUB_URL,
        apiUrl: config.GITHUB_API_URL,
        clientId: github,
        clientSecret: config.GITHUB_CLIENT_SECRET,
      }),
    )
  return providers
}

const settingsOf = (
  config: Config,
  version: string,
  folders: Pick<Settings, 'scratch' | 'uploads'>,
  listening: () => string,
): Settings => ({
  version,
  ...folders,
  maxUploadBytes: config.MAX_UPLOAD_MB * 1_000_000,
  minFreeBytes: config.MIN_FREE_MB === undefined ? null : config.MIN_FREE_MB * 1_000_000,
  signUpCredits: config.SIGNUP_CREDITS,
  visitorCredits: config.VISITOR_CREDITS,
  keepHours: config.KEEP_HOURS,
  keepHoursVisitor: config.KEEP_HOURS_VISITOR,
  parallelConversions: config.PARALLEL_CONVERSIONS ?? null,
  requestsPerMinute: config.REQUESTS_PER_MINUTE ?? null,
  storageQuotaBytes: config.STORAGE_QUOTA_MB * 1_000_000,
  sessionIdleHours: 24,
  sessionDays: 30,
  confirmHours: 2,
  confirmHoursAdmin: 0.5,
  statusPublic: config.STATUS_PUBLIC,
  publicUrl: config.PUBLIC_URL?.replace(/\/$/, '') ?? null,
  listensOnNetwork: !/^(localhost|127\..*|::1)$/.test(config.HOST),
  mailUrl: () => config.PUBLIC_URL?.replace(/\/$/, '') ?? listening(),
  trustProxy: config.TRUST_PROXY,
  trustTraceparent: config.TRUST_TRACEPARENT,
  corsOrigins: config.CORS_ORIGINS,
  adminEmail: config.ADMIN_EMAIL ?? null,
  seller: {
    lines: config.INVOICE_SELLER.split('|').map((line) => line.trim()),
    taxId: config.INVOICE_TAX_ID ?? null,
  },
})
