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
  .meta({ id: 'Permission', description: 'What an operation asks of its caller.' })
export const BusinessStatusName = z.enum(BUSINESS_STATUSES).meta({
  id: 'BusinessStatus',
  description: 'Status of a business. A suspended or closed one can be read and not changed.',
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
      description: 'The stored file it was added from; null if it was uploaded or the file was deleted.',
    }),
    file_name: z.string().meta({ description: 'File name.' }),
    format: z.string().nullable().meta({ description: 'Format, by the bytes; null if unknown.' }),
    size_bytes: z.int().min(0).meta({ description: 'Size in bytes.' }),
    pages: z.int().nullable().meta({ description: 'Number of pages of a PDF, where known.' }),
    status: DocumentStatusName,
    reason: z.string().nullable().meta({ description: 'Why it was rejected; null if it was not.' }),
    uploaded_at: instant.meta({ description: 'When it was uploaded.' }),
    uploaded_by: z.string().nullable().meta({ description: 'Name of the person who uploaded it.' }),
    reviewed_at: instant.nullable().meta({ description: 'When it was reviewed; null if it was not.' }),
    content_url: z.string().meta({ description: 'Absolute URL of its bytes.' }),
  })
  .meta({ id: 'BusinessDocument', description: 'A document of a verification.' })
export type BusinessDocument = z.infer<typeof BusinessDocument>

const VerificationEvent = z
  .object({
    id: z.uuid().meta({ description: 'Id of the event.' }),
    kind: z.enum(BUSINESS_EVENTS).meta({ description: 'What happened.' }),
    at: instant.meta({ description: 'When it happened.' }),
    by: z.string().nullable().meta({ description: 'Who did it: a member’s name, or `Filewright review`.' }),
    reason: z.string().nullable().meta({ description: 'The reason that was given, if any.' }),
    count: z.int().min(0).nullable().meta({ description: 'Number of documents it is about, if any.' }),
    file_name: z
      .string()
      .nullable()
      .meta({ description: 'Name of the document, where the event is about one document.' }),
  })
  .meta({ id: 'VerificationEvent', description: 'One event of a verification.' })

/** One requirement of a verification. */
const Requirement = z
  .object({
    item: z
      .enum(['details', ...kinds])
      .meta({ description: 'What is asked for: `details` of the profile, or a kind of document.' }),
    status: z
      .enum(['missing', ...DOCUMENT_STATUSES])
      .meta({ description: 'Whether it is missing, or the status of its newest document.' }),
    missing: z.array(z.string()).meta({ description: 'Fields of the profile that are empty.' }),
    document_id: z.uuid().nullable().meta({ description: 'Id of its newest document, if any.' }),
    reason: z.string().nullable().meta({ description: 'Why it was rejected, if it was.' }),
  })
  .meta({ id: 'VerificationRequirement', description: 'One requirement of a verification.' })

export const BusinessPolicies = z
  .strictObject({
    second_factor: z
      .strictObject({
        required: z.boolean().meta({ description: 'Whether members need a second factor.' }),
        grace_days: z
          .int()
          .min(0)
          .max(90)
          .meta({ description: 'Days that members have to add one, from the day it is required.' }),
        required_from: instant
          .nullable()
          .meta({ description: 'When the days are over; null if it is not required.' }),
      })
      .meta({ description: 'Second factor of members.' }),
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
      .meta({ description: 'Domains of addresses that can be invited; empty for any.' }),
    links: z
      .strictObject({
        max_days: z
          .int()
          .min(1)
          .max(3650)
          .nullable()
          .meta({ description: 'Most days that a share link may work; null for no limit.' }),
        password_required: z.boolean().meta({ description: 'Whether a share link needs a password.' }),
      })
      .meta({ description: 'Rules for share links.' }),
    buyers: z.array(RoleName).min(1).meta({ description: 'Roles that may buy credits. Owners always may.' }),
  })
  .meta({ id: 'BusinessPolicies', description: 'Policies that a business sets for its members.' })
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
  description: line(2000).meta({ description: 'What the business does.' }),
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
      .meta({ description: 'Whether it is in use. Its owners and admins can switch it off and on.' }),
    is_verified: z.boolean().meta({ description: 'Whether its verification is `verified`.' }),
    status: BusinessStatusName,
    status_reason: z.string().nullable().meta({ description: 'Reason of the last status change, if any.' }),
    verification_status: VerificationStatusName,
    verification_reason: z.string().nullable().meta({ description: 'Reason of the last decision, if any.' }),
    owner_id: z.uuid().nullable().meta({ description: 'Id of the longest-standing owner.' }),
    owner_name: z.string().nullable().meta({ description: 'Name of that owner.' }),
    documents: z.array(BusinessDocument).meta({
      description: 'Documents of the verification. Empty without `verification:read`, and in lists.',
    }),
    verification_events: z
      .array(VerificationEvent)
      .meta({ description: 'What happened in the verification, the oldest first. Empty in lists.' }),
    requirements: z
      .array(Requirement)
      .meta({ description: 'What the verification asks for. Empty in lists.' }),
    policies: BusinessPolicies,
    role: RoleName.nullable().meta({ description: 'Role of the caller; null for an administrator.' }),
    permissions: z.array(PermissionName).meta({ description: 'What the caller may do in it.' }),
    members: z.int().min(0).meta({ description: 'Number of active and suspended members.' }),
    invitations: z.int().min(0).meta({ description: 'Number of pending invitations.' }),
    credits_available: z.int().meta({ description: 'Credits that can be spent.' }),
    storage_bytes: z.int().min(0).meta({ description: 'Bytes in its storage.' }),
    created_at: instant.meta({ description: 'When it was created.' }),
    updated_at: instant.meta({ description: 'When it was last changed.' }),
    submitted_at: instant.nullable().meta({ description: 'When it was last submitted for verification.' }),
    verified_at: instant.nullable().meta({ description: 'When it was verified; null if it is not.' }),
    closed_at: instant.nullable().meta({ description: 'When it was closed; null if it is not.' }),
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
    is_active: z.boolean().default(true).meta({ description: 'Whether it is in use.' }),
    status: z.literal('pending').default('pending').meta({ description: 'A new business is pending.' }),
    ...optional(profile),
  })
  .meta({ id: 'CreateBusinessJson', description: 'A new business.' })

export const UpdateBusinessJson = z
  .strictObject({
    name: name.optional().meta({ description: 'Name.' }),
    is_active: z.boolean().optional().meta({ description: 'Whether it is in use.' }),
    ...optional(profile),
  })
  .meta({ id: 'UpdateBusinessJson', description: 'Fields of a business to change.' })

export const BUSINESS_SORT = ['created_at', 'updated_at', 'name', 'submitted_at'] as const
const switched = z.enum(['true', 'false']).transform((text) => text === 'true')
export const BusinessesQuery = listQuery(BUSINESS_SORT).extend({
  state: z.string().max(100).optional().meta({ description: 'State or region of the address.' }),
  industry: z.string().max(100).optional().meta({ description: 'Industry.' }),
  status: BusinessStatusName.optional().meta({ description: 'Only businesses of this status.' }),
  verification_status: VerificationStatusName.optional().meta({
    description: 'Only businesses whose verification has this status.',
  }),
  is_active: switched.optional().meta({ description: 'Only businesses in use, or only those not.' }),
  is_verified: switched.optional().meta({ description: 'Only verified businesses, or only others.' }),
  owner_id: z.uuid().optional().meta({ description: 'Only businesses of this owner.' }),
  query: z.string().max(100).optional().meta({ description: 'Part of a name, number, or address.' }),
})
export const BusinessList = listOf('BusinessList', Business)

const reason = z.string().trim().max(1000)

const ReviewedDocument = z.strictObject({
  document_id: z.uuid().meta({ description: 'Id of the document.' }),
  status: z.enum(['accepted', 'rejected']).meta({ description: 'Decision on the document.' }),
  reason: reason.optional().meta({ description: 'Why it was rejected. Required with `rejected`.' }),
})

/** Data of a decision on a verification. */
const decision = {
  reason: reason.optional().meta({ description: 'Reason, for its owners.' }),
  documents: z
    .array(ReviewedDocument)
    .max(MAX_DOCUMENTS)
    .default([])
    .meta({ description: 'Decisions on documents.' }),
}

const RoleRow = z.object({
  role: RoleName,
  title: z.string().meta({ description: 'Name for people.' }),
  description: z.string().meta({ description: 'What the role is for.' }),
  rank: z.int().meta({ description: 'Nobody changes a member at or above their own rank.' }),
  permissions: z.array(PermissionName).meta({ description: 'Permissions of the role.' }),
})
export const PermissionTable = z
  .object({
    roles: z.array(RoleRow).meta({ description: 'Every role, the highest first.' }),
    permissions: z
      .array(
        z.object({
          permission: PermissionName,
          description: z.string().meta({ description: 'What it allows.' }),
        }),
      )
      .meta({ description: 'Every permission that a role can have.' }),
    role: RoleName.nullable().meta({ description: 'Role of the caller.' }),
    held: z.array(PermissionName).meta({ description: 'What the caller may do.' }),
    assignable: z.array(RoleName).meta({ description: 'Roles that the caller may give.' }),
  })
  .meta({ id: 'PermissionTable', description: 'Roles, permissions, and those of the caller.' })

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
      'Lists the businesses that the caller is a member of. For an administrator of the instance it lists all businesses. `state` filters by region of the address, `query` searches names, numbers and addresses.',
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
      'Creates a business with the caller as its owner. It is `pending` and `unverified`, and can be used at once. The first business of a person gets the free credits of the instance.',
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
    description: 'Returns the business with its policies, its verification and what the caller may do in it.',
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
      'Changes the fields that are sent and leaves the others as they are. While a verification is submitted, in review or verified, a change of the legal name, numbers or address is refused for members: such a change needs a new verification, which an administrator opens.',
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
    summary: 'Set whether a business is verified',
    description:
      'Sets the verification directly, without a review. The reason is mailed to the owners. `documents` decides on single documents.',
    params: businessParams,
    json: z
      .strictObject({
        is_verified: z.boolean().meta({ description: 'Whether it is verified.' }),
        ...decision,
      })
      .meta({ id: 'VerifyBusinessJson', description: 'Whether a business is verified.' }),
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
      'Changes the status where the state machine allows it; `allowed` of the problem says what it would allow. The reason is mailed to the owners and shown to the members.',
    params: businessParams,
    query: z.object({
      status: BusinessStatusName.meta({ description: 'The new status.' }),
      reason: reason.optional().meta({ description: 'Reason, for its owners and members.' }),
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
      'Submits the documents that are ready, and those that `documents` adds from the storage of the business. Accepted documents stay accepted. What is missing is named in `errors`.',
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
      'Approves or rejects a submitted verification. A rejection names the rejected documents with their reasons; documents that it does not name are accepted. An approval accepts all. The decision is mailed to the owners.',
    params: businessParams,
    json: z
      .strictObject({
        is_approved: z.boolean().meta({ description: 'Whether the business is verified.' }),
        ...decision,
      })
      .meta({ id: 'ReviewVerificationJson', description: 'The decision on a verification.' }),
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
    summary: 'Start to review a verification',
    description: 'Marks a submitted verification as in review, which its members see.',
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
      'Adds a PDF or an image as a document of its kind, in place of a ready or rejected one of that kind. The type follows from the bytes, and the file is scanned for malware. Documents are seen by owners, admins and reviewers only and are no files of the storage.',
    params: businessParams,
    form: z
      .object({
        kind: DocumentKindName,
        file: z.file().meta({ description: 'The document, a PDF or an image.' }),
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
    description: 'Deletes a document that is ready or rejected. A submitted or accepted one stays.',
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
      'Returns the bytes of the document, for members who may read the verification and reviewers.',
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
    summary: 'Change the policies of a business',
    description:
      'Replaces the policies. Requiring a second factor gives members who have none `grace_days` to add one; after that they cannot act for the business. `required_from` follows from it and is ignored here.',
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
      'Closes the business: its members can read everything and change nothing, its API keys and share links stop. Only an administrator can open it again.',
    params: businessParams,
    json: z
      .strictObject({ reason: reason.optional().meta({ description: 'Reason, for the audit log.' }) })
      .meta({ id: 'CloseBusinessJson', description: 'Why a business is closed.' }),
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
      'Returns the permissions of each role, and what the caller may do and which roles they may give.',
    params: businessParams,
    responses: { 200: PermissionTable },
    problems: BUSINESS_PROBLEMS,
    extension: true,
  }),
} as const
