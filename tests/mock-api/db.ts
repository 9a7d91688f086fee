import type { User } from '../../contract/account.ts'
import type { Conversion } from '../../contract/conversion.ts'
import type { ConversionErrorCode } from '../../contract/conversion-errors.ts'
import { complete, setStatus } from './outcome.ts'
import { seedConversions } from './seed.ts'

/** A conversion as the mock keeps it: how it will go is decided when it is made, and time brings it out. */
export interface StoredConversion {
  conversion: Conversion
  owner: string
  /** Null once it has reached its end. */
  plan: Plan | null
  hidden?: boolean
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
  password: string
}

export interface Db {
  users: StoredUser[]
  /** Session token → user id. */
  sessions: Map<string, string>
  conversions: StoredConversion[]
  uploads: StoredUpload[]
  /** Collected ones; those of a run are told by their conversions. */
  batches: { id: string; owner: string; filename: string; conversions: string[] }[]
  /** Idempotency key with its owner → what was answered. */
  answers: Map<string, { fingerprint: string; status: number; body: unknown }>
  granted: number
  anonymousGranted: number
  /** Milliseconds that a conversion takes at least; 0 ends it at once. */
  pace: number
}

/** The account that every seeded instance has. Its session lives across reloads: the token is made from the id. */
export const MAREN = {
  id: '018f2d6e-0000-7000-8000-000000000001',
  username: 'maren',
  email: 'maren@harbour.example',
  password: 'harbour lights',
} as const

export const sessionToken = (userId: string): string => `session-of-${userId}`

export function createDb(options: { conversions?: number; pace?: number } = {}): Db {
  const db: Db = {
    users: [],
    sessions: new Map(),
    conversions: [],
    uploads: [],
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
  const user: User = {
    id: MAREN.id,
    username: MAREN.username,
    email: MAREN.email,
    email_verified: true,
    first_name: 'Maren',
    last_name: 'Okafor',
    is_admin: true,
    language: 'en',
    time_zone: 'Europe/Lisbon',
    created_at: '2025-03-03T09:00:00.000Z',
  }
  db.users.splice(0, db.users.length, { user, password: MAREN.password })
  db.sessions.clear()
  db.sessions.set(sessionToken(MAREN.id), MAREN.id)
  db.answers.clear()
  db.uploads.length = 0
  db.batches.length = 0
  db.conversions.splice(
    0,
    db.conversions.length,
    ...seedConversions(conversions).map((conversion) => ({ conversion, owner: MAREN.id, plan: null })),
  )
}

/** Brings every conversion to where time has brought it. Called before each answer. */
export function advance(db: Db, now = Date.now()): void {
  for (const stored of db.conversions) {
    const { plan, conversion } = stored
    if (!plan) continue
    if (now >= plan.endsAt) settle(stored, plan)
    else if (now >= plan.startsAt) {
      const share = (now - plan.startsAt) / (plan.endsAt - plan.startsAt)
      conversion.started_at ??= new Date(plan.startsAt).toISOString()
      conversion.progress = plan.measured ? Math.round(share * 100) / 100 : null
      conversion.stage = plan.stages[Math.floor(share * plan.stages.length)] ?? null
    }
  }
}

function settle(stored: StoredConversion, plan: Plan): void {
  const { conversion } = stored
  stored.plan = null
  conversion.started_at ??= new Date(plan.startsAt).toISOString()
  conversion.completed_at = new Date(plan.endsAt).toISOString()
  conversion.stage = null
  if (plan.fails) {
    setStatus(conversion, 'failed')
    conversion.error = plan.fails
    conversion.credits_charged = 0
    return
  }
  setStatus(conversion, 'completed')
  complete(conversion)
}
