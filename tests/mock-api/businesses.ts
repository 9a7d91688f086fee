import type { BusinessEventKind, BusinessStatus } from '../../contract/business-states.ts'
import { changesFrom, IDENTITY_FIELDS, STATUS_CHANGES } from '../../contract/business-states.ts'
import { type businessEndpoints, NO_POLICIES } from '../../contract/businesses.ts'
import {
  assignableRoles,
  BUSINESS_PERMISSIONS,
  PERMISSIONS,
  ROLE_TABLE,
  ROLES,
} from '../../contract/permissions.ts'
import { difference, mailOwners, recordBusinessEvent } from './business-events.ts'
import type { VerificationNames } from './business-verification.ts'
import type { Db } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem, signedIn } from './handler.ts'
import { now } from './identity.ts'
import { pageOf } from './page.ts'
import { presentBusiness } from './present-businesses.ts'
import {
  businessOf,
  EMPTY_PROFILE,
  memberOf,
  ownersOf,
  PROFILE,
  type Profile,
  type StoredBusiness,
} from './stored-businesses.ts'

const DAY = 86_400_000
const MAX_OWNED = 20

/** Businesses that the caller may see in a list. */
function visible(db: Db, { user, business }: Actor): StoredBusiness[] {
  if (business) return [business]
  if (!user || user.is_admin) return user ? db.businesses.businesses : []
  return db.businesses.businesses.filter((one) => memberOf(db, one, user.id)?.status === 'active')
}

const textOf = ({ name, publicId, profile }: StoredBusiness) =>
  [
    name,
    publicId,
    ...['legal_name', 'registration_number', 'tax_id', 'email', 'website', 'city'].map(
      (key) => profile[key as keyof Profile],
    ),
  ]
    .join(' ')
    .toLowerCase()

const SORTED_BY = {
  created_at: ({ createdAt }: StoredBusiness) => createdAt,
  updated_at: ({ updatedAt }: StoredBusiness) => updatedAt,
  name: ({ name }: StoredBusiness) => name,
  submitted_at: ({ submittedAt }: StoredBusiness) => submittedAt ?? '',
}

const profileOf = (json: { [K in keyof Profile]?: string | undefined }): Partial<Profile> =>
  Object.fromEntries(PROFILE.flatMap((key) => (json[key] === undefined ? [] : [[key, json[key]]])))

/** Changes the status, with all that follows from it. */
function setStatus(
  db: Db,
  actor: Actor,
  business: StoredBusiness,
  status: BusinessStatus,
  reason: string | undefined,
  kind: BusinessEventKind,
) {
  const before = { status: business.status }
  Object.assign(business, {
    status,
    statusReason: reason || null,
    closedAt: status === 'closed' ? now() : null,
    updatedAt: now(),
  })
  recordBusinessEvent(db, actor, business, kind, { before, after: { status }, reason })
  mailOwners(db, business, `“${business.name}” is ${status}`, reason)
}

export const businessHandlers: AreaHandlers<Exclude<keyof typeof businessEndpoints, VerificationNames>> = {
  listBusinesses({ db, actor, query }) {
    const text = query.query?.trim().toLowerCase()
    const same = (a: string, b: string | undefined) => !b || a.toLowerCase() === b.trim().toLowerCase()
    const key = SORTED_BY[query.sort_by]
    const found = visible(db, actor)
      .filter(
        (one) =>
          same(one.profile.state, query.state) &&
          same(one.profile.industry, query.industry) &&
          (!query.status || one.status === query.status) &&
          (!query.verification_status || one.verification === query.verification_status) &&
          (query.is_active === undefined || one.isActive === query.is_active) &&
          (query.is_verified === undefined || (one.verification === 'verified') === query.is_verified) &&
          (!query.owner_id || ownersOf(db, one).some(({ userId }) => userId === query.owner_id)) &&
          (!text || textOf(one).includes(text)),
      )
      .sort(
        (a, b) => (query.sort_dir === 'asc' ? 1 : -1) * (key(a).localeCompare(key(b)) || a.number - b.number),
      )
    const page = pageOf(found, query)
    return {
      status: 200,
      body: { ...page, results: page.results.map((one) => presentBusiness(db, one, actor, false)) },
    }
  },

  createBusiness({ db, actor, json }) {
    const user = signedIn(actor)
    const { businesses, members } = db.businesses
    const own = businesses.filter((one) => memberOf(db, one, user.id)?.role === 'owner')
    if (own.length >= MAX_OWNED)
      throw new MockProblem('limit_reached', `A person owns at most ${MAX_OWNED} businesses.`)
    const business: StoredBusiness = {
      id: crypto.randomUUID(),
      number: Math.max(0, ...businesses.map(({ number }) => number)) + 1,
      publicId: `biz_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`,
      name: json.name,
      profile: { ...EMPTY_PROFILE, ...profileOf(json) },
      isActive: json.is_active,
      status: json.status,
      statusReason: null,
      verification: 'unverified',
      verificationReason: null,
      policies: structuredClone(NO_POLICIES),
      documents: [],
      granted: own.length === 0 ? db.granted : 0,
      createdAt: now(),
      updatedAt: now(),
      submittedAt: null,
      verifiedAt: null,
      closedAt: null,
    }
    businesses.push(business)
    members.push({
      id: crypto.randomUUID(),
      businessId: business.id,
      userId: user.id,
      email: user.email,
      role: 'owner',
      grants: {},
      isPrimaryContact: true,
      status: 'active',
      invitedBy: null,
      invitedAt: null,
      token: null,
      expiresAt: null,
      joinedAt: now(),
      graceFrom: null,
      lastActiveAt: now(),
      remindedAt: null,
      createdAt: now(),
      updatedAt: now(),
    })
    recordBusinessEvent(db, { ...actor, role: 'owner' }, business, 'business.created', {
      target: business.name,
      after: { name: business.name, status: business.status },
    })
    return { status: 201, body: presentBusiness(db, business, actor) }
  },

  getBusiness: ({ db, actor }) => ({ status: 200, body: presentBusiness(db, businessOf(actor), actor) }),

  updateBusiness({ db, actor, json }) {
    const business = businessOf(actor)
    const fields = ({ name, isActive, profile }: StoredBusiness) => ({
      name,
      is_active: isActive,
      ...profile,
    })
    const next: StoredBusiness = {
      ...business,
      name: json.name ?? business.name,
      isActive: json.is_active ?? business.isActive,
      profile: { ...business.profile, ...profileOf(json) },
    }
    const locked = IDENTITY_FIELDS.filter((key) => next.profile[key] !== business.profile[key])
    if (locked.length > 0 && !['unverified', 'rejected'].includes(business.verification))
      throw new MockProblem(
        'business_misfit',
        `The verification is ${business.verification}, so ${locked.join(', ')} cannot be changed. Ask an administrator.`,
        { allowed: changesFrom(business.verification) },
      )
    const changed = difference(fields(business), fields(next))
    if (changed) {
      Object.assign(business, next, { updatedAt: now() })
      recordBusinessEvent(db, actor, business, 'business.updated', changed)
    }
    return { status: 200, body: presentBusiness(db, business, actor) }
  },

  setBusinessStatus({ db, actor, query }) {
    const business = businessOf(actor)
    const allowed = STATUS_CHANGES[business.status]
    if (!allowed.includes(query.status))
      throw new MockProblem(
        'business_misfit',
        `“${business.name}” is ${business.status} and cannot become ${query.status}.`,
        { allowed: [...allowed] },
      )
    setStatus(db, { ...actor, role: null }, business, query.status, query.reason, 'business.status_changed')
    return { status: 200, body: presentBusiness(db, business, actor) }
  },

  updatePolicies({ db, actor, json }) {
    const business = businessOf(actor)
    const before = business.policies
    const { required, grace_days } = json.second_factor
    const same = before.second_factor.required && before.second_factor.grace_days === grace_days
    const required_from = !required
      ? null
      : same
        ? before.second_factor.required_from
        : new Date(Date.now() + grace_days * DAY).toISOString()
    const policies = {
      ...json,
      email_domains: [...new Set(json.email_domains)],
      second_factor: { required, grace_days, required_from },
    }
    const changed = difference(before, policies)
    if (changed) {
      Object.assign(business, { policies, updatedAt: now() })
      recordBusinessEvent(db, actor, business, 'business.policies_updated', changed)
    }
    return { status: 200, body: presentBusiness(db, business, actor) }
  },

  closeBusiness({ db, actor, json }) {
    const business = businessOf(actor)
    setStatus(db, actor, business, 'closed', json.reason, 'business.closed')
    return { status: 200, body: presentBusiness(db, business, actor) }
  },

  getBusinessPermissions({ actor }) {
    const { role, permissions } = actor
    return {
      status: 200,
      body: {
        roles: ROLES.map((name) => {
          const { title, description, rank, permissions } = ROLE_TABLE[name]
          return { role: name, title, description, rank, permissions: [...permissions] }
        }),
        permissions: BUSINESS_PERMISSIONS.map((permission) => ({
          permission,
          description: PERMISSIONS[permission],
        })),
        role,
        held: [...permissions],
        assignable: assignableRoles(role, new Set(permissions)),
      },
    }
  },
}
