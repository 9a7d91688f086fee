import { z } from 'zod'
import { Email, NewPassword, PersonName, Username } from './account.ts'
import { BUSINESS_USER_STATUSES, type BusinessUserStatus } from './business-states.ts'
import {
  BUSINESS,
  BUSINESS_PROBLEMS,
  Business,
  BusinessStatusName,
  businessParams,
  PermissionName,
  RoleName,
  VerificationStatusName,
} from './businesses.ts'
import { endpoint } from './endpoint.ts'
import { listOf, listQuery } from './lists.ts'
import { BUSINESS_PERMISSIONS, type Permission } from './permissions.ts'

const instant = z.iso.datetime()

/** Lifetime of an invitation's single-use link. */
export const INVITATION_DAYS = 7
/** Limits of one CSV file: rows and bytes. */
export const IMPORT_ROWS = 5000
export const IMPORT_MAX_BYTES = 2_000_000
/** Members and pending invitations of one business. */
export const MAX_MEMBERS = 20_000

export const BusinessUserStatusName = z
  .enum(BUSINESS_USER_STATUSES)
  .meta({ id: 'BusinessUserStatus', description: 'Status of a member of a business.' })

const grantable = BUSINESS_PERMISSIONS as [Permission, ...Permission[]]
const Exceptions = z.partialRecord(z.enum(grantable), z.boolean()).meta({
  id: 'BusinessUserPermissions',
  description: 'Exceptions from the role: true grants a permission, false denies it.',
  example: { 'audit:read': true },
})

export const BusinessUser = z
  .object({
    id: z.uuid().meta({ description: 'Id of the membership.' }),
    user_id: z
      .uuid()
      .nullable()
      .meta({ description: 'Id of the user; null if the invited e-mail address has no account.' }),
    business_id: z.string().meta({ description: 'Id of the business.' }),
    business: z
      .object({
        id: z.int().meta({ description: 'Number of the business.' }),
        business_id: z.string().meta({ description: 'Id of the business.' }),
        name: z.string().meta({ description: 'Name of the business.' }),
        status: BusinessStatusName,
        verification_status: VerificationStatusName,
        is_active: z.boolean().meta({ description: 'Whether the business is active.' }),
        credits_available: z.int().meta({ description: 'Available credits.' }),
        members: z.int().meta({ description: 'Number of active and suspended members.' }),
      })
      .meta({ description: 'The business.' }),
    username: z.string().nullable().meta({ description: 'User name; null if there is no account.' }),
    name: z.string().meta({
      description:
        'Display name: first and last name, otherwise the user name, otherwise the e-mail address.',
    }),
    email: z.string().meta({ description: 'E-mail address.' }),
    role: RoleName,
    permissions: Exceptions,
    effective_permissions: z
      .array(PermissionName)
      .meta({ description: 'Effective permissions of the member.' }),
    is_primary_contact: z.boolean().meta({ description: 'Whether the member is the primary contact.' }),
    status: BusinessUserStatusName,
    has_second_factor: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the member has a second factor; null if there is no account.' }),
    second_factor_due: instant.nullable().meta({
      description: 'Time from which a missing second factor blocks the member; null if it does not.',
    }),
    last_active_at: instant
      .nullable()
      .meta({ description: 'Time of the last activity for the business; null if there was none.' }),
    credits_this_month: z.int().min(0).meta({ description: 'Credits used by the member this month (UTC).' }),
    invited_by: z
      .string()
      .nullable()
      .meta({ description: 'Name of the inviting member; null if there is none.' }),
    invited_at: instant.nullable().meta({ description: 'Time the last invitation was sent.' }),
    expires_at: instant.nullable().meta({ description: 'Expiry time of a pending invitation.' }),
    joined_at: instant.nullable().meta({ description: 'Time the member joined; null if not joined yet.' }),
    created_at: instant.meta({ description: 'Time of creation.' }),
    updated_at: instant.meta({ description: 'Time of the last change.' }),
  })
  .meta({ id: 'BusinessUser', description: 'A member of a business, or a person with an invitation.' })
export type BusinessUser = z.infer<typeof BusinessUser>

export const MEMBER_SORT = ['name', 'created_at', 'last_active_at', 'role'] as const
export const BusinessUsersQuery = listQuery(MEMBER_SORT).extend({
  status: BusinessUserStatusName.optional().meta({
    description: 'Only members with this status. By default active and suspended members.',
  }),
  role: RoleName.optional().meta({ description: 'Only members with this role.' }),
  second_factor: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: 'Only members with a second factor, or only members without one.' }),
  query: z.string().max(100).optional().meta({ description: 'Part of a name or e-mail address.' }),
  ids: z
    .string()
    .max(4000)
    .transform((text) => text.split(','))
    .pipe(z.array(z.uuid()).max(100))
    .optional()
    .meta({
      description: 'Only these users: up to 100 ids separated by commas, with any status.',
    }),
  sort_dir: z
    .enum(['asc', 'desc'])
    .default('asc')
    .meta({ description: 'Sort order: ascending or descending.' }),
})
export const BusinessUserList = listOf('BusinessUserList', BusinessUser)

const InviteJson = z
  .strictObject({
    email: Email.meta({ description: 'E-mail address to invite.' }),
    role: RoleName.default('employee'),
    is_primary_contact: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the new member becomes the primary contact.' }),
  })
  .meta({ id: 'InviteBusinessUserJson', description: 'A person to invite.' })

const AddJson = z
  .strictObject({
    user_id: z.uuid().meta({ description: 'Id of an existing account.' }),
    role: RoleName.default('employee'),
    is_primary_contact: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the new member becomes the primary contact.' }),
  })
  .meta({ id: 'AddBusinessUserJson', description: 'An account to add.' })

const created = {
  username: Username.meta({ description: 'User name of the new account.' }),
  email: Email.meta({ description: 'E-mail address of the new account.' }),
  password: NewPassword.meta({ description: 'Initial password. The user is asked to change it.' }),
  first_name: PersonName.default('').meta({ description: 'First name.' }),
  last_name: PersonName.default('').meta({ description: 'Last name.' }),
}
/**
 * The same in a query, where all values are text. The verb validates it, because the body may
 * contain it instead.
 */
const CreatedQuery = z.object({
  username: z.string().max(100).optional().meta({ description: 'User name of the new account.' }),
  email: z.string().max(300).optional().meta({ description: 'E-mail address of the new account.' }),
  password: z.string().max(500).optional().meta({
    description: 'Initial password. Prefer the body: URLs end up in browser histories and proxy logs.',
  }),
  first_name: z.string().max(100).optional().meta({ description: 'First name.' }),
  last_name: z.string().max(100).optional().meta({ description: 'Last name.' }),
  role: RoleName.optional().meta({ description: 'Role of the new member.' }),
  permissions: z.string().max(5000).optional().meta({ description: 'Exceptions from the role as JSON.' }),
  is_primary_contact: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Whether the new member becomes the primary contact.' }),
})
/** Required fields of a new account, from body and query together. */
export const NewBusinessUser = z.strictObject({
  ...created,
  role: RoleName.default('employee'),
  permissions: Exceptions.default({}),
  is_primary_contact: z.boolean().default(false),
})
/** No defaults: fields that the body lacks may be in the query. */
const CreateBusinessUserJson = z
  .strictObject({
    username: created.username.optional(),
    email: created.email.optional(),
    password: created.password.optional(),
    first_name: PersonName.optional().meta({ description: 'First name.' }),
    last_name: PersonName.optional().meta({ description: 'Last name.' }),
    role: RoleName.optional(),
    permissions: Exceptions.optional(),
    is_primary_contact: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the new member becomes the primary contact.' }),
  })
  .meta({ id: 'CreateBusinessUserJson', description: 'A new account to add as a member.' })

const expected = {
  expected_role: RoleName.optional().meta({
    description: 'Role that the caller read. If the member has a different role now, nothing is changed.',
  }),
}
const UpdateJson = z
  .strictObject({
    role: RoleName.optional(),
    permissions: Exceptions.optional().meta({
      description: 'All exceptions from the role; they replace the previous ones.',
    }),
    is_primary_contact: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the member is the primary contact.' }),
    status: z
      .enum(['active', 'suspended'])
      .optional()
      .meta({ description: '`suspended` suspends the member, `active` ends the suspension.' }),
    ...expected,
  })
  .meta({ id: 'UpdateBusinessUserJson', description: 'Fields of a member to change.' })

const RoleJson = z
  .strictObject({
    user_id: z.uuid().meta({ description: 'Id of the user, the same as in the path.' }),
    role: RoleName,
    ...expected,
  })
  .meta({ id: 'BusinessUserRoleJson', description: 'New role of a member.' })

const ImportRow = z.object({
  line: z.int().min(1).meta({ description: 'Line number in the file, counted from 1.' }),
  email: z.string().meta({ description: 'E-mail address as written in the file.' }),
  role: RoleName.nullable().meta({ description: 'Role; null if the role in the file does not exist.' }),
  outcome: z
    .enum(['invite', 'change_role', 'unchanged', 'duplicate', 'refused'])
    .meta({ description: 'Effect of the line.' }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Reason why the line is refused or skipped; null otherwise.' }),
})
export const ImportAnswer = z
  .object({
    dry_run: z.boolean().meta({ description: 'Whether the import was only simulated.' }),
    encoding: z.string().meta({ description: 'Detected encoding of the file.', example: 'utf-8' }),
    invited: z.int().min(0).meta({ description: 'Number of lines that invite a person.' }),
    changed: z.int().min(0).meta({ description: 'Number of lines that change a role.' }),
    skipped: z.int().min(0).meta({ description: 'Number of lines without effect.' }),
    refused: z.int().min(0).meta({ description: 'Number of refused lines.' }),
    rows: z.array(ImportRow).meta({ description: 'Result of each line.' }),
  })
  .meta({ id: 'ImportAnswer', description: 'Result of a CSV import, line by line.' })
export type ImportAnswer = z.infer<typeof ImportAnswer>

/** Data of an invitation's page, for anyone with the link. */
export const Invitation = z
  .object({
    business: z
      .object({
        business_id: z.string().meta({ description: 'Id of the business.' }),
        name: z.string().meta({ description: 'Name of the business.' }),
        is_verified: z.boolean().meta({ description: 'Whether the business is verified.' }),
        members: z.int().meta({ description: 'Number of members.' }),
      })
      .meta({ description: 'The business.' }),
    role: RoleName,
    role_description: z.string().meta({ description: 'Description of the role.' }),
    invited_by: z.string().nullable().meta({ description: 'Name of the sender.' }),
    email: z.string().meta({ description: 'Invited e-mail address.' }),
    has_account: z.boolean().meta({ description: 'Whether an account with this e-mail address exists.' }),
    /** Of the caller's session, if there is one. */
    signed_in_as: z
      .object({
        name: z.string().meta({ description: 'Name of the signed-in user.' }),
        email: z.string().meta({ description: 'E-mail address of the signed-in user.' }),
        matches: z.boolean().meta({ description: 'Whether it is the invited e-mail address.' }),
        is_member: z.boolean().meta({ description: 'Whether the signed-in user is already a member.' }),
      })
      .nullable()
      .meta({ description: 'Signed-in user; null for a guest.' }),
    expires_at: instant.meta({ description: 'Expiry time of the invitation.' }),
  })
  .meta({ id: 'BusinessInvitation', description: 'An invitation, as shown to anyone with its link.' })
export type Invitation = z.infer<typeof Invitation>

const USERS = `${BUSINESS}users/` as const
const ONE = `${USERS}{user_id}/` as const
const INVITATION = '/auth/api/v1/invitations/{token}/' as const
const area = 'businesses'
const jsonProblems = ['malformed_body', 'unsupported_media_type'] as const
const memberProblems = [...BUSINESS_PROBLEMS, 'rank_too_low', 'member_changed', 'last_owner'] as const
/** Of an invitation, and of an account that is added. */
const newMemberProblems = [
  ...memberProblems,
  ...jsonProblems,
  'already_member',
  'email_domain_refused',
  'limit_reached',
  'idempotency_conflict',
] as const
const userParams = businessParams.extend({
  user_id: z.uuid().meta({ description: 'Id of the user, or of a membership without an account.' }),
})
const invitationParams = z.object({
  token: z.string().min(20).max(100).meta({
    description:
      'Secret token of the invitation link; or the id of the membership if the signed-in user’s confirmed e-mail address was invited.',
  }),
})

export const businessUserEndpoints = {
  listOwnMemberships: endpoint({
    method: 'GET',
    path: '/auth/api/v1/users/businesses/',
    auth: 'account',
    area,
    summary: 'List the caller’s memberships',
    description:
      'Lists the businesses that the caller is a member of or invited to, with role and permissions, most recently used first. An API key of a business returns only that business.',
    query: z.object({
      status: BusinessUserStatusName.optional().meta({
        description: 'Only memberships with this status. By default active, suspended and invited.',
      }),
    }),
    responses: {
      200: z.array(BusinessUser).meta({
        id: 'MembershipList',
        description: 'Businesses that the caller is a member of or invited to.',
      }),
    },
  }),
  listBusinessUsers: endpoint({
    method: 'GET',
    path: USERS,
    auth: 'account',
    permission: 'members:read',
    area,
    summary: 'List the members of a business',
    description:
      'Lists members with role, status and second factor, by name. `status=invited` lists pending invitations.',
    params: businessParams,
    query: BusinessUsersQuery,
    responses: { 200: BusinessUserList },
    problems: BUSINESS_PROBLEMS,
    extension: true,
  }),
  getBusinessUser: endpoint({
    method: 'GET',
    path: ONE,
    auth: 'account',
    permission: 'members:read',
    area,
    summary: 'Get a member of a business',
    description: 'Returns the member with the role, exceptions and effective permissions.',
    params: userParams,
    responses: { 200: BusinessUser },
    problems: BUSINESS_PROBLEMS,
  }),
  updateBusinessUser: endpoint({
    method: 'PUT',
    path: ONE,
    auth: 'account',
    permission: 'members:write',
    area,
    summary: 'Update a member of a business',
    description:
      'Changes the role, exceptions, primary contact or suspension. Callers cannot change members of the same or a higher rank, or grant permissions that they do not have.',
    params: userParams,
    json: UpdateJson,
    responses: { 200: BusinessUser },
    problems: [...memberProblems, ...jsonProblems, 'business_misfit'],
  }),
  setBusinessUserRole: endpoint({
    method: 'PUT',
    path: `${ONE}role/`,
    auth: 'account',
    permission: 'members:write',
    area,
    summary: 'Change the role of a member',
    description:
      'Changes the role. With `expected_role`, nothing is changed if the member has a different role now.',
    params: userParams,
    json: RoleJson,
    responses: { 200: BusinessUser },
    problems: [...memberProblems, ...jsonProblems],
  }),
  removeBusinessUser: endpoint({
    method: 'DELETE',
    path: ONE,
    auth: 'account',
    permission: 'members:read',
    area,
    summary: 'Remove a member or leave a business',
    description:
      'Removes a member or revokes a pending invitation; requires `members:write` and a higher rank. Members with any role can remove themselves. Their work stays with the business. The last owner cannot be removed.',
    params: userParams,
    responses: { 204: null },
    problems: memberProblems,
    extension: true,
  }),
  inviteBusinessUser: endpoint({
    method: 'POST',
    path: `${USERS}invite/`,
    auth: 'account',
    permission: 'members:write',
    area,
    summary: 'Invite a person to a business',
    description:
      'Sends an invitation to the e-mail address. The single-use link is valid for 7 days and works with or without an account. A new invitation to the same address replaces the previous one.',
    params: businessParams,
    json: InviteJson,
    idempotent: true,
    responses: { 201: BusinessUser },
    problems: newMemberProblems,
  }),
  addBusinessUser: endpoint({
    method: 'POST',
    path: `${USERS}create/`,
    auth: 'account',
    permission: 'members:write',
    area,
    summary: 'Add an existing account to a business',
    description:
      'Adds the account as an active member immediately and notifies the user by e-mail. A removed member can be added again.',
    params: businessParams,
    json: AddJson,
    idempotent: true,
    responses: { 201: BusinessUser },
    problems: newMemberProblems,
  }),
  createBusinessUser: endpoint({
    method: 'POST',
    path: `${USERS}create-new/`,
    auth: 'account',
    permission: 'members:write',
    area,
    summary: 'Create an account and add it to a business',
    description:
      'Creates an account with an initial password and adds it as a member. The fields can be in the body or in the query. Prefer the body; the password is not logged in either case. The user is asked to change the password.',
    params: businessParams,
    query: CreatedQuery,
    json: CreateBusinessUserJson.optional(),
    idempotent: true,
    responses: { 201: BusinessUser },
    problems: [
      ...memberProblems,
      ...jsonProblems,
      'username_taken',
      'email_taken',
      'weak_password',
      'email_domain_refused',
      'limit_reached',
      'idempotency_conflict',
    ],
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: `${ONE}resend/`,
    auth: 'account',
    permission: 'members:write',
    area,
    summary: 'Resend an invitation',
    description: 'Sends a new link, valid for 7 days. The previous link stops working.',
    params: userParams,
    responses: { 200: BusinessUser },
    problems: [...memberProblems, 'business_misfit', 'email_domain_refused'],
    extension: true,
  }),
  remindBusinessUser: endpoint({
    method: 'POST',
    path: `${ONE}remind/`,
    auth: 'account',
    permission: 'members:write',
    area,
    summary: 'Remind a member to add a second factor',
    description:
      'Sends an e-mail with the date from which a second factor is required. At most one e-mail per day and member.',
    params: userParams,
    responses: { 204: null },
    problems: [...memberProblems, 'business_misfit'],
    extension: true,
  }),
  importBusinessUsers: endpoint({
    method: 'POST',
    path: `${USERS}import/`,
    auth: 'account',
    permission: 'members:write',
    area,
    summary: 'Invite members from a CSV file',
    description:
      'Reads e-mail addresses and roles from a CSV file with at most 5,000 lines: columns `email` and `role`, or e-mail addresses only. With `dry_run`, nothing is changed and the response shows the effect of each line. Refused lines do not affect the others.',
    params: businessParams,
    form: z
      .object({
        file: z.string().meta({ format: 'binary', description: 'CSV in UTF-8, UTF-16 or Windows-1252.' }),
        role: RoleName.default('employee').meta({ description: 'Role for lines without one.' }),
        dry_run: z.string().optional().meta({ description: '`true`: only simulate the import.' }),
      })
      .meta({ id: 'ImportBusinessUsersForm', description: 'A CSV file with members.' }),
    fileLimit: IMPORT_MAX_BYTES,
    responses: { 200: ImportAnswer },
    problems: [
      ...memberProblems,
      ...jsonProblems,
      'file_missing',
      'file_empty',
      'file_too_large',
      'upload_incomplete',
      'unsupported_source',
      'limit_reached',
    ],
    extension: true,
  }),
  transferBusiness: endpoint({
    method: 'POST',
    path: `${BUSINESS}transfer/`,
    auth: 'account',
    sessionOnly: true,
    sensitive: true,
    permission: 'business:close',
    area,
    summary: 'Transfer a business to another member',
    description: 'Makes an active member the owner, and the caller an admin. Both are notified by e-mail.',
    params: businessParams,
    json: z
      .strictObject({ user_id: z.uuid().meta({ description: 'Id of the member who becomes the owner.' }) })
      .meta({ id: 'TransferBusinessJson', description: 'New owner of a business.' }),
    responses: { 200: Business },
    problems: [...memberProblems, ...jsonProblems],
    extension: true,
  }),
  getInvitation: endpoint({
    method: 'GET',
    path: INVITATION,
    auth: 'anyone',
    area,
    summary: 'Get an invitation',
    description: 'Returns the invitation to anyone with its link.',
    params: invitationParams,
    responses: { 200: Invitation },
    problems: ['not_found', 'link_expired'],
    extension: true,
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: `${INVITATION}accept/`,
    auth: 'account',
    sessionOnly: true,
    area,
    summary: 'Accept an invitation',
    description:
      'Makes the signed-in user a member. If the account has a different e-mail address than the invited one, the request must set `other_account`, and the sender is notified. Accepting twice has no further effect.',
    params: invitationParams,
    json: z
      .strictObject({
        other_account: z
          .boolean()
          .default(false)
          .meta({ description: 'Accept with an account that has a different e-mail address.' }),
      })
      .meta({ id: 'AcceptInvitationJson', description: 'Options for accepting an invitation.' }),
    responses: { 200: BusinessUser },
    problems: [
      'not_found',
      'link_expired',
      'other_account',
      'already_member',
      'business_inactive',
      'email_domain_refused',
      ...jsonProblems,
    ],
    extension: true,
  }),
  declineInvitation: endpoint({
    method: 'POST',
    path: `${INVITATION}decline/`,
    auth: 'anyone',
    area,
    summary: 'Decline an invitation',
    description: 'Declines the invitation; no account is required. The sender is notified by e-mail.',
    params: invitationParams,
    responses: { 204: null },
    problems: ['not_found', 'link_expired'],
    extension: true,
  }),
} as const

/** Statuses that count as members and are listed by default. */
export const CURRENT: readonly BusinessUserStatus[] = ['active', 'suspended']
