import type { BusinessEvent } from '../../contract/business-events.ts'
import type {
  BusinessStatus,
  BusinessUserStatus,
  DocumentKind,
  DocumentStatus,
  VerificationStatus,
} from '../../contract/business-states.ts'
import type { Business, BusinessPolicies } from '../../contract/businesses.ts'
import {
  type Grants,
  isPersonal,
  type Permission,
  permissionsOf,
  ROLE_TABLE,
  ROLES,
  type Role,
} from '../../contract/permissions.ts'
import type { Db } from './db.ts'
import { type Actor, MockProblem } from './handler.ts'

/** Fields of the profile, as `Business` has them. */
export const PROFILE = [
  'legal_name',
  'registration_number',
  'tax_id',
  'industry',
  'website',
  'email',
  'phone',
  'address_line1',
  'address_line2',
  'city',
  'state',
  'postal_code',
  'country',
  'description',
] as const satisfies readonly (keyof Business)[]
export type Profile = Pick<Business, (typeof PROFILE)[number]>
export const EMPTY_PROFILE = Object.fromEntries(PROFILE.map((key) => [key, ''])) as Profile

export interface StoredDocument {
  id: string
  kind: DocumentKind
  fileId: string | null
  fileName: string
  format: string
  content: Uint8Array<ArrayBuffer>
  pages: number | null
  status: DocumentStatus
  reason: string | null
  uploadedAt: string
  /** Id of a user. */
  uploadedBy: string | null
  reviewedAt: string | null
}

export interface StoredBusiness {
  /** Owns the rows that its members make. */
  id: string
  number: number
  publicId: string
  name: string
  profile: Profile
  isActive: boolean
  status: BusinessStatus
  statusReason: string | null
  verification: VerificationStatus
  verificationReason: string | null
  policies: BusinessPolicies
  /** Oldest first. */
  documents: StoredDocument[]
  /** Free credits that it was given. */
  granted: number
  createdAt: string
  updatedAt: string
  submittedAt: string | null
  verifiedAt: string | null
  closedAt: string | null
}

export interface StoredMember {
  id: string
  businessId: string
  userId: string | null
  email: string
  role: Role
  grants: Grants
  isPrimaryContact: boolean
  status: BusinessUserStatus
  /** Id of a user. */
  invitedBy: string | null
  invitedAt: string | null
  token: string | null
  expiresAt: string | null
  joinedAt: string | null
  /** From when the days of the second factor count for a new member. */
  graceFrom: string | null
  lastActiveAt: string | null
  remindedAt: string | null
  createdAt: string
  updatedAt: string
}

export type StoredBusinessEvent = BusinessEvent & { businessId: string }

export interface BusinessStore {
  businesses: StoredBusiness[]
  members: StoredMember[]
  /** Oldest first. */
  events: StoredBusinessEvent[]
}

export const emptyBusinesses = (): BusinessStore => ({ businesses: [], members: [], events: [] })

/** By its number or its `biz_…`. */
export const findBusiness = (db: Db, id: string): StoredBusiness | undefined =>
  db.businesses.businesses.find((one) => one.publicId === id || String(one.number) === id)

/** The business that the guard has found for this path. */
export function businessOf({ business }: Actor): StoredBusiness {
  if (!business) throw new MockProblem('not_found', 'Business not found, or you are not a member.')
  return business
}

export const membersOf = (db: Db, business: StoredBusiness): StoredMember[] =>
  db.businesses.members.filter(({ businessId }) => businessId === business.id)

export const memberOf = (db: Db, business: StoredBusiness, userId: string): StoredMember | undefined =>
  membersOf(db, business).find((one) => one.userId === userId)

/** Owners who can act, the longest-standing first. */
export const ownersOf = (db: Db, business: StoredBusiness): StoredMember[] =>
  membersOf(db, business)
    .filter(({ role, status }) => role === 'owner' && status === 'active')
    .sort((a, b) => (a.joinedAt ?? '').localeCompare(b.joinedAt ?? ''))

/** By role, exceptions, and the policy on who may buy. */
export function permissionsIn(
  { policies }: StoredBusiness,
  { role, grants }: Pick<StoredMember, 'role' | 'grants'>,
): Permission[] {
  const mayBuy = role === 'owner' || policies.buyers.includes(role)
  return permissionsOf(role, grants).filter((name) => mayBuy || name !== 'billing:write')
}

const DAY = 86_400_000

/** When a member without a second factor can no longer act; null where the policy asks for none. */
export function factorDue({ policies: { second_factor } }: StoredBusiness, { graceFrom }: StoredMember) {
  if (!second_factor.required || second_factor.required_from === null) return null
  const due = Date.parse(second_factor.required_from)
  const own = graceFrom ? Date.parse(graceFrom) + second_factor.grace_days * DAY : due
  return new Date(Math.max(due, own)).toISOString()
}

/** Roles that somebody of this role may give, the highest first. */
export const rolesBelow = (role: Role | null): Role[] =>
  role === 'owner'
    ? [...ROLES]
    : ROLES.filter((one) => role !== null && ROLE_TABLE[one].rank < ROLE_TABLE[role].rank)

/** Scopes that no key of a business can have. */
export const personalScopes = (scopes: readonly Permission[]): Permission[] => scopes.filter(isPersonal)

/** A person's name for others. */
export function nameOfUser(db: Db, userId: string | null): string | null {
  const user = db.users.find((one) => one.user.id === userId)?.user
  return user ? `${user.first_name} ${user.last_name}`.trim() || user.username : null
}

/** Who a link or a document comes from: the member who made it, with the business's name. */
export function senderOf(db: Db, ownerId: string, createdBy: string | null = null) {
  const business = db.businesses.businesses.find(({ id }) => id === ownerId)
  if (!business) {
    const user = db.users.find((one) => one.user.id === ownerId)?.user
    return { name: nameOfUser(db, ownerId) ?? 'Unknown sender', email: user?.email ?? '' }
  }
  const active = membersOf(db, business).filter(({ status }) => status === 'active')
  const contact =
    active.find(({ userId }) => userId === createdBy) ??
    active.find(({ isPrimaryContact }) => isPrimaryContact) ??
    ownersOf(db, business)[0]
  const creator = nameOfUser(db, createdBy)
  return {
    name: creator ? `${creator}, ${business.name}` : business.name,
    email: contact?.email ?? '',
  }
}
