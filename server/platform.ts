import type { Readable } from 'node:stream'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Demands, Engines } from './engines/kernel/engine.ts'
import type { Payments } from './payments.ts'

/** Queries, which run on a connection of the pool or in a transaction. */
export type Queries = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with'
>

/**
 * The pool of connections: each query, and each transaction, takes one. Verbs begin theirs by
 * `withTransaction`.
 */
export interface Database extends Queries {
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

declare const transaction: unique symbol

/** Queries of one transaction, on its connection. */
export interface Transaction extends Queries {
  readonly [transaction]: true
  /** Runs `work` in a savepoint: its failure rolls back only what it did. */
  savepoint<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** What a log line needs; pino's loggers have it. */
export interface Log {
  info(what: object | string, message?: string): void
  warn(what: object | string, message?: string): void
  error(what: object | string, message?: string): void
  debug(what: object | string, message?: string): void
  child(bindings: object): Log
}

/**
 * Where files are kept. Keys are made by us, never from a user's words. Throws Unreachable where
 * the store is away.
 */
export interface Objects {
  /** Whether they lie on a disk, and not in a bucket. */
  onDisk: boolean
  /**
   * Takes over a finished local file; it is gone from `path` afterwards. Throws StorageFull where
   * there is no room.
   */
  adopt(key: string, path: string): Promise<void>
  /**
   * The bytes, or those of an inclusive range; what lies beyond the end is left out. Throws where
   * the key is not there.
   */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  /**
   * Writes a private copy to a local path. Where a statement of the caller's has just read whether
   * the object is in quarantine, `known` says so, and it is not asked again.
   */
  copyTo(key: string, path: string, known?: { quarantined: boolean }): Promise<void>
  /** Its size, and a tag that changes whenever its bytes are written. */
  head(key: string): Promise<{ size: number; tag: string } | null>
  /** Deleting what is not there is not an error. */
  remove(key: string): Promise<void>
  /** Everything of one kind: the word before a key's slash. */
  list(prefix: string): AsyncIterable<{ key: string; size: number; tag: string }>
  /** Throws where it cannot be used now. */
  probe(): Promise<void>
  /**
   * An address at which anybody gets this file, as a download of this name, for some seconds (at
   * most 300). Null where the store has none: the server then hands the file out itself.
   */
  signedUrl(key: string, file: { filename: string; type: string; seconds: number }): Promise<string | null>
}

/** One attempt to deliver an event. */
export interface AttemptJob {
  deliveryId: string
  /** How many attempts there were before. */
  attempts: number
  webhookId: string
  ownerId: string
  /** Whether the last attempts of its webhook failed: it is given less room then. */
  failing: boolean
  startAfter?: Date
}

export interface ConversionJobOptions {
  /** It comes after everything that somebody waits for. */
  background?: boolean
  /**
   * Whose turn it is, and how many of theirs run at the same time; null for any number. What the
   * platform does for an owner (previews, seals) takes turns of its own and has no limit: it is a
   * service.
   */
  owner: { id: string; limit: number | null } | { id: string; service: true }
  /** What it asks of its worker; null where that is not known, and any worker may take it. */
  demands: Demands | null
}

/**
 * The queue. A job is sent in the caller's own transaction: it exists if and only if what it is for
 * does.
 */
export interface Jobs {
  sendConversion(tx: Transaction, conversionId: string, options: ConversionJobOptions): Promise<void>
  /**
   * Somebody waits for a conversion that was sent in the background. What has begun or ended stays
   * as it is.
   */
  bringForward(tx: Transaction, conversionId: string): Promise<void>
  /** Another plan: its limit counts for the owner's conversions that wait as well. */
  limitConversions(tx: Transaction, ownerId: string, limit: number | null): Promise<void>
  sendMessages(tx: Transaction, messageIds: readonly string[]): Promise<void>
  /** Attempts to deliver events to webhooks, at once or at `startAfter`. */
  sendAttempts(tx: Transaction, attempts: readonly AttemptJob[]): Promise<void>
  /** Completes the jobs with these ids, which `workAttempts` has handed out. */
  completeAttempts(tx: Transaction, jobIds: readonly string[]): Promise<void>
  /** Those of these conversions that no job is waiting or running for. */
  findLost(conversionIds: readonly string[]): Promise<Set<string>>
  /** Those of these messages that no job is waiting or running for. */
  findLostMessages(messageIds: readonly string[]): Promise<Set<string>>
  /**
   * Positions in the queue by conversion, 1 for the next one. Those that run or are far behind are
   * absent.
   */
  queuePositions(conversionIds: readonly string[]): Promise<Map<string, number>>
  /** Those of these deliveries that no job is waiting or running for. */
  findLostAttempts(deliveryIds: readonly string[]): Promise<Set<string>>
  /**
   * All queues, those of jobs that failed at every try included (`…_dead`). The counts are up to
   * five seconds old.
   */
  figures(): Promise<QueueFigures[]>
  /** Throws where the queue cannot be reached. */
  probe(): Promise<void>
}

/** A queue as an operator watches it. */
export interface QueueFigures {
  queue: string
  /**
   * Jobs that could begin now, that begin later (after a failure, or as scheduled), and that are
   * being handled.
   */
  ready: number
  deferred: number
  active: number
  /** How long the oldest of those that could begin has waited; 0 where there is none. */
  oldestSeconds: number
}

/** A message to a person. `text` is what it says; mail also has a subject and may have html. */
export type Message =
  | { kind: 'mail'; to: string; subject: string; text: string; html: string }
  | { kind: 'sms'; to: string; text: string }

/**
 * Hands messages to the transport that delivers them. `carries` says which kinds are sent; others
 * stay in the outbox.
 */
export interface Messages {
  carries: Record<Message['kind'], boolean>
  /** `id` is the message's own: a second try carries the same. Throws a DeliveryError. */
  deliver(message: Message, id: string): Promise<void>
  /** Throws where whoever carries them cannot be reached. */
  probe(): Promise<void>
}

/**
 * What may be done only so often: `points` in a window of `seconds`, which begins with the first of
 * them.
 */
export interface LimitRule {
  name: string
  points: number
  seconds: number
  /** Part of a plan, and so not scaled by the instance's `RATE_LIMITS`. */
  exact?: boolean
}

/**
 * Counts what may be done only so often; shared by every process, in the database. Refuses as
 * `unavailable` where it cannot count.
 */
export interface Limits {
  /** Takes `points` (1) of a key's allowance. */
  take(
    rule: LimitRule,
    key: string,
    points?: number,
  ): Promise<{ allowed: boolean; retryAfterSeconds: number }>
  /** Gives one back that was taken for something that turned out to be right. */
  giveBack(rule: LimitRule, key: string): Promise<void>
  forget(rule: LimitRule, key: string): Promise<void>
}

export type ProviderName = 'google' | 'github'

/**
 * Somebody as a provider knows them: `issuer` and `subject` together never change and never mean
 * somebody else.
 */
export interface Identity {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  name: string
  username: string | null
}

/** Sign-in through somebody else. */
export interface IdentityProvider {
  name: ProviderName
  label: string
  /** Where to send the browser. Throws an IdentityError where the provider cannot be asked. */
  authorizationUrl(flow: {
    redirectUri: string
    state: string
    nonce: string
    codeVerifier: string
  }): Promise<string>
  /**
   * Redeems the code. The caller has compared the `state` that came back with the one it sent;
   * `issuer` is the `iss` that came with it, if one did. Throws an IdentityError.
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

/** What a process tells all others by `pg_notify`. */
export interface Notification {
  channel: string
  payload: string
}

/** Notifies the processes that listen, this one included. */
export interface Signals {
  /**
   * Tells this process at once and the others soon, with several together; again and again while
   * the database is away.
   */
  send(notifications: readonly Notification[]): void
  /**
   * Resolves when the conversion is told to have settled, or when the signal aborts; whichever is
   * first.
   */
  settled(conversionId: string, signal: AbortSignal): Promise<void>
  /** As `settled`, for a change of a scan session. */
  scanChanged(sessionId: string, signal: AbortSignal): Promise<void>
  /** Calls back for every conversion that settles. */
  onSettled(listener: (conversionId: string) => void): () => void
  /** Calls back when there are attempts to deliver. */
  onAttempts(listener: () => void): () => void
  /** Calls back when conversions were sent to the queue. */
  onQueued(listener: () => void): () => void
}

/** Fetches from addresses that people give. */
export interface Web {
  /**
   * Opens the file at a public address. Throws a WebError where the address is not public, or does
   * not answer with a file. `size` is what the answer promises, or null.
   */
  get(url: string, signal: AbortSignal): Promise<{ body: Readable; filename: string; size: number | null }>
  close(): Promise<void>
}

/** Sends requests to the URLs of webhooks. */
export interface Receivers {
  /**
   * Throws a WebError where a webhook cannot have a URL: another scheme, credentials, or a host
   * whose address is not public. A name that is not found passes, since it may be found later.
   */
  check(url: string): Promise<void>
  /**
   * Sends a POST. No redirect is followed; of the response at most `maxBytes` are read. Throws a
   * WebError, which says what failed, where no whole response came before `signal` aborted.
   */
  post(
    url: string,
    request: { headers: Record<string, string>; body: string; maxBytes: number; signal: AbortSignal },
  ): Promise<{ status: number; headers: Record<string, string>; body: Buffer }>
  close(): Promise<void>
}

/**
 * What only this instance can read, or can have written. `purpose` keeps one use from standing in
 * for another.
 */
export interface Secrets {
  seal(plain: Buffer, purpose: string): Buffer
  /** @throws where it was not sealed here, for this purpose */
  open(sealed: Buffer, purpose: string): Buffer
  /**
   * For short codes that live for minutes: without the key nobody can try them against what is
   * stored.
   */
  mac(text: string, purpose: string): Buffer
}

/**
 * What signed documents are sealed with: one key of the instance's (PAdES B-B, and B-T where an
 * authority is set; ETSI EN 319 142-1). The key itself stays where it was opened.
 */
export interface Seal {
  /** DER; the key's own first, those that follow lead to its authority. */
  certificates: readonly Buffer[]
  /** Whether an authority says when. */
  timeStamps: boolean
  /** Bytes that the longest signature takes; twice as many hexadecimal digits in a PDF. */
  room: number
  /**
   * @param digest SHA-256 of what is sealed
   * @returns a detached CMS signature, DER. Throws Unreachable where an authority was asked for and
   * does not answer as it should
   */
  sign(digest: Buffer): Promise<{ cms: Buffer; timeStamped: boolean }>
}

/** Looks for known malware in files that arrive. */
export interface Scanner {
  /** Its name where there is some; null where there is none. Throws where it could not look. */
  find(path: string): Promise<string | null>
}

/** Slow on purpose; known and unknown users take the same time. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** As slow, with a salt of one's own: the same for the same word. */
  derive(word: string, salt: Buffer): Promise<Buffer>
  /** With null for a user that is not there: takes as long, and is false. */
  verify(hash: string | null, password: string): Promise<boolean>
}

/** Figures that an operator may set. */
export interface Settings {
  version: string
  /** Bytes of one upload. */
  maxUploadBytes: number
  /** Credits given once to a new account, and to an anonymous visitor. */
  signUpCredits: number
  visitorCredits: number
  /** Hours that a conversion's files are kept; a visitor's go sooner. */
  keepHours: number
  keepHoursVisitor: number
  /**
   * Conversions of one owner that run at the same time, and API requests a minute; null for no
   * limit. Plans have their own.
   */
  parallelConversions: number | null
  requestsPerMinute: number | null
  /** Bytes that an account may keep in its storage, unless it has a quota of its own. */
  storageQuotaBytes: number
  /** Given a session without activity, and any session. */
  sessionIdleHours: number
  sessionDays: number
  /**
   * Hours after which a signed-in person is asked again before a sensitive act, and the admin
   * before any of theirs.
   */
  confirmHours: number
  confirmHoursAdmin: number
  /** Whether people without an account see how the service is. */
  statusPublic: boolean
  /** Where people reach this instance, when that is not what their request says. */
  publicUrl: string | null
  /** Whether other machines can reach it at the addresses of this one. */
  listensOnNetwork: boolean
  /** Where links in mail lead: never made from a request, whose Host anybody may set. */
  mailUrl(): string
  /**
   * The proxies whose X-Forwarded-* is believed: how many stand in front, or their networks; false
   * for none.
   */
  trustProxy: false | number | string[]
  /**
   * Whether a request's `traceparent` is what a proxy of the operator's says, and not its client.
   */
  trustTraceparent: boolean
  /** Origins whose pages may call the API with a bearer token; `*` for every origin. */
  corsOrigins: readonly string[]
  /**
   * This process's own folder, for uploads that are still arriving and for jobs; it ends with the
   * process.
   */
  scratch: string
  /**
   * Where uploads in pieces wait for their next piece if files are kept on the disk, under any
   * process: `upload-<id>` each.
   */
  uploads: string
  /** Bytes that stay free on the scratch folder's disk; null for a share of the disk. */
  minFreeBytes: number | null
  adminEmail: string | null
  /** Who sells, on invoices: the name, then the address. */
  seller: { lines: readonly string[]; taxId: string | null }
}

/**
 * Counts what an operator watches. Labels have few values, all of them from our own code: never a
 * name, an address, an id, or a path.
 */
export interface Metrics {
  /** A response was sent; `operation` is the contract's, or `other`. */
  request(response: { operation: string; status: number; seconds: number }): void
  /**
   * A conversion has settled in this process. `result` is `completed`, or the code of its failure.
   */
  conversion(settled: { family: string; operation: string; result: string; seconds: number }): void
  /** An attempt to deliver an event to a webhook has ended. */
  delivery(attempt: { result: 'succeeded' | 'failed'; seconds: number }): void
  /** An attempt to send a message has ended; `kept` where nothing carries its kind. */
  message(attempt: { kind: Message['kind']; result: 'sent' | 'kept' | 'failed' }): void
}

/**
 * What is known of a span. Values come from our own code alone: ids that it made, names of
 * operations, formats, codes, sizes. Never a file's name, an address, a token, a path or a
 * sentence.
 */
export type SpanAttributes = Record<string, string | number | boolean | undefined>

export interface SpanOptions {
  kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  attributes?: SpanAttributes
  /**
   * The span elsewhere that this one belongs to, as W3C's `traceparent`; null begins a trace of its
   * own. Without it the span belongs to the one that the code runs in, and there is none where the
   * code runs in none.
   */
  parent?: string | null
  /** A span elsewhere that has to do with this one (`traceparent`): it decides nothing. */
  link?: string | undefined
  /** When it began, in milliseconds since 1970, where that was before now. */
  begun?: number
}

/** A piece of work that is followed. */
export interface Span {
  /**
   * What tells another process of it (`traceparent` of W3C's Trace Context); null where nothing is
   * followed.
   */
  readonly traceparent: string | null
  set(attributes: SpanAttributes): void
  /** It failed; `reason` is a code. */
  fail(reason: string): void
  /** Runs what belongs to it but is called from elsewhere, as when a request's body has arrived. */
  within<T>(work: () => T): T
}

/** Follows work from a request through the queue to the engine (decision 051). */
export interface Tracer {
  /**
   * Does `work` in a span, which ends with it; where it throws, the span has failed for the error's
   * code.
   */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>
}

/** What the platform stands on. */
export interface Platform {
  db: Database
  jobs: Jobs
  objects: Objects
  messages: Messages
  limits: Limits
  /** Those that are set up here. */
  identities: IdentityProvider[]
  signals: Signals
  engines: Engines
  passwords: Passwords
  secrets: Secrets
  seal: Seal
  web: Web
  receivers: Receivers
  payments: Payments
  /** Null where the operator has none. */
  scanner: Scanner | null
  settings: Settings
  metrics: Metrics
  tracer: Tracer
  log: Log
  clock: () => Date
}
