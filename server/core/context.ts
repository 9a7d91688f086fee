import { createHash, randomBytes } from 'node:crypto'
import type { PlanLimits } from '../../contract/billing.ts'
import { PERMISSION_NAMES, type Permission, type Role } from '../../contract/permissions.ts'
import type { Scope } from '../../contract/scopes.ts'
import type { Log, Platform } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import type { BusinessRow, OwnerKind } from './schema.ts'

/**
 * The authenticated caller. A visitor is a guest known by a cookie. An anonymous caller may already
 * carry a guest token: the guest is created when there is something to own. A key acts within its
 * scopes, also without a user; an unfinished sign-in is anonymous.
 */
export type Principal =
  | { kind: 'anonymous'; token?: string }
  | { kind: 'visitor' }
  | Person
  | { kind: 'key'; keyId: string; name: string; userId: string | null; scopes: Scope[]; isAdmin: boolean }

/** A signed-in user: by cookie, or by an access token of the same session. */
export interface Person {
  kind: 'user'
  userId: string
  sessionId: string
  isAdmin: boolean
  /** Time of the last confirmation of identity. */
  confirmedAt: Date
  via: 'cookie' | 'token'
}

/** The owner of the work, who pays for it. */
export interface Owner {
  kind: OwnerKind
  id: string
  /** Plan limits, if they were read with the owner. */
  limits?: PlanLimits
}

/**
 * The caller, the owner they act for, and their permissions there. For themselves users have all
 * permissions and no role; a member of a business has those of the role; a key those of its scopes.
 */
export interface Actor {
  principal: Principal
  /** Null if the caller cannot own anything yet. */
  owner: Owner | null
  /** Role of a member of a business. */
  role: Role | null
  permissions: ReadonlySet<Permission>
  /** The business that the caller acts for, or that the path names. */
  business: BusinessRow | null
}

/** Tokens in cookies. */
export type CookieName =
  | 'session'
  | 'visitor'
  | 'challenge'
  | 'device'
  | 'flow'
  | 'share'
  | 'reading'
  | 'signing'

/** The input of every verb besides its own. Independent of HTTP. */
export interface Context {
  platform: Platform
  actor: Actor
  requestId: string
  /** The caller's network address and User-Agent, for records. */
  address: string
  userAgent: string
  /** Scheme and host of the request, for links in responses. */
  origin: string
  log: Log
  /** Tokens of the request that only some verbs read. */
  shown: Partial<
    Record<'challenge' | 'device' | 'flow' | 'share' | 'reading' | 'signing' | 'pairing', string | undefined>
  >
  /** A HEAD request: nothing is counted or recorded. */
  isHead: boolean
  /** Plan limits of the caller, once read. */
  limits?: PlanLimits
  /**
   * Tokens issued during this call, which the transport sends to the client; null clears the token.
   */
  issued: Partial<Record<CookieName, { token: string; expires: Date; path?: string } | null>>
}

/** 256 bits; only the caller gets it, the database stores its hash. */
export const newToken = () => randomBytes(32).toString('base64url')
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * The owner that an account acts for: itself, or a business. Refuses guests and anonymous callers.
 */
export function requireOwner(ctx: Pick<Context, 'actor'>): string {
  const { principal, owner } = ctx.actor
  if (!owner || (principal.kind !== 'user' && principal.kind !== 'key')) throw unauthenticated()
  return owner.id
}

/** The acting user or the key's user; refuses a business's key and all other callers. */
export function requireUser(ctx: Pick<Context, 'actor'>): string {
  const userId = userOf(ctx)
  if (userId === null) throw unauthenticated()
  return userId
}

/** The signed-in user; refuses all other callers, including keys. */
export function requirePerson(ctx: Pick<Context, 'actor'>): Person {
  const { principal } = ctx.actor
  if (principal.kind !== 'user') throw new ApiProblem('unauthenticated', 'Sign in to continue.')
  return principal
}

const unauthenticated = () => new ApiProblem('unauthenticated', 'Sign in or send an API key.')

/** The owner whose data this caller may see, or null. */
export const ownerOf = ({ actor }: Pick<Context, 'actor'>): string | null => actor.owner?.id ?? null

/** The acting user, for `created_by`, mail and names; null for guests and keys of a business. */
export const userOf = ({ actor: { principal } }: Pick<Context, 'actor'>): string | null =>
  principal.kind === 'user' || principal.kind === 'key' ? principal.userId : null

/** A new row's owner, and the user who created it: null for guests and keys of a business. */
export interface Belonging {
  ownerId: string
  createdBy: string | null
}

/** The owner of the caller's new rows. Refuses guests and anonymous callers. */
export const belongingOf = (ctx: Pick<Context, 'actor'>): Belonging => ({
  ownerId: requireOwner(ctx),
  createdBy: userOf(ctx),
})

const EVERYTHING: ReadonlySet<Permission> = new Set(PERMISSION_NAMES)
const NOTHING: ReadonlySet<Permission> = new Set()

/** An actor who acts for themselves. */
export const actingFor = (principal: Principal, owner: Owner | null): Actor => ({
  principal,
  owner,
  role: null,
  permissions: principal.kind === 'key' ? new Set(principal.scopes) : owner ? EVERYTHING : NOTHING,
  business: null,
})

/** An unauthenticated caller. */
export const NOBODY = actingFor({ kind: 'anonymous' }, null)
