import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SECURITY_EVENTS } from '../../contract/access.ts'
import type { AdminAct } from '../../contract/admin-audit.ts'
import type { PlanLimits, PurchaseStatus } from '../../contract/billing.ts'
import type {
  BusinessEventKind,
  BusinessStatus,
  BusinessUserStatus,
  DocumentKind,
  DocumentStatus,
  VerificationStatus,
} from '../../contract/business-states.ts'
import type { BusinessPolicies } from '../../contract/businesses.ts'
import type { ConversionErrorCode } from '../../contract/conversion-errors.ts'
import type { EventType } from '../../contract/events.ts'
import type { Family } from '../../contract/families.ts'
import type { FactorKind } from '../../contract/mfa.ts'
import type { NotificationGroup } from '../../contract/notifications.ts'
import type { Grants, Role } from '../../contract/permissions.ts'
import type { ScanPageSettings } from '../../contract/scan.ts'
import type { Scope } from '../../contract/scopes.ts'
import type { EmailGate, SHARE_EVENTS } from '../../contract/shares.ts'
import type { ProviderName } from '../../contract/sign-in.ts'
import type { AUDIT_EVENTS, SigningField } from '../../contract/signing.ts'
import type { RecipientRole, RecipientState, SessionState } from '../../contract/signing-states.ts'
import type { StatusCause, StatusPart } from '../../contract/status.ts'
import type { StoredFamily } from '../../contract/storage.ts'
import type { Delivery as WebhookDelivery } from '../../contract/webhooks.ts'
import type { WorkerEngine } from '../engines/kernel/engine.ts'
import type { Sentence } from '../engines/kernel/sentence.ts'
import type { Message } from '../platform.ts'

/**
 * The tables as queries see them. The migrations make them, with their constraints and indexes; a
 * test holds the two together, column by column.
 */
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true })

/** What can own things, and pays for what is done with them. */
export type OwnerKind = 'user' | 'visitor' | 'business'

export type SecurityEventKind = (typeof SECURITY_EVENTS)[number]

export const owners = pgTable('owners', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<OwnerKind>().notNull(),
  creditsAvailable: integer('credits_available').notNull().default(0),
  creditsHeld: integer('credits_held').notNull().default(0),
  creditsGranted: integer('credits_granted').notNull().default(0),
  creditsCharged: integer('credits_charged').notNull().default(0),
  /** Spent in the month (UTC) that began at `creditsMonth`. */
  creditsSpent: integer('credits_spent').notNull().default(0),
  creditsMonth: instant('credits_month').notNull().defaultNow(),
  /** When the first of the lots with credits left ends. */
  lotsEndAt: instant('lots_end_at'),
  /** What may be spent in a month; null for any amount. */
  spendLimit: integer('spend_limit'),
  /** Free credits below which a mail is sent; 0 for none. */
  alertBelow: integer('alert_below').notNull().default(100),
  /** Credits of a month of which a mail tells; null for none. */
  alertSpent: integer('alert_spent'),
  /** Free credits below which a pack is bought; null for never. */
  topUpBelow: integer('top_up_below'),
  storageBytes: bigint('storage_bytes', { mode: 'number' }).notNull().default(0),
  storageRecorded: bigint('storage_recorded', { mode: 'number' }).notNull().default(0),
  storageFiles: integer('storage_files').notNull().default(0),
  storageQuota: bigint('storage_quota', { mode: 'number' }),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export type OwnerRow = typeof owners.$inferSelect

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  username: text('username').notNull(),
  usernameKey: text('username_key').notNull(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  passwordHash: text('password_hash'),
  firstName: text('first_name').notNull().default(''),
  lastName: text('last_name').notNull().default(''),
  isAdmin: boolean('is_admin').notNull().default(false),
  language: text('language').notNull().default('en'),
  timeZone: text('time_zone').notNull().default('UTC'),
  pendingEmail: text('pending_email'),
  avatarKey: text('avatar_key'),
  deleteAfter: instant('delete_after'),
  /** Somebody else chose the password: it has to be changed. */
  passwordDue: boolean('password_due').notNull().default(false),
  /** Locked by an administrator: nobody signs in. */
  lockedAt: instant('locked_at'),
  lockReason: text('lock_reason'),
  /** Names and address in lower case, kept by the database. */
  searchText: text('search_text').notNull().generatedAlwaysAs(sql``),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

export const visitors = pgTable('visitors', {
  id: uuid('id').primaryKey(),
  tokenHash: bytea('token_hash').notNull(),
  lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
})

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  address: text('address').notNull(),
  userAgent: text('user_agent').notNull(),
  methods: text('methods').array().notNull(),
  confirmedAt: instant('confirmed_at').notNull().defaultNow(),
  createdAt: instant('created_at').notNull().defaultNow(),
  lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
})

export const objects = pgTable('objects', {
  key: text('key').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  state: text('state').$type<'arriving' | 'stored' | 'leaving'>().notNull(),
  filename: text('filename').notNull(),
  format: text('format'),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull().default(0),
  sha256: text('sha256'),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at'),
})

export const rateCard = pgTable('rate_card', {
  family: text('family').$type<Family>().notNull(),
  operation: text('operation').notNull(),
  credits: integer('credits').notNull(),
  unit: text('unit').$type<'file' | 'page' | 'minute'>().notNull().default('file'),
})

/** What a finished conversion remembers of its output beside the object itself. */
export interface StoredOutput {
  filename: string
  format: string
  size_bytes: number
  sha256: string
  pages?: number
  width?: number
  height?: number
  duration?: number
  entries?: number
  /** Of a sealed file: whether an authority says when. */
  time_stamped?: boolean
  warnings: Sentence[]
}

/** Where a saved PDF goes besides, and whether it got there. */
export interface Delivery {
  kind: 'storage' | 'replace' | 'share' | 'sign'
  state: 'waiting' | 'done' | 'failed'
  file_id: string | null
  link_id: string | null
  session_id?: string | null
  problem: string | null
  /** Of a link that is to be made. */
  share?: {
    name: string | null
    message: string
    expires_at: string | null
    password_hash: string | null
    max_downloads: number | null
    email_gate: EmailGate
    notify: boolean
    allow_preview: boolean
  }
}

export const conversions = pgTable('conversions', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  family: text('family').$type<Family>().notNull(),
  operation: text('operation').notNull(),
  status: text('status').$type<'pending' | 'completed' | 'failed'>().notNull(),
  sourceKey: text('source_key'),
  outputKey: text('output_key'),
  sourceFormat: text('source_format').notNull(),
  targetFormat: text('target_format').notNull(),
  filename: text('filename').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  options: jsonb('options').$type<Record<string, unknown>>().notNull(),
  progress: real('progress'),
  stage: text('stage').$type<Sentence>(),
  errorCode: text('error_code').$type<ConversionErrorCode>(),
  errorMessage: text('error_message').$type<Sentence>(),
  output: jsonb('output').$type<StoredOutput>(),
  creditsQuoted: integer('credits_quoted').notNull(),
  creditsCharged: integer('credits_charged'),
  externalToken: text('external_token'),
  batchId: uuid('batch_id'),
  attempts: integer('attempts').notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
  startedAt: instant('started_at'),
  completedAt: instant('completed_at'),
  expiresAt: instant('expires_at'),
  hiddenAt: instant('hidden_at'),
  /**
   * The service's own doing for somebody: a look into a file, a thumbnail. Hidden from the start,
   * and free.
   */
  service: boolean('service').notNull().default(false),
  fileCount: integer('file_count').notNull().default(1),
  /** What its price was counted by: files, or pages. */
  units: integer('units').notNull().default(1),
  /** Of a pipeline: a file of its run, and below it each step. */
  runId: uuid('run_id'),
  parentId: uuid('parent_id'),
  position: integer('position'),
  delivery: jsonb('delivery').$type<Delivery>(),
})

export type ConversionRow = typeof conversions.$inferSelect

/** The second and further files of a conversion; the first stands in its own row. */
export const conversionInputs = pgTable('conversion_inputs', {
  conversionId: uuid('conversion_id').notNull(),
  position: integer('position').notNull(),
  key: text('key'),
  format: text('format').notNull(),
})

/** A step as a pipeline keeps it. Its passwords are sealed beside the steps, by its id. */
export interface StoredStep {
  id: string
  operation: string
  target_format: string
  options: Record<string, unknown>
  files: string[]
  files_first: boolean
}

export const pipelines = pgTable('pipelines', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  steps: jsonb('steps').$type<StoredStep[]>().notNull(),
  secrets: bytea('secrets'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

export type PipelineRow = typeof pipelines.$inferSelect

/** A step as a run does it: everything that could change meanwhile is settled. */
export interface RunStep extends StoredStep {
  label: string
  /** Of the stored files that the step takes too. */
  inputs: { key: string; format: string; size: number }[]
}

export const pipelineRuns = pgTable('pipeline_runs', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  pipelineId: uuid('pipeline_id'),
  name: text('name').notNull(),
  steps: jsonb('steps').$type<RunStep[]>().notNull(),
  secrets: bytea('secrets'),
  dryRun: boolean('dry_run').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export type PipelineRunRow = typeof pipelineRuns.$inferSelect

export const batches = pgTable('batches', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  filename: text('filename').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const batchItems = pgTable('batch_items', {
  batchId: uuid('batch_id').notNull(),
  conversionId: uuid('conversion_id').notNull(),
  position: integer('position').notNull(),
})

export const batchEnds = pgTable('batch_ends', {
  ownerId: uuid('owner_id').notNull(),
  batchId: uuid('batch_id').notNull(),
  endedAt: instant('ended_at').notNull(),
})

/** What credits are spent on: a family of conversions, or another area. */
export type CreditArea = Family | 'pipeline' | 'scan' | 'signing' | 'task'

/** What caused an entry. The first six bring credits, the others spend them. */
export type CreditSource =
  | 'plan'
  | 'pack'
  | 'promo'
  | 'signup'
  | 'refund'
  | 'adjustment'
  | 'conversion'
  | 'pipeline_run'
  | 'scan'
  | 'task'
export type GrantSource = Extract<
  CreditSource,
  'plan' | 'pack' | 'promo' | 'signup' | 'refund' | 'adjustment'
>
export type ChargeSource = Exclude<CreditSource, GrantSource>

/** Credits of one grant, and what is left of them. */
export const creditLots = pgTable('credit_lots', {
  id: uuid('id').primaryKey().defaultRandom(),
  ownerId: uuid('owner_id').notNull(),
  source: text('source').$type<GrantSource>().notNull(),
  reference: uuid('reference').notNull(),
  credits: integer('credits').notNull(),
  /** Below zero where more was revoked than was left. */
  remaining: integer('remaining').notNull(),
  expiresAt: instant('expires_at'),
  createdAt: instant('created_at').notNull(),
})

export type CreditLotRow = typeof creditLots.$inferSelect

/** Credits that are set aside for something that runs. */
export const creditHolds = pgTable('credit_holds', {
  reference: uuid('reference').notNull(),
  ownerId: uuid('owner_id').notNull(),
  source: text('source').$type<ChargeSource>().notNull(),
  area: text('area').$type<CreditArea>().notNull(),
  createdBy: uuid('created_by'),
  credits: integer('credits').notNull(),
  charged: integer('charged'),
  createdAt: instant('created_at').notNull(),
  endedAt: instant('ended_at'),
})

/**
 * The ledger. Entries are only added, and each changes the total of an owner, which is `balance`
 * after it.
 */
export const creditEntries = pgTable('credit_entries', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ownerId: uuid('owner_id').notNull(),
  kind: text('kind').$type<'grant' | 'charge' | 'expire' | 'revoke' | 'adjust'>().notNull(),
  source: text('source').$type<CreditSource>().notNull(),
  /** Id of the conversion, payment, redemption or other row that caused it. */
  reference: uuid('reference').notNull(),
  area: text('area').$type<CreditArea>(),
  createdBy: uuid('created_by'),
  credits: integer('credits').notNull(),
  /** What was held for it before. */
  quoted: integer('quoted'),
  balance: integer('balance').notNull(),
  /** The lots that it changed, in the order of use, and by how much. */
  lotIds: uuid('lot_ids').array().notNull(),
  lotCredits: integer('lot_credits').array().notNull(),
  createdAt: instant('created_at').notNull(),
})

export type CreditEntryRow = typeof creditEntries.$inferSelect

export type OfferKind = 'plan' | 'pack' | 'storage'
export type OfferInterval = 'once' | 'month' | 'year'

/** Something that can be bought. */
export const offers = pgTable('offers', {
  kind: text('kind').$type<OfferKind>().notNull(),
  code: text('code').notNull(),
  interval: text('interval').$type<OfferInterval>().notNull(),
  amount: integer('amount').notNull(),
  currency: text('currency').notNull(),
  credits: integer('credits').notNull().default(0),
  terms: jsonb('terms').$type<OfferTerms>().notNull(),
  position: integer('position').notNull(),
  providerPrice: text('provider_price'),
  retiredAt: instant('retired_at'),
})
export type OfferRow = typeof offers.$inferSelect

/**
 * What the price of an offer does not say. Of a plan all of it, of storage the bytes, of a pack
 * nothing.
 */
export interface OfferTerms {
  name?: string
  description?: string
  bytes?: number
  limits?: PlanLimits
  features?: string[]
  popular?: boolean
}

export const providerCustomers = pgTable('provider_customers', {
  ownerId: uuid('owner_id').primaryKey(),
  customer: text('customer').notNull(),
})

/** Whom an invoice is to. */
export interface BilledTo {
  name: string | null
  email: string | null
  address: string[]
  country: string | null
  tax_id: string | null
}

/** One payment, from its beginning. */
export const purchases = pgTable('purchases', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  kind: text('kind').$type<OfferKind | 'top_up'>().notNull(),
  item: text('item').notNull(),
  interval: text('interval').$type<OfferInterval>().notNull(),
  name: text('name').notNull(),
  status: text('status').$type<PurchaseStatus>().notNull(),
  amount: integer('amount').notNull(),
  tax: integer('tax').notNull().default(0),
  /** With tax. */
  refunded: integer('refunded').notNull().default(0),
  currency: text('currency').notNull(),
  credits: integer('credits').notNull().default(0),
  failure: text('failure'),
  checkoutUrl: text('checkout_url'),
  returnTo: text('return_to'),
  expiresAt: instant('expires_at'),
  providerSession: text('provider_session'),
  providerPayment: text('provider_payment'),
  providerInvoice: text('provider_invoice'),
  providerSubscription: text('provider_subscription'),
  receiptUrl: text('receipt_url'),
  invoiceNumber: text('invoice_number'),
  invoicedAt: instant('invoiced_at'),
  billedTo: jsonb('billed_to').$type<BilledTo>(),
  periodStart: instant('period_start'),
  periodEnd: instant('period_end'),
  /** When the provider was last asked about it. */
  askedAt: instant('asked_at'),
  createdAt: instant('created_at').notNull(),
  completedAt: instant('completed_at'),
})
export type PurchaseRow = typeof purchases.$inferSelect

export const invoiceNumbers = pgTable('invoice_numbers', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})

export const refunds = pgTable('refunds', {
  id: uuid('id').primaryKey(),
  purchaseId: uuid('purchase_id').notNull(),
  providerId: text('provider_id').notNull(),
  kind: text('kind').$type<'refund' | 'dispute'>().notNull(),
  amount: integer('amount').notNull(),
  creditsTaken: integer('credits_taken').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** What is paid again and again: a plan, or storage. */
export const subscriptions = pgTable('subscriptions', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  kind: text('kind').$type<'plan' | 'storage'>().notNull(),
  item: text('item').notNull(),
  interval: text('interval').$type<'month' | 'year'>().notNull(),
  status: text('status').$type<'active' | 'past_due' | 'cancelled'>().notNull(),
  providerSubscription: text('provider_subscription').notNull(),
  periodStart: instant('period_start').notNull(),
  periodEnd: instant('period_end').notNull(),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  nextItem: text('next_item'),
  nextInterval: text('next_interval').$type<'month' | 'year'>(),
  graceUntil: instant('grace_until'),
  dunningMails: integer('dunning_mails').notNull().default(0),
  creditsAt: instant('credits_at'),
  card: jsonb('card').$type<{ brand: string; last4: string; expires: string }>(),
  createdAt: instant('created_at').notNull(),
  endedAt: instant('ended_at'),
})
export type SubscriptionRow = typeof subscriptions.$inferSelect

export const cancellations = pgTable('cancellations', {
  id: uuid('id').primaryKey(),
  item: text('item').notNull(),
  interval: text('interval').notNull(),
  reason: text('reason'),
  comment: text('comment'),
  createdAt: instant('created_at').notNull(),
})

export const planMonths = pgTable('plan_months', {
  id: uuid('id').primaryKey(),
  purchaseId: uuid('purchase_id').notNull(),
  month: integer('month').notNull(),
})

export const providerEvents = pgTable('provider_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  createdAt: instant('created_at').notNull(),
  handledAt: instant('handled_at').notNull(),
})

export const promoCodes = pgTable('promo_codes', {
  id: uuid('id').primaryKey(),
  code: text('code').notNull(),
  codeKey: text('code_key').notNull(),
  credits: integer('credits'),
  percent: integer('percent'),
  creditsDays: integer('credits_days'),
  totalLimit: integer('total_limit'),
  accountLimit: integer('account_limit').notNull().default(1),
  used: integer('used').notNull().default(0),
  firstPurchaseOnly: boolean('first_purchase_only').notNull().default(false),
  startsAt: instant('starts_at'),
  endsAt: instant('ends_at'),
  providerPromotion: text('provider_promotion'),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull(),
  retiredAt: instant('retired_at'),
})
export type PromoCodeRow = typeof promoCodes.$inferSelect

export const promoRedemptions = pgTable('promo_redemptions', {
  id: uuid('id').primaryKey(),
  promoId: uuid('promo_id').notNull(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull(),
})

export const creditAdjustments = pgTable('credit_adjustments', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  credits: integer('credits').notNull(),
  reason: text('reason').notNull(),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull(),
})

export const billingSettings = pgTable('billing_settings', {
  ownerId: uuid('owner_id').primaryKey(),
  lowBalance: integer('low_balance').notNull().default(100),
  spendLimit: integer('spend_limit'),
  spendLimitRefuses: boolean('spend_limit_refuses').notNull().default(false),
  topUp: boolean('top_up').notNull().default(false),
  topUpBelow: integer('top_up_below').notNull().default(100),
  topUpPack: text('top_up_pack'),
  topUpMax: integer('top_up_max').notNull().default(3),
  topUpStopped: text('top_up_stopped'),
})

/** Work that was done elsewhere, as it was reported. */
export const tasks = pgTable('tasks', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  taskId: text('task_id').notNull(),
  family: text('family').$type<Family>().notNull(),
  operation: text('operation').notNull(),
  units: integer('units').notNull(),
  credits: integer('credits').notNull(),
  reference: text('reference'),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
  createdAt: instant('created_at').notNull(),
})

export const idempotencyKeys = pgTable('idempotency_keys', {
  scope: text('scope').notNull(),
  key: text('key').notNull(),
  fingerprint: text('fingerprint').notNull(),
  answer: jsonb('answer').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** Second factors, one of each kind. */
export const factors = pgTable('factors', {
  userId: uuid('user_id').notNull(),
  method: text('method').$type<FactorKind>().notNull(),
  secret: bytea('secret'),
  phone: text('phone'),
  lastStep: bigint('last_step', { mode: 'number' }),
  addedAt: instant('added_at').notNull().defaultNow(),
  lastUsedAt: instant('last_used_at'),
})

export const factorSetups = pgTable('factor_setups', {
  userId: uuid('user_id').notNull(),
  method: text('method').$type<FactorKind>().notNull(),
  secret: bytea('secret'),
  phone: text('phone'),
  codeMac: bytea('code_mac'),
  tries: integer('tries').notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
})

export const backupCodeSets = pgTable('backup_code_sets', {
  userId: uuid('user_id').primaryKey(),
  salt: bytea('salt').notNull(),
  generatedAt: instant('generated_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

export const backupCodes = pgTable('backup_codes', {
  userId: uuid('user_id').notNull(),
  hash: bytea('hash').notNull(),
  usedAt: instant('used_at'),
})

/**
 * Somebody is asked to show who they are: in mid-sign-in (known by a token), or within a session.
 */
export const challenges = pgTable('challenges', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  tokenHash: bytea('token_hash'),
  sessionId: uuid('session_id'),
  firstMethod: text('first_method').notNull(),
  codeMethod: text('code_method').$type<FactorKind>(),
  codeMac: bytea('code_mac'),
  codeExpiresAt: instant('code_expires_at'),
  tries: integer('tries').notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
})

export const trustedDevices = pgTable('trusted_devices', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  address: text('address').notNull(),
  userAgent: text('user_agent').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
})

export const refreshTokens = pgTable('refresh_tokens', {
  tokenHash: bytea('token_hash').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})

export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  publicKey: jsonb('public_key').$type<{ kty: string; crv: string; x: string }>().notNull(),
  privateKey: bytea('private_key').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const apiKeys = pgTable('api_keys', {
  id: uuid('id').primaryKey(),
  /** Whom it acts for: a user or a business. */
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  name: text('name').notNull(),
  prefix: text('prefix').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  scopes: text('scopes').array().$type<Scope[]>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at'),
  lastUsedAt: instant('last_used_at'),
  lastUsedAddress: text('last_used_address'),
})

export const securityEvents = pgTable('security_events', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id'),
  kind: text('kind').$type<SecurityEventKind>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  address: text('address').notNull(),
  userAgent: text('user_agent').notNull(),
  detail: jsonb('detail').$type<Record<string, string>>().notNull().default({}),
})

export const linkTokens = pgTable('link_tokens', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id'),
  purpose: text('purpose').$type<'verify_email' | 'change_email' | 'reset_password'>().notNull(),
  email: text('email').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
})

export const identities = pgTable('identities', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  provider: text('provider').$type<ProviderName>().notNull(),
  issuer: text('issuer').notNull(),
  subject: text('subject').notNull(),
  email: text('email'),
  createdAt: instant('created_at').notNull().defaultNow(),
  lastUsedAt: instant('last_used_at'),
})

export const providerFlows = pgTable('provider_flows', {
  tokenHash: bytea('token_hash').primaryKey(),
  provider: text('provider').$type<ProviderName>().notNull(),
  state: text('state').notNull(),
  nonce: text('nonce').notNull(),
  codeVerifier: text('code_verifier').notNull(),
  redirectUri: text('redirect_uri').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

export const instanceFacts = pgTable('instance_facts', {
  name: text('name').primaryKey(),
  value: bytea('value').notNull(),
})
/** A message to a person, on its way or told of. What it said is gone once it was sent. */
export const messages = pgTable('messages', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id'),
  kind: text('kind').$type<Message['kind']>().notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject'),
  text: text('text'),
  html: text('html'),
  state: text('state').$type<'waiting' | 'sent' | 'kept' | 'failed'>().notNull(),
  attempts: integer('attempts').notNull().default(0),
  error: text('error'),
  createdAt: instant('created_at').notNull().defaultNow(),
  sentAt: instant('sent_at'),
})

export type MessageRow = typeof messages.$inferSelect

/** How often something was done of late; counted by adapters/postgres-limits.ts. */
export const limits = pgTable('limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint('expire', { mode: 'number' }),
})

/** A user file record. Several may hold one object. */
export const userFiles = pgTable('user_files', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  objectKey: text('object_key').notNull(),
  fileName: text('file_name').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  family: text('family').$type<StoredFamily>().notNull(),
  format: text('format'),
  source: text('source').$type<'upload' | 'conversion'>().notNull(),
  conversionId: uuid('conversion_id'),
  alreadyTracked: boolean('already_tracked').notNull(),
  heldBytes: bigint('held_bytes', { mode: 'number' }).notNull().default(0),
  storageBytesRecorded: bigint('storage_bytes_recorded', { mode: 'number' }).notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
  purgeAt: instant('purge_at'),
  /** What a file was before it was replaced. */
  versionOf: uuid('version_of'),
})

/** An upload in pieces. */
export const uploads = pgTable('uploads', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  fileName: text('file_name').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  alreadyTracked: boolean('already_tracked').notNull(),
  fileId: uuid('file_id'),
  createdAt: instant('created_at').notNull().defaultNow(),
  touchedAt: instant('touched_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
})

export const uploadPieces = pgTable('upload_pieces', {
  uploadId: uuid('upload_id').notNull(),
  position: bigint('position', { mode: 'number' }).notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  objectKey: text('object_key').notNull(),
})

/** What is in a ZIP: how many files, and the first of them. */
export interface ZipEntries {
  count: number
  first: { name: string; size_bytes: number }[]
}

export const shares = pgTable('shares', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  tokenHash: bytea('token_hash').notNull(),
  generation: integer('generation').notNull().default(0),
  fileId: uuid('file_id'),
  conversionId: uuid('conversion_id'),
  name: text('name').notNull(),
  message: text('message').notNull().default(''),
  fileName: text('file_name').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  family: text('family').$type<StoredFamily>().notNull(),
  format: text('format'),
  sha256: text('sha256').notNull(),
  passwordHash: text('password_hash'),
  emailGate: text('email_gate').$type<EmailGate>().notNull().default('none'),
  notify: boolean('notify').notNull().default(false),
  allowPreview: boolean('allow_preview').notNull().default(true),
  entries: jsonb('entries').$type<ZipEntries>(),
  maxDownloads: integer('max_downloads'),
  downloads: integer('downloads').notNull().default(0),
  views: integer('views').notNull().default(0),
  expiresAt: instant('expires_at'),
  expiryTold: boolean('expiry_told').notNull().default(false),
  revokedAt: instant('revoked_at'),
  lastViewedAt: instant('last_viewed_at'),
  lastDownloadedAt: instant('last_downloaded_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export type ShareRow = typeof shares.$inferSelect

export const shareEvents = pgTable('share_events', {
  id: uuid('id').primaryKey(),
  shareId: uuid('share_id').notNull(),
  kind: text('kind').$type<(typeof SHARE_EVENTS)[number]>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  address: text('address').notNull(),
  userAgent: text('user_agent').notNull(),
  email: text('email'),
  emailConfirmed: boolean('email_confirmed').notNull().default(false),
})

/** A download that was granted by a link, or a reading, which one browser has. */
export const shareGrants = pgTable('share_grants', {
  tokenHash: bytea('token_hash').primaryKey(),
  shareId: uuid('share_id').notNull(),
  bytesLeft: bigint('bytes_left', { mode: 'number' }),
  expiresAt: instant('expires_at').notNull(),
})

export const shareCodes = pgTable('share_codes', {
  shareId: uuid('share_id').notNull(),
  emailKey: text('email_key').notNull(),
  codeMac: bytea('code_mac').notNull(),
  tries: integer('tries').notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
})

/** A document that everybody has signed, as it was sealed. */
export interface SealedFile {
  key: string
  file_name: string
  size_bytes: number
  sha256: string
  time_stamped: boolean
  /** The row of the log that the certificate in it ends with. */
  end: { number: number; hash: string }
}

/** A document on its way through those who sign it. */
export const signingSessions = pgTable('signing_sessions', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  state: text('state').$type<SessionState>().notNull().default('draft'),
  title: text('title').notNull(),
  message: text('message').notNull().default(''),
  documentKey: text('document_key').notNull(),
  fileName: text('file_name').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  sha256: text('sha256').notNull(),
  pages: integer('pages').notNull(),
  fields: jsonb('fields').$type<SigningField[]>().notNull().default([]),
  showSignatures: boolean('show_signatures').notNull().default(false),
  deadlineAt: instant('deadline_at'),
  reminders: jsonb('reminders').$type<{ first_after_days: number; every_days: number }>(),
  /** The conversion of the service's own that makes the result. */
  sealRun: uuid('seal_run'),
  result: jsonb('result').$type<SealedFile>(),
  problem: text('problem'),
  voidReason: text('void_reason'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  sentAt: instant('sent_at'),
  endedAt: instant('ended_at'),
})

export type SigningSessionRow = typeof signingSessions.$inferSelect

/** A signature or initials as somebody made them; the image lies in the store. */
export interface StoredMark {
  how: 'drawn' | 'typed' | 'uploaded' | 'device'
  text: string
  key: string
}

export const signingRecipients = pgTable('signing_recipients', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  role: text('role').$type<RecipientRole>().notNull(),
  group: integer('group_number').notNull(),
  access: text('access').$type<'link' | 'code' | 'email'>().notNull().default('link'),
  accessCodeHash: text('access_code_hash'),
  mayDelegate: boolean('may_delegate').notNull().default(false),
  message: text('message').notNull().default(''),
  state: text('state').$type<RecipientState>().notNull().default('waiting'),
  /** Another one has another link. */
  generation: integer('generation').notNull().default(0),
  tokenHash: bytea('token_hash'),
  delegatedFrom: uuid('delegated_from'),
  values: jsonb('field_values').$type<Record<string, string | boolean>>().notNull().default({}),
  signature: jsonb('signature').$type<StoredMark>(),
  initials: jsonb('initials').$type<StoredMark>(),
  consentedAt: instant('consented_at'),
  invitedAt: instant('invited_at'),
  viewedAt: instant('viewed_at'),
  doneAt: instant('done_at'),
  remindedAt: instant('reminded_at'),
  remindAt: instant('remind_at'),
  declineReason: text('decline_reason'),
  address: text('address'),
  userAgent: text('user_agent'),
})

export type SigningRecipientRow = typeof signingRecipients.$inferSelect

export const signingCodes = pgTable('signing_codes', {
  recipientId: uuid('recipient_id').primaryKey(),
  codeMac: bytea('code_mac').notNull(),
  tries: integer('tries').notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
})

/** What a session holds in the store. */
export const signingFiles = pgTable('signing_files', {
  sessionId: uuid('session_id').notNull(),
  objectKey: text('object_key').notNull(),
  kind: text('kind').$type<'document' | 'picture' | 'attachment' | 'result'>().notNull(),
  id: uuid('id').notNull(),
  recipientId: uuid('recipient_id'),
  fieldId: uuid('field_id'),
  fileName: text('file_name').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  sha256: text('sha256').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** The log of a session, which the database only ever lets grow. */
export const signingEvents = pgTable('signing_events', {
  sessionId: uuid('session_id').notNull(),
  number: integer('number').notNull(),
  event: text('event').$type<(typeof AUDIT_EVENTS)[number]>().notNull(),
  at: instant('at').notNull(),
  who: text('who').notNull(),
  recipientId: uuid('recipient_id'),
  ip: text('ip'),
  device: text('device'),
  facts: jsonb('facts').$type<Record<string, string>>().notNull().default({}),
  previous: text('previous').notNull(),
  hash: text('hash').notNull(),
})

export const signingDevices = pgTable('signing_devices', {
  recipientId: uuid('recipient_id').primaryKey(),
  kind: text('kind').$type<'signature' | 'initials'>().notNull(),
  picture: bytea('picture'),
})

/** A link that lets another device act for one signing recipient or one scan session. */
export const deviceLinks = pgTable('device_links', {
  tokenHash: bytea('token_hash').primaryKey(),
  recipientId: uuid('recipient_id'),
  scanSessionId: uuid('scan_session_id'),
  openedAt: instant('opened_at'),
  expiresAt: instant('expires_at').notNull(),
})

export const signingTemplates = pgTable('signing_templates', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  name: text('name').notNull(),
  documentKey: text('document_key').notNull(),
  draft: jsonb('draft').$type<StoredTemplate>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** A session without its people. */
export interface StoredTemplate {
  title: string
  message: string
  file_name: string
  size_bytes: number
  sha256: string
  pages: number
  recipients: { id: string; name: string; role: RecipientRole; group: number }[]
  fields: SigningField[]
  show_signatures: boolean
  reminders: { first_after_days: number; every_days: number } | null
}

export const businesses = pgTable('businesses', {
  id: uuid('id').primaryKey(),
  number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  publicId: text('public_id').notNull(),
  name: text('name').notNull(),
  legalName: text('legal_name').notNull().default(''),
  registrationNumber: text('registration_number').notNull().default(''),
  taxId: text('tax_id').notNull().default(''),
  industry: text('industry').notNull().default(''),
  website: text('website').notNull().default(''),
  email: text('email').notNull().default(''),
  phone: text('phone').notNull().default(''),
  addressLine1: text('address_line1').notNull().default(''),
  addressLine2: text('address_line2').notNull().default(''),
  city: text('city').notNull().default(''),
  state: text('state').notNull().default(''),
  postalCode: text('postal_code').notNull().default(''),
  country: text('country').notNull().default(''),
  description: text('description').notNull().default(''),
  isActive: boolean('is_active').notNull().default(true),
  status: text('status').$type<BusinessStatus>().notNull().default('pending'),
  statusReason: text('status_reason'),
  verificationStatus: text('verification_status').$type<VerificationStatus>().notNull().default('unverified'),
  verificationReason: text('verification_reason'),
  policies: jsonb('policies').$type<BusinessPolicies>().notNull(),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  submittedAt: instant('submitted_at'),
  /** When it was last submitted, or 1970: what a list is sorted by is never null. */
  submittedOrder: instant('submitted_order').notNull().generatedAlwaysAs(sql``),
  /** What the list searches, in lower case. */
  searchText: text('search_text').notNull().generatedAlwaysAs(sql``),
  verifiedAt: instant('verified_at'),
  closedAt: instant('closed_at'),
})

export type BusinessRow = typeof businesses.$inferSelect

/** A member of a business, or somebody who is invited to it. */
export const businessUsers = pgTable('business_users', {
  id: uuid('id').primaryKey(),
  businessId: uuid('business_id').notNull(),
  userId: uuid('user_id'),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  role: text('role').$type<Role>().notNull(),
  permissions: jsonb('permissions').$type<Grants>().notNull().default({}),
  isPrimaryContact: boolean('is_primary_contact').notNull().default(false),
  status: text('status').$type<BusinessUserStatus>().notNull(),
  invitedBy: uuid('invited_by'),
  invitedAt: instant('invited_at'),
  tokenHash: bytea('token_hash'),
  expiresAt: instant('expires_at'),
  joinedAt: instant('joined_at'),
  graceFrom: instant('grace_from'),
  lastActiveAt: instant('last_active_at'),
  /** When they last acted for the business, or 1970: what a list is sorted by is never null. */
  activeOrder: instant('active_order').notNull().generatedAlwaysAs(sql``),
  /** Place of the role in the table of roles, the owner first. */
  roleOrder: integer('role_order').notNull().generatedAlwaysAs(sql``),
  /** What the list searches, in lower case. */
  searchText: text('search_text').notNull().generatedAlwaysAs(sql``),
  remindedAt: instant('reminded_at'),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

export type BusinessUserRow = typeof businessUsers.$inferSelect

/** A document of a business's verification. */
export const businessDocuments = pgTable('business_documents', {
  id: uuid('id').primaryKey(),
  businessId: uuid('business_id').notNull(),
  kind: text('kind').$type<DocumentKind>().notNull(),
  objectKey: text('object_key').notNull(),
  fileId: uuid('file_id'),
  fileName: text('file_name').notNull(),
  format: text('format'),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  sha256: text('sha256').notNull(),
  status: text('status').$type<DocumentStatus>().notNull().default('ready'),
  reason: text('reason'),
  uploadedBy: uuid('uploaded_by'),
  uploadedAt: instant('uploaded_at').notNull().defaultNow(),
  reviewedAt: instant('reviewed_at'),
})

export type BusinessDocumentRow = typeof businessDocuments.$inferSelect

/** The audit log of a business. */
export const businessEvents = pgTable('business_events', {
  id: uuid('id').primaryKey(),
  businessId: uuid('business_id').notNull(),
  kind: text('kind').$type<BusinessEventKind>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  actorKind: text('actor_kind')
    .$type<'member' | 'api_key' | 'administrator' | 'system' | 'invited'>()
    .notNull(),
  actorId: uuid('actor_id'),
  actorName: text('actor_name').notNull(),
  target: text('target'),
  targetId: uuid('target_id'),
  before: jsonb('before').$type<Record<string, unknown>>().notNull().default({}),
  after: jsonb('after').$type<Record<string, unknown>>().notNull().default({}),
  reason: text('reason'),
  address: text('address'),
})

export type BusinessEventRow = typeof businessEvents.$inferSelect

/** Facts of an account, as receivers are told of them. `body` is the payload, byte for byte. */
export const events = pgTable('events', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  type: text('type').$type<EventType>().notNull(),
  objectId: text('object_id'),
  body: text('body').notNull(),
  createdAt: instant('created_at').notNull(),
})

export type EventRow = typeof events.$inferSelect

/** What a person has read of an account's notifications, and which groups they have muted. */
export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id').notNull(),
  ownerId: uuid('owner_id').notNull(),
  /** Events up to this time are read. */
  readUntil: instant('read_until'),
  muted: text('muted').array().$type<NotificationGroup[]>().notNull().default([]),
})

/** Single events that were read after that time. */
export const notificationReads = pgTable('notification_reads', {
  userId: uuid('user_id').notNull(),
  eventId: uuid('event_id').notNull(),
})

export const webhooks = pgTable('webhooks', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  url: text('url').notNull(),
  events: text('events').array().notNull(),
  description: text('description').notNull().default(''),
  headerNames: text('header_names').array().notNull().default([]),
  /** Sealed, as are the secrets. */
  headers: bytea('headers'),
  secret: bytea('secret').notNull(),
  previousSecret: bytea('previous_secret'),
  previousSecretExpiresAt: instant('previous_secret_expires_at'),
  isActive: boolean('is_active').notNull().default(true),
  disabledReason: text('disabled_reason').$type<'owner' | 'gone' | 'failing'>(),
  disabledAt: instant('disabled_at'),
  failingSince: instant('failing_since'),
  /** When the owner was told that it will be disabled. */
  warnedAt: instant('warned_at'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

export type WebhookRow = typeof webhooks.$inferSelect

/** One event on its way to one webhook. */
export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: uuid('id').primaryKey(),
  webhookId: uuid('webhook_id').notNull(),
  eventId: uuid('event_id').notNull(),
  type: text('type').$type<EventType>().notNull(),
  objectId: text('object_id'),
  trigger: text('trigger').$type<WebhookDelivery['trigger']>().notNull(),
  status: text('status').$type<WebhookDelivery['status']>().notNull(),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at'),
  durationMs: integer('duration_ms'),
  error: text('error'),
  createdAt: instant('created_at').notNull(),
  completedAt: instant('completed_at'),
})

export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect

export const webhookAttempts = pgTable('webhook_attempts', {
  deliveryId: uuid('delivery_id').notNull(),
  number: integer('number').notNull(),
  at: instant('at').notNull(),
  durationMs: integer('duration_ms').notNull(),
  statusCode: integer('status_code'),
  error: text('error'),
  requestHeaders: jsonb('request_headers').$type<Record<string, string>>().notNull(),
  responseHeaders: jsonb('response_headers').$type<Record<string, string>>(),
  responseBody: text('response_body'),
})

export const scanSessions = pgTable('scan_sessions', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by'),
  title: text('title').notNull(),
  revision: integer('revision').notNull().default(1),
  pageOrder: uuid('page_order').array().notNull().default([]),
  codeHash: bytea('code_hash'),
  codeExpiresAt: instant('code_expires_at'),
  conversionId: uuid('conversion_id'),
  createdAt: instant('created_at').notNull().defaultNow(),
  touchedAt: instant('touched_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  endedAt: instant('ended_at'),
  /** It ended by itself. */
  expired: boolean('expired').notNull().default(false),
})
export type ScanSessionRow = typeof scanSessions.$inferSelect

export const scanPhones = pgTable('scan_phones', {
  sessionId: uuid('session_id').notNull(),
  phoneId: uuid('phone_id').notNull(),
  name: text('name'),
  device: text('device').notNull(),
  pairedAt: instant('paired_at').notNull().defaultNow(),
  lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
})
export type ScanPhoneRow = typeof scanPhones.$inferSelect

export const scanPages = pgTable('scan_pages', {
  sessionId: uuid('session_id').notNull(),
  id: uuid('id').notNull(),
  previewKey: text('preview_key'),
  previewSha256: text('preview_sha256'),
  photoKey: text('photo_key'),
  photoSha256: text('photo_sha256'),
  width: integer('width'),
  height: integer('height'),
  sizeBytes: bigint('size_bytes', { mode: 'number' }),
  settings: jsonb('settings').$type<ScanPageSettings>().notNull(),
  version: integer('version').notNull().default(1),
  photoVersion: integer('photo_version').notNull().default(1),
  isRetakeRequested: boolean('is_retake_requested').notNull().default(false),
  phoneId: uuid('phone_id'),
  changedBy: uuid('changed_by'),
  changedAt: instant('changed_at').notNull().defaultNow(),
  createdAt: instant('created_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
})
export type ScanPageRow = typeof scanPages.$inferSelect

/** Work that one process does for all of them, by the database's clock. */
export const periodicTasks = pgTable('periodic_tasks', {
  name: text('name').primaryKey(),
  process: uuid('process').notNull(),
  runs: bigint('runs', { mode: 'number' }).notNull().default(1),
  startedAt: instant('started_at').notNull(),
  seenAt: instant('seen_at').notNull(),
  endedAt: instant('ended_at'),
})

export const statusProbe = pgTable('status_probe', {
  id: boolean('id').primaryKey().default(true),
  probedAt: instant('probed_at').notNull(),
})

export const statusSpans = pgTable('status_spans', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  part: text('part').$type<StatusPart>().notNull(),
  state: text('state').$type<'ok' | 'degraded' | 'down'>().notNull(),
  cause: text('cause').$type<StatusCause>(),
  families: text('families').array().$type<Family[]>().notNull().default([]),
  since: instant('since').notNull(),
  /** Of the last probe that found it so. */
  until: instant('until').notNull(),
})
export type StatusSpanRow = typeof statusSpans.$inferSelect

export interface WorkerSandbox {
  kind: string
  network: boolean
  filesystem: boolean
}

/**
 * A process that runs, as it says of itself at each heartbeat. Ids are random: nothing tells its
 * machine.
 */
export const workers = pgTable('workers', {
  id: uuid('id').primaryKey(),
  role: text('role').$type<'both' | 'worker'>().notNull(),
  version: text('version').notNull(),
  engines: jsonb('engines').$type<WorkerEngine[]>().notNull(),
  sandbox: jsonb('sandbox').$type<WorkerSandbox>().notNull(),
  since: instant('since').notNull(),
  seenAt: instant('seen_at').notNull(),
})

/** What administrators did, which the database only ever lets grow. */
export const adminEvents = pgTable('admin_events', {
  id: uuid('id').primaryKey(),
  act: text('act').$type<AdminAct>().notNull(),
  createdAt: instant('created_at').notNull(),
  actorId: uuid('actor_id').notNull(),
  actorName: text('actor_name').notNull(),
  accountId: uuid('account_id'),
  accountName: text('account_name'),
  target: text('target'),
  reason: text('reason'),
  detail: jsonb('detail').$type<Record<string, string>>().notNull().default({}),
  address: text('address').notNull(),
})

export type AdminEventRow = typeof adminEvents.$inferSelect

/** Stored objects that nobody can open. */
export const quarantines = pgTable('quarantines', {
  id: uuid('id').primaryKey(),
  objectKey: text('object_key').notNull(),
  fileName: text('file_name').notNull(),
  reason: text('reason').notNull(),
  createdAt: instant('created_at').notNull(),
})

export type QuarantineRow = typeof quarantines.$inferSelect
