/**
 * State transitions of a business and of its verification. The server, the mock and the buttons of
 * the dashboard all use this table.
 */
export const BUSINESS_STATUSES = ['pending', 'active', 'suspended', 'closed'] as const
export type BusinessStatus = (typeof BUSINESS_STATUSES)[number]

/** Statuses that an administrator may set. Only owners close a business. */
export const STATUS_CHANGES: Readonly<Record<BusinessStatus, readonly BusinessStatus[]>> = {
  pending: ['active', 'suspended', 'closed'],
  active: ['suspended', 'closed'],
  suspended: ['active', 'closed'],
  closed: ['active'],
}

/** A business in these statuses is read-only, and its links don't open. */
export const FROZEN: readonly BusinessStatus[] = ['suspended', 'closed']

export const VERIFICATION_STATUSES = ['unverified', 'submitted', 'in_review', 'verified', 'rejected'] as const
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]

/**
 * `submit`: by the business. `start_review`, `approve`, `reject`: by an administrator.
 * `set_verified` and `set_unverified` are an administrator's decision without a review.
 */
export const VERIFICATION_CHANGES = {
  submit: { from: ['unverified', 'rejected'], to: 'submitted' },
  start_review: { from: ['submitted'], to: 'in_review' },
  approve: { from: ['submitted', 'in_review'], to: 'verified' },
  reject: { from: ['submitted', 'in_review'], to: 'rejected' },
  set_verified: { from: ['unverified', 'submitted', 'in_review', 'rejected'], to: 'verified' },
  set_unverified: { from: ['submitted', 'in_review', 'verified', 'rejected'], to: 'unverified' },
} as const satisfies Readonly<Record<string, { from: readonly VerificationStatus[]; to: VerificationStatus }>>
export type VerificationChange = keyof typeof VERIFICATION_CHANGES

/** Actions that a state allows. */
export const changesFrom = (status: VerificationStatus): VerificationChange[] =>
  (Object.keys(VERIFICATION_CHANGES) as VerificationChange[]).filter((change) =>
    (VERIFICATION_CHANGES[change].from as readonly VerificationStatus[]).includes(status),
  )

/** Kinds of documents, and which of them a verification requires. */
export const DOCUMENT_KINDS = {
  registration_certificate: { required: true },
  proof_of_address: { required: true },
  owner_identity: { required: true },
  tax_registration: { required: true },
  other: { required: false },
} as const satisfies Readonly<Record<string, { required: boolean }>>
export type DocumentKind = keyof typeof DOCUMENT_KINDS
export const REQUIRED_DOCUMENTS = (Object.keys(DOCUMENT_KINDS) as DocumentKind[]).filter(
  (kind) => DOCUMENT_KINDS[kind].required,
)

/** Fields of the profile that a verification requires: the first row of its checklist. */
export const REQUIRED_DETAILS = [
  'legal_name',
  'registration_number',
  'address_line1',
  'city',
  'country',
] as const

/**
 * Fields under verification: members can't change them while it is submitted, in review or
 * verified.
 */
export const IDENTITY_FIELDS = [
  'legal_name',
  'registration_number',
  'tax_id',
  'address_line1',
  'address_line2',
  'city',
  'state',
  'postal_code',
  'country',
] as const

/**
 * A document is `ready` after its upload, `submitted` with a submission, and `accepted` or
 * `rejected` by a review. A new document replaces a ready or rejected one of the same kind.
 */
export const DOCUMENT_STATUSES = ['ready', 'submitted', 'accepted', 'rejected'] as const
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number]

export const BUSINESS_USER_STATUSES = ['invited', 'active', 'suspended', 'removed', 'declined'] as const
export type BusinessUserStatus = (typeof BUSINESS_USER_STATUSES)[number]

/** Events of a business's audit log. */
export const BUSINESS_EVENTS = [
  'business.created',
  'business.updated',
  'business.policies_updated',
  'business.status_changed',
  'business.transferred',
  'business.closed',
  'document.added',
  'document.removed',
  'document.accepted',
  'document.rejected',
  'verification.submitted',
  'verification.in_review',
  'verification.verified',
  'verification.rejected',
  'verification.set',
  'member.invited',
  'member.invitation_resent',
  'member.invitation_revoked',
  'member.joined',
  'member.declined',
  'member.added',
  'member.created',
  'member.role_changed',
  'member.permissions_changed',
  'member.suspended',
  'member.reactivated',
  'member.updated',
  'member.removed',
  'member.left',
  'member.reminded',
  'api_key.created',
  'api_key.revoked',
  'billing.purchase_started',
  'billing.plan_changed',
  'billing.plan_cancelled',
  'billing.plan_resumed',
  'billing.settings_updated',
] as const
export type BusinessEventKind = (typeof BUSINESS_EVENTS)[number]
