import { z } from 'zod'
import { SecurityEvent } from './access.ts'
import { BusinessStatusName, RoleName } from './businesses.ts'
import { endpoint } from './endpoint.ts'
import { listOf, listQuery } from './lists.ts'
import { FactorKind } from './mfa.ts'

/** Accounts of people, as administrators see and change them. */

const ACCOUNTS = '/api/v1/admin/accounts/'
const ONE = `${ACCOUNTS}{account_id}/` as const
const admin = { auth: 'admin', sessionOnly: true, area: 'admin', extension: true } as const
const act = { ...admin, sensitive: true } as const
const jsonProblems = ['malformed_body', 'unsupported_media_type'] as const
const count = z.int().min(0)
const instant = z.iso.datetime()

/** The reason for an administrator's action, stored in the audit log. */
export const AdminReason = z.string().trim().min(3, 'Give a reason.').max(1000)

export const AccountState = z.enum(['active', 'locked', 'deleting']).meta({
  id: 'AccountState',
  description:
    'State of an account. `locked`: locked by an administrator. `deleting`: scheduled for deletion; the user can still cancel it.',
})

const AccountSummary = z
  .object({
    account_id: z.uuid().meta({ description: 'Id of the account.' }),
    username: z.string().meta({ description: 'User name.' }),
    name: z.string().meta({ description: 'First and last name; may be empty.' }),
    email: z.string().meta({ description: 'E-mail address.' }),
    email_verified: z.boolean().meta({ description: 'Whether the e-mail address is confirmed.' }),
    is_admin: z.boolean().meta({ description: 'Whether the account administers this instance.' }),
    state: AccountState,
    factors: z.array(FactorKind).meta({ description: 'Second factors; empty if none is set up.' }),
    storage_bytes: count.meta({ description: 'Size of the stored files in bytes.' }),
    credits: z.int().meta({ description: 'Available credits.' }),
    created_at: instant.meta({ description: 'Time of creation.' }),
    last_sign_in_at: instant.nullable().meta({
      description: 'Time of the last sign-in within the last 400 days; null if there was none.',
    }),
  })
  .meta({ id: 'AccountSummary', description: 'An account of a person.' })
export type AccountSummary = z.infer<typeof AccountSummary>

export const Account = AccountSummary.extend({
  locked_at: instant
    .nullable()
    .meta({ description: 'Time the account was locked; null if it is not locked.' }),
  lock_reason: z
    .string()
    .nullable()
    .meta({ description: 'Reason of the lock; null if the account is not locked.' }),
  has_password: z
    .boolean()
    .meta({ description: 'False if the account has no password and signs in only through a provider.' }),
  delete_after: instant
    .nullable()
    .meta({ description: 'Time the account will be deleted; null if no deletion was requested.' }),
  storage_quota_bytes: count.meta({ description: 'Storage quota in bytes.' }),
  sessions: count.meta({ description: 'Number of open sessions.' }),
  api_keys: count.meta({ description: 'Number of API keys.' }),
  quarantined_files: count.meta({ description: 'Number of quarantined files.' }),
  businesses: z
    .array(
      z.object({
        business_id: z.string().meta({ description: 'Id of the business.' }),
        name: z.string().meta({ description: 'Name of the business.' }),
        status: BusinessStatusName,
        role: RoleName.meta({ description: 'Role of the user in the business.' }),
      }),
    )
    .meta({ description: 'Businesses that the user is a member of.' }),
  security_events: z.array(SecurityEvent).meta({ description: 'The last 20 security events, newest first.' }),
}).meta({ id: 'Account', description: 'An account of a person with details for administrators.' })
export type Account = z.infer<typeof Account>

const accountParams = z.object({ account_id: z.uuid().meta({ description: 'Id of the account.' }) })
const ACCOUNT_PROBLEMS = ['not_found', 'own_account', ...jsonProblems] as const

export const adminAccountEndpoints = {
  listAccounts: endpoint({
    ...admin,
    method: 'GET',
    path: ACCOUNTS,
    summary: 'List accounts',
    description:
      'Lists accounts, newest first. `query` matches a part of a user name, name or e-mail address with at least 3 characters, a complete user name of 2 characters, or a complete id.',
    query: listQuery(['created_at']).extend({
      query: z.string().trim().max(300).optional().meta({ description: 'Search text.' }),
      state: AccountState.optional().meta({ description: 'Only accounts in this state.' }),
    }),
    responses: { 200: listOf('AccountList', AccountSummary) },
  }),
  getAccount: endpoint({
    ...admin,
    method: 'GET',
    path: ONE,
    summary: 'Get an account',
    description: 'Returns an account with its businesses and its last security events.',
    params: accountParams,
    responses: { 200: Account },
    problems: ['not_found'],
  }),
  lockAccount: endpoint({
    ...act,
    method: 'POST',
    path: `${ONE}lock/`,
    summary: 'Lock an account',
    description:
      'Ends all sessions. Until the account is unlocked, sign-in and API keys are refused, share links and signing links do not open, and webhooks receive nothing. Conversions that were already submitted still run. Businesses of the user are not affected. The user is notified by e-mail.',
    params: accountParams,
    json: z
      .strictObject({
        reason: AdminReason.meta({ description: 'Reason for the audit log and the user.' }),
      })
      .meta({ id: 'LockAccountJson', description: 'Reason for locking an account.' }),
    responses: { 200: Account },
    problems: [...ACCOUNT_PROBLEMS, 'account_state'],
  }),
  unlockAccount: endpoint({
    ...act,
    method: 'POST',
    path: `${ONE}unlock/`,
    summary: 'Unlock an account',
    description: 'Sign-in, API keys, links and webhooks of the account work again.',
    params: accountParams,
    json: z
      .strictObject({ reason: AdminReason.meta({ description: 'Reason for the audit log.' }) })
      .meta({ id: 'UnlockAccountJson', description: 'Reason for unlocking an account.' }),
    responses: { 200: Account },
    problems: [...ACCOUNT_PROBLEMS, 'account_state'],
  }),
  resetSecondFactor: endpoint({
    ...act,
    method: 'POST',
    path: `${ONE}reset-second-factor/`,
    summary: 'Reset the second factor of an account',
    description:
      'Removes all second factors, backup codes and trusted devices, and ends all sessions. The next sign-in requires only the password. `checked` states how the identity of the requester was verified. The user is notified by e-mail.',
    params: accountParams,
    json: z
      .strictObject({
        checked: z.string().trim().min(10, 'Say what was checked.').max(1000).meta({
          description: 'How the user was identified, for the audit log.',
          example: 'Called back at the number on file; named the last two invoices.',
        }),
      })
      .meta({ id: 'ResetSecondFactorJson', description: 'How the user was identified.' }),
    responses: { 200: Account },
    problems: [...ACCOUNT_PROBLEMS, 'account_state'],
  }),
  sendPasswordLink: endpoint({
    ...act,
    method: 'POST',
    path: `${ONE}password-link/`,
    summary: 'Send a password reset link',
    description:
      'Sends the user a link to set a new password. The link is valid for one hour. The administrator does not see it.',
    params: accountParams,
    responses: { 200: Account },
    problems: ['not_found'],
  }),
} as const
