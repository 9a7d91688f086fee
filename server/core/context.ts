import { createHash, randomBytes } from 'node:crypto'
import type { PlanLimits } from '../../contract/billing.ts'
import { PERMISSION_NAMES, type Permission, type Role } from '../../contract/permissions.ts'
import type { Scope } from '../../contract/scopes.ts'
import type { Log, Platform } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import type { BusinessRow, OwnerKind } from './schema.ts'

/**
 * Who acts. A visitor is somebody without an account whom a cookie knows. Somebody anonymous may
 * carry a visitor's token already, and nothing else yet: the visitor is made when there is
 * something to own. A key acts within its scopes, also when nobody is at work; a person in
 * mid-sign-in is nobody yet.
 */
export type Principal =
  | { kind: 'anonymous'; token?: string }
  | { kind: 'visitor' }
  | Person
  | { kind: 'key'; keyId: string; name: string; userId: string | null; scopes: Scope[]; isAdmin: boolean }

/** A signed-in person: by cookie, or by an access token of the same session. */
export interface Person {
  kind: 'user'
  userId: string
  sessionId: string
  isAdmin: boolean
  /** When they last showed who they are. */
  confirmedAt: Date
  via: 'cookie' | 'token'
}

/** What the work belongs to, and who pays for it. */
export interface Owner {
  kind: OwnerKind
  id: string
  /** Of their plan, where they were read with the owner. */
  limits?: PlanLimits
}

/**
 * Who acts, for whom, and what they may do there. Acting for oneself one may do everything and has
 * no role; a member of a business has those of their role; a key those among its scopes.
 */
export interface Actor {
  principal: Principal
  /** Null while there is nobody that could own anything. */
  owner: Owner | null
  /** Of a member of a business. */
  role: Role | null
  permissions: ReadonlySet<Permission>
  /** The business that is acted for, or that the path names. */
  business: BusinessRow | null
}

/** Tokens that go to a browser as cookies. */
export type CookieName =
  | 'session'
  | 'visitor'
  | 'challenge'
  | 'device'
  | 'flow'
  | 'share'
  | 'reading'
  | 'signing'

/** What every verb is given beside its input. It knows no HTTP. */
export interface Context {
  platform: Platform
  actor: Actor
  requestId: string
  /** The caller's network address and program, for the records. */
  address: string
  userAgent: string
  /** Scheme and host that the caller used, for links in answers. */
  origin: string
  log: Log
  /** Tokens that the caller showed and that only some verbs look at. */
  shown: Partial<
    Record<'challenge' | 'device' | 'flow' | 'share' | 'reading' | 'signing' | 'pairing', string | undefined>
  >
  /** Only the answer's headers were asked for: nothing is counted, and nothing is noted. */
  isHead: boolean
  /** What the caller's plan allows, once it was asked for. */
  limits?: PlanLimits
  /**
   * Tokens made during this call, which the transport hands to the caller; null takes the token
   * away.
   */
  issued: Partial<Record<CookieName, { token: string; expires: Date; path?: string } | null>>
}

/** 256 bits; the caller gets it once, the database keeps only its hash. */
export const newToken = () => randomBytes(32).toString('base64url')
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** The owner that an account acts for: itself, or a business. Refuses visitors and strangers. */
export function requireOwner(ctx: Pick<Context, 'actor'>): string {
  const { principal, owner } = ctx.actor
  if (!owner || (principal.kind !== 'user' && principal.kind !== 'key')) throw unauthenticated()
  return owner.id
}

/** The user who acts, or whose key does; refuses a business's key and anybody else. */
export function requireUser(ctx: Pick<Context, 'actor'>): string {
  const userId = userOf(ctx)
  if (userId === null) throw unauthenticated()
  return userId
}

/** The signed-in person; refuses anybody else, a key as well. */
export function requirePerson(ctx: Pick<Context, 'actor'>): Person {
  const { principal } = ctx.actor
  if (principal.kind !== 'user') throw new ApiProblem('unauthenticated', 'Sign in to continue.')
  return principal
}

const unauthenticated = () => new ApiProblem('unauthenticated', 'Sign in or send an API key.')

/** Whose things this caller may see: their own, or nobody's. */
export const ownerOf = ({ actor }: Pick<Context, 'actor'>): string | null => actor.owner?.id ?? null

/** The user who acts, for `created_by`, mail and names; null for visitors and a business's keys. */
export const userOf = ({ actor: { principal } }: Pick<Context, 'actor'>): string | null =>
  principal.kind === 'user' || principal.kind === 'key' ? principal.userId : null

/** What a new row belongs to, and the user who made it: null for visitors and a business's keys. */
export interface Belonging {
  ownerId: string
  createdBy: string | null
}

/** What this caller makes belongs to whom they act for. Refuses visitors and strangers. */
export const belongingOf = (ctx: Pick<Context, 'actor'>): Belonging => ({
  ownerId: requireOwner(ctx),
  createdBy: userOf(ctx),
})

const EVERYTHING: ReadonlySet<Permission> = new Set(PERMISSION_NAMES)
const NOTHING: ReadonlySet<Permission> = new Set()

/** Somebody who acts for themselves. */
export const actingFor = (principal: Principal, owner: Owner | null): Actor => ({
  principal,
  owner,
  role: null,
  permissions: principal.kind === 'key' ? new Set(principal.scopes) : owner ? EVERYTHING : NOTHING,
  business: null,
})

/** Somebody who has shown nothing. */
export const NOBODY = actingFor({ kind: 'anonymous' }, null)
