import type { User } from '../../contract/account.ts'
import type { Conversion } from '../../contract/conversion.ts'
import type { ConversionErrorCode } from '../../contract/conversion-errors.ts'
import { plain } from '../../contract/message-pattern.ts'
import { presentMessage, presentStage } from '../../server/core/present-message.ts'
import { MAREN, seedAccounts } from './accounts.ts'
import { deliver } from './deliver.ts'
import { emptyIdentity, type IdentityState } from './identity.ts'
import type { StoredReadState } from './notifications.ts'
import { complete, setStatus } from './outcome.ts'
import { advanceRuns } from './pipeline-runs.ts'
import { seedConversions } from './seed.ts'
import { seedBusinesses } from './seed-businesses.ts'
import { seedFiles } from './seed-files.ts'
import { seedPipelines } from './seed-pipelines.ts'
import { seedScans } from './seed-scans.ts'
import { seedShares } from './seed-shares.ts'
import { seedSigning } from './seed-signing.ts'
import { seedWebhooks } from './seed-webhooks.ts'
import { expireSigning } from './signing-events.ts'
import type { StatusStore } from './status.ts'
import { type AdminStore, emptyAdmin } from './stored-admin.ts'
import { type BillingStore, emptyBilling } from './stored-billing.ts'
import { type BusinessStore, emptyBusinesses } from './stored-businesses.ts'
import { emptyStorage, type StorageState } from './stored-files.ts'
import { emptyPipelines, type PipelineStore } from './stored-pipelines.ts'
import { emptyScans, type ScanStore } from './stored-scans.ts'
import { emptyShares, type ShareStore, type StoredShare } from './stored-shares.ts'
import { emptySigning, type SigningStore } from './stored-signing.ts'
import { emptyWebhooks, type WebhookStore } from './stored-webhooks.ts'
import { advanceWebhooks, happened } from './webhook-attempts.ts'

/**
 * A conversion as the mock keeps it: how it will go is decided when it is made, and time brings it
 * out.
 */
export interface StoredConversion {
  conversion: Conversion
  owner: string
  /** The user who made it; absent for seeded ones of one person. */
  createdBy?: string | null
  /** Null once it has reached its end. */
  plan: Plan | null
  hidden?: boolean
  /** The link that is made of its result. */
  linked?: Omit<StoredShare, 'id' | 'fileId' | 'conversionId' | 'createdAt'>
}

/** A file that was taken in and not converted yet. */
export interface StoredUpload {
  key: string
  owner: string
  filename: string
  bytes: number
  format: string
}

export interface Plan {
  startsAt: number
  endsAt: number
  /** Whether the engine can say how far it is. */
  measured: boolean
  stages: string[]
  fails: { code: ConversionErrorCode; message: string } | null
}

export interface StoredUser {
  user: User
  /** Null for who only ever signs in through a provider. */
  password: string | null
}

export interface Db {
  users: StoredUser[]
  identity: IdentityState
  conversions: StoredConversion[]
  uploads: StoredUpload[]
  storage: StorageState
  shares: ShareStore
  businesses: BusinessStore
  signing: SigningStore
  pipelines: PipelineStore
  scans: ScanStore
  webhooks: WebhookStore
  notifications: StoredReadState[]
  status: StatusStore
  billing: BillingStore
  admin: AdminStore
  /** Collected ones; those of a run are told by their conversions. */
  batches: { id: string; owner: string; filename: string; conversions: string[] }[]
  /** Idempotency key with its owner → what was answered. */
  answers: Map<string, { fingerprint: string; status: number; body: unknown }>
  granted: number
  anonymousGranted: number
  /** Milliseconds that a conversion takes at least; 0 ends it at once. */
  pace: number
}

export function createDb(options: { conversions?: number; pace?: number } = {}): Db {
  const db: Db = {
    users: [],
    identity: emptyIdentity(),
    conversions: [],
    uploads: [],
    storage: emptyStorage(),
    shares: emptyShares(),
    businesses: emptyBusinesses(),
    signing: emptySigning(),
    pipelines: emptyPipelines(),
    scans: emptyScans(),
    webhooks: emptyWebhooks(),
    notifications: [],
    status: { public: false, affected: [] },
    billing: emptyBilling(),
    admin: emptyAdmin(),
    batches: [],
    answers: new Map(),
    granted: 2000,
    anonymousGranted: 20,
    pace: options.pace ?? 4000,
  }
  resetDb(db, options)
  return db
}

/** Puts everything back, in place: handlers keep their reference. */
export function resetDb(db: Db, { conversions = 160 }: { conversions?: number } = {}): void {
  const { users, identity } = seedAccounts()
  db.users.splice(0, db.users.length, ...users)
  db.identity = identity
  db.answers.clear()
  db.status = { public: false, affected: [] }
  db.uploads.length = 0
  db.storage = emptyStorage(conversions > 0 ? seedFiles(MAREN.id) : [])
  db.shares = seedShares(db.storage.files)
  db.signing = conversions > 0 ? seedSigning(MAREN.id) : emptySigning()
  db.pipelines = emptyPipelines()
  if (conversions > 0) seedPipelines(db, MAREN.id)
  db.batches.length = 0
  db.conversions.splice(
    0,
    db.conversions.length,
    ...seedConversions(conversions).map((conversion) => ({ conversion, owner: MAREN.id, plan: null })),
  )
  const made = db.conversions.find(
    ({ conversion }) => conversion.target_format === 'pdf' && conversion.output,
  )
  db.scans = conversions > 0 ? seedScans(MAREN.id, made?.conversion.id ?? null) : emptyScans()
  db.businesses = emptyBusinesses()
  if (conversions > 0) seedBusinesses(db)
  db.webhooks = emptyWebhooks()
  db.notifications.length = 0
  db.billing = emptyBilling()
  db.admin = emptyAdmin()
  if (conversions > 0) seedWebhooks(db, MAREN.id)
}

/** The engine has ended by then, and the result is stored. */
const SAVING_FROM = 0.9

/** Brings every conversion to where time has brought it. Called before each answer. */
export function advance(db: Db, now = Date.now()): void {
  advanceRuns(db, now)
  expireSigning(db, now)
  advanceWebhooks(db, now)
  // The newest is first in the list, and last in the queue.
  let position = db.conversions.filter(({ plan }) => plan && now < plan.startsAt).length
  for (const stored of db.conversions) {
    const { plan, conversion } = stored
    if (!plan) continue
    conversion.queue_position = now < plan.startsAt ? position-- : null
    if (now >= plan.endsAt) {
      settle(db, stored, plan)
      tell(db, stored, now)
    } else if (now >= plan.startsAt) {
      const share = (now - plan.startsAt) / (plan.endsAt - plan.startsAt)
      conversion.started_at ??= new Date(plan.startsAt).toISOString()
      const saves = share >= SAVING_FROM
      conversion.progress = plan.measured && !saves ? Math.round(share * 100) / 100 : null
      const stage = plan.stages[Math.floor((share / SAVING_FROM) * plan.stages.length)]
      Object.assign(conversion, presentStage(saves ? 'Saving the result' : (stage ?? null)))
    }
  }
}

/** The event of a conversion that has ended. */
function tell(db: Db, { owner, conversion }: StoredConversion, now: number): void {
  const createdAt = new Date(now).toISOString()
  happened(db, {
    ...{ owner, objectId: conversion.conversion_id, object: conversion, createdAt },
    type: conversion.status === 'failed' ? 'conversion.failed' : 'conversion.completed',
  })
}

function settle(db: Db, stored: StoredConversion, plan: Plan): void {
  const { conversion } = stored
  stored.plan = null
  conversion.started_at ??= new Date(plan.startsAt).toISOString()
  conversion.completed_at = new Date(plan.endsAt).toISOString()
  Object.assign(conversion, presentStage(null))
  if (plan.fails) {
    setStatus(conversion, 'failed')
    conversion.error = { code: plan.fails.code, ...presentMessage(plan.fails.message) }
    conversion.credits_charged = 0
    if (conversion.delivery)
      conversion.delivery = { ...conversion.delivery, state: 'failed', problem: plain(plan.fails.message) }
    return
  }
  setStatus(conversion, 'completed')
  complete(conversion)
  deliver(db, stored)
}
