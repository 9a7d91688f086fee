import { SCOPE_NAMES } from '../../contract/scopes.ts'
import type { tokenEndpoints } from '../../contract/tokens.ts'
import type { Db } from './db.ts'
import { type AreaHandlers, MockProblem } from './handler.ts'
import { endSessions, record, type StoredSession } from './identity.ts'

const LIVES = 900

/** Tokens in words and not in signatures: the mock knows them by name. */
export function newTokens(db: Db, { session }: StoredSession) {
  const access_token = `mock-access-${crypto.randomUUID()}`
  const refresh_token = `mock-refresh-${crypto.randomUUID()}`
  db.identity.tokens.set(access_token, { session: session.id, kind: 'access', used: false })
  db.identity.tokens.set(refresh_token, { session: session.id, kind: 'refresh', used: false })
  return {
    success: true,
    message: 'New tokens.',
    access_token,
    refresh_token,
    expires_in: LIVES,
    token_type: 'Bearer',
  }
}

/** What a token stands for: an API key, or a token of a session that is still open. */
function find(db: Db, token: string) {
  const key = db.identity.keys.find((one) => one.key === token)
  if (key)
    return {
      userId: key.owner,
      client: key.apiKey.id,
      scopes: key.apiKey.scopes as string[],
      refresh: false,
    }
  const known = db.identity.tokens.get(token)
  const session = [...db.identity.sessions.values()].find((one) => one.session.id === known?.session)
  if (!known || !session || known.used) return null
  return {
    userId: session.userId,
    client: 'dashboard',
    scopes: SCOPE_NAMES,
    refresh: known.kind === 'refresh',
  }
}

export const tokenHandlers: AreaHandlers<keyof typeof tokenEndpoints> = {
  getJwks: () => ({
    status: 200,
    body: { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'bW9jaw', kid: 'mock', alg: 'EdDSA', use: 'sig' }] },
  }),

  introspectToken({ db, actor, json }) {
    const found = find(db, json.token)
    const user = db.users.find((one) => one.user.id === found?.userId)?.user
    const service = actor.key !== null && actor.user?.is_admin
    if (!found || !user || (user.id !== actor.id && !service)) return { status: 200, body: { active: false } }
    const { id, username, email, email_verified, is_admin } = user
    const scopes = [...found.scopes]
    return {
      status: 200,
      body: {
        active: true,
        scope: scopes.join(' '),
        client_id: found.client,
        username,
        token_type: found.refresh ? 'refresh_token' : 'Bearer',
        sub: id,
        user: { id, username, email, email_verified, is_admin },
        permissions: scopes,
        services: [...new Set(scopes.map((scope) => scope.split(':')[0] as string))],
      },
    }
  },

  verifyToken({ db, json }) {
    const valid = find(db, json.token)?.refresh === false
    return {
      status: 200,
      body: { valid, message: valid ? 'The token is valid.' : 'The token is not valid.' },
    }
  },

  /** Works once; used twice, somebody else has it too, and the session ends. */
  refreshToken({ db, json }) {
    const known = db.identity.tokens.get(json.refresh_token)
    const session = [...db.identity.sessions.values()].find((one) => one.session.id === known?.session)
    const user = db.users.find((one) => one.user.id === session?.userId)?.user
    if (known?.kind !== 'refresh' || !session || !user)
      throw new MockProblem('invalid_token', 'The token is not valid.')
    if (known.used) {
      endSessions(db, (one) => one === session)
      record(db, user, 'token_reused')
      throw new MockProblem('invalid_token', 'The token was used before. The session has ended.')
    }
    known.used = true
    return { status: 200, body: newTokens(db, session) }
  },
}
