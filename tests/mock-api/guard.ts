import type { Endpoint } from '../../contract/endpoint.ts'
import { PERMISSION_NAMES, scopeOf } from '../../contract/permissions.ts'
import { actingFor, type NamedBusiness } from './act-for.ts'
import type { Db } from './db.ts'
import { type Actor, MockProblem } from './handler.ts'
import { methodsOf } from './identity.ts'

/** How long sensitive acts stay open after somebody has shown who they are. */
const CONFIRMED_FOR = 2 * 3_600_000
const VISITOR = 'visitor-of-this-browser'

export interface Cookies {
  session: string | undefined
  signIn: string | undefined
  visitor: string | undefined
  device: string | undefined
  share: string | undefined
  reading: string | undefined
  signing: string | undefined
}

/** Who asks, by what they sent: an API key or an access token, else their cookies. */
export function actorOf(db: Db, authorization: string | null, cookies: Cookies): Actor {
  const { identity, users } = db
  const bearer = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  const key = bearer === undefined ? undefined : identity.keys.find((one) => one.key === bearer)
  const access = bearer === undefined ? undefined : identity.tokens.get(bearer)
  const session = bearer
    ? [...identity.sessions.values()].find((one) => one.session.id === access?.session)
    : identity.sessions.get(cookies.session ?? '')
  if (bearer && !key && (!session || access?.kind !== 'access'))
    throw new MockProblem('invalid_token', 'The token is not valid.')
  if (key) key.apiKey.last_used_at = new Date().toISOString()
  // A key of a business acts for it and for nobody.
  const business = db.businesses.businesses.find(({ id }) => id === key?.owner) ?? null
  const userId = business ? null : (key ?? session)?.userId
  const user = users.find((one) => one.user.id === userId)?.user ?? null
  return {
    id: business?.id ?? user?.id ?? cookies.visitor ?? VISITOR,
    user,
    business,
    role: null,
    permissions: key?.apiKey.scopes ?? (user ? PERMISSION_NAMES : []),
    session: session ?? null,
    key: key ?? null,
    pending: identity.challenges.get(cookies.signIn ?? '') ?? null,
    device: cookies.device ?? null,
    pass: cookies.share ?? null,
    reading: cookies.reading ?? null,
    signing: cookies.signing ?? null,
  }
}

/**
 * Whether they may do it, asked in the order in which the server asks.
 * @returns the caller as they act: for themselves, or for the business that is named
 */
export function authorise(db: Db, endpoint: Endpoint, actor: Actor, named: NamedBusiness): Actor {
  const { auth } = endpoint
  if (auth === 'open' || auth === 'paired') return actor
  if (['account', 'admin'].includes(auth) && !actor.user && !actor.key)
    throw new MockProblem('unauthenticated', 'Sign in to continue.')
  if (actor.key) {
    if (endpoint.sessionOnly)
      throw new MockProblem('session_required', 'An API key cannot do this. Sign in to the dashboard.')
    const scope = scopeOf(endpoint)
    if (scope && !actor.key.apiKey.scopes.includes(scope))
      throw new MockProblem('insufficient_scope', `The API key lacks the scope ${scope}.`)
  }
  if (auth === 'admin' && !actor.user?.is_admin)
    throw new MockProblem('forbidden', 'This is for who runs the instance.')
  const acting = actingFor(db, endpoint, actor, named)
  const { session, user } = actor
  if (endpoint.sensitive && user && !isConfirmed(session?.confirmedAt ?? null))
    throw new MockProblem('step_up_required', 'Confirm that it is you to go on.', {
      methods_available: methodsOf(db, user),
    })
  return acting
}

const isConfirmed = (at: number | null) => at !== null && Date.now() - at < CONFIRMED_FOR
