import type { Readable } from 'node:stream'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Demands, Engines } from './engines/kernel/engine.ts'
import type { Payments } from './payments.ts'

/** Queries on a pool connection or in a transaction. */
export type Queries = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with'
>

/**
 * The connection pool: each query, and each transaction, takes one connection. Verbs start theirs
 * with `withTransaction`.
 */
export interface Database extends Queries {
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

declare const transaction: unique symbol

/** Queries of one transaction, on its connection. */
export interface Transaction extends Queries {
  readonly [transaction]: true
  /** Runs `work` in a savepoint: a failure rolls back only `work`. */
  savepoint<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** The logger interface; implemented by pino. */
export interface Log {
  info(what: object | string, message?: string): void
  warn(what: object | string, message?: string): void
  error(what: object | string, message?: string): void
  debug(what: object | string, message?: string): void
  child(bindings: object): Log
}

/**
 * The file store. Keys are generated, never taken from user input. Throws Unreachable if the store
 * is unavailable.
 */
export interface Objects {
  /** Whether objects are stored on a disk rather than in a bucket. */
  onDisk: boolean
  /**
   * Moves a finished local file into the store; `path` no longer exists afterwards. Throws
   * StorageFull if there is no space.
   */
  adopt(key: string, path: string): Promise<void>
  /**
   * The bytes, or an inclusive range, truncated at the end of the object. Throws if the key does
   * not exist.
   */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  /**
   * Copies the object to a local path. A caller that has just read the quarantine state passes it
   * as `known`, which saves a query.
   */
  copyTo(key: string, path: string, known?: { quarantined: boolean }): Promise<void>
  /** Size and entity tag; the tag changes with every write. */
  head(key: string): Promise<{ size: number; tag: string } | null>
  /** Idempotent. */
  remove(key: string): Promise<void>
  /** All objects with the prefix before the key's slash. */
  list(prefix: string): AsyncIterable<{ key: string; size: number; tag: string }>
  /** Throws if the store is unavailable. */
  probe(): Promise<void>
  /**
   * A public download URL with this filename, valid for at most 300 seconds. Null if the store has
   * none: the server then sends the file.
   */
  signedUrl(key: string, file: { filename: string; type: string; seconds: number }): Promise<string | null>
}

/** One attempt to deliver an event. */
export interface AttemptJob {
  deliveryId: string
  /** Number of earlier attempts. */
  attempts: number
  webhookId: string
  ownerId: string
  /** Whether the webhook's last attempts failed: its concurrency is then lower. */
  failing: boolean
  startAfter?: Date
}

export interface ConversionJobOptions {
  /** Low priority: runs after all jobs that a user waits for. */
  background?: boolean
  /**
   * The owner for fair scheduling, and the limit of parallel jobs; null for no limit. Service jobs
   * (previews, seals) have a separate turn and no limit.
   */
  owner: { id: string; limit: number | null } | { id: string; service: true }
  /** Requirements on the worker; null if unknown: any worker may take the job. */
  demands: Demands | null
}

/**
 * The queue. Jobs are sent in the caller's transaction: a job is committed or rolled back together
 * with its row.
 */
export interface Jobs {
  sendConversion(tx: Transaction, conversionId: string, options: ConversionJobOptions): Promise<void>
  /**
   * Raises the priority of a background conversion that a user now waits for. Does nothing for
   * running or finished jobs.
   */
  bringForward(tx: Transaction, conversionId: string): Promise<void>
  /** Sets the owner's limit after a plan change, for queued conversions too. */
  limitConversions(tx: Transaction, ownerId: string, limit: number | null): Promise<void>
  sendMessages(tx: Transaction, messageIds: readonly string[]): Promise<void>
  /** Queues delivery attempts, immediate or at `startAfter`. */
  sendAttempts(tx: Transaction, attempts: readonly AttemptJob[]): Promise<void>
  /** Completes jobs that `workAttempts` has fetched. */
  completeAttempts(tx: Transaction, jobIds: readonly string[]): Promise<void>
  /** The conversions without a queued or running job. */
  findLost(conversionIds: readonly string[]): Promise<Set<string>>
  /** The messages without a queued or running job. */
  findLostMessages(messageIds: readonly string[]): Promise<Set<string>>
  /**
   * Queue positions by conversion, 1 for the next one. Running conversions and those far behind are
   * absent.
   */
  queuePositions(conversionIds: readonly string[]): Promise<Map<string, number>>
  /** The deliveries without a queued or running job. */
  findLostAttempts(deliveryIds: readonly string[]): Promise<Set<string>>
  /** All queues, including dead letter queues (`…_dead`). The counts are up to five seconds old. */
  figures(): Promise<QueueFigures[]>
  /** Throws if the queue is unavailable. */
  probe(): Promise<void>
}

/** Metrics of a queue. */
export interface QueueFigures {
  queue: string
  /** Jobs that are ready, deferred (retry or schedule), and active. */
  ready: number
  deferred: number
  active: number
  /** Age of the oldest ready job; 0 if there is none. */
  oldestSeconds: number
}

/** A message to a person. `text` is the body; mail also has a subject and may have html. */
export type Message =
  | { kind: 'mail'; to: string; subject: string; text: string; html: string }
  | { kind: 'sms'; to: string; text: string }

/** Sends messages. `carries` lists the kinds with a transport; other kinds stay in the outbox. */
export interface Messages {
  carries: Record<Message['kind'], boolean>
  /** `id` identifies the message: a retry carries the same one. Throws a DeliveryError. */
  deliver(message: Message, id: string): Promise<void>
  /** Throws if a transport is unavailable. */
  probe(): Promise<void>
}

/** A rate limit: `points` per window of `seconds`, which starts with the first request. */
export interface LimitRule {
  name: string
  points: number
  seconds: number
  /** Part of a plan, and so not scaled by `RATE_LIMITS`. */
  exact?: boolean
}

/**
 * Rate limiter, shared by all processes through the database. Refuses as `unavailable` if it cannot
 * count.
 */
export interface Limits {
  /** Consumes `points` (default 1) of a key. */
  take(
    rule: LimitRule,
    key: string,
    points?: number,
  ): Promise<{ allowed: boolean; retryAfterSeconds: number }>
  /** Returns one point, for a request that turned out to be legitimate. */
  giveBack(rule: LimitRule, key: string): Promise<void>
  forget(rule: LimitRule, key: string): Promise<void>
}

export type ProviderName = 'google' | 'github'

/**
 * A user's identity at a provider: `issuer` and `subject` together are immutable and never reused.
 */
export interface Identity {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  name: string
  username: string | null
}

/** Sign-in with an external provider. */
export interface IdentityProvider {
  name: ProviderName
  label: string
  /** URL for the browser's redirect. Throws an IdentityError if the provider is unavailable. */
  authorizationUrl(flow: {
    redirectUri: string
    state: string
    nonce: string
    codeVerifier: string
  }): Promise<string>
  /**
   * Redeems the code. The caller has verified `state`; `issuer` is the `iss` parameter of the
   * callback, if present. Throws an IdentityError.
   */
  redeem(answer: {
    code: string
    redirectUri: string
    state: string
    nonce: string
    codeVerifier: string
    issuer?: string
  }): Promise<Identity>
}

/** A message to all processes by `pg_notify`. */
export interface Notification {
  channel: string
  payload: string
}

/** Notifies the listening processes, including this one. */
export interface Signals {
  /**
   * Notifies this process immediately and the others soon, in batches; retries while the database
   * is unavailable.
   */
  send(notifications: readonly Notification[]): void
  /** Resolves when the conversion settles or the signal aborts, whichever is first. */
  settled(conversionId: string, signal: AbortSignal): Promise<void>
  /** Like `settled`, for a change of a scan session. */
  scanChanged(sessionId: string, signal: AbortSignal): Promise<void>
  /** Calls back for every settled conversion. */
  onSettled(listener: (conversionId: string) => void): () => void
  /** Calls back when delivery attempts are queued. */
  onAttempts(listener: () => void): () => void
  /** Calls back when conversions are queued. */
  onQueued(listener: () => void): () => void
}

/** Fetches URLs from users. */
export interface Web {
  /**
   * Opens the file at a public URL. Throws a WebError if the URL is not public or does not return a
   * file. `size` is the Content-Length, or null.
   */
  get(url: string, signal: AbortSignal): Promise<{ body: Readable; filename: string; size: number | null }>
  close(): Promise<void>
}

/** Sends requests to webhook URLs. */
export interface Receivers {
  /**
   * Throws a WebError if the URL is not allowed: another scheme, credentials, or a host with a
   * non-public address. An unknown host passes, since it may resolve later.
   */
  check(url: string): Promise<void>
  /**
   * Sends a POST without following redirects; reads at most `maxBytes` of the response. Throws a
   * WebError with the cause if no complete response arrived before `signal` aborted.
   */
  post(
    url: string,
    request: { headers: Record<string, string>; body: string; maxBytes: number; signal: AbortSignal },
  ): Promise<{ status: number; headers: Record<string, string>; body: Buffer }>
  close(): Promise<void>
}

/** Encryption and MACs with the instance's key. `purpose` separates the uses. */
export interface Secrets {
  seal(plain: Buffer, purpose: string): Buffer
  /** @throws if it was not sealed by this instance for this purpose */
  open(sealed: Buffer, purpose: string): Buffer
  /** For short-lived codes: without the key, stored codes cannot be guessed offline. */
  mac(text: string, purpose: string): Buffer
}

/**
 * The seal of signed documents, with one key of the instance (PAdES B-B, and B-T with a time-stamp
 * authority; ETSI EN 319 142-1). The key never leaves this object.
 */
export interface Seal {
  /** DER; the key's certificate first, then the chain to its authority. */
  certificates: readonly Buffer[]
  /** Whether seals are time-stamped. */
  timeStamps: boolean
  /** Size of the longest signature in bytes; a PDF reserves twice as many hexadecimal digits. */
  room: number
  /**
   * @param digest SHA-256 of the signed bytes
   * @returns a detached CMS signature, DER. Throws Unreachable if a configured time-stamp authority
   * does not respond correctly
   */
  sign(digest: Buffer): Promise<{ cms: Buffer; timeStamped: boolean }>
}

/** Scans uploaded files for malware. */
export interface Scanner {
  /** The malware's name, or null if none is found. Throws if the scan failed. */
  find(path: string): Promise<string | null>
}

/** Slow by design; known and unknown users take the same time. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** As slow, with a given salt: deterministic. */
  derive(word: string, salt: Buffer): Promise<Buffer>
  /** With null for an unknown user, takes as long and returns false. */
  verify(hash: string | null, password: string): Promise<boolean>
}

/** Settings of the operator. */
export interface Settings {
  version: string
  /** Maximum bytes of one upload. */
  maxUploadBytes: number
  /** Credits of a new account and of a guest, granted once. */
  signUpCredits: number
  visitorCredits: number
  /** Hours that a conversion's files are kept; a guest's files expire sooner. */
  keepHours: number
  keepHoursVisitor: number
  /**
   * Parallel conversions of one owner and API requests per minute; null for no limit. Plans
   * override both.
   */
  parallelConversions: number | null
  requestsPerMinute: number | null
  /** Storage quota in bytes of an account without its own quota. */
  storageQuotaBytes: number
  /** Lifetime of an idle session, and of any session. */
  sessionIdleHours: number
  sessionDays: number
  /**
   * Hours after which a user must confirm their identity before a sensitive action, and an
   * administrator before any action.
   */
  confirmHours: number
  confirmHoursAdmin: number
  /** Whether the status page is public. */
  statusPublic: boolean
  /** The public URL, if it differs from the one in requests. */
  publicUrl: string | null
  /** Whether other machines can reach the server at this machine's addresses. */
  listensOnNetwork: boolean
  /** Base URL of links in mail: never from a request, whose Host the client sets. */
  mailUrl(): string
  /**
   * Proxies whose X-Forwarded-* headers are trusted: their number or their networks; false for
   * none.
   */
  trustProxy: false | number | string[]
  /** Whether a request's `traceparent` comes from the operator's proxy and not from the client. */
  trustTraceparent: boolean
  /** Origins whose pages may call the API with a bearer token; `*` for every origin. */
  corsOrigins: readonly string[]
  /** This process's folder for incoming uploads and for jobs; deleted when the process ends. */
  scratch: string
  /**
   * Where resumable uploads wait for their next part if files are on the disk, shared by all
   * processes: `upload-<id>` each.
   */
  uploads: string
  /** Bytes that stay free on the scratch folder's disk; null for a share of the disk. */
  minFreeBytes: number | null
  adminEmail: string | null
  /** The seller on invoices: the name, then the postal address. */
  seller: { lines: readonly string[]; taxId: string | null }
}

/**
 * Metrics. Labels have few values, all from our own code: never a name, a URL, an id, or a path.
 */
export interface Metrics {
  /** Counts a sent response; `operation` is the contract's, or `other`. */
  request(response: { operation: string; status: number; seconds: number }): void
  /** Counts a conversion settled in this process. `result` is `completed` or the failure code. */
  conversion(settled: { family: string; operation: string; result: string; seconds: number }): void
  /** Counts an attempt to deliver an event to a webhook. */
  delivery(attempt: { result: 'succeeded' | 'failed'; seconds: number }): void
  /** Counts an attempt to send a message; `kept` if its kind has no transport. */
  message(attempt: { kind: Message['kind']; result: 'sent' | 'kept' | 'failed' }): void
}

/**
 * Attributes of a span. Values come from our own code: generated ids, names of operations, formats,
 * codes, sizes. Never a filename, an address, a token, a path or a sentence.
 */
export type SpanAttributes = Record<string, string | number | boolean | undefined>

export interface SpanOptions {
  kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  attributes?: SpanAttributes
  /**
   * The remote parent (W3C `traceparent`); null starts a new trace. If undefined, the current span
   * is the parent, and without a current span no span is created.
   */
  parent?: string | null
  /** A related remote span (`traceparent`): it does not affect sampling. */
  link?: string | undefined
  /** Start time in milliseconds since 1970, if before now. */
  begun?: number
}

/** A traced unit of work. */
export interface Span {
  /** The W3C `traceparent` that propagates this span to another process; null if not traced. */
  readonly traceparent: string | null
  set(attributes: SpanAttributes): void
  /** Marks the span as failed; `reason` is a code. */
  fail(reason: string): void
  /** Runs `work` in this span's context, for callbacks such as the end of a request's body. */
  within<T>(work: () => T): T
}

/** Traces work from a request through the queue to the engine (decision 051). */
export interface Tracer {
  /** Runs `work` in a span, which ends with it; an error marks the span as failed with its code. */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>
}

/** The platform's dependencies. */
export interface Platform {
  db: Database
  jobs: Jobs
  objects: Objects
  messages: Messages
  limits: Limits
  /** The configured providers. */
  identities: IdentityProvider[]
  signals: Signals
  engines: Engines
  passwords: Passwords
  secrets: Secrets
  seal: Seal
  web: Web
  receivers: Receivers
  payments: Payments
  /** Null if not configured. */
  scanner: Scanner | null
  settings: Settings
  metrics: Metrics
  tracer: Tracer
  log: Log
  clock: () => Date
}
