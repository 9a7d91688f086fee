import { z } from 'zod'
import { Email, NewPassword, Username } from '../../contract/account.ts'
import {
  BusinessUser,
  type BusinessUsersQuery,
  type businessUserEndpoints,
  CURRENT,
} from '../../contract/business-users.ts'
import { RoleName } from '../../contract/businesses.ts'
import { ROLES } from '../../contract/permissions.ts'
import { newUser } from './accounts.ts'
import { difference, recordBusinessEvent } from './business-events.ts'
import { importMembers } from './business-import.ts'
import type { InvitationNames } from './business-invitations.ts'
import type { Db } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem, parsePart, signedIn } from './handler.ts'
import { now, send } from './identity.ts'
import {
  invite,
  putMember,
  refuseChanged,
  refuseCrowd,
  refuseDomain,
  refuseGrants,
  refuseLastOwner,
  refuseRank,
  refuseRole,
  rowOf,
  sendInvitation,
  setContact,
} from './member-rules.ts'
import { pageOf } from './page.ts'
import { presentBusiness, presentMember } from './present-businesses.ts'
import { refuseTaken, refuseWeak } from './sign-in.ts'
import {
  businessOf,
  factorDue,
  memberOf,
  membersOf,
  nameOfUser,
  type StoredBusiness,
  type StoredMember,
} from './stored-businesses.ts'

type Handlers = AreaHandlers<Exclude<keyof typeof businessUserEndpoints, InvitationNames>>
const DAY = 86_400_000

const originOf = (request: Request) => new URL(request.url).origin
const labelOf = (db: Db, { userId, email }: StoredMember) => nameOfUser(db, userId) ?? email

/** By the person's id, or by the row's where there is no account. */
function find(db: Db, business: StoredBusiness, id: string): StoredMember {
  const found = membersOf(db, business).find((one) => (one.userId ?? one.id) === id)
  if (!found) throw new MockProblem('not_found', 'There is no such member.')
  return found
}

/** Somebody who is in the business, or invited to it. */
function findThere(db: Db, business: StoredBusiness, id: string): StoredMember {
  const found = find(db, business, id)
  if (found.status === 'removed' || found.status === 'declined')
    throw new MockProblem('not_found', 'There is no such member any more.')
  return found
}

function refuseMember(member: StoredMember | undefined): void {
  if (member && CURRENT.includes(member.status))
    throw new MockProblem('already_member', 'The person is a member already. Change their role instead.')
}

function listed(db: Db, business: StoredBusiness, query: z.output<typeof BusinessUsersQuery>) {
  const text = query.query?.trim().toLowerCase()
  // Each looked up once: a business may have ten thousand members.
  const users = new Map(db.users.map(({ user }) => [user.id, user]))
  const userOf = ({ userId }: StoredMember) => (userId === null ? undefined : users.get(userId))
  const names = new Map<string, string>()
  const nameOf = (one: StoredMember) => names.get(one.id) ?? one.email
  for (const one of membersOf(db, business)) {
    const user = userOf(one)
    if (user) names.set(one.id, `${user.first_name} ${user.last_name}`.trim() || user.username)
  }
  const key = {
    name: (one: StoredMember) => nameOf(one).toLowerCase(),
    created_at: ({ createdAt }: StoredMember) => createdAt,
    last_active_at: ({ lastActiveAt }: StoredMember) => lastActiveAt ?? '',
    role: ({ role }: StoredMember) => String(ROLES.indexOf(role)),
  }[query.sort_by]
  const hasFactor = (one: StoredMember) => userOf(one)?.mfa_enabled ?? false
  return membersOf(db, business)
    .filter(
      (one) =>
        (query.ids
          ? one.userId !== null && query.ids.includes(one.userId)
          : query.status
            ? one.status === query.status
            : CURRENT.includes(one.status)) &&
        (!query.role || one.role === query.role) &&
        (query.second_factor === undefined || hasFactor(one) === query.second_factor) &&
        (!text || `${nameOf(one)} ${one.email}`.toLowerCase().includes(text)),
    )
    .sort(
      (a, b) =>
        (query.sort_dir === 'asc' ? 1 : -1) * (key(a).localeCompare(key(b)) || a.id.localeCompare(b.id)),
    )
}

interface Change {
  role?: StoredMember['role'] | undefined
  permissions?: StoredMember['grants'] | undefined
  is_primary_contact?: boolean | undefined
  status?: 'active' | 'suspended' | undefined
  expected_role?: StoredMember['role'] | undefined
}

/** Changes a member within the rules, and writes each kind of change down. */
function change(db: Db, actor: Actor, business: StoredBusiness, id: string, wanted: Change): StoredMember {
  const member = find(db, business, id)
  refuseChanged(member, wanted.expected_role)
  refuseRank(actor, member)
  if (wanted.role) refuseRole(actor, wanted.role)
  if (wanted.permissions) refuseGrants(actor, wanted.permissions)
  if (wanted.status && !CURRENT.includes(member.status))
    throw new MockProblem('business_misfit', 'The invitation was not accepted yet.')
  if ((wanted.role && wanted.role !== 'owner') || wanted.status === 'suspended')
    refuseLastOwner(db, business, member)
  const target = labelOf(db, member)
  const say = (kind: Parameters<typeof recordBusinessEvent>[3], before: object, after: object) => {
    const changed = difference(before, after)
    if (changed) recordBusinessEvent(db, actor, business, kind, { target, ...changed })
  }
  if (wanted.role) {
    say('member.role_changed', { role: member.role }, { role: wanted.role })
    member.role = wanted.role
  }
  if (wanted.permissions) {
    say('member.permissions_changed', { permissions: member.grants }, { permissions: wanted.permissions })
    member.grants = wanted.permissions
  }
  if (wanted.is_primary_contact !== undefined) {
    const is_primary_contact = wanted.is_primary_contact
    say('member.updated', { is_primary_contact: member.isPrimaryContact }, { is_primary_contact })
    setContact(db, business, member, is_primary_contact)
  }
  if (wanted.status) {
    const kind = wanted.status === 'active' ? 'member.reactivated' : 'member.suspended'
    say(kind, { status: member.status }, { status: wanted.status })
    member.status = wanted.status
  }
  member.updatedAt = now()
  return member
}

const nameLine = z.string().trim().max(100).default('')
/** What body and query say together. */
const NewMember = z.strictObject({
  username: Username,
  email: Email,
  password: NewPassword,
  first_name: nameLine,
  last_name: nameLine,
  role: RoleName.default('employee'),
  permissions: BusinessUser.shape.permissions.default({}),
  is_primary_contact: z.boolean().default(false),
})

/** The body is preferred to the query, which has everything as text. */
function newAccount(
  query: z.output<typeof businessUserEndpoints.createBusinessUser.query>,
  json: object | undefined,
): z.output<typeof NewMember> {
  const { permissions, is_primary_contact, ...texts } = query
  const sent = {
    ...texts,
    ...(permissions !== undefined && { permissions: parsed(permissions) }),
    ...(is_primary_contact !== undefined && { is_primary_contact: is_primary_contact === 'true' }),
    ...json,
  }
  return parsePart(NewMember, sent) as z.output<typeof NewMember>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const answer = (db: Db, business: StoredBusiness, member: StoredMember) => presentMember(db, business, member)

export const businessUserHandlers: Handlers = {
  listOwnMemberships({ db, actor, query }) {
    const { business: ofKey, key } = actor
    if (ofKey && key) {
      const maker = memberOf(db, ofKey, key.userId)
      return { status: 200, body: maker ? [answer(db, ofKey, maker)] : [] }
    }
    const user = signedIn(actor)
    const statuses = query.status ? [query.status] : ['active', 'suspended', 'invited']
    const mine = db.businesses.members
      .filter(
        ({ userId, email, status }) =>
          statuses.includes(status) &&
          (userId === user.id ||
            (userId === null && user.email_verified && email.toLowerCase() === user.email.toLowerCase())),
      )
      .sort((a, b) => (b.lastActiveAt ?? '').localeCompare(a.lastActiveAt ?? ''))
    const body = mine.flatMap((one) => {
      const business = db.businesses.businesses.find(({ id }) => id === one.businessId)
      return business ? [answer(db, business, one)] : []
    })
    return { status: 200, body }
  },

  listBusinessUsers({ db, actor, query }) {
    const business = businessOf(actor)
    const page = pageOf(listed(db, business, query), query)
    return { status: 200, body: { ...page, results: page.results.map((one) => answer(db, business, one)) } }
  },

  getBusinessUser({ db, actor, params }) {
    const business = businessOf(actor)
    return { status: 200, body: answer(db, business, find(db, business, params.user_id)) }
  },

  updateBusinessUser({ db, actor, params, json }) {
    const business = businessOf(actor)
    return { status: 200, body: answer(db, business, change(db, actor, business, params.user_id, json)) }
  },

  setBusinessUserRole({ db, actor, params, json }) {
    const business = businessOf(actor)
    if (json.user_id !== params.user_id)
      throw new MockProblem('invalid_request', 'The path names another member than the body.', {
        errors: [{ path: 'user_id', message: 'Not the member of the path.' }],
      })
    const { role, expected_role } = json
    const member = change(db, actor, business, params.user_id, { role, expected_role })
    return { status: 200, body: answer(db, business, member) }
  },

  removeBusinessUser({ db, actor, params }) {
    const business = businessOf(actor)
    const member = findThere(db, business, params.user_id)
    const leaves = member.userId !== null && member.userId === actor.user?.id
    if (!leaves) {
      if (!actor.permissions.includes('members:write'))
        throw new MockProblem('permission_missing', 'Your role does not allow this.', {
          allowed: [...actor.permissions],
        })
      refuseRank(actor, member)
    }
    refuseLastOwner(db, business, member)
    const before = { role: member.role, status: member.status }
    const kind = leaves
      ? 'member.left'
      : member.status === 'invited'
        ? 'member.invitation_revoked'
        : 'member.removed'
    Object.assign(member, { status: 'removed', token: null, isPrimaryContact: false, updatedAt: now() })
    recordBusinessEvent(db, actor, business, kind, {
      target: labelOf(db, member),
      before,
      after: { status: 'removed' },
    })
    return { status: 204 }
  },

  inviteBusinessUser({ db, actor, json, request }) {
    const business = businessOf(actor)
    refuseRole(actor, json.role)
    refuseDomain(business, json.email)
    const before = rowOf(db, business, json.email)
    refuseMember(before)
    if (before?.status === 'invited') refuseRank(actor, before)
    refuseCrowd(db, business)
    const member = invite(db, actor, business, json, originOf(request))
    if (json.is_primary_contact) setContact(db, business, member, true)
    return { status: 201, body: answer(db, business, member) }
  },

  addBusinessUser({ db, actor, json }) {
    const business = businessOf(actor)
    refuseRole(actor, json.role)
    const user = db.users.find((one) => one.user.id === json.user_id)?.user
    if (!user) throw new MockProblem('not_found', 'Account not found.')
    refuseDomain(business, user.email)
    refuseMember(rowOf(db, business, user.email))
    refuseCrowd(db, business)
    const { role } = json
    const facts = { userId: user.id, email: user.email, role, status: 'active' } as const
    const member = putMember(db, business, { ...facts, joinedAt: now(), graceFrom: now() })
    if (json.is_primary_contact) setContact(db, business, member, true)
    recordBusinessEvent(db, actor, business, 'member.added', {
      target: labelOf(db, member),
      after: { role },
    })
    send(db, 'mail', user.email, `You are a member of “${business.name}”`, `Your role is ${role}.`)
    return { status: 201, body: answer(db, business, member) }
  },

  createBusinessUser({ db, actor, query, json }) {
    const business = businessOf(actor)
    const wanted = newAccount(query, json)
    refuseRole(actor, wanted.role)
    refuseGrants(actor, wanted.permissions)
    refuseDomain(business, wanted.email)
    refuseWeak(wanted.password, 'password')
    if (db.users.some(({ user }) => user.username.toLowerCase() === wanted.username.toLowerCase()))
      throw new MockProblem('username_taken', 'This user name is taken. Choose another.', {
        errors: [{ path: 'username', message: 'This user name is taken.' }],
      })
    refuseTaken(db, wanted.email)
    refuseCrowd(db, business)
    const { username, email, first_name, last_name, password, role, permissions: grants } = wanted
    const user = { ...newUser({ username, email }), first_name, last_name, password_due: true }
    const invited = rowOf(db, business, email)
    db.users.push({ user, password })
    if (invited) invited.userId = user.id
    const facts = { userId: user.id, email, role, status: 'active', grants } as const
    const member = putMember(db, business, { ...facts, joinedAt: now(), graceFrom: now() })
    if (wanted.is_primary_contact) setContact(db, business, member, true)
    recordBusinessEvent(db, actor, business, 'member.created', {
      target: labelOf(db, member),
      after: { role },
    })
    const subject = `“${business.name}” created an account for you`
    send(
      db,
      'mail',
      email,
      subject,
      `Your user name is ${username}. Change the password that you were given.`,
    )
    return { status: 201, body: answer(db, business, member) }
  },

  resendInvitation({ db, actor, params, request }) {
    const business = businessOf(actor)
    const member = find(db, business, params.user_id)
    if (member.status !== 'invited')
      throw new MockProblem(
        'business_misfit',
        `There is no pending invitation: the member is ${member.status}.`,
      )
    refuseRank(actor, member)
    sendInvitation(db, actor, business, member, originOf(request))
    recordBusinessEvent(db, actor, business, 'member.invitation_resent', { target: labelOf(db, member) })
    return { status: 200, body: answer(db, business, member) }
  },

  remindBusinessUser({ db, actor, params }) {
    const business = businessOf(actor)
    const member = find(db, business, params.user_id)
    const user = db.users.find((one) => one.user.id === member.userId)?.user
    const due = factorDue(business, member)
    if (!user || user.mfa_enabled || !due || !CURRENT.includes(member.status))
      throw new MockProblem('business_misfit', 'The member does not lack a second factor.')
    if (member.remindedAt && Date.now() - Date.parse(member.remindedAt) < DAY)
      throw new MockProblem('too_many_requests', 'The member was reminded less than a day ago.', {
        retry_after: Math.ceil((Date.parse(member.remindedAt) + DAY - Date.now()) / 1000),
      })
    member.remindedAt = now()
    const subject = `“${business.name}” requires a second factor`
    send(db, 'mail', user.email, subject, `Add one in Security until ${due.slice(0, 10)}.`)
    recordBusinessEvent(db, actor, business, 'member.reminded', { target: labelOf(db, member) })
    return { status: 204 }
  },

  importBusinessUsers: ({ db, actor, form, request }) =>
    importMembers(db, actor, businessOf(actor), form, originOf(request)),

  transferBusiness({ db, actor, json }) {
    const business = businessOf(actor)
    const me = find(db, business, signedIn(actor).id)
    const member = findThere(db, business, json.user_id)
    if (member === me || member.status !== 'active')
      throw new MockProblem('not_found', 'Choose another active member.')
    recordBusinessEvent(db, actor, business, 'business.transferred', {
      target: labelOf(db, member),
      before: { owner: labelOf(db, me) },
      after: { owner: labelOf(db, member) },
    })
    Object.assign(member, { role: 'owner', grants: {}, updatedAt: now() })
    Object.assign(me, { role: 'admin', grants: {}, updatedAt: now() })
    for (const { email } of [member, me])
      send(db, 'mail', email, `“${business.name}” was transferred`, `${labelOf(db, member)} is the owner.`)
    return { status: 200, body: presentBusiness(db, business, actor) }
  },
}
