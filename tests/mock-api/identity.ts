import type { ApiKey, accessEndpoints } from '../../contract/access.ts'
import type { User } from '../../contract/account.ts'
import type { Answer } from '../../contract/endpoint.ts'
import {
  CODE_SECONDS,
  type FactorKind,
  type MfaMethod,
  type MfaStatus,
  type mfaEndpoints,
} from '../../contract/mfa.ts'
import type { signInEndpoints } from '../../contract/sign-in.ts'
import type { Db } from './db.ts'

// What the mock knows of who may do what: sessions, second factors, keys, and what was written down
// of them.

type Item<A extends { results: unknown[] }> = A['results'][number]
export type Session = Item<Answer<typeof accessEndpoints.listSessions>>
export type SecurityEvent = Item<Answer<typeof accessEndpoints.listSecurityEvents>>
export type OutboxMessage = Item<Answer<typeof accessEndpoints.listOutbox>>
export type TrustedDevice = Item<Answer<typeof mfaEndpoints.listTrustedDevices>>
export type Identity = Item<Answer<typeof signInEndpoints.listIdentities>>
export type Factor = MfaStatus['factors'][number]

export interface StoredSession {
  token: string
  userId: string
  session: Omit<Session, 'is_current'>
  /** When its person last showed who they are. Null: sensitive acts ask first. */
  confirmedAt: number | null
}

/** A question for a second factor that waits: of a sign-in, or of a session that is asked again. */
export interface Challenge {
  id: string
  userId: string
  expiresAt: number
  triesLeft: number
  /** Ways that a code was sent by. */
  sent: Set<MfaMethod>
  /** Made at the password; none for a step-up. */
  signIn: boolean
}

export interface StoredKey {
  /** The account or the business that it acts for. */
  owner: string
  /** Who made it. */
  userId: string
  key: string
  apiKey: ApiKey
}

type Owned<T> = T & { userId: string }

export interface IdentityState {
  sessions: Map<string, StoredSession>
  /** By the token of the cookie `sign-in`, or of the session. */
  challenges: Map<string, Challenge>
  factors: Owned<Factor>[]
  /** What a set-up waits for, by user and method. */
  setups: Map<string, { target: string | null; expiresAt: number }>
  backupCodes: Map<string, { codes: string[]; generated_at: string; expires_at: string }>
  devices: Owned<Omit<TrustedDevice, 'is_current'>>[]
  identities: Owned<Identity & { subject: string }>[]
  keys: StoredKey[]
  events: Owned<SecurityEvent>[]
  outbox: OutboxMessage[]
  /** Tokens of links that were sent. */
  links: Map<string, { userId: string; kind: 'verify' | 'reset'; email: string }>
  avatars: Map<string, { bytes: Uint8Array; type: string }>
  /** Access and refresh tokens, and the session that each came from. */
  tokens: Map<string, { session: string; kind: 'access' | 'refresh'; used: boolean }>
  /** Sign-ins at a provider that were begun. */
  providerStates: Set<string>
}

export const emptyIdentity = (): IdentityState => ({
  sessions: new Map(),
  challenges: new Map(),
  factors: [],
  setups: new Map(),
  backupCodes: new Map(),
  devices: [],
  identities: [],
  keys: [],
  events: [],
  outbox: [],
  links: new Map(),
  avatars: new Map(),
  tokens: new Map(),
  providerStates: new Set(),
})

const DAY = 86_400_000
export const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString()
export const now = (): string => new Date().toISOString()

/** Whoever asks is taken for this browser; an address of the documentation's network. */
export const HERE = { device: 'Firefox 144 on Linux', address: '192.0.2.14' } as const

/**
 * The first session of an account has a token that is known beforehand, so that it lives across
 * reloads and tests can use it.
 */
export const sessionToken = (userId: string): string => `session-of-${userId}`

export function openSession(db: Db, user: User, methods: string[]): StoredSession {
  const first = sessionToken(user.id)
  const stored: StoredSession = {
    token: db.identity.sessions.has(first) ? `${first}-${crypto.randomUUID()}` : first,
    userId: user.id,
    session: {
      id: crypto.randomUUID(),
      name: HERE.device,
      kind: 'desktop',
      address: HERE.address,
      methods,
      created_at: now(),
      last_seen_at: now(),
      expires_at: inDays(30),
    },
    confirmedAt: Date.now(),
  }
  db.identity.sessions.set(stored.token, stored)
  return stored
}

/** Ends sessions, with the tokens that came from them. Answers how many. */
export function endSessions(db: Db, which: (session: StoredSession) => boolean): number {
  const ended = [...db.identity.sessions.values()].filter(which)
  for (const { token, session } of ended) {
    db.identity.sessions.delete(token)
    db.identity.challenges.delete(token)
    for (const [name, { session: from }] of db.identity.tokens)
      if (from === session.id) db.identity.tokens.delete(name)
  }
  return ended.length
}

export function record(
  db: Db,
  user: User,
  kind: SecurityEvent['kind'],
  detail: SecurityEvent['detail'] = {},
): void {
  db.identity.events.unshift({
    userId: user.id,
    id: crypto.randomUUID(),
    kind,
    at: now(),
    address: HERE.address,
    device: HERE.device,
    detail,
  })
}

const ORDER: FactorKind[] = ['totp', 'email', 'sms']

/** The factors of an account, the best first. */
export const factorsOf = (db: Db, user: User): Factor[] =>
  db.identity.factors
    .filter(({ userId }) => userId === user.id)
    .map(({ userId: _, ...factor }) => factor)
    .sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method))

/** How somebody may confirm: with their factors, or with the password where they have none. */
export function methodsOf(db: Db, user: User): MfaMethod[] {
  const factors = factorsOf(db, user)
  if (factors.length === 0) return user.has_password ? ['password'] : []
  const codes = db.identity.backupCodes.get(user.id)?.codes.length ?? 0
  return [...factors.map(({ method }) => method), ...(codes > 0 ? (['backup_code'] as const) : [])]
}

export const newChallenge = (user: User, signIn: boolean): Challenge => ({
  id: crypto.randomUUID(),
  userId: user.id,
  expiresAt: Date.now() + CODE_SECONDS * 1000,
  triesLeft: 5,
  sent: new Set(),
  signIn,
})

export const secondsLeft = (at: number): number => Math.max(0, Math.round((at - Date.now()) / 1000))

/** "m•••••@harbour.example", "+351 ••• ••• 678" */
export const masked = (target: string): string =>
  target.includes('@')
    ? target.replace(/^(.).*(?=@)/, '$1•••••')
    : `${target.slice(0, 4)} ••• ••• ${target.slice(-3)}`

/** Nothing leaves the mock: what it would have sent lies here, and a test reads it. */
export function send(db: Db, kind: OutboxMessage['kind'], to: string, subject: string, text: string): void {
  db.identity.outbox.unshift({
    id: crypto.randomUUID(),
    kind,
    state: 'kept',
    to,
    subject,
    text,
    error: null,
    created_at: now(),
    sent_at: null,
  })
}

/** Any six digits but these are right. */
export const isRightCode = (code: string): boolean => /^\d{6}$/.test(code) && code !== '000000'
export const SENT_CODE = '418032'

export function sendLink(db: Db, user: User, kind: 'verify' | 'reset', email: string, origin: string): void {
  const token = `${kind}-${crypto.randomUUID()}`
  db.identity.links.set(token, { userId: user.id, kind, email })
  const page = kind === 'verify' ? 'verify-email' : 'reset-password'
  send(
    db,
    'mail',
    email,
    kind === 'verify' ? 'Confirm your e-mail address' : 'Choose a new password',
    `Open this link: ${origin}/${page}#token=${token}`,
  )
}
