import {
  REQUIRED_DETAILS,
  REQUIRED_DOCUMENTS,
  type VerificationStatus,
} from '../../contract/business-states.ts'
import { type BusinessUser, CURRENT } from '../../contract/business-users.ts'
import type { Business, BusinessDocument } from '../../contract/businesses.ts'
import { REVIEWER } from './act-for.ts'
import type { Db } from './db.ts'
import type { Actor } from './handler.ts'
import {
  factorDue,
  memberOf,
  membersOf,
  nameOfUser,
  ownersOf,
  permissionsIn,
  type StoredBusiness,
  type StoredDocument,
  type StoredMember,
} from './stored-businesses.ts'
import { usageOf } from './stored-files.ts'
import { creditsOf } from './submit.ts'

export const presentDocument = (db: Db, business: StoredBusiness, one: StoredDocument): BusinessDocument => ({
  document_id: one.id,
  kind: one.kind,
  file_id: db.storage.files.some(({ id }) => id === one.fileId) ? one.fileId : null,
  file_name: one.fileName,
  format: one.format,
  size_bytes: one.content.length,
  pages: one.pages,
  status: one.status,
  reason: one.reason,
  uploaded_at: one.uploadedAt,
  uploaded_by: nameOfUser(db, one.uploadedBy),
  reviewed_at: one.reviewedAt,
  content_url: `/auth/api/v1/businesses/${business.publicId}/documents/${one.id}/content/`,
})

/** What the first row of the checklist says once nothing is missing. */
const DETAILS = {
  unverified: 'ready',
  rejected: 'ready',
  submitted: 'submitted',
  in_review: 'submitted',
  verified: 'accepted',
} as const satisfies Record<VerificationStatus, string>

export function requirementsOf({
  profile,
  documents,
  verification,
}: StoredBusiness): Business['requirements'] {
  const missing = REQUIRED_DETAILS.filter((field) => profile[field] === '')
  return [
    {
      item: 'details',
      status: missing.length > 0 ? 'missing' : DETAILS[verification],
      missing,
      document_id: null,
      reason: null,
    },
    ...REQUIRED_DOCUMENTS.map((kind): Business['requirements'][number] => {
      const newest = documents.findLast((one) => one.kind === kind)
      return {
        item: kind,
        status: newest?.status ?? 'missing',
        missing: [],
        document_id: newest?.id ?? null,
        reason: newest?.reason ?? null,
      }
    }),
  ]
}

const countOf = (db: Db, business: StoredBusiness, statuses: readonly StoredMember['status'][]) =>
  membersOf(db, business).filter(({ status }) => statuses.includes(status)).length

const creditsLeft = (db: Db, business: StoredBusiness) =>
  creditsOf(db, { id: business.id, user: null, business }).remaining

const OF_VERIFICATION = /^(verification|document)\./

function verificationEvents(db: Db, business: StoredBusiness): Business['verification_events'] {
  return db.businesses.events
    .filter(({ businessId, kind }) => businessId === business.id && OF_VERIFICATION.test(kind))
    .map(({ id, kind, at, actor, reason, after, target }) => {
      const isOneDocument = kind.startsWith('document.')
      const many = typeof after.documents === 'number' ? after.documents : null
      return {
        id,
        kind,
        at,
        by: actor.kind === 'administrator' ? 'Filewright review' : actor.name,
        reason,
        count: isOneDocument ? 1 : many,
        file_name: isOneDocument ? target : null,
      }
    })
}

/** A business as this caller sees it. `whole` adds what lists leave out. */
export function presentBusiness(
  db: Db,
  business: StoredBusiness,
  { user, key, permissions }: Actor,
  whole = true,
): Business {
  const member = user && memberOf(db, business, user.id)
  const active = member?.status === 'active' ? member : null
  const held = key ? [...permissions] : active ? permissionsIn(business, active) : [...REVIEWER]
  const [owner] = ownersOf(db, business)
  return {
    id: business.number,
    business_id: business.publicId,
    name: business.name,
    ...business.profile,
    is_active: business.isActive,
    is_verified: business.verification === 'verified',
    status: business.status,
    status_reason: business.statusReason,
    verification_status: business.verification,
    verification_reason: business.verificationReason,
    owner_id: owner?.userId ?? null,
    owner_name: nameOfUser(db, owner?.userId ?? null),
    documents:
      whole && held.includes('verification:read')
        ? business.documents.map((one) => presentDocument(db, business, one))
        : [],
    verification_events: whole ? verificationEvents(db, business) : [],
    requirements: whole ? requirementsOf(business) : [],
    policies: business.policies,
    role: active?.role ?? null,
    permissions: held,
    members: countOf(db, business, CURRENT),
    invitations: countOf(db, business, ['invited']),
    credits_available: creditsLeft(db, business),
    storage_bytes: usageOf(db, business.id).used_bytes,
    created_at: business.createdAt,
    updated_at: business.updatedAt,
    submitted_at: business.submittedAt,
    verified_at: business.verifiedAt,
    closed_at: business.closedAt,
  }
}

export function presentMember(db: Db, business: StoredBusiness, one: StoredMember): BusinessUser {
  const user = db.users.find((each) => each.user.id === one.userId)?.user
  const month = new Date().toISOString().slice(0, 7)
  const spent = db.conversions
    .filter(
      ({ owner, createdBy, conversion }) =>
        owner === business.id &&
        createdBy &&
        createdBy === one.userId &&
        conversion.created_at.startsWith(month),
    )
    .reduce((sum, { conversion }) => sum + (conversion.credits_charged ?? 0), 0)
  const isCurrent = CURRENT.includes(one.status)
  return {
    id: one.id,
    user_id: one.userId,
    business_id: business.publicId,
    business: {
      id: business.number,
      business_id: business.publicId,
      name: business.name,
      status: business.status,
      verification_status: business.verification,
      is_active: business.isActive,
      credits_available: creditsLeft(db, business),
      members: countOf(db, business, CURRENT),
    },
    username: user?.username ?? null,
    name: nameOfUser(db, one.userId) ?? one.email,
    email: one.email,
    role: one.role,
    permissions: one.grants,
    effective_permissions: permissionsIn(business, one),
    is_primary_contact: one.isPrimaryContact,
    status: one.status,
    has_second_factor: user?.mfa_enabled ?? null,
    second_factor_due: isCurrent && user && !user.mfa_enabled ? factorDue(business, one) : null,
    last_active_at: one.lastActiveAt,
    credits_this_month: spent,
    invited_by: nameOfUser(db, one.invitedBy),
    invited_at: one.invitedAt,
    expires_at: one.status === 'invited' ? one.expiresAt : null,
    joined_at: one.joinedAt,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
  }
}
