import { type ApiKey, type accessEndpoints, MAX_API_KEYS } from '../../contract/access.ts'
import { recordBusinessEvent } from './business-events.ts'
import { type AreaHandlers, MockProblem, signedIn } from './handler.ts'
import { endSessions, inDays, now, record } from './identity.ts'
import { pageOf } from './page.ts'
import { personalScopes } from './stored-businesses.ts'

const byTime =
  (dir: 'asc' | 'desc') =>
  (a: string, b: string): number =>
    (dir === 'asc' ? 1 : -1) * a.localeCompare(b)

export const accessHandlers: AreaHandlers<keyof typeof accessEndpoints> = {
  listSessions({ db, actor }) {
    const user = signedIn(actor)
    const results = [...db.identity.sessions.values()]
      .filter(({ userId }) => userId === user.id)
      .map(({ token, session }) => ({ ...session, is_current: token === actor.session?.token }))
      .sort(
        (a, b) => Number(b.is_current) - Number(a.is_current) || b.last_seen_at.localeCompare(a.last_seen_at),
      )
    return { status: 200, body: { results } }
  },

  endSession({ db, actor, params }) {
    const user = signedIn(actor)
    if (
      endSessions(db, ({ userId, session }) => userId === user.id && session.id === params.session_id) === 0
    )
      throw new MockProblem('not_found', 'There is no such session here.')
    record(db, user, 'session_ended')
    return { status: 204 }
  },

  endOtherSessions({ db, actor }) {
    const user = signedIn(actor)
    const ended = endSessions(db, ({ userId, token }) => userId === user.id && token !== actor.session?.token)
    if (ended > 0) record(db, user, 'sessions_ended', { count: String(ended) })
    return { status: 200, body: { ended } }
  },

  endSessionsOf({ db, actor, query }) {
    const me = signedIn(actor)
    const chosen = db.users.filter(({ user }) =>
      query.username === undefined ? user.id !== me.id : user.username === query.username.toLowerCase(),
    )
    if (query.username !== undefined && chosen.length === 0)
      throw new MockProblem('not_found', 'No account has this user name.')
    const ids = new Set(chosen.map(({ user }) => user.id))
    const mine = actor.session?.token
    return {
      status: 200,
      body: { ended: endSessions(db, ({ userId, token }) => ids.has(userId) && token !== mine) },
    }
  },

  listApiKeys({ db, actor }) {
    const results = db.identity.keys.filter(({ owner }) => owner === actor.id).map(({ apiKey }) => apiKey)
    return { status: 200, body: { results } }
  },

  createApiKey({ db, actor, json }) {
    const user = signedIn(actor)
    const { business } = actor
    const personal = business ? personalScopes(json.scopes) : []
    if (personal.length > 0)
      throw new MockProblem('invalid_request', 'A key of a business acts for no person.', {
        errors: [{ path: 'scopes', message: `Not for a business: ${personal.join(', ')}.` }],
      })
    if (db.identity.keys.filter(({ owner }) => owner === actor.id).length >= MAX_API_KEYS)
      throw new MockProblem('limit_reached', `An account has at most ${MAX_API_KEYS} API keys.`)
    const key = `fw_${crypto.randomUUID().replaceAll('-', '')}`
    const apiKey: ApiKey = {
      id: crypto.randomUUID(),
      name: json.name,
      prefix: key.slice(0, 7),
      scopes: json.scopes,
      created_by: user.id,
      created_at: now(),
      expires_at: json.expires_in_days === null ? null : inDays(json.expires_in_days),
      last_used_at: null,
      last_used_address: null,
    }
    db.identity.keys.unshift({ owner: actor.id, userId: user.id, key, apiKey })
    if (business) recordBusinessEvent(db, actor, business, 'api_key.created', { target: json.name })
    record(db, user, 'api_key_made', { name: json.name })
    return { status: 201, body: { ...apiKey, key } }
  },

  revokeApiKey({ db, actor, params }) {
    const user = signedIn(actor)
    const at = db.identity.keys.findIndex(
      ({ owner, apiKey }) => owner === actor.id && apiKey.id === params.key_id,
    )
    const [gone] = at === -1 ? [] : db.identity.keys.splice(at, 1)
    if (!gone) throw new MockProblem('not_found', 'There is no such key here.')
    record(db, user, 'api_key_revoked', { name: gone.apiKey.name })
    if (actor.business)
      recordBusinessEvent(db, actor, actor.business, 'api_key.revoked', { target: gone.apiKey.name })
    return { status: 204 }
  },

  listSecurityEvents({ db, actor, query }) {
    const user = signedIn(actor)
    const order = byTime(query.sort_dir)
    const mine = db.identity.events
      .filter(({ userId }) => userId === user.id)
      .map(({ userId: _, ...event }) => event)
      .sort((a, b) => order(a.at, b.at))
    return { status: 200, body: pageOf(mine, query) }
  },

  listOutbox({ db, query }) {
    const order = byTime(query.sort_dir)
    const all = [...db.identity.outbox].sort((a, b) => order(a.created_at, b.created_at))
    return { status: 200, body: pageOf(all, query) }
  },
}
