import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { type Actor, hashToken } from '../core/context.ts'
import { Refusal } from '../core/refusal.ts'
import { sessions, users, visitors } from '../core/schema.ts'
import type { Platform } from '../platform.ts'

/** What `newToken` makes. */
const TOKEN = /^[\w-]{43}$/
const HOUR = 3_600_000
/** A session's last use is written down at most this often. */
const TOUCH_AFTER = 60_000

export const cookieNames = (secure: boolean) =>
  secure
    ? { session: '__Host-session', visitor: '__Host-visitor' }
    : { session: 'session', visitor: 'visitor' }

/**
 * Who a request comes from: the one place where cookies and the Authorization header are read (decision 7). A header that
 * says something wrong is refused; a cookie that has run out is as good as none.
 */
export async function authenticate(
  platform: Platform,
  request: FastifyRequest,
  secure: boolean,
): Promise<Actor> {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    throw new Refusal('invalid_token', 'The Authorization header holds no API key of this instance.')
  }
  const names = cookieNames(secure)
  const session = request.cookies[names.session]
  if (session) {
    const actor = await readSession(platform, session)
    if (actor) return actor
  }
  const visitor = request.cookies[names.visitor]
  if (visitor) {
    const [found] = await platform.db
      .select({ id: visitors.id })
      .from(visitors)
      .where(eq(visitors.tokenHash, hashToken(visitor)))
    if (found) return { kind: 'visitor', ownerId: found.id }
    if (TOKEN.test(visitor)) return { kind: 'anonymous', token: visitor }
  }
  return { kind: 'anonymous' }
}

async function readSession({ db, clock, settings }: Platform, token: string): Promise<Actor | null> {
  const [found] = await db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      seen: sessions.lastSeenAt,
      expires: sessions.expiresAt,
      isAdmin: users.isAdmin,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.tokenHash, hashToken(token)))
  if (!found) return null
  const now = clock()
  const idle = now.getTime() - found.seen.getTime()
  if (found.expires <= now || idle > settings.sessionIdleHours * HOUR) return null
  if (idle > TOUCH_AFTER) await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, found.id))
  return { kind: 'user', ownerId: found.userId, sessionId: found.id, isAdmin: found.isAdmin }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site makes a browser send: a browser says where a request comes from (Sec-Fetch-Site, else Origin);
 * a program that says nothing carries no browser's cookies.
 */
export function refuseCrossOrigin(request: FastifyRequest) {
  if (SAFE.has(request.method) || request.headers.authorization !== undefined) return
  const site = request.headers['sec-fetch-site']
  const from = request.headers.origin
  const foreign =
    site !== undefined
      ? site !== 'same-origin' && site !== 'none'
      : from !== undefined && hostOf(from) !== request.host
  if (foreign)
    throw new Refusal('cross_origin', 'Requests that change something must come from this site’s own pages.')
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}
