import type { Account, AccountSummary, adminAccountEndpoints } from '../../contract/admin-accounts.ts'
import type { Db, StoredUser } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem, signedIn } from './handler.ts'
import { endSessions, factorsOf, record, send } from './identity.ts'
import { pageOf } from './page.ts'
import { recordAct } from './stored-admin.ts'

const stateOf = (db: Db, { user }: StoredUser): AccountSummary['state'] =>
  db.admin.locks.has(user.id) ? 'locked' : user.delete_after ? 'deleting' : 'active'

function summaryOf(db: Db, stored: StoredUser): AccountSummary {
  const { user } = stored
  const own = db.storage.files.filter(({ owner, deletedAt }) => owner === user.id && deletedAt === null)
  return {
    ...{ account_id: user.id, username: user.username, email: user.email, is_admin: user.is_admin },
    name: `${user.first_name} ${user.last_name}`.trim(),
    email_verified: user.email_verified,
    state: stateOf(db, stored),
    factors: factorsOf(db, user).map(({ method }) => method),
    storage_bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    credits: db.granted,
    created_at: user.created_at,
    last_sign_in_at: eventsOf(db, user.id).find(({ kind }) => kind === 'signed_in')?.at ?? null,
  }
}

const eventsOf = (db: Db, id: string) =>
  db.identity.events
    .filter(({ userId }) => userId === id)
    .map(({ userId: _, ...event }) => event)
    .sort((a, b) => b.at.localeCompare(a.at))

function accountOf(db: Db, stored: StoredUser): Account {
  const { user } = stored
  const lock = db.admin.locks.get(user.id)
  return {
    ...summaryOf(db, stored),
    ...{ locked_at: lock?.at ?? null, lock_reason: lock?.reason ?? null },
    ...{ has_password: user.has_password, delete_after: user.delete_after },
    storage_quota_bytes: db.storage.quota,
    sessions: [...db.identity.sessions.values()].filter(({ userId }) => userId === user.id).length,
    api_keys: db.identity.keys.filter(({ owner }) => owner === user.id).length,
    quarantined_files: db.admin.quarantines.filter(({ owner }) => owner === user.id).length,
    businesses: db.businesses.members.flatMap(({ userId, businessId, role }) => {
      const business = db.businesses.businesses.find(({ id }) => id === businessId)
      if (userId !== user.id || !business) return []
      return [{ business_id: business.publicId, name: business.name, status: business.status, role }]
    }),
    security_events: eventsOf(db, user.id).slice(0, 20),
  }
}

function found(db: Db, id: string): StoredUser {
  const stored = db.users.find(({ user }) => user.id === id)
  if (!stored) throw new MockProblem('not_found', 'Account not found.')
  return stored
}

function others(db: Db, actor: Actor, id: string): StoredUser {
  if (signedIn(actor).id === id)
    throw new MockProblem('own_account', 'You cannot do this to your own account. Ask another administrator.')
  return found(db, id)
}

const answer = (db: Db, stored: StoredUser) => ({ status: 200 as const, body: accountOf(db, stored) })

export const adminAccountHandlers: AreaHandlers<keyof typeof adminAccountEndpoints> = {
  listAccounts({ db, query }) {
    const text = query.query?.toLowerCase()
    const all = db.users
      .map((stored) => summaryOf(db, stored))
      .filter(
        (one) =>
          (!query.state || one.state === query.state) &&
          (!text ||
            one.account_id === text ||
            `${one.username} ${one.email} ${one.name}`.toLowerCase().includes(text)),
      )
      .sort((a, b) => b.created_at.localeCompare(a.created_at))
    return { status: 200, body: pageOf(query.sort_dir === 'asc' ? all.reverse() : all, query) }
  },
  getAccount: ({ db, params }) => answer(db, found(db, params.account_id)),
  lockAccount({ db, actor, params, json: { reason } }) {
    const stored = others(db, actor, params.account_id)
    const { user } = stored
    if (db.admin.locks.has(user.id))
      throw new MockProblem('account_state', `“${user.username}” is already locked. Nothing was changed.`)
    db.admin.locks.set(user.id, { at: new Date().toISOString(), reason })
    const ended = endSessions(db, ({ userId }) => userId === user.id)
    record(db, user, 'account_locked', { by: 'admin' })
    recordAct(db, actor, 'account.locked', {
      ...{ accountId: user.id, reason, detail: { sessions: String(ended) } },
    })
    send(db, 'mail', user.email, 'Your account was locked', `The reason: “${reason}”`)
    return answer(db, stored)
  },
  unlockAccount({ db, actor, params, json: { reason } }) {
    const stored = others(db, actor, params.account_id)
    const { user } = stored
    if (!db.admin.locks.delete(user.id))
      throw new MockProblem('account_state', `“${user.username}” is not locked. Nothing was changed.`)
    record(db, user, 'account_unlocked', { by: 'admin' })
    recordAct(db, actor, 'account.unlocked', { accountId: user.id, reason })
    return answer(db, stored)
  },
  resetSecondFactor({ db, actor, params, json: { checked } }) {
    const stored = others(db, actor, params.account_id)
    const { user } = stored
    const methods = factorsOf(db, user).map(({ method }) => method)
    if (methods.length === 0)
      throw new MockProblem('account_state', `“${user.username}” has no second factor. Nothing was changed.`)
    db.identity.factors = db.identity.factors.filter(({ userId }) => userId !== user.id)
    db.identity.devices = db.identity.devices.filter(({ userId }) => userId !== user.id)
    db.identity.backupCodes.delete(user.id)
    user.mfa_enabled = false
    const ended = endSessions(db, ({ userId }) => userId === user.id)
    record(db, user, 'factors_reset', { by: 'admin' })
    recordAct(db, actor, 'account.second_factor_reset', {
      ...{ accountId: user.id, reason: checked },
      detail: { methods: methods.join(', '), sessions: String(ended) },
    })
    return answer(db, stored)
  },
  sendPasswordLink({ db, actor, params, request }) {
    const stored = found(db, params.account_id)
    const { user } = stored
    const token = crypto.randomUUID()
    db.identity.links.set(token, { userId: user.id, kind: 'reset', email: user.email })
    record(db, user, 'password_link_sent', { by: 'admin' })
    recordAct(db, actor, 'account.password_link_sent', { accountId: user.id })
    send(
      db,
      'mail',
      user.email,
      'Reset your password',
      `${new URL(request.url).origin}/reset-password#token=${token}`,
    )
    return answer(db, stored)
  },
}
