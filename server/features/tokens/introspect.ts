import { and, eq, gt, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { SCOPE_NAMES, type Scope } from '../../../contract/scopes.ts'
import type { tokenEndpoints } from '../../../contract/tokens.ts'
import { AUDIENCE, issuerOf, readAccessToken } from '../../core/access-tokens.ts'
import { type Context, hashToken, requireUser } from '../../core/context.ts'
import { liveApiKey } from '../../core/live-api-key.ts'
import { refreshTokens, sessions, users } from '../../core/schema.ts'
import { readSession } from '../../core/sessions.ts'

type Introspection = z.input<(typeof tokenEndpoints.introspectToken.responses)[200]>

/** What stands behind a token that works now. */
interface Meaning {
  /** Null for a key of a business. */
  userId: string | null
  subject: string
  scopes: readonly Scope[]
  clientId: string
  claims: Pick<Introspection, 'exp' | 'iat' | 'nbf' | 'jti' | 'token_type'>
}

const HOUR = 3_600_000
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/**
 * The meaning of a token that authenticates requests: an API key or an access token. Null for any
 * other token.
 */
async function bearerMeaning(ctx: Context, token: string): Promise<Meaning | null> {
  const key = await liveApiKey(ctx.platform, token)
  if (key) {
    const { id, userId, ownerId, scopes, createdAt, expiresAt } = key
    const claims = { iat: seconds(createdAt), jti: id, token_type: 'Bearer' }
    return {
      userId,
      subject: ownerId,
      scopes,
      clientId: id,
      claims: expiresAt ? { ...claims, exp: seconds(expiresAt) } : claims,
    }
  }
  const payload = await readAccessToken(ctx.platform, token)
  const person = payload && (await readSession(ctx.platform, { sessionId: String(payload.sid) }))
  if (!person) return null
  const { exp, iat, nbf, jti } = payload
  const claims = { exp, iat, nbf, jti, token_type: 'Bearer' }
  return { userId: person.userId, subject: person.userId, scopes: SCOPE_NAMES, clientId: 'dashboard', claims }
}

/** The meaning of a refresh token that can still be exchanged; null for any other token. */
async function refreshMeaning(ctx: Context, token: string): Promise<Meaning | null> {
  const { db, clock, settings } = ctx.platform
  const now = clock()
  const [refresh] = await db
    .select({ token: refreshTokens, userId: sessions.userId, ends: sessions.expiresAt })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(
      and(
        eq(refreshTokens.tokenHash, hashToken(token)),
        isNull(refreshTokens.usedAt),
        gt(refreshTokens.expiresAt, now),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, new Date(now.getTime() - settings.sessionIdleHours * HOUR)),
      ),
    )
  if (!refresh) return null
  const exp = Math.min(seconds(refresh.token.expiresAt), seconds(refresh.ends))
  const claims = { exp, iat: seconds(refresh.token.createdAt), token_type: 'refresh_token' }
  return { userId: refresh.userId, subject: refresh.userId, scopes: [], clientId: 'dashboard', claims }
}

/**
 * What a token stands for (RFC 7662). An account is told of its own tokens; a service is told of
 * anybody's, by an API key that the admin made for it. Of all others, and of what does not work,
 * the answer is the same: not active.
 */
export async function introspect(ctx: Context, token: string): Promise<Introspection> {
  const caller = requireUser(ctx)
  const meaning = (await bearerMeaning(ctx, token)) ?? (await refreshMeaning(ctx, token))
  const { principal } = ctx.actor
  const service = principal.kind === 'key' && principal.isAdmin
  if (!meaning || (meaning.userId !== caller && !service)) return { active: false }
  const [user] = meaning.userId
    ? await ctx.platform.db.select().from(users).where(eq(users.id, meaning.userId))
    : []
  if (meaning.userId && !user) return { active: false }
  const { scopes } = meaning
  return {
    active: true,
    scope: scopes.join(' '),
    client_id: meaning.clientId,
    username: user?.username,
    sub: meaning.subject,
    aud: AUDIENCE,
    iss: issuerOf(ctx.platform),
    ...meaning.claims,
    user: user && {
      id: user.id,
      username: user.username,
      email: user.email,
      email_verified: user.emailVerified,
      is_admin: user.isAdmin,
    },
    permissions: [...scopes],
    services: [...new Set(scopes.map((scope) => scope.split(':', 1)[0] as string))],
  }
}

/**
 * Whether a token authenticates requests now. A refresh token does not: it is only exchanged for an
 * access token.
 */
export async function verifyToken(ctx: Context, token: string): Promise<{ valid: boolean; message: string }> {
  const valid = (await bearerMeaning(ctx, token)) !== null
  return { valid, message: valid ? 'The token is valid.' : 'The token is not valid.' }
}
