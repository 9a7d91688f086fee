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
  description: 'Exceptions from the role: true grants a permission, false refuses it.',
  example: { 'audit:read': true },
})

export const BusinessUser = z
  .object({
    id: z.uuid().meta({ description: 'Id of the membership.' }),
    user_id: z
      .uuid()
      .nullable()
      .meta({ description: 'Id of the person; null while an invited address has no account.' }),
    business_id: z.string().meta({ description: 'Id of the business.' }),
    business: z
      .object({
        id: z.int().meta({ description: 'Number of the business.' }),
        business_id: z.string().meta({ description: 'Id of the business.' }),
        name: z.string().meta({ description: 'Name of the business.' }),
        status: BusinessStatusName,
        verification_status: VerificationStatusName,
        is_active: z.boolean().meta({ description: 'Whether it is in use.' }),
        credits_available: z.int().meta({ description: 'Credits that can be spent.' }),
        members: z.int().meta({ description: 'Number of active and suspended members.' }),
      })
      .meta({ description: 'The business.' }),
    username: z.string().nullable().meta({ description: 'User name; null without an account.' }),
    name: z.string().meta({ description: 'Name for people: names, else user name, else the address.' }),
    email: z.string().meta({ description: 'E-mail address.' }),
    role: RoleName,
    permissions: Exceptions,
    effective_permissions: z.array(PermissionName).meta({ description: 'What the member may do.' }),
    is_primary_contact: z.boolean().meta({ description: 'Whether the member is the primary contact.' }),
    status: BusinessUserStatusName,
    has_second_factor: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether they have a second factor; null without an account.' }),
    second_factor_due: instant
      .nullable()
      .meta({ description: 'When a missing second factor stops them; null if it does not.' }),
    last_active_at: instant
      .nullable()
      .meta({ description: 'When they last acted for the business; null if never.' }),
    credits_this_month: z.int().min(0).meta({ description: 'Credits they have used this month (UTC).' }),
    invited_by: z.string().nullable().meta({ description: 'Name of who invited them; null if nobody did.' }),
    invited_at: instant.nullable().meta({ description: 'When the last invitation was sent.' }),
    expires_at: instant.nullable().meta({ description: 'When a pending invitation ends.' }),
    joined_at: instant.nullable().meta({ description: 'When they joined; null if they have not.' }),
    created_at: instant.meta({ description: 'When the membership was created.' }),
    updated_at: instant.meta({ description: 'When it was last changed.' }),
  })
  .meta({ id: 'BusinessUser', description: 'A member of a business, or an invited person.' })
export type BusinessUser = z.infer<typeof BusinessUser>

export const MEMBER_SORT = ['name', 'created_at', 'last_active_at', 'role'] as const
export const BusinessUsersQuery = listQuery(MEMBER_SORT).extend({
  status: BusinessUserStatusName.optional().meta({
    description: 'Only this status. By default active and suspended members.',
  }),
  role: RoleName.optional().meta({ description: 'Only this role.' }),
  second_factor: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({ description: 'Only members with a second factor, or only those without.' }),
  query: z.string().max(100).optional().meta({ description: 'Part of a name or e-mail address.' }),
  ids: z
    .string()
    .max(4000)
    .transform((text) => text.split(','))
    .pipe(z.array(z.uuid()).max(100))
    .optional()
    .meta({
      description: 'Only these persons, up to 100 of their ids with commas between, whatever their status.',
    }),
  sort_dir: z.enum(['asc', 'desc']).default('asc').meta({ description: 'Order: ascending or descending.' }),
})
export const BusinessUserList = listOf('BusinessUserList', BusinessUser)

const InviteJson = z
  .strictObject({
    email: Email.meta({ description: 'E-mail address that is invited.' }),
    role: RoleName.default('employee'),
    is_primary_contact: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether they become primary contact.' }),
  })
  .meta({ id: 'InviteBusinessUserJson', description: 'A person to invite.' })

const AddJson = z
  .strictObject({
    user_id: z.uuid().meta({ description: 'Id of an existing account.' }),
    role: RoleName.default('employee'),
    is_primary_contact: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether they become primary contact.' }),
  })
  .meta({ id: 'AddBusinessUserJson', description: 'An account to add.' })

const created = {
  username: Username.meta({ description: 'User name of the new account.' }),
  email: Email.meta({ description: 'E-mail address of the new account.' }),
  password: NewPassword.meta({ description: 'First password. Its owner is asked to change it.' }),
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
    description: 'First password. Prefer the body: addresses end up in histories and logs of proxies.',
  }),
  first_name: z.string().max(100).optional().meta({ description: 'First name.' }),
  last_name: z.string().max(100).optional().meta({ description: 'Last name.' }),
  role: RoleName.optional().meta({ description: 'Role of the new member.' }),
  permissions: z.string().max(5000).optional().meta({ description: 'The exceptions as JSON.' }),
  is_primary_contact: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Whether they become primary contact.' }),
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
    is_primary_contact: z.boolean().optional().meta({ description: 'Whether they become primary contact.' }),
  })
  .meta({ id: 'CreateBusinessUserJson', description: 'A new account that becomes a member.' })

const expected = {
  expected_role: RoleName.optional().meta({
    description: 'The role the caller saw. If it is another one by now, nothing is changed.',
  }),
}
const UpdateJson = z
  .strictObject({
    role: RoleName.optional(),
    permissions: Exceptions.optional().meta({ description: 'All exceptions; they replace those before.' }),
    is_primary_contact: z.boolean().optional().meta({ description: 'Whether they are the primary contact.' }),
    status: z
      .enum(['active', 'suspended'])
      .optional()
      .meta({ description: 'Suspends a member, or ends it.' }),
    ...expected,
  })
  .meta({ id: 'UpdateBusinessUserJson', description: 'What to change of a member.' })

const RoleJson = z
  .strictObject({
    user_id: z.uuid().meta({ description: 'Id of the member, the same as in the path.' }),
    role: RoleName,
    ...expected,
  })
  .meta({ id: 'BusinessUserRoleJson', description: 'A new role.' })

const ImportRow = z.object({
  line: z.int().min(1).meta({ description: 'Line of the file, counted from 1.' }),
  email: z.string().meta({ description: 'Address as the file has it.' }),
  role: RoleName.nullable().meta({ description: 'Role; null if the file names none that exists.' }),
  outcome: z
    .enum(['invite', 'change_role', 'unchanged', 'duplicate', 'refused'])
    .meta({ description: 'What happens, or would happen, to the line.' }),
  reason: z.string().nullable().meta({ description: 'Why it is refused or skipped; null if it is not.' }),
})
export const ImportAnswer = z
  .object({
    dry_run: z.boolean().meta({ description: 'Whether nothing was done.' }),
    encoding: z.string().meta({ description: 'Encoding that the file was read in.', example: 'utf-8' }),
    invited: z.int().min(0).meta({ description: 'Lines that invite a person.' }),
    changed: z.int().min(0).meta({ description: 'Lines that change a role.' }),
    skipped: z.int().min(0).meta({ description: 'Lines without effect.' }),
    refused: z.int().min(0).meta({ description: 'Lines that are not possible.' }),
    rows: z.array(ImportRow).meta({ description: 'Every line.' }),
  })
  .meta({ id: 'ImportAnswer', description: 'What a CSV file does, line by line.' })
export type ImportAnswer = z.infer<typeof ImportAnswer>

/** Data of an invitation's page, for anyone with the link. */
export const Invitation = z
  .object({
    business: z
      .object({
        business_id: z.string().meta({ description: 'Id of the business.' }),
        name: z.string().meta({ description: 'Name of the business.' }),
        is_verified: z.boolean().meta({ description: 'Whether it is verified.' }),
        members: z.int().meta({ description: 'Number of members.' }),
      })
      .meta({ description: 'The business.' }),
    role: RoleName,
    role_description: z.string().meta({ description: 'What the role is for.' }),
    invited_by: z.string().nullable().meta({ description: 'Name of who sent it.' }),
    email: z.string().meta({ description: 'The address that was invited.' }),
    has_account: z.boolean().meta({ description: 'Whether an account has this address.' }),
    /** Of the caller's session, if there is one. */
    signed_in_as: z
      .object({
        name: z.string().meta({ description: 'Name of the signed-in person.' }),
        email: z.string().meta({ description: 'Their address.' }),
        matches: z.boolean().meta({ description: 'Whether it is the invited address.' }),
        is_member: z.boolean().meta({ description: 'Whether they are a member already.' }),
      })
      .nullable()
      .meta({ description: 'Who is signed in; null if nobody is.' }),
    expires_at: instant.meta({ description: 'When the invitation ends.' }),
  })
  .meta({ id: 'BusinessInvitation', description: 'An invitation, for who has its link.' })
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
  user_id: z.uuid().meta({ description: 'Id of the person, or of a membership without an account.' }),
})
const invitationParams = z.object({
  token: z.string().min(20).max(100).meta({
    description:
      'Token of the invitation’s link, a secret; or the id of the membership, for a signed-in person whose confirmed address was invited.',
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
      'Lists the businesses that the caller belongs to or is invited to, with role and permissions, the last used first. An API key of a business lists that one.',
    query: z.object({
      status: BusinessUserStatusName.optional().meta({
        description: 'Only this status. By default active, suspended and invited.',
      }),
    }),
    responses: {
      200: z
        .array(BusinessUser)
        .meta({ id: 'MembershipList', description: 'The businesses that the caller is in or invited to.' }),
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
    description: 'Returns the member with role, exceptions and effective permissions.',
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
    summary: 'Change a member of a business',
    description:
      'Changes role, exceptions, primary contact or suspension. Nobody changes a member at or above their own rank, or gives a permission that they do not have themselves.',
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
      'Changes the role. With `expected_role` nothing is changed if the role is another one by now.',
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
    summary: 'Remove a member, or leave a business',
    description:
      'Removes a member, or revokes a pending invitation; with `members:write` and a higher rank. Members remove themselves with any role. What they made stays with the business. The last owner stays.',
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
      'Sends an invitation to the address. Its link works for 7 days and once, with and without an account. Inviting an address again replaces the invitation before.',
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
      'Adds the account as an active member at once and tells it by mail. A removed member is added again.',
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
      'Creates an account with a first password and adds it as a member. The body takes the same names as the query and is preferred: the password is in no log either way. Its owner is asked to change the password.',
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
    summary: 'Send an invitation again',
    description: 'Sends a new link, which works for 7 days. The link before stops working.',
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
      'Sends a mail that says until when a second factor is needed. At most one a day for each member.',
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
    summary: 'Invite many members from a CSV file',
    description:
      'Reads addresses and roles from a CSV file of at most 5,000 lines: columns `email` and `role`, or addresses alone. With `dry_run` nothing is done and the answer says what each line would do. Lines that are not possible do not stop the others.',
    params: businessParams,
    form: z
      .object({
        file: z.string().meta({ format: 'binary', description: 'CSV in UTF-8, UTF-16 or Windows-1252.' }),
        role: RoleName.default('employee').meta({ description: 'Role of lines that name none.' }),
        dry_run: z.string().optional().meta({ description: '`true`: only say what would happen.' }),
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
    description: 'Makes an active member the owner and the caller an admin. Both are told by mail.',
    params: businessParams,
    json: z
      .strictObject({ user_id: z.uuid().meta({ description: 'Id of the member who becomes owner.' }) })
      .meta({ id: 'TransferBusinessJson', description: 'Who becomes owner.' }),
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
    description: 'Returns what the invitation is for, to anyone who has its link.',
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
      'Makes the signed-in person a member. With another address than the invited one it asks to confirm by `other_account`, and tells who invited. Accepting twice makes one membership.',
    params: invitationParams,
    json: z
      .strictObject({
        other_account: z
          .boolean()
          .default(false)
          .meta({ description: 'Accept although the account has another address.' }),
      })
      .meta({ id: 'AcceptInvitationJson', description: 'How an invitation is accepted.' }),
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
    description: 'Declines the invitation; no account is needed. Who sent it is told by mail.',
    params: invitationParams,
    responses: { 204: null },
    problems: ['not_found', 'link_expired'],
    extension: true,
  }),
} as const

/** Statuses that count as members and are listed by default. */
export const CURRENT: readonly BusinessUserStatus[] = ['active', 'suspended']
