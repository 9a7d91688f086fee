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
    is_current: z.boolean().meta({ description: 'Whether the session belongs to this request.' }),
    name: z.string().meta({ description: 'Browser and operating system.', example: 'Firefox 144 on Linux' }),
    kind: z.enum(['desktop', 'mobile', 'tablet', 'program']).meta({ description: 'Kind of the session.' }),
    address: z.string().meta({ description: 'IP address that opened the session.' }),
    methods: z
      .array(z.string())
      .meta({ description: 'Methods used to sign in.', example: ['password', 'totp'] }),
    created_at: z.iso.datetime().meta({ description: 'Time the session started.' }),
    last_seen_at: z.iso.datetime().meta({ description: 'Time of the last request.' }),
    expires_at: z.iso.datetime().meta({ description: 'Time the session expires if it is not used.' }),
  })
  .meta({ id: 'Session', description: 'An open session.' })

const Scope = z.enum(SCOPE_NAMES).meta({ id: 'Scope', description: 'Permission of an API key in one area.' })

export const ApiKey = z
  .object({
    id: z.uuid().meta({ description: 'Id of the key.' }),
    name: z.string().meta({ description: 'Display name.' }),
    prefix: z
      .string()
      .meta({ description: 'First characters of the key, to identify it.', example: 'fw_7Hq2' }),
    scopes: z.array(Scope).meta({ description: 'Scopes of the key.' }),
    created_by: CreatedBy,
    created_at: z.iso.datetime().meta({ description: 'Time of creation.' }),
    expires_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Expiry time; null if the key does not expire.' }),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time of the last use; null if the key was never used.' }),
    last_used_address: z
      .string()
      .nullable()
      .meta({ description: 'IP address of the last use; null if the key was never used.' }),
  })
  .meta({ id: 'ApiKey', description: 'An API key without its secret.' })
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
    kind: z.enum(SECURITY_EVENTS).meta({ description: 'Type of the event.' }),
    at: z.iso.datetime().meta({ description: 'Time of the event.' }),
    address: z.string().meta({ description: 'IP address of the request.' }),
    device: z
      .string()
      .meta({ description: 'Browser and operating system.', example: 'Firefox 144 on Linux' }),
    detail: z.record(z.string(), z.string()).meta({
      description: 'Details of the event, such as the method or the name of the key.',
      example: { method: 'totp' },
    }),
  })
  .meta({ id: 'SecurityEvent', description: 'An entry of the security log.' })

export const SecurityLogQuery = listQuery(['created_at'])
export const SecurityLog = listOf('SecurityLog', SecurityEvent)

const OutboxMessage = z
  .object({
    id: z.uuid().meta({ description: 'Id of the message.' }),
    kind: z.enum(['mail', 'sms']).meta({ description: 'E-mail or text message.' }),
    state: z.enum(['waiting', 'sent', 'kept', 'failed']).meta({ description: 'Delivery state.' }),
    to: z.string().meta({ description: 'Recipient.' }),
    subject: z.string().meta({ description: 'Subject; empty for a text message.' }),
    text: z.string().meta({ description: 'Text of the message; empty once the message was sent.' }),
    error: z.string().nullable().meta({ description: 'Reason of the failed delivery; null otherwise.' }),
    created_at: z.iso.datetime().meta({ description: 'Time of creation.' }),
    sent_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time of delivery; null if the message was not delivered.' }),
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
    description: 'The session and its access and refresh tokens stop working immediately.',
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
    description: 'Ends all sessions of the account except the current one, and returns their number.',
    responses: {
      200: z
        .object({ ended: z.int().min(0).meta({ description: 'Number of ended sessions.' }) })
        .meta({ id: 'SessionsEnded', description: 'Number of ended sessions.' }),
    },
  }),
  listApiKeys: endpoint({
    ...own,
    permission: 'keys:read',
    method: 'GET',
    path: '/api/v1/user/api-keys/',
    summary: 'List API keys',
    description:
      'Lists active and expired keys with their scopes and last use. Revoked keys are not listed, and secrets are not returned.',
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
      'The response contains the key once; the instance stores only its hash. A key can use its scopes, and cannot manage keys, sessions or second factors.',
    json: z
      .strictObject({
        name: z.string().trim().min(1).max(100).meta({ description: 'Display name.' }),
        scopes: z.array(Scope).min(1).max(SCOPE_NAMES.length).meta({ description: 'Scopes of the key.' }),
        expires_in_days: z
          .int()
          .min(1)
          .max(MAX_KEY_DAYS)
          .nullable()
          .default(null)
          .meta({ description: 'Days until the key expires; null or absent if the key does not expire.' }),
      })
      .meta({ id: 'ApiKeyCreate', description: 'A new API key.' }),
    responses: {
      201: ApiKey.extend({
        key: z.string().meta({ description: 'Secret: the API key. Returned only in this response.' }),
      }).meta({ id: 'ApiKeyMade', description: 'A new API key with its secret.' }),
    },
    problems: ['limit_reached'],
  }),
  revokeApiKey: endpoint({
    ...own,
    permission: 'keys:write',
    method: 'DELETE',
    path: '/api/v1/user/api-keys/{key_id}/',
    summary: 'Revoke an API key',
    description: 'The key stops working immediately and cannot be restored.',
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
      'Lists sign-ins, failed attempts and changes of credentials, newest first, each with its IP address and device.',
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
    description: 'Ends all sessions of one account, or of all accounts except the caller’s.',
    query: z.object({
      username: Username.optional().meta({
        description:
          'User name of the account whose sessions end. If absent, the sessions of all accounts except the caller’s end.',
      }),
    }),
    responses: {
      200: z
        .object({ ended: z.int().min(0).meta({ description: 'Number of ended sessions.' }) })
        .meta({ id: 'SessionsEndedByAdmin', description: 'Number of ended sessions.' }),
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
      'Lists messages of the last 7 days with their state, including messages that no configured server can deliver. For administrators of the instance.',
    query: listQuery(['created_at']),
    responses: { 200: listOf('Outbox', OutboxMessage) },
  }),
} as const
