import { z } from 'zod'
import {
  BUSINESS_EVENTS,
  BUSINESS_STATUSES,
  DOCUMENT_KINDS,
  DOCUMENT_STATUSES,
  type DocumentKind,
  VERIFICATION_STATUSES,
} from './business-states.ts'
import { BYTES, endpoint } from './endpoint.ts'
import { listOf, listQuery } from './lists.ts'
import { PERMISSION_NAMES, ROLES } from './permissions.ts'

const instant = z.iso.datetime()

export const RoleName = z
  .enum(ROLES)
  .meta({ id: 'BusinessRole', description: 'Role of a member of a business.' })
export const PermissionName = z
  .enum(PERMISSION_NAMES)
  .meta({ id: 'Permission', description: 'Permission required by an operation.' })
export const BusinessStatusName = z.enum(BUSINESS_STATUSES).meta({
  id: 'BusinessStatus',
  description: 'Status of a business. A suspended or closed business is read-only.',
})
export const VerificationStatusName = z
  .enum(VERIFICATION_STATUSES)
  .meta({ id: 'VerificationStatus', description: 'Status of the verification of a business.' })
const kinds = Object.keys(DOCUMENT_KINDS) as [DocumentKind, ...DocumentKind[]]
export const DocumentKindName = z
  .enum(kinds)
  .meta({ id: 'BusinessDocumentKind', description: 'Kind of a verification document.' })
const DocumentStatusName = z
  .enum(DOCUMENT_STATUSES)
  .meta({ id: 'BusinessDocumentStatus', description: 'Status of a verification document.' })

/** Id of a business: its number or its string, `42` or `biz_…`. */
export const BusinessId = z
  .string()
  .regex(/^(\d{1,15}|biz_[a-z0-9]{16})$/)
  .meta({ description: 'The `id` or the `business_id` of the business.', example: 'biz_7hq2m4kx9tpz3w5c' })
export const businessParams = z.object({ business_id: BusinessId })

/** Limits of a business's documents: their number, and the bytes of each. */
export const MAX_DOCUMENTS = 50
export const DOCUMENT_MAX_BYTES = 20_000_000

export const BusinessDocument = z
  .object({
    document_id: z.uuid().meta({ description: 'Id of the document.' }),
    kind: DocumentKindName,
    file_id: z.uuid().nullable().meta({
      description:
        'Id of the stored file that the document was added from; null if it was uploaded or the file was deleted.',
    }),
    file_name: z.string().meta({ description: 'File name.' }),
    format: z.string().nullable().meta({ description: 'Format detected from the content; null if unknown.' }),
    size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
    pages: z.int().nullable().meta({ description: 'Number of pages of a PDF; null if unknown.' }),
    status: DocumentStatusName,
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Reason of the rejection; null if the document was not rejected.' }),
    uploaded_at: instant.meta({ description: 'Time of the upload.' }),
    uploaded_by: z.string().nullable().meta({ description: 'Name of the user who uploaded the document.' }),
    reviewed_at: instant
      .nullable()
      .meta({ description: 'Time of the review; null if the document was not reviewed.' }),
    content_url: z.string().meta({ description: 'Absolute URL of the content.' }),
  })
  .meta({ id: 'BusinessDocument', description: 'A verification document.' })
export type BusinessDocument = z.infer<typeof BusinessDocument>

const VerificationEvent = z
  .object({
    id: z.uuid().meta({ description: 'Id of the event.' }),
    kind: z.enum(BUSINESS_EVENTS).meta({ description: 'Type of the event.' }),
    at: instant.meta({ description: 'Time of the event.' }),
    by: z.string().nullable().meta({ description: 'Actor: the name of a member, or `Filewright review`.' }),
    reason: z.string().nullable().meta({ description: 'Reason, if given.' }),
    count: z.int().min(0).nullable().meta({ description: 'Number of affected documents, if any.' }),
    file_name: z
      .string()
      .nullable()
      .meta({ description: 'Name of the document if the event concerns one document.' }),
  })
  .meta({ id: 'VerificationEvent', description: 'An event of a verification.' })

/** One requirement of a verification. */
const Requirement = z
  .object({
    item: z
      .enum(['details', ...kinds])
      .meta({ description: 'Requirement: `details` of the profile, or a kind of document.' }),
    status: z
      .enum(['missing', ...DOCUMENT_STATUSES])
      .meta({ description: '`missing`, or the status of the newest document.' }),
    missing: z.array(z.string()).meta({ description: 'Empty fields of the profile.' }),
    document_id: z
      .uuid()
      .nullable()
      .meta({ description: 'Id of the newest document; null if there is none.' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Reason of the rejection; null if it was not rejected.' }),
  })
  .meta({ id: 'VerificationRequirement', description: 'A requirement of a verification.' })

export const BusinessPolicies = z
  .strictObject({
    second_factor: z
      .strictObject({
        required: z.boolean().meta({ description: 'Whether members need a second factor.' }),
        grace_days: z
          .int()
          .min(0)
          .max(90)
          .meta({ description: 'Days for members to add a second factor, from the day it is required.' }),
        required_from: instant.nullable().meta({
          description:
            'Time from which members without a second factor are blocked; null if it is not required.',
        }),
      })
      .meta({ description: 'Second-factor policy.' }),
    email_domains: z
      .array(
        z
          .string()
          .trim()
          .toLowerCase()
          .regex(
            /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
            'This is not a domain.',
          ),
      )
      .max(50)
      .meta({ description: 'E-mail domains that can be invited; empty if all are allowed.' }),
    links: z
      .strictObject({
        max_days: z
          .int()
          .min(1)
          .max(3650)
          .nullable()
          .meta({ description: 'Maximum lifetime of a share link in days; null if unlimited.' }),
        password_required: z.boolean().meta({ description: 'Whether share links require a password.' }),
      })
      .meta({ description: 'Rules for share links.' }),
    buyers: z.array(RoleName).min(1).meta({ description: 'Roles that can buy credits. Owners always can.' }),
  })
  .meta({ id: 'BusinessPolicies', description: 'Policies of a business for its members.' })
export type BusinessPolicies = z.infer<typeof BusinessPolicies>

export const NO_POLICIES: BusinessPolicies = {
  second_factor: { required: false, grace_days: 14, required_from: null },
  email_domains: [],
  links: { max_days: null, password_required: false },
  buyers: ['owner', 'admin', 'billing'],
}

const line = (max: number) => z.string().trim().max(max)
const country = z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/, 'An ISO 3166 code of two letters.')])
const website = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(300)])
const email = z.union([z.literal(''), z.email().max(254)])

/** Fields of the profile that can change. All 14 are the specification's full update. */
const profile = {
  legal_name: line(200).meta({ description: 'Name in the commercial register.' }),
  registration_number: line(100).meta({ description: 'Number in the commercial register.' }),
  tax_id: line(100).meta({ description: 'Tax or VAT number.' }),
  industry: line(100).meta({ description: 'Industry.', example: 'Real estate' }),
  website: website.meta({ description: 'URL of the website.' }),
  email: email.meta({ description: 'E-mail address of the business.' }),
  phone: line(50).meta({ description: 'Phone number.' }),
  address_line1: line(200).meta({ description: 'Street and number.' }),
  address_line2: line(200).meta({ description: 'Second line of the address.' }),
  city: line(100).meta({ description: 'City.' }),
  state: line(100).meta({ description: 'State or region of the address.' }),
  postal_code: line(20).meta({ description: 'Postal code.' }),
  country: country.meta({ description: 'ISO 3166 code of two letters; may be empty.', example: 'PT' }),
  description: line(2000).meta({ description: 'Description of the business.' }),
}
const name = z.string().trim().min(1).max(100)

export const Business = z
  .object({
    id: z.int().min(1).meta({ description: 'Number of the business.' }),
    business_id: z.string().meta({ description: 'Id of the business.', example: 'biz_7hq2m4kx9tpz3w5c' }),
    name: z.string().meta({ description: 'Name.', example: 'Harbour & Co' }),
    ...profile,
    website: z.string().meta({ description: 'URL of the website; may be empty.' }),
    email: z.string().meta({ description: 'E-mail address; may be empty.' }),
    country: z.string().meta({ description: 'ISO 3166 code of two letters; may be empty.' }),
    is_active: z
      .boolean()
      .meta({ description: 'Whether the business is active. Owners and admins can change it.' }),
    is_verified: z.boolean().meta({ description: 'Whether `verification_status` is `verified`.' }),
    status: BusinessStatusName,
    status_reason: z.string().nullable().meta({ description: 'Reason of the last status change, if given.' }),
    verification_status: VerificationStatusName,
    verification_reason: z
      .string()
      .nullable()
      .meta({ description: 'Reason of the last verification decision, if given.' }),
    owner_id: z
      .uuid()
      .nullable()
      .meta({ description: 'Id of the longest-standing owner; null if there is none.' }),
    owner_name: z
      .string()
      .nullable()
      .meta({ description: 'Name of the longest-standing owner; null if there is none.' }),
    documents: z.array(BusinessDocument).meta({
      description: 'Verification documents. Empty without `verification:read` and in lists.',
    }),
    verification_events: z
      .array(VerificationEvent)
      .meta({ description: 'Events of the verification, oldest first. Empty in lists.' }),
    requirements: z
      .array(Requirement)
      .meta({ description: 'Requirements of the verification. Empty in lists.' }),
    policies: BusinessPolicies,
    role: RoleName.nullable().meta({
      description: 'Role of the caller; null for an administrator of the instance.',
    }),
    permissions: z.array(PermissionName).meta({ description: 'Permissions of the caller.' }),
    members: z.int().min(0).meta({ description: 'Number of active and suspended members.' }),
    invitations: z.int().min(0).meta({ description: 'Number of pending invitations.' }),
    credits_available: z.int().meta({ description: 'Available credits.' }),
    storage_bytes: z.int().min(0).meta({ description: 'Size of the stored files in bytes.' }),
    created_at: instant.meta({ description: 'Time of creation.' }),
    updated_at: instant.meta({ description: 'Time of the last change.' }),
    submitted_at: instant
      .nullable()
      .meta({ description: 'Time of the last submission for verification; null if there was none.' }),
    verified_at: instant
      .nullable()
      .meta({ description: 'Time of the verification; null if the business is not verified.' }),
    closed_at: instant
      .nullable()
      .meta({ description: 'Time the business was closed; null if it is not closed.' }),
  })
  .meta({ id: 'Business', description: 'A business.' })
export type Business = z.infer<typeof Business>

const optional = <T extends Record<string, z.ZodType>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.optional()])) as {
    [K in keyof T]: z.ZodOptional<T[K]>
  }

export const CreateBusinessJson = z
  .strictObject({
    name: name.meta({ description: 'Name.' }),
    is_active: z.boolean().default(true).meta({ description: 'Whether the business is active.' }),
    status: z
      .literal('pending')
      .default('pending')
      .meta({ description: 'Status; always `pending` for a new business.' }),
    ...optional(profile),
  })
  .meta({ id: 'CreateBusinessJson', description: 'A new business.' })

export const UpdateBusinessJson = z
  .strictObject({
    name: name.optional().meta({ description: 'Name.' }),
    is_active: z.boolean().optional().meta({ description: 'Whether the business is active.' }),
    ...optional(profile),
  })
  .meta({ id: 'UpdateBusinessJson', description: 'Fields of a business to change.' })

export const BUSINESS_SORT = ['created_at', 'updated_at', 'name', 'submitted_at'] as const
const switched = z.enum(['true', 'false']).transform((text) => text === 'true')
export const BusinessesQuery = listQuery(BUSINESS_SORT).extend({
  state: z.string().max(100).optional().meta({ description: 'State or region of the address.' }),
  industry: z.string().max(100).optional().meta({ description: 'Industry.' }),
  status: BusinessStatusName.optional().meta({ description: 'Only businesses with this status.' }),
  verification_status: VerificationStatusName.optional().meta({
    description: 'Only businesses with this verification status.',
  }),
  is_active: switched.optional().meta({ description: 'Only active or only inactive businesses.' }),
  is_verified: switched.optional().meta({ description: 'Only verified or only unverified businesses.' }),
  owner_id: z.uuid().optional().meta({ description: 'Only businesses of this owner.' }),
  query: z.string().max(100).optional().meta({ description: 'Part of a name, number or address.' }),
})
export const BusinessList = listOf('BusinessList', Business)

const reason = z.string().trim().max(1000)

const ReviewedDocument = z.strictObject({
  document_id: z.uuid().meta({ description: 'Id of the document.' }),
  status: z.enum(['accepted', 'rejected']).meta({ description: 'Decision on the document.' }),
  reason: reason.optional().meta({ description: 'Reason of the rejection. Required with `rejected`.' }),
})

/** Data of a decision on a verification. */
const decision = {
  reason: reason.optional().meta({ description: 'Reason shown to the owners.' }),
  documents: z
    .array(ReviewedDocument)
    .max(MAX_DOCUMENTS)
    .default([])
    .meta({ description: 'Decisions on documents.' }),
}

const RoleRow = z.object({
  role: RoleName,
  title: z.string().meta({ description: 'Display name.' }),
  description: z.string().meta({ description: 'Description of the role.' }),
  rank: z
    .int()
    .meta({ description: 'Rank of the role. Members cannot change members of the same or a higher rank.' }),
  permissions: z.array(PermissionName).meta({ description: 'Permissions of the role.' }),
})
export const PermissionTable = z
  .object({
    roles: z.array(RoleRow).meta({ description: 'All roles, highest rank first.' }),
    permissions: z
      .array(
        z.object({
          permission: PermissionName,
          description: z.string().meta({ description: 'Description of the permission.' }),
        }),
      )
      .meta({ description: 'All permissions that a role can have.' }),
    role: RoleName.nullable().meta({ description: 'Role of the caller.' }),
    held: z.array(PermissionName).meta({ description: 'Permissions of the caller.' }),
    assignable: z.array(RoleName).meta({ description: 'Roles that the caller can assign.' }),
  })
  .meta({ id: 'PermissionTable', description: 'Roles and permissions, including those of the caller.' })

export const BUSINESS_PROBLEMS = [
  'not_found',
  'permission_missing',
  'business_inactive',
  'second_factor_required',
] as const
const jsonProblems = ['malformed_body', 'unsupported_media_type'] as const
const ONE = '/auth/api/v1/business/{business_id}/' as const
export const BUSINESS = '/auth/api/v1/businesses/{business_id}/' as const
const area = 'businesses'

export const businessEndpoints = {
  listBusinesses: endpoint({
    method: 'GET',
    path: '/auth/api/v1/business/',
    auth: 'account',
    area,
    summary: 'List businesses',
    description:
      'Lists the businesses that the caller is a member of, or all businesses for an administrator of the instance. `state` filters by the region of the address; `query` searches names, numbers and addresses.',
    query: BusinessesQuery,
    responses: { 200: BusinessList },
  }),
  createBusiness: endpoint({
    method: 'POST',
    path: '/auth/api/v1/business/',
    auth: 'account',
    sessionOnly: true,
    area,
    summary: 'Create a business',
    description:
      'Creates a business with the caller as its owner. The business is `pending` and `unverified`, and can be used immediately. The first business of a user receives the free credits of the instance.',
    json: CreateBusinessJson,
    idempotent: true,
    responses: { 201: Business },
    problems: [...jsonProblems, 'limit_reached', 'idempotency_conflict'],
  }),
  getBusiness: endpoint({
    method: 'GET',
    path: ONE,
    auth: 'account',
    permission: 'business:read',
    area,
    summary: 'Get a business',
    description:
      'Returns the business with its policies, its verification and the permissions of the caller.',
    params: businessParams,
    responses: { 200: Business },
    problems: BUSINESS_PROBLEMS,
  }),
  updateBusiness: endpoint({
    method: 'PUT',
    path: ONE,
    auth: 'account',
    permission: 'business:write',
    area,
    summary: 'Update a business',
    description:
      'Changes only the fields in the request. While a verification is submitted, in review or verified, members cannot change the legal name, the numbers or the address. Such a change requires a new verification, which an administrator opens.',
    params: businessParams,
    json: UpdateBusinessJson,
    responses: { 200: Business },
    problems: [...BUSINESS_PROBLEMS, ...jsonProblems, 'business_misfit'],
  }),
  verifyBusiness: endpoint({
    method: 'POST',
    path: `${ONE}verify/`,
    auth: 'admin',
    sessionOnly: true,
    area,
    summary: 'Set the verification of a business',
    description:
      'Sets the verification without a review. The owners receive the reason by e-mail. `documents` contains decisions on single documents.',
    params: businessParams,
    json: z
      .strictObject({
        is_verified: z.boolean().meta({ description: 'Whether the business is verified.' }),
        ...decision,
      })
      .meta({ id: 'VerifyBusinessJson', description: 'Verification of a business.' }),
    responses: { 200: Business },
    problems: ['not_found', ...jsonProblems, 'business_misfit'],
  }),
  setBusinessStatus: endpoint({
    method: 'PUT',
    path: `${ONE}status/`,
    auth: 'admin',
    sessionOnly: true,
    area,
    summary: 'Change the status of a business',
    description:
      'Changes the status if the current status allows it; otherwise `allowed` of the problem lists the possible statuses. The owners receive the reason by e-mail, and members see it.',
    params: businessParams,
    query: z.object({
      status: BusinessStatusName.meta({ description: 'New status.' }),
      reason: reason.optional().meta({ description: 'Reason shown to owners and members.' }),
    }),
    responses: { 200: Business },
    problems: ['not_found', 'business_misfit'],
  }),
  submitVerification: endpoint({
    method: 'POST',
    path: `${BUSINESS}submit-verification/`,
    auth: 'account',
    permission: 'verification:write',
    area,
    summary: 'Submit a business for verification',
    description:
      'Submits all documents with status `ready`, and stored files of the business listed in `documents`. Accepted documents stay accepted. If anything is missing, `errors` lists it.',
    params: businessParams,
    json: z
      .strictObject({
        documents: z
          .array(
            z.strictObject({
              kind: DocumentKindName,
              file_id: z.uuid().meta({ description: 'Id of a stored file of the business or the caller.' }),
            }),
          )
          .max(MAX_DOCUMENTS)
          .default([])
          .meta({ description: 'Stored files to add as documents.' }),
      })
      .meta({ id: 'SubmitVerificationJson', description: 'Documents to submit.' }),
    responses: { 200: Business },
    problems: [
      ...BUSINESS_PROBLEMS,
      ...jsonProblems,
      'business_misfit',
      'verification_incomplete',
      'file_empty',
      'file_too_large',
      'unsupported_source',
      'malicious_file',
      'storage_full',
      'limit_reached',
    ],
  }),
  reviewVerification: endpoint({
    method: 'POST',
    path: `${BUSINESS}review-verification/`,
    auth: 'admin',
    sessionOnly: true,
    area,
    summary: 'Decide on a verification',
    description:
      'Approves or rejects a submitted verification. A rejection lists the rejected documents with their reasons; documents that it does not list are accepted. An approval accepts all documents. The owners receive the decision by e-mail.',
    params: businessParams,
    json: z
      .strictObject({
        is_approved: z.boolean().meta({ description: 'Whether the business is verified.' }),
        ...decision,
      })
      .meta({ id: 'ReviewVerificationJson', description: 'Decision on a verification.' }),
    responses: { 200: Business },
    problems: ['not_found', ...jsonProblems, 'business_misfit'],
  }),
  getVerificationStatus: endpoint({
    method: 'GET',
    path: `${BUSINESS}verification-status/`,
    auth: 'account',
    permission: 'business:read',
    area,
    summary: 'Get the state of a verification',
    description: 'Returns the business with the requirements, documents and events of its verification.',
    params: businessParams,
    responses: { 200: Business },
    problems: BUSINESS_PROBLEMS,
  }),
  startReview: endpoint({
    method: 'POST',
    path: `${BUSINESS}start-review/`,
    auth: 'admin',
    sessionOnly: true,
    area,
    summary: 'Start the review of a verification',
    description: 'Sets a submitted verification to in review, which the members see.',
    params: businessParams,
    responses: { 200: Business },
    problems: ['not_found', 'business_misfit'],
    extension: true,
  }),
  addBusinessDocument: endpoint({
    method: 'POST',
    path: `${BUSINESS}documents/`,
    auth: 'account',
    permission: 'verification:write',
    area,
    summary: 'Upload a verification document',
    description:
      'Adds a PDF or an image as a document. It replaces a ready or rejected document of the same kind. The type is detected from the content, and the file is scanned for malware. Only owners, admins and reviewers can see documents; they are not part of the storage.',
    params: businessParams,
    form: z
      .object({
        kind: DocumentKindName,
        file: z.file().meta({ description: 'Document file, a PDF or an image.' }),
      })
      .meta({ id: 'BusinessDocumentForm', description: 'A document to upload.' }),
    fileLimit: DOCUMENT_MAX_BYTES,
    responses: { 201: BusinessDocument },
    problems: [
      ...BUSINESS_PROBLEMS,
      ...jsonProblems,
      'business_misfit',
      'file_missing',
      'file_empty',
      'file_too_large',
      'upload_incomplete',
      'unsupported_source',
      'malicious_file',
      'storage_full',
      'limit_reached',
    ],
    extension: true,
  }),
  removeBusinessDocument: endpoint({
    method: 'DELETE',
    path: `${BUSINESS}documents/{document_id}/`,
    auth: 'account',
    permission: 'verification:write',
    area,
    summary: 'Delete a verification document',
    description: 'Deletes a ready or rejected document. Submitted and accepted documents cannot be deleted.',
    params: businessParams.extend({ document_id: z.uuid().meta({ description: 'Id of the document.' }) }),
    responses: { 204: null },
    problems: [...BUSINESS_PROBLEMS, 'business_misfit'],
    extension: true,
  }),
  getBusinessDocument: endpoint({
    method: 'GET',
    path: `${BUSINESS}documents/{document_id}/content/`,
    auth: 'account',
    permission: 'verification:read',
    area,
    summary: 'Download a verification document',
    description:
      'Returns the content of the document to reviewers and to members with permission to read the verification.',
    params: businessParams.extend({ document_id: z.uuid().meta({ description: 'Id of the document.' }) }),
    responses: { 200: BYTES, 206: BYTES },
    problems: BUSINESS_PROBLEMS,
    extension: true,
  }),
  updatePolicies: endpoint({
    method: 'PUT',
    path: `${BUSINESS}policies/`,
    auth: 'account',
    sessionOnly: true,
    permission: 'business:write',
    area,
    summary: 'Replace the policies of a business',
    description:
      'Replaces all policies. If a second factor is required, members without one have `grace_days` to add it; after that they cannot act for the business. `required_from` is computed and ignored in the request.',
    params: businessParams,
    json: BusinessPolicies,
    responses: { 200: Business },
    problems: [...BUSINESS_PROBLEMS, ...jsonProblems],
    extension: true,
  }),
  closeBusiness: endpoint({
    method: 'POST',
    path: `${BUSINESS}close/`,
    auth: 'account',
    sessionOnly: true,
    sensitive: true,
    permission: 'business:close',
    area,
    summary: 'Close a business',
    description:
      'Closes the business: it becomes read-only for its members, and its API keys and share links stop working. Only an administrator can reopen it.',
    params: businessParams,
    json: z
      .strictObject({ reason: reason.optional().meta({ description: 'Reason for the audit log.' }) })
      .meta({ id: 'CloseBusinessJson', description: 'Reason for closing a business.' }),
    responses: { 200: Business },
    problems: [...BUSINESS_PROBLEMS, ...jsonProblems, 'business_misfit'],
    extension: true,
  }),
  getBusinessPermissions: endpoint({
    method: 'GET',
    path: `${BUSINESS}permissions/`,
    auth: 'account',
    permission: 'business:read',
    area,
    summary: 'Get roles and permissions',
    description:
      'Returns the permissions of each role, the permissions of the caller, and the roles that the caller can assign.',
    params: businessParams,
    responses: { 200: PermissionTable },
    problems: BUSINESS_PROBLEMS,
    extension: true,
  }),
} as const
