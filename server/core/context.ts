import { createHash, randomBytes } from 'node:crypto'
import type { Log, Platform } from '../platform.ts'
import { Refusal } from './refusal.ts'

/**
 * Who acts. A visitor is somebody without an account whom a cookie knows. Somebody anonymous may carry a visitor's token
 * already, and nothing else yet: the visitor is made when there is something to own.
 */
export type Actor =
  | { kind: 'anonymous'; token?: string }
  | { kind: 'visitor'; ownerId: string }
  | { kind: 'user'; ownerId: string; sessionId: string; isAdmin: boolean }

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
  /** Tokens made during this call, which the transport hands to the caller; null takes the token away. */
  issued: { session?: { token: string; expires: Date } | null; visitor?: { token: string } | null }
}

/** 256 bits; the caller gets it once, the database keeps only its hash. */
export const newToken = () => randomBytes(32).toString('base64url')
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** The signed-in user's id; refuses anybody else. */
export function requireUser(ctx: Context): string {
  if (ctx.actor.kind !== 'user')
    throw new Refusal('unauthenticated', 'Sign in, or send an API key, to go on.')
  return ctx.actor.ownerId
}

/** Whose things this caller may see: their own, or nobody's. */
export const ownerOf = (ctx: Context): string | null =>
  ctx.actor.kind === 'anonymous' ? null : ctx.actor.ownerId
