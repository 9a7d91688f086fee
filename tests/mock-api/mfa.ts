import type { User } from '../../contract/account.ts'
import {
  BACKUP_CODES,
  CODE_SECONDS,
  type MfaMethod,
  type MfaStatus,
  type mfaEndpoints,
  SCORE_PARTS,
  TRUST_DAYS,
} from '../../contract/mfa.ts'
import { deviceCookie, sessionCookie, signInCookie } from './cookies.ts'
import type { Db } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem, signedIn } from './handler.ts'
import {
  type Challenge,
  factorsOf,
  HERE,
  inDays,
  isRightCode,
  masked,
  methodsOf,
  newChallenge,
  now,
  openSession,
  record,
  SENT_CODE,
  secondsLeft,
  send,
} from './identity.ts'
import { newTokens } from './tokens.ts'

const POINTS = { password: 20, verified_email: 10, totp: 40, email: 10, backup_codes: 15, sms: 5 } as const
const ADVICE: Record<(typeof SCORE_PARTS)[number], string> = {
  password: 'Set a password.',
  verified_email: 'Confirm your e-mail address.',
  totp: 'Add an authenticator app.',
  email: 'Add codes by e-mail.',
  backup_codes: 'Make new backup codes.',
  sms: 'Add codes by text message.',
}

const codesOf = (db: Db, user: User) => db.identity.backupCodes.get(user.id)?.codes ?? []

/** The score with its parts. Backup codes count while three are left. */
function scoreOf(db: Db, user: User) {
  const has = (method: string) => factorsOf(db, user).some((factor) => factor.method === method)
  const earned: Record<(typeof SCORE_PARTS)[number], boolean> = {
    password: user.has_password,
    verified_email: user.email_verified,
    totp: has('totp'),
    email: has('email'),
    backup_codes: codesOf(db, user).length > 2,
    sms: has('sms'),
  }
  return SCORE_PARTS.map((part) => ({ part, points: POINTS[part], earned: earned[part] }))
}

const total = (score: ReturnType<typeof scoreOf>) =>
  score.reduce((sum, { points, earned }) => sum + (earned ? points : 0), 0)

function statusOf(db: Db, user: User): MfaStatus {
  const factors = factorsOf(db, user)
  const methods: string[] = factors.map(({ method }) => method)
  const codes = db.identity.backupCodes.get(user.id)
  return {
    is_enabled: factors.length > 0,
    methods,
    totp_enabled: methods.includes('totp'),
    sms_enabled: methods.includes('sms'),
    email_enabled: methods.includes('email'),
    backup_codes_count: codes?.codes.length ?? 0,
    security_score: total(scoreOf(db, user)),
    factors,
    backup_codes_generated_at: codes?.generated_at ?? null,
    backup_codes_expire_at: codes?.expires_at ?? null,
  }
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const backupCode = () =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(8)),
    (byte, at) => (at === 4 ? '-' : '') + LETTERS[byte % 32],
  ).join('')

function makeCodes(db: Db, user: User) {
  const codes = Array.from({ length: BACKUP_CODES }, backupCode)
  const made = { generated_at: now(), expires_at: inDays(365) }
  db.identity.backupCodes.set(user.id, { codes, ...made })
  record(db, user, 'backup_codes_made')
  return { codes: [...codes], ...made, remaining_codes: codes.length }
}

/**
 * Who confirms, and the question that they answer: a sign-in's, or one of their session's that is
 * begun here.
 */
function asked(db: Db, actor: Actor, named: string | undefined): { user: User; challenge: Challenge } {
  if (actor.user && actor.session && !db.identity.challenges.get(named ?? '')) {
    let challenge = db.identity.challenges.get(actor.session.token)
    if (!challenge || challenge.expiresAt < Date.now() || challenge.triesLeft === 0) {
      challenge = newChallenge(actor.user, false)
      db.identity.challenges.set(actor.session.token, challenge)
    }
    return { user: actor.user, challenge }
  }
  const challenge = named ? db.identity.challenges.get(named) : actor.pending
  const user = db.users.find((one) => one.user.id === challenge?.userId)?.user
  if (!challenge || !user) throw new MockProblem('unauthenticated', 'Sign in to continue.')
  if (challenge.expiresAt < Date.now() || challenge.triesLeft === 0)
    throw new MockProblem('challenge_expired', 'The sign-in took too long. Begin again.')
  return { user, challenge }
}

function mayUse(db: Db, user: User, method: MfaMethod): void {
  if (!methodsOf(db, user).includes(method))
    throw new MockProblem('method_unavailable', 'This way of confirming is not set up.')
}

function isRight(db: Db, user: User, challenge: Challenge, method: MfaMethod, code: string): boolean {
  if (method === 'password') return db.users.find((one) => one.user === user)?.password === code
  if (method !== 'backup_code') return isRightCode(code) && (method === 'totp' || challenge.sent.has(method))
  const plain = (text: string) => text.replace(/[^0-9a-z]/gi, '').toUpperCase()
  const codes = codesOf(db, user)
  const at = codes.findIndex((one) => plain(one) === plain(code))
  if (at === -1) return false
  codes.splice(at, 1)
  record(db, user, 'backup_code_used', { left: String(codes.length) })
  return true
}

function addFactor(db: Db, user: User, method: 'totp' | 'sms' | 'email', target: string | null): void {
  const { factors } = db.identity
  const old = factors.findIndex((one) => one.userId === user.id && one.method === method)
  if (old !== -1) factors.splice(old, 1)
  factors.push({ userId: user.id, method, target, added_at: now(), last_used_at: null })
  user.mfa_enabled = true
  record(db, user, 'factor_added', { method })
}

function startSetup(db: Db, user: User, method: 'totp' | 'sms' | 'email', target: string | null) {
  db.identity.setups.set(`${user.id} ${method}`, { target, expiresAt: Date.now() + CODE_SECONDS * 1000 })
  return { target: target && masked(target), expires_in: CODE_SECONDS }
}

export const mfaHandlers: AreaHandlers<keyof typeof mfaEndpoints> = {
  getMfaStatus: ({ db, actor }) => ({ status: 200, body: statusOf(db, signedIn(actor)) }),

  setupSms({ db, actor, json }) {
    const user = signedIn(actor)
    if (!/^\+[1-9][0-9 ]{6,20}$/.test(json.phone))
      throw new MockProblem('invalid_request', 'This is not a phone number.', {
        errors: [{ path: 'phone', message: 'With its country, like +351 912 345 678.' }],
      })
    send(db, 'sms', json.phone, '', `${SENT_CODE} is your Filewright code.`)
    const started = startSetup(db, user, 'sms', json.phone)
    return { status: 200, body: { method: 'sms', ...started, message: 'A code is on its way.' } }
  },

  setupEmail({ db, actor }) {
    const user = signedIn(actor)
    send(db, 'mail', user.email, `${SENT_CODE} is your code`, `${SENT_CODE} is your Filewright code.`)
    const started = startSetup(db, user, 'email', user.email)
    return { status: 200, body: { method: 'email', ...started, message: 'A code is on its way.' } }
  },

  setupTotp({ db, actor }) {
    const user = signedIn(actor)
    startSetup(db, user, 'totp', null)
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const label = encodeURIComponent(`Filewright:${user.email}`)
    return {
      status: 200,
      body: {
        secret,
        otpauth_url: `otpauth://totp/${label}?secret=${secret}&issuer=Filewright`,
        expires_in: CODE_SECONDS,
      },
    }
  },

  confirmMfa({ db, actor, params, json }) {
    const user = signedIn(actor)
    const { method } = params
    const setup = db.identity.setups.get(`${user.id} ${method}`)
    if (!setup || setup.expiresAt < Date.now())
      throw new MockProblem('challenge_expired', 'The set-up took too long. Begin again.')
    if (!isRightCode(json.code))
      throw new MockProblem('invalid_code', 'The code is not right.', { attempts_left: 4 })
    const first = !user.mfa_enabled
    addFactor(db, user, method, setup.target && masked(setup.target))
    db.identity.setups.delete(`${user.id} ${method}`)
    const backup_codes = first ? makeCodes(db, user) : null
    return { status: 200, body: { status: statusOf(db, user), backup_codes } }
  },

  removeMfa({ db, actor, params }) {
    const user = signedIn(actor)
    const { identity } = db
    const at = identity.factors.findIndex((one) => one.userId === user.id && one.method === params.method)
    if (at === -1) throw new MockProblem('not_found', 'This second factor is not set up.')
    identity.factors.splice(at, 1)
    record(db, user, 'factor_removed', { method: params.method })
    if (factorsOf(db, user).length === 0) {
      user.mfa_enabled = false
      identity.backupCodes.delete(user.id)
      identity.devices = identity.devices.filter(({ userId }) => userId !== user.id)
    }
    return { status: 200, body: statusOf(db, user) }
  },

  challengeMfa({ db, actor, json }) {
    const { user, challenge } = asked(db, actor, json.challenge_id)
    mayUse(db, user, json.method)
    const sends = json.method === 'email' || json.method === 'sms'
    const target = factorsOf(db, user).find(({ method }) => method === json.method)?.target ?? null
    if (sends) {
      challenge.sent.add(json.method)
      const to = json.method === 'email' ? user.email : (target ?? '')
      const text = `${SENT_CODE} is your Filewright code.`
      send(db, json.method === 'email' ? 'mail' : 'sms', to, `${SENT_CODE} is your code`, text)
    }
    return {
      status: 200,
      body: {
        challenge_id: challenge.id,
        methods_available: methodsOf(db, user),
        expires_in: secondsLeft(challenge.expiresAt),
        message: sends ? 'A code is on its way.' : 'Enter your code.',
        target: sends ? target : null,
      },
    }
  },

  verifyMfa({ db, actor, json }) {
    const { user, challenge } = asked(db, actor, json.challenge_id)
    mayUse(db, user, json.method)
    if (!isRight(db, user, challenge, json.method, json.code)) {
      challenge.triesLeft -= 1
      record(db, user, 'confirm_failed', { method: json.method })
      throw new MockProblem('invalid_code', 'The code is not right.', { attempts_left: challenge.triesLeft })
    }
    const { identity } = db
    for (const factor of identity.factors)
      if (factor.userId === user.id && factor.method === json.method) factor.last_used_at = now()
    const cookies: string[] = []
    let session = actor.session
    if (session && !challenge.signIn) {
      identity.sessions.delete(session.token)
      identity.challenges.delete(session.token)
      session.token = `session-${crypto.randomUUID()}`
      session.confirmedAt = Date.now()
      identity.sessions.set(session.token, session)
      record(db, user, 'confirmed', { method: json.method })
    } else {
      identity.challenges.delete(challenge.id)
      session = openSession(db, user, ['password', json.method])
      cookies.push(signInCookie(null))
      record(db, user, 'signed_in', { method: json.method })
      for (const one of db.conversions) if (one.owner === actor.id) one.owner = user.id
    }
    if (json.trust_device && user.mfa_enabled) {
      const device = { id: crypto.randomUUID(), name: HERE.device, address: HERE.address }
      identity.devices.push({
        ...device,
        userId: user.id,
        created_at: now(),
        last_used_at: now(),
        expires_at: inDays(TRUST_DAYS),
      })
      cookies.push(deviceCookie(device.id))
      record(db, user, 'device_trusted')
    }
    cookies.push(sessionCookie(session.token))
    return { status: 200, body: { ...newTokens(db, session), message: 'Confirmed.' }, cookies }
  },

  regenerateBackupCodes({ db, actor }) {
    const user = signedIn(actor)
    if (!user.mfa_enabled)
      throw new MockProblem('method_unavailable', 'Backup codes come with the first second factor.')
    return { status: 200, body: makeCodes(db, user) }
  },

  getMfaSecurity({ db, actor }) {
    const user = signedIn(actor)
    const score = scoreOf(db, user)
    const events = db.identity.events.filter(({ userId }) => userId === user.id)
    const count = (...kinds: string[]) => events.filter(({ kind }) => kinds.includes(kind)).length
    const successful = count('signed_in', 'confirmed', 'signed_up')
    const failed = count('sign_in_failed', 'confirm_failed')
    const blocked = count('sign_in_blocked', 'confirm_blocked')
    const missing = score.filter(({ earned }) => !earned).sort((a, b) => b.points - a.points)
    return {
      status: 200,
      body: {
        total_attempts: successful + failed + blocked,
        successful_attempts: successful,
        failed_attempts: failed,
        blocked_attempts: blocked,
        trusted_devices: db.identity.devices.filter(({ userId }) => userId === user.id).length,
        security_score: total(score),
        recommendations: missing.map(({ part }) => ADVICE[part]),
        score,
        last_changed_at:
          events.find(({ kind }) => /^(factor|backup_codes_made|password_changed)/.test(kind))?.at ?? null,
      },
    }
  },

  listTrustedDevices({ db, actor }) {
    const user = signedIn(actor)
    const results = db.identity.devices
      .filter(({ userId }) => userId === user.id)
      .map(({ userId: _, ...device }) => ({ ...device, is_current: device.id === actor.device }))
    return { status: 200, body: { results } }
  },

  removeTrustedDevice({ db, actor, params }) {
    const user = signedIn(actor)
    const at = db.identity.devices.findIndex(
      ({ id, userId }) => id === params.device_id && userId === user.id,
    )
    if (at === -1) throw new MockProblem('not_found', 'There is no such device here.')
    db.identity.devices.splice(at, 1)
    record(db, user, 'device_forgotten')
    return { status: 204 }
  },
}
