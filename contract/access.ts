import { z } from 'zod'
import { Username } from './account.ts'
import { CreatedBy } from './created-by.ts'
import { endpoint } from './endpoint.ts'
import { listOf, listQuery } from './lists.ts'
import { SCOPE_NAMES } from './scopes.ts'

/** API keys of one account. */
export const MAX_API_KEYS = 50
/** Maximum lifetime of an API key in days, if it has one. */
export const MAX_KEY_DAYS = 3650

const Session = z
  .object({
    id: z.uuid().meta({ description: 'Id of the session.' }),
    is_current: z.boolean().meta({ description: 'Whether the request belongs to it.' }),
    name: z.string().meta({ description: 'Browser and system.', example: 'Firefox 144 on Linux' }),
    kind: z.enum(['desktop', 'mobile', 'tablet', 'program']).meta({ description: 'Kind of the session.' }),
    address: z.string().meta({ description: 'The network address it was opened from.' }),
    methods: z.array(z.string()).meta({ description: 'How it was opened.', example: ['password', 'totp'] }),
    created_at: z.iso.datetime().meta({ description: 'When it began.' }),
    last_seen_at: z.iso.datetime().meta({ description: 'When it was last used.' }),
    expires_at: z.iso.datetime().meta({ description: 'When it ends if it is not used.' }),
  })
  .meta({ id: 'Session', description: 'An open session.' })

const Scope = z.enum(SCOPE_NAMES).meta({ id: 'Scope', description: 'What an API key may do in one area.' })

export const ApiKey = z
  .object({
    id: z.uuid().meta({ description: 'Id of the key.' }),
    name: z.string().meta({ description: 'Name for people.' }),
    prefix: z.string().meta({ description: 'How the key begins, to tell it by.', example: 'fw_7Hq2' }),
    scopes: z.array(Scope).meta({ description: 'What the key may do.' }),
    created_by: CreatedBy,
    created_at: z.iso.datetime().meta({ description: 'When it was created.' }),
    expires_at: z.iso.datetime().nullable().meta({ description: 'When it expires; null if it does not.' }),
    last_used_at: z.iso.datetime().nullable().meta({ description: 'When it was last used; null if never.' }),
    last_used_address: z
      .string()
      .nullable()
      .meta({ description: 'Network address of its last use; null if never.' }),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without the key itself.' })
export type ApiKey = z.infer<typeof ApiKey>

/** Events of an account's security log. */
export const SECURITY_EVENTS = [
  'signed_up',
  'signed_in',
  'sign_in_failed',
  'sign_in_blocked',
  'signed_out',
  'session_ended',
  'sessions_ended',
  'confirmed',
  'confirm_failed',
  'confirm_blocked',
  'factor_added',
  'factor_removed',
  'backup_codes_made',
  'backup_code_used',
  'device_trusted',
  'device_forgotten',
  'password_changed',
  'password_reset_asked',
  'password_reset',
  'email_verified',
  'email_change_asked',
  'email_changed',
  'identity_linked',
  'identity_unlinked',
  'api_key_made',
  'api_key_revoked',
  'token_reused',
  'deletion_asked',
  'deletion_taken_back',
  'data_exported',
  'conversions_retried',
  'account_locked',
  'account_unlocked',
  'factors_reset',
  'password_link_sent',
] as const

export const SecurityEvent = z
  .object({
    id: z.uuid().meta({ description: 'Id of the event.' }),
    kind: z.enum(SECURITY_EVENTS).meta({ description: 'What happened.' }),
    at: z.iso.datetime().meta({ description: 'When it happened.' }),
    address: z.string().meta({ description: 'Network address of the request.' }),
    device: z.string().meta({ description: 'Browser and system.', example: 'Firefox 144 on Linux' }),
    detail: z
      .record(z.string(), z.string())
      .meta({ description: 'What it was about: a method, a key’s name.', example: { method: 'totp' } }),
  })
  .meta({ id: 'SecurityEvent', description: 'One security event.' })

export const SecurityLogQuery = listQuery(['created_at'])
export const SecurityLog = listOf('SecurityLog', SecurityEvent)

const OutboxMessage = z
  .object({
    id: z.uuid().meta({ description: 'Id of the message.' }),
    kind: z.enum(['mail', 'sms']).meta({ description: 'E-mail or text message.' }),
    state: z.enum(['waiting', 'sent', 'kept', 'failed']).meta({ description: 'State of its delivery.' }),
    to: z.string().meta({ description: 'Recipient.' }),
    subject: z.string().meta({ description: 'Subject; empty for a text message.' }),
    text: z.string().meta({ description: 'Empty once it was sent.' }),
    error: z.string().nullable().meta({ description: 'Why delivery failed; null otherwise.' }),
    created_at: z.iso.datetime().meta({ description: 'When it was written.' }),
    sent_at: z.iso.datetime().nullable().meta({ description: 'When it was delivered; null if it was not.' }),
  })
  .meta({ id: 'OutboxMessage', description: 'One e-mail or text message.' })

const own = { auth: 'account', sessionOnly: true, area: 'account', extension: true } as const

export const accessEndpoints = {
  listSessions: endpoint({
    ...own,
    permission: 'account:read',
    method: 'GET',
    path: '/api/v1/user/sessions/',
    summary: 'List open sessions',
    description:
      'Lists the sessions of the account, the session of the caller first. API keys are listed separately.',
    responses: {
      200: z
        .object({ results: z.array(Session).meta({ description: 'The open sessions.' }) })
        .meta({ id: 'Sessions', description: 'Open sessions of the account.' }),
    },
  }),
  endSession: endpoint({
    ...own,
    permission: 'account:write',
    method: 'DELETE',
    path: '/api/v1/user/sessions/{session_id}/',
    sensitive: true,
    summary: 'End a session',
    description: 'The session and its access and refresh tokens stop working at once.',
    params: z.object({ session_id: z.uuid().meta({ description: 'Id of the session.' }) }),
    responses: { 204: null },
    problems: ['not_found'],
  }),
  endOtherSessions: endpoint({
    ...own,
    permission: 'account:write',
    method: 'DELETE',
    path: '/api/v1/user/sessions/',
    sensitive: true,
    summary: 'End all other sessions',
    description: 'Ends every session of the account except the one that asks, and says how many ended.',
    responses: {
      200: z
        .object({ ended: z.int().min(0).meta({ description: 'Number of sessions that ended.' }) })
        .meta({ id: 'SessionsEnded', description: 'How many sessions ended.' }),
    },
  }),
  listApiKeys: endpoint({
    ...own,
    permission: 'keys:read',
    method: 'GET',
    path: '/api/v1/user/api-keys/',
    summary: 'List API keys',
    description:
      'Lists active and expired keys with their scopes and last use. Revoked keys and the keys themselves are not listed.',
    responses: {
      200: z
        .object({ results: z.array(ApiKey).meta({ description: 'The API keys.' }) })
        .meta({ id: 'ApiKeys', description: 'API keys of the account.' }),
    },
  }),
  createApiKey: endpoint({
    ...own,
    permission: 'keys:write',
    method: 'POST',
    path: '/api/v1/user/api-keys/',
    sensitive: true,
    summary: 'Create an API key',
    description:
      'The key is in this answer only; the instance stores its hash. A key can do what its scopes allow, and manages no keys, sessions or second factors.',
    json: z
      .strictObject({
        name: z.string().trim().min(1).max(100).meta({ description: 'Name for people.' }),
        scopes: z.array(Scope).min(1).max(SCOPE_NAMES.length).meta({ description: 'What the key may do.' }),
        expires_in_days: z
          .int()
          .min(1)
          .max(MAX_KEY_DAYS)
          .nullable()
          .default(null)
          .meta({ description: 'Days until the key expires; null or absent for no expiry.' }),
      })
      .meta({ id: 'ApiKeyCreate', description: 'A new API key.' }),
    responses: {
      201: ApiKey.extend({
        key: z.string().meta({ description: 'A secret: the key itself, in this answer only.' }),
      }).meta({ id: 'ApiKeyMade', description: 'A new API key with the key itself.' }),
    },
    problems: ['limit_reached'],
  }),
  revokeApiKey: endpoint({
    ...own,
    permission: 'keys:write',
    method: 'DELETE',
    path: '/api/v1/user/api-keys/{key_id}/',
    summary: 'Revoke an API key',
    description: 'The key stops working at once and cannot be restored.',
    params: z.object({ key_id: z.uuid().meta({ description: 'Id of the API key.' }) }),
    responses: { 204: null },
    problems: ['not_found'],
  }),
  listSecurityEvents: endpoint({
    ...own,
    permission: 'account:read',
    method: 'GET',
    path: '/api/v1/user/security-log/',
    summary: 'List security events of the account',
    description:
      'Lists sign-ins, failed attempts and changes of credentials, newest first, each with its address and device.',
    query: SecurityLogQuery,
    responses: { 200: SecurityLog },
  }),
  endSessionsOf: endpoint({
    ...own,
    auth: 'admin',
    sensitive: true,
    method: 'DELETE',
    path: '/api/v1/admin/sessions/',
    summary: 'End sessions as the administrator',
    description: 'Ends every session of the named account, or of all accounts except the one that asks.',
    query: z.object({
      username: Username.optional().meta({
        description:
          'User name of the account whose sessions end. Without it: all accounts except the one that asks.',
      }),
    }),
    responses: {
      200: z
        .object({ ended: z.int().min(0).meta({ description: 'Number of sessions that ended.' }) })
        .meta({ id: 'SessionsEndedByAdmin', description: 'How many sessions ended.' }),
    },
    problems: ['not_found'],
  }),
  listOutbox: endpoint({
    ...own,
    auth: 'admin',
    sensitive: true,
    method: 'GET',
    path: '/api/v1/outbox/',
    summary: 'List sent mail and text messages',
    description:
      'Lists messages of the last days with their state, also those that no configured server can deliver. For the administrator of the instance.',
    query: listQuery(['created_at']),
    responses: { 200: listOf('Outbox', OutboxMessage) },
  }),
} as const
