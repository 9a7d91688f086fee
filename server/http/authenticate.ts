import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { sessionOfAccessToken } from '../core/access-tokens.ts'
import { ApiProblem } from '../core/api-problem.ts'
import { type Actor, actingFor, hashToken, NOBODY, type Person } from '../core/context.ts'
import { liveApiKey } from '../core/live-api-key.ts'
import { apiKeys, visitors } from '../core/schema.ts'
import { readSession } from '../core/sessions.ts'
import type { Platform } from '../platform.ts'
import { shownCookie } from './cookies.ts'

/** The format of `newToken`; only guests send such a token as bearer. */
const TOKEN = /^[\w-]{43}$/
const API_KEY = /^fw_[\w-]{43}$/
/** A key's last use is saved at most this often. */
const TOUCH_AFTER = 60_000

/**
 * Authenticates a request: the only reader of cookies and the Authorization header (decision 7). An
 * invalid header is refused; an expired cookie is ignored. `basic`: accepts an API key as the
 * client secret (RFC 6749, 2.3.1), as standard OAuth clients send it.
 */
export async function authenticate(
  platform: Platform,
  request: FastifyRequest,
  { basic = false }: { basic?: boolean | undefined } = {},
): Promise<Actor> {
  const { authorization } = request.headers
  if (authorization !== undefined) return readBearer(platform, tokenOf(authorization, basic), request.ip)
  const session = shownCookie(request, 'session')
  if (session) {
    const person = await readSession(platform, { token: session })
    if (person) return forThemselves({ ...person, via: 'cookie' })
  }
  const visitor = shownCookie(request, 'visitor')
  if (visitor) {
    const found = await readVisitor(platform, visitor)
    if (found) return found
    if (TOKEN.test(visitor)) return actingFor({ kind: 'anonymous', token: visitor }, null)
  }
  return NOBODY
}

/**
 * The phone's bearer token; an empty string if the header has another scheme, undefined without a
 * header.
 */
export function pairingToken({ headers: { authorization } }: FastifyRequest): string | undefined {
  return authorization === undefined ? undefined : tokenOf(authorization, false)
}

const forThemselves = (person: Person): Actor => actingFor(person, { kind: 'user', id: person.userId })

async function readVisitor(platform: Platform, token: string): Promise<Actor | null> {
  const [found] = await platform.db
    .select({ id: visitors.id })
    .from(visitors)
    .where(eq(visitors.tokenHash, hashToken(token)))
  return found ? actingFor({ kind: 'visitor' }, { kind: 'visitor', id: found.id }) : null
}

function tokenOf(authorization: string, basic: boolean): string {
  const [, scheme = '', given = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(authorization) ?? []
  if (scheme.toLowerCase() !== 'basic') return given
  if (!basic) return ''
  const [, secret = ''] = /^[^:]*:(.*)$/.exec(Buffer.from(given, 'base64').toString('utf8')) ?? []
  // Form-encoded; a key has no character that the encoding changes.
  return [...new URLSearchParams(`secret=${secret}`).values()][0] ?? ''
}

async function readBearer(platform: Platform, token: string, address: string): Promise<Actor> {
  const read = API_KEY.test(token) ? readKey : TOKEN.test(token) ? readVisitor : readAccessToken
  const actor = await read(platform, token, address)
  if (actor) return actor
  throw new ApiProblem(
    'invalid_token',
    'The Authorization header holds no valid API key, access token or visitor token. It may have been revoked or have expired.',
  )
}

async function readAccessToken(platform: Platform, token: string): Promise<Actor | null> {
  const sessionId = await sessionOfAccessToken(platform, token)
  const person = sessionId && (await readSession(platform, { sessionId }))
  return person ? forThemselves({ ...person, via: 'token' }) : null
}

async function readKey(platform: Platform, token: string, address: string): Promise<Actor | null> {
  const key = await liveApiKey(platform, token)
  if (!key) return null
  const { id: keyId, name, owner, userId, scopes, isAdmin, lastUsedAt: used, lastUsedAddress: usedFrom } = key
  const now = platform.clock()
  if (!used || now.getTime() - used.getTime() > TOUCH_AFTER || usedFrom !== address) {
    const use = { lastUsedAt: now, lastUsedAddress: address }
    await platform.db.update(apiKeys).set(use).where(eq(apiKeys.id, keyId))
  }
  return actingFor({ kind: 'key', keyId, name, userId, scopes, isAdmin }, owner)
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses cross-site requests of browsers: a browser sends the origin (Sec-Fetch-Site, else
 * Origin); a program that sends neither carries no browser's cookies.
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
    throw new ApiProblem(
      'cross_origin',
      'Requests that change something must come from this site’s own pages.',
    )
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}
