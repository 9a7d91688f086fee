import type { User } from '../../contract/account.ts'
import { CODE_SECONDS } from '../../contract/mfa.ts'
import type { ProviderName, signInEndpoints } from '../../contract/sign-in.ts'
import { newUser } from './accounts.ts'
import { openInvitation } from './business-invitations.ts'
import { sessionCookie, signInCookie } from './cookies.ts'
import type { Db } from './db.ts'
import { type Actor, type AreaHandlers, type Extras, MockProblem, signedIn } from './handler.ts'
import { endSessions, methodsOf, newChallenge, now, openSession, record, sendLink } from './identity.ts'

type Handlers = AreaHandlers<keyof typeof signInEndpoints>

const LABELS: Record<ProviderName, string> = { google: 'Google', github: 'GitHub' }
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** `down@` names fail on our side, `busy@` ones are slowed: so that both can be seen by hand. */
export function sentinel(name: string): void {
  if (name.startsWith('down@')) throw new MockProblem('internal', 'An internal error occurred.')
  if (name.startsWith('busy@'))
    throw new MockProblem('too_many_requests', 'Wait a moment and try again.', { retry_after: 90 })
}

export function refuseWeak(password: string, field: string): void {
  if (/^(password|12345678)/i.test(password))
    throw new MockProblem('weak_password', 'This password is one of the first that would be tried.', {
      errors: [{ path: field, message: 'This is one of the first that would be tried. Choose another.' }],
    })
}

export function refuseTaken(db: Db, email: string): void {
  if (db.users.some(({ user }) => same(user.email, email)))
    throw new MockProblem('email_taken', 'This e-mail address has an account. Sign in instead.', {
      errors: [{ path: 'email', message: 'This e-mail address has an account.' }],
    })
}

/** A visitor's conversions come along. */
function adopt(db: Db, actor: Actor, user: User): void {
  if (!actor.user) for (const one of db.conversions) if (one.owner === actor.id) one.owner = user.id
}

/** Whoever has a second factor is asked for it, except on a device that they trust. */
function enter(db: Db, actor: Actor, user: User, method: string) {
  if (db.admin.locks.has(user.id))
    throw new MockProblem(
      'account_locked',
      'This account is locked. Contact the administrator of this service.',
    )
  const trusted = db.identity.devices.some(({ id, userId }) => id === actor.device && userId === user.id)
  if (user.mfa_enabled && !trusted) {
    const challenge = newChallenge(user, true)
    db.identity.challenges.set(challenge.id, challenge)
    return {
      status: 200 as const,
      body: {
        mfa_required: true as const,
        challenge_id: challenge.id,
        methods_available: methodsOf(db, user),
        expires_in: CODE_SECONDS,
      },
      cookies: [signInCookie(challenge.id)],
    }
  }
  adopt(db, actor, user)
  record(db, user, 'signed_in', { method })
  return {
    status: 200 as const,
    body: { user },
    cookies: [sessionCookie(openSession(db, user, [method]).token)],
  } satisfies Extras & { status: 200; body: unknown }
}

interface ProviderAnswer {
  provider: ProviderName
  code: string
  state: string
}

/**
 * What the provider says of whom it sent back. The code says who it is; `denied` is refused there.
 */
function atProvider(db: Db, { provider, code, state }: ProviderAnswer) {
  if (!db.identity.providerStates.delete(`${provider} ${state}`) || code === 'denied')
    throw new MockProblem('provider_failed', `${LABELS[provider]} did not confirm the sign-in. Begin again.`)
  const identity = db.identity.identities.find((one) => one.provider === provider && one.subject === code)
  return { subject: code, email: `${code}@provider.example`, identity }
}

function linked(provider: ProviderName, subject: string, email: string) {
  return {
    id: crypto.randomUUID(),
    provider,
    label: LABELS[provider],
    email,
    subject,
    created_at: now(),
    last_used_at: null,
  }
}

function logInAtProvider(db: Db, actor: Actor, answer: ProviderAnswer) {
  const { subject, email, identity } = atProvider(db, answer)
  if (subject === 'conflict')
    throw new MockProblem(
      'identity_conflict',
      'The address belongs to an account here. Sign in with its password, then connect it on the Account page.',
    )
  if (identity) {
    identity.last_used_at = now()
    const known = db.users.find(({ user }) => user.id === identity.userId)
    if (known) return enter(db, actor, known.user, answer.provider)
  }
  const user = newUser({ username: `${answer.provider}-${db.users.length}`, email })
  Object.assign(user, { has_password: false, email_verified: true })
  db.users.push({ user, password: null })
  db.identity.identities.push({ ...linked(answer.provider, subject, email), userId: user.id })
  return enter(db, actor, user, answer.provider)
}

function linkOf(db: Db, token: string, kind: 'verify' | 'reset') {
  const link = db.identity.links.get(token)
  const found = db.users.find(({ user }) => user.id === link?.userId)
  if (!link || !found || link.kind !== kind)
    throw new MockProblem('link_expired', 'The link has been used or has run out. Ask for a new one.')
  db.identity.links.delete(token)
  return { link, found }
}

export const signInHandlers: Handlers = {
  signUp({ db, json, actor, request }) {
    sentinel(json.email)
    if (db.users.some(({ user }) => same(user.username, json.username)))
      throw new MockProblem('username_taken', 'This user name is taken. Choose another.', {
        errors: [{ path: 'username', message: 'This user name is taken.' }],
      })
    refuseTaken(db, json.email)
    refuseWeak(json.password, 'password')
    const join = json.invitation ? openInvitation(db, actor, json.invitation, json.email) : null
    const user = newUser(json)
    db.users.push({ user, password: json.password })
    adopt(db, actor, user)
    record(db, user, 'signed_up')
    join?.(user)
    if (!user.email_verified) sendLink(db, user, 'verify', user.email, new URL(request.url).origin)
    const { token } = openSession(db, user, ['password'])
    return { status: 201, body: { user }, cookies: [sessionCookie(token)] }
  },

  logIn({ db, json, actor }) {
    if ('provider' in json) return logInAtProvider(db, actor, json)
    sentinel(json.username)
    const found = db.users.find(
      ({ user }) => same(user.username, json.username) || same(user.email, json.username),
    )
    if (!found || found.password === null || found.password !== json.password) {
      if (found) record(db, found.user, 'sign_in_failed', { method: 'password' })
      throw new MockProblem('invalid_credentials', 'Name or password is not right.')
    }
    return enter(db, actor, found.user, 'password')
  },

  getSession: ({ actor }) => ({ status: 200, body: { user: actor.user ?? null } }),

  logOut({ db, actor }) {
    if (actor.session) endSessions(db, ({ token }) => token === actor.session?.token)
    return { status: 204, cookies: [sessionCookie(null), signInCookie(null)] }
  },

  listProviders: () => ({
    status: 200,
    body: {
      providers: [
        { provider: 'google', label: LABELS.google },
        { provider: 'github', label: LABELS.github },
      ],
    },
  }),

  /** The mock's provider agrees at once: its page is the one that it sends back to. */
  startProvider({ db, params, request }) {
    const provider = params.provider as ProviderName
    const state = crypto.randomUUID()
    db.identity.providerStates.add(`${provider} ${state}`)
    const redirect_uri = new URL(`/sign-in/${provider}`, request.url).href
    return {
      status: 200,
      body: {
        authorization_url: `${redirect_uri}?code=somebody&state=${state}`,
        state,
        redirect_uri,
      },
    }
  },

  verifyEmail({ db, json }) {
    const { link, found } = linkOf(db, json.token, 'verify')
    const { user } = found
    const changed = user.email !== link.email
    Object.assign(user, { email: link.email, email_verified: true, pending_email: null })
    record(db, user, changed ? 'email_changed' : 'email_verified')
    return { status: 200, body: { email: link.email } }
  },

  sendVerification({ db, actor, request }) {
    const user = signedIn(actor)
    const email = user.pending_email ?? user.email
    sendLink(db, user, 'verify', email, new URL(request.url).origin)
    return { status: 202, body: { email } }
  },

  requestPasswordReset({ db, json, request }) {
    sentinel(json.email)
    const found = db.users.find(({ user }) => same(user.email, json.email))
    if (found) sendLink(db, found.user, 'reset', found.user.email, new URL(request.url).origin)
    return { status: 202 }
  },

  resetPassword({ db, json }) {
    refuseWeak(json.password, 'password')
    const { found } = linkOf(db, json.token, 'reset')
    found.password = json.password
    found.user.has_password = true
    endSessions(db, ({ userId }) => userId === found.user.id)
    record(db, found.user, 'password_reset')
    return { status: 204 }
  },

  checkStepUp: () => ({ status: 204 }),

  listIdentities({ db, actor }) {
    const user = signedIn(actor)
    const results = db.identity.identities
      .filter(({ userId }) => userId === user.id)
      .map(({ userId: _, subject: __, ...identity }) => identity)
    return { status: 200, body: { results } }
  },

  linkIdentity({ db, actor, json }) {
    const user = signedIn(actor)
    const { subject, email, identity } = atProvider(db, json)
    if (subject === 'taken' || (identity && identity.userId !== user.id))
      throw new MockProblem('identity_taken', 'This sign-in opens another account already.')
    const stored = { ...(identity ?? linked(json.provider, subject, email)), userId: user.id }
    if (!identity) db.identity.identities.push(stored)
    record(db, user, 'identity_linked', { provider: json.provider })
    const { userId: _, subject: __, ...body } = stored
    return { status: 201, body }
  },

  unlinkIdentity({ db, actor, params }) {
    const user = signedIn(actor)
    const mine = db.identity.identities.filter(({ userId }) => userId === user.id)
    const one = mine.find(({ id }) => id === params.identity_id)
    if (!one) throw new MockProblem('not_found', 'There is no such sign-in here.')
    if (!user.has_password && mine.length === 1)
      throw new MockProblem('last_sign_in', 'It is the only way to sign in. Set a password first.')
    db.identity.identities.splice(db.identity.identities.indexOf(one), 1)
    record(db, user, 'identity_unlinked', { provider: one.provider })
    return { status: 204 }
  },
}
