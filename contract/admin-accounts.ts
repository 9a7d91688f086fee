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
    'State of an account: `locked` by an administrator, or `deleting` while its person can still take the deletion back.',
})

const AccountSummary = z
  .object({
    account_id: z.uuid().meta({ description: 'Id of the account.' }),
    username: z.string().meta({ description: 'User name.' }),
    name: z.string().meta({ description: 'First and last name; may be empty.' }),
    email: z.string().meta({ description: 'E-mail address.' }),
    email_verified: z.boolean().meta({ description: 'Whether the address was confirmed.' }),
    is_admin: z.boolean().meta({ description: 'Whether the account administers this instance.' }),
    state: AccountState,
    factors: z.array(FactorKind).meta({ description: 'Second factors; empty if none is set up.' }),
    storage_bytes: count.meta({ description: 'Bytes of its stored files.' }),
    credits: z.int().meta({ description: 'Free credits.' }),
    created_at: instant.meta({ description: 'When it was created.' }),
    last_sign_in_at: instant.nullable().meta({
      description: 'The last sign-in within the last 400 days; null if there was none.',
    }),
  })
  .meta({ id: 'AccountSummary', description: 'An account of a person.' })
export type AccountSummary = z.infer<typeof AccountSummary>

export const Account = AccountSummary.extend({
  locked_at: instant.nullable().meta({ description: 'When it was locked; null if it is not.' }),
  lock_reason: z.string().nullable().meta({ description: 'Why it was locked; null if it is not.' }),
  has_password: z.boolean().meta({ description: 'False for who only ever signs in through a provider.' }),
  delete_after: instant.nullable().meta({ description: 'When it is deleted; null if it is not to be.' }),
  storage_quota_bytes: count.meta({ description: 'Bytes that it may store.' }),
  sessions: count.meta({ description: 'Open sessions.' }),
  api_keys: count.meta({ description: 'API keys.' }),
  quarantined_files: count.meta({ description: 'Its files in quarantine.' }),
  businesses: z
    .array(
      z.object({
        business_id: z.string().meta({ description: 'Id of the business.' }),
        name: z.string().meta({ description: 'Name of the business.' }),
        status: BusinessStatusName,
        role: RoleName.meta({ description: 'Role of the person there.' }),
      }),
    )
    .meta({ description: 'Businesses that the person is a member of.' }),
  security_events: z.array(SecurityEvent).meta({ description: 'The last 20 security events, newest first.' }),
}).meta({ id: 'Account', description: 'An account of a person with what an administrator needs of it.' })
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
      'Lists accounts, newest first. `query` finds a part of a user name, name or e-mail address from 3 characters on, a user name of 2 characters in full, and an id in full.',
    query: listQuery(['created_at']).extend({
      query: z.string().trim().max(300).optional().meta({ description: 'What to find.' }),
      state: AccountState.optional().meta({ description: 'Only accounts in this state.' }),
    }),
    responses: { 200: listOf('AccountList', AccountSummary) },
  }),
  getAccount: endpoint({
    ...admin,
    method: 'GET',
    path: ONE,
    summary: 'Get an account',
    description: 'Returns an account with its businesses and last security events.',
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
      'Ends all sessions. Until the account is unlocked, nobody signs in, its API keys are refused, its share links and signing links do not open, and its webhooks get nothing. Conversions that were submitted before still run. Businesses of the person are not affected. The person is told by mail.',
    params: accountParams,
    json: z
      .strictObject({
        reason: AdminReason.meta({ description: 'Reason, for the audit log and the person.' }),
      })
      .meta({ id: 'LockAccountJson', description: 'Why an account is locked.' }),
    responses: { 200: Account },
    problems: [...ACCOUNT_PROBLEMS, 'account_state'],
  }),
  unlockAccount: endpoint({
    ...act,
    method: 'POST',
    path: `${ONE}unlock/`,
    summary: 'Unlock an account',
    description: 'The person can sign in again, and API keys, links and webhooks work again.',
    params: accountParams,
    json: z
      .strictObject({ reason: AdminReason.meta({ description: 'Reason, for the audit log.' }) })
      .meta({ id: 'UnlockAccountJson', description: 'Why an account is unlocked.' }),
    responses: { 200: Account },
    problems: [...ACCOUNT_PROBLEMS, 'account_state'],
  }),
  resetSecondFactor: endpoint({
    ...act,
    method: 'POST',
    path: `${ONE}reset-second-factor/`,
    summary: 'Reset the second factor of an account',
    description:
      'Removes all second factors, backup codes and trusted devices and ends all sessions. The next sign-in asks for the password alone. `checked` says how it was made sure that the request came from the person. The person is told by mail.',
    params: accountParams,
    json: z
      .strictObject({
        checked: z.string().trim().min(10, 'Say what was checked.').max(1000).meta({
          description: 'How the person was identified, for the audit log.',
          example: 'Called back at the number on file; named the last two invoices.',
        }),
      })
      .meta({ id: 'ResetSecondFactorJson', description: 'How the person was identified.' }),
    responses: { 200: Account },
    problems: [...ACCOUNT_PROBLEMS, 'account_state'],
  }),
  sendPasswordLink: endpoint({
    ...act,
    method: 'POST',
    path: `${ONE}password-link/`,
    summary: 'Send a password reset link',
    description:
      'Mails the person a link to choose a new password. It opens for an hour. The administrator does not see it.',
    params: accountParams,
    responses: { 200: Account },
    problems: ['not_found'],
  }),
} as const
