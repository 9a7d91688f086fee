import type { User } from '../../contract/account.ts'
import { type Db, sessionToken } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem } from './handler.ts'

const DAY = 86_400

export const sessionCookie = (token: string | null): string =>
  token === null
    ? 'session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'
    : `session=${token}; Path=/; Max-Age=${30 * DAY}; HttpOnly; SameSite=Lax`

function openSession(db: Db, user: User): string {
  const token = sessionToken(user.id)
  db.sessions.set(token, user.id)
  return sessionCookie(token)
}

export const signedIn = (actor: Actor): User => {
  if (!actor.user) throw new MockProblem('unauthenticated', 'Sign in to go on.')
  return actor.user
}

/** `down@` names fail on our side, `busy@` ones are slowed: so that both can be seen by hand. */
function sentinel(name: string): void {
  if (name.startsWith('down@')) throw new MockProblem('internal', 'Something went wrong on our side.')
  if (name.startsWith('busy@')) throw new MockProblem('too_many_requests', 'Wait a moment and try again.')
}

export const accountHandlers: AreaHandlers<'signUp' | 'logIn' | 'logOut' | 'getMe' | 'updateMe'> = {
  signUp({ db, json, actor }) {
    sentinel(json.email)
    const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
    if (db.users.some(({ user }) => same(user.username, json.username)))
      throw new MockProblem('username_taken', 'This user name is taken. Choose another.', {
        errors: [{ path: 'username', message: 'This user name is taken.' }],
      })
    if (db.users.some(({ user }) => same(user.email, json.email)))
      throw new MockProblem('email_taken', 'This e-mail address has an account. Sign in instead.', {
        errors: [{ path: 'email', message: 'This e-mail address has an account.' }],
      })
    const user: User = {
      id: crypto.randomUUID(),
      username: json.username,
      email: json.email,
      email_verified: false,
      first_name: '',
      last_name: '',
      is_admin: false,
      language: 'en',
      time_zone: json.time_zone ?? 'UTC',
      created_at: new Date().toISOString(),
    }
    db.users.push({ user, password: json.password })
    if (!actor.user) for (const one of db.conversions) if (one.owner === actor.id) one.owner = user.id
    return { status: 201, body: { user }, cookie: openSession(db, user) }
  },

  logIn({ db, json }) {
    sentinel(json.username)
    const name = json.username.toLowerCase()
    const found = db.users.find(
      ({ user, password }) =>
        (user.username.toLowerCase() === name || user.email.toLowerCase() === name) &&
        password === json.password,
    )
    if (!found) throw new MockProblem('invalid_credentials', 'Name or password is not right.')
    return { status: 200, body: { user: found.user }, cookie: openSession(db, found.user) }
  },

  logOut: ({ db, actor }) => {
    db.sessions.delete(sessionToken(actor.id))
    return { status: 204, cookie: sessionCookie(null) }
  },

  getMe: ({ actor }) => ({ status: 200, body: signedIn(actor) }),

  updateMe({ actor, json }) {
    const user = signedIn(actor)
    return { status: 200, body: Object.assign(user, json) }
  },
}
