import { createHash, randomBytes } from 'node:crypto'
import type { Scope } from '../../contract/scopes.ts'
import type { Log, Platform } from '../platform.ts'
import { Refusal } from './refusal.ts'

/**
 * Who acts. A visitor is somebody without an account whom a cookie knows. Somebody anonymous may carry a visitor's token
 * already, and nothing else yet: the visitor is made when there is something to own. A key acts for its account within its
 * scopes; a person in mid-sign-in is nobody yet.
 */
export type Actor =
  | { kind: 'anonymous'; token?: string }
  | { kind: 'visitor'; ownerId: string }
  | Person
  | { kind: 'key'; ownerId: string; keyId: string; scopes: Scope[]; isAdmin: boolean }

/** A signed-in person: by cookie, or by an access token of the same session. */
export interface Person {
  kind: 'user'
  ownerId: string
  sessionId: string
  isAdmin: boolean
  /** When they last showed who they are. */
  confirmedAt: Date
  via: 'cookie' | 'token'
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
  /** Tokens that the caller's browser showed and that only some verbs look at. */
  shown: Partial<
    Record<'challenge' | 'device' | 'flow' | 'share' | 'reading' | 'signing', string | undefined>
  >
  /** Only the answer's headers were asked for: nothing is counted, and nothing is noted. */
  isHead: boolean
  /** Tokens made during this call, which the transport hands to the caller; null takes the token away. */
  issued: Partial<Record<CookieName, { token: string; expires: Date; path?: string } | null>>
}

/** 256 bits; the caller gets it once, the database keeps only its hash. */
export const newToken = () => randomBytes(32).toString('base64url')
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** The account that acts, by its person or by a key; refuses anybody else. */
export function requireUser(ctx: Pick<Context, 'actor'>): string {
  if (ctx.actor.kind !== 'user' && ctx.actor.kind !== 'key')
    throw new Refusal('unauthenticated', 'Sign in, or send an API key, to go on.')
  return ctx.actor.ownerId
}

/** The signed-in person; refuses anybody else, a key as well. */
export function requirePerson(ctx: Pick<Context, 'actor'>): Person {
  if (ctx.actor.kind !== 'user') throw new Refusal('unauthenticated', 'Sign in to go on.')
  return ctx.actor
}

/** Whose things this caller may see: their own, or nobody's. */
export const ownerOf = (ctx: Pick<Context, 'actor'>): string | null =>
  ctx.actor.kind === 'anonymous' ? null : ctx.actor.ownerId
