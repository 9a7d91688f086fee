import { randomUUID } from 'node:crypto'
import { desc } from 'drizzle-orm'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { Platform, Transaction } from '../platform.ts'
import { hashToken, newToken } from './context.ts'
import { refreshTokens, signingKeys } from './schema.ts'
import type { QueryPlatform, TransactionPlatform } from './transaction.ts'

/** Lifetime of an access token in seconds. */
export const ACCESS_SECONDS = 600
export const AUDIENCE = 'filewright'
const ALGORITHM = 'EdDSA'
const DAY = 86_400_000
/** Rotation period of signing keys; an old key verifies until its last token has expired. */
const SIGNS_FOR = 30 * DAY
export const KEEPS_FOR = SIGNS_FOR + DAY
const PURPOSE = 'signing key'

type PublicKey = { kty: string; crv: string; x: string }

/** The public keys that may have signed an unexpired token, newest first. */
export async function publicKeys({ db, clock }: Pick<QueryPlatform, 'db' | 'clock'>) {
  const rows = await db.select().from(signingKeys).orderBy(desc(signingKeys.createdAt))
  return rows
    .filter(({ createdAt }) => clock().getTime() - createdAt.getTime() < KEEPS_FOR)
    .map(({ kid, publicKey }) => ({ ...publicKey, kid, alg: ALGORITHM, use: 'sig' }))
}

/** The current signing key; generated if none exists, or the newest is due for rotation. */
async function signingKey(platform: TransactionPlatform): Promise<{ kid: string; key: CryptoKey }> {
  const { db, clock, secrets } = platform
  const [newest] = await db.select().from(signingKeys).orderBy(desc(signingKeys.createdAt)).limit(1)
  if (newest && clock().getTime() - newest.createdAt.getTime() < SIGNS_FOR) {
    const jwk = JSON.parse(secrets.open(newest.privateKey, PURPOSE).toString('utf8'))
    return { kid: newest.kid, key: (await importJWK(jwk, ALGORITHM)) as CryptoKey }
  }
  const pair = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true })
  const publicJwk = (await exportJWK(pair.publicKey)) as PublicKey
  const kid = await calculateJwkThumbprint(publicJwk)
  const sealed = secrets.seal(Buffer.from(JSON.stringify(await exportJWK(pair.privateKey))), PURPOSE)
  await db.insert(signingKeys).values({ kid, publicKey: publicJwk, privateKey: sealed, createdAt: clock() })
  return { kid, key: pair.privateKey as CryptoKey }
}

/** The issuer: the instance's public URL. */
export const issuerOf = ({ settings }: Pick<Platform, 'settings'>) => settings.mailUrl()

/**
 * An access token (JWT, 10 minutes) and a refresh token (opaque, single-use) for a session. Both
 * end with the session: each request with an access token checks it.
 */
export async function issueTokens(
  platform: TransactionPlatform,
  tx: Transaction,
  of: { sessionId: string; userId: string },
) {
  const { kid, key } = await signingKey(platform)
  const now = platform.clock()
  const accessToken = await new SignJWT({ sid: of.sessionId, client_id: 'dashboard' })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'at+jwt' })
    .setIssuer(issuerOf(platform))
    .setAudience(AUDIENCE)
    .setSubject(of.userId)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(new Date(now.getTime() + ACCESS_SECONDS * 1000))
    .sign(key)
  const refreshToken = newToken()
  await tx.insert(refreshTokens).values({
    tokenHash: hashToken(refreshToken),
    sessionId: of.sessionId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + platform.settings.sessionDays * DAY),
  })
  return { accessToken, refreshToken }
}

/**
 * The payload of a valid, unexpired token; null for any other. The caller checks whether its
 * session has ended.
 */
export async function readAccessToken(platform: Platform, token: string): Promise<JWTPayload | null> {
  if (token.split('.').length !== 3 || token.length > 4096) return null
  try {
    const keys = createLocalJWKSet({ keys: await publicKeys(platform) })
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      issuer: issuerOf(platform),
      typ: 'at+jwt',
      currentDate: platform.clock(),
      requiredClaims: ['sub', 'sid', 'exp', 'jti'],
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** The session of an access token. */
export async function sessionOfAccessToken(platform: Platform, token: string): Promise<string | null> {
  const payload = await readAccessToken(platform, token)
  return typeof payload?.sid === 'string' ? payload.sid : null
}
