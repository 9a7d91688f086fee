import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Second factors; an account has at most one of each kind. */
export const FactorKind = z
  .enum(['totp', 'sms', 'email'])
  .meta({ id: 'FactorKind', description: 'Method of a second factor.' })
export type FactorKind = z.infer<typeof FactorKind>
/**
 * Verification methods: the factors, backup codes, and the password for a step-up without a second
 * factor.
 */
export const MfaMethod = z
  .enum(['totp', 'sms', 'email', 'backup_code', 'password'])
  .meta({ id: 'MfaMethod', description: 'Way to confirm a sign-in or a sensitive operation.' })
export type MfaMethod = z.infer<typeof MfaMethod>

/** Seconds until a sign-in without its second factor, and a sent code, expire. */
export const CODE_SECONDS = 600
/** Attempts per challenge; after them, a new challenge is needed. */
export const CODE_TRIES = 5
export const BACKUP_CODES = 10
/** Days for which a device is trusted. */
export const TRUST_DAYS = 30

const Factor = z
  .object({
    method: FactorKind,
    target: z
      .string()
      .nullable()
      .meta({ description: 'Where codes go, most of it hidden.', example: 'm•••••@harbour.example' }),
    added_at: z.iso.datetime().meta({ description: 'When it was set up.' }),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it last confirmed something; null if never.' }),
  })
  .meta({ id: 'MfaFactor', description: 'A second factor that is set up.' })

export const MfaStatus = z
  .object({
    is_enabled: z.boolean().meta({ description: 'Whether two-factor authentication is on.' }),
    methods: z.array(z.string()).meta({ description: 'Methods that are on.' }),
    totp_enabled: z.boolean().meta({ description: 'Whether an authenticator app is set up.' }),
    sms_enabled: z.boolean().meta({ description: 'Whether text messages are set up.' }),
    email_enabled: z.boolean().meta({ description: 'Whether e-mail codes are set up.' }),
    backup_codes_count: z.int().min(0).meta({ description: 'Number of unused backup codes.' }),
    security_score: z.int().min(0).max(100).meta({ description: 'Security score, 0 to 100.' }),
    factors: z
      .array(Factor)
      .meta({ description: 'The best first: what a sign-in asks for unless told otherwise.' }),
    backup_codes_generated_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the backup codes were created; null if there are none.' }),
    backup_codes_expire_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the backup codes expire; null if there are none.' }),
  })
  .meta({ id: 'MfaStatus', description: 'State of two-factor authentication.' })
export type MfaStatus = z.infer<typeof MfaStatus>

/** Challenge and verify take the same body. An empty `code` requests one. */
const MethodAndCode = z.strictObject({
  method: MfaMethod,
  code: z
    .string()
    .max(128)
    .default('')
    .meta({ description: 'What the person has: digits, a backup code, or with `password` their password.' }),
  challenge_id: z.string().max(128).optional().meta({
    description:
      'The `challenge_id` of the sign-in, for clients that keep no cookies. Without it the cookie says which sign-in it is.',
  }),
})

const MfaChallenge = z
  .object({
    challenge_id: z.string().meta({ description: 'Names the challenge when it is verified.' }),
    methods_available: z.array(MfaMethod).meta({ description: 'Methods that can confirm it.' }),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    message: z.string().meta({ description: 'Explanation for people.' }),
    target: z.string().nullable().meta({ description: 'Where the code went, most of it hidden.' }),
  })
  .meta({ id: 'MfaChallenge', description: 'A challenge to confirm.' })

/**
 * Both tokens are for clients that verified the second factor; a browser uses its cookie.
 */
export const Tokens = z
  .object({
    success: z.boolean().meta({ description: 'Always true.' }),
    message: z.string().meta({ description: 'Explanation for people.' }),
    access_token: z.string().meta({ description: 'A JWT, to be verified with the public key set.' }),
    refresh_token: z.string().meta({ description: 'A secret: exchanged for new tokens, once.' }),
    expires_in: z.int().meta({ description: 'Seconds that the access token lives.' }),
    token_type: z.string().default('Bearer').meta({ description: 'Always `Bearer`.' }),
  })
  .meta({
    id: 'MfaVerification',
    description: 'Tokens of a confirmed sign-in. A browser has its cookie and needs neither.',
  })

export const BackupCodes = z
  .object({
    codes: z.array(z.string()).meta({ description: 'Shown this once.', example: ['7H2K-QX9M'] }),
    generated_at: z.iso.datetime().meta({ description: 'When the codes were created.' }),
    expires_at: z.iso.datetime().meta({ description: 'When the codes expire.' }),
    remaining_codes: z.int().meta({ description: 'Number of unused codes.' }),
  })
  .meta({ id: 'BackupCodes', description: 'Backup codes, shown once.' })
export type BackupCodes = z.infer<typeof BackupCodes>

/** Parts of the score, with the points that each has or would add. */
export const SCORE_PARTS = ['password', 'verified_email', 'totp', 'email', 'backup_codes', 'sms'] as const
const ScorePart = z
  .object({
    part: z.enum(SCORE_PARTS).meta({ description: 'What the part is about.' }),
    points: z.int().meta({ description: 'Points of the part.' }),
    earned: z.boolean().meta({ description: 'Whether the account has the points.' }),
  })
  .meta({ id: 'ScorePart', description: 'One part of the security score.' })

export const MfaSecurity = z
  .object({
    total_attempts: z.int().min(0).meta({ description: 'Attempts in the last 90 days.' }),
    successful_attempts: z.int().min(0).meta({ description: 'Attempts that succeeded.' }),
    failed_attempts: z.int().min(0).meta({ description: 'Attempts that failed.' }),
    blocked_attempts: z.int().min(0).meta({ description: 'Not looked at, since there had been too many.' }),
    trusted_devices: z.int().min(0).meta({ description: 'Number of trusted devices.' }),
    security_score: z.int().min(0).max(100).meta({ description: 'Security score, 0 to 100.' }),
    recommendations: z
      .array(z.string())
      .default([])
      .meta({ description: 'What would add to the score, in words; the most first.' }),
    score: z.array(ScorePart).meta({ description: 'The facts that the score is the sum of.' }),
    last_changed_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When a second factor last changed; null if never.' }),
  })
  .meta({ id: 'MfaSecurity', description: 'Security score and attempts.' })
export type MfaSecurity = z.infer<typeof MfaSecurity>

/** A code was sent to the new factor's destination; `confirm` takes it. */
const SetupStarted = z
  .object({
    method: FactorKind,
    target: z.string().nullable().meta({ description: 'Where the code was sent, most of it hidden.' }),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    message: z.string().meta({ description: 'Explanation for people.' }),
  })
  .meta({ id: 'MfaSetup', description: 'A setup that waits for its code.' })

const TotpSetup = z
  .object({
    secret: z.string().meta({ description: 'Base32. Shown this once.' }),
    otpauth_url: z.string().meta({ description: 'What the QR code says.' }),
    expires_in: z.int().meta({ description: 'Seconds.' }),
  })
  .meta({ id: 'TotpSetup', description: 'Secret of an authenticator app.' })

const Confirmed = z
  .object({
    status: MfaStatus,
    backup_codes: BackupCodes.nullable().meta({ description: 'With the first factor; shown this once.' }),
  })
  .meta({ id: 'MfaConfirmed', description: 'A second factor that was set up.' })

const SetupCode = z
  .strictObject({
    code: z
      .string()
      .regex(/^\d{6}$/, 'Six digits.')
      .meta({ description: 'The six digits.' }),
  })
  .meta({ id: 'SetupCode', description: 'Code that completes the setup of a second factor.' })

const TrustedDevice = z
  .object({
    id: z.uuid().meta({ description: 'Id of the device.' }),
    name: z.string().meta({ description: 'Browser and system.', example: 'Firefox on Linux' }),
    address: z.string().meta({ description: 'Network address when it was trusted.' }),
    is_current: z.boolean().meta({ description: 'Whether the request comes from it.' }),
    created_at: z.iso.datetime().meta({ description: 'When it was trusted.' }),
    last_used_at: z.iso.datetime().meta({ description: 'When it last signed in without a second factor.' }),
    expires_at: z.iso.datetime().meta({ description: 'When the trust ends.' }),
  })
  .meta({ id: 'TrustedDevice', description: 'A device that is not asked for a second factor.' })

const MFA = '/auth/api/v1/social/mfa'
const account = { auth: 'account', area: 'mfa' } as const
const own = { ...account, sessionOnly: true } as const

export const mfaEndpoints = {
  getMfaStatus: endpoint({
    ...account,
    permission: 'mfa:read',
    method: 'GET',
    path: `${MFA}/status/`,
    summary: 'Get the state of two-factor authentication',
    description:
      'Reports which methods are on, how many backup codes are left, and the security score. API keys need the scope `mfa:read`.',
    responses: { 200: MfaStatus },
  }),
  setupSms: endpoint({
    ...own,
    permission: 'account:write',
    method: 'POST',
    path: `${MFA}/setup/sms/`,
    sensitive: true,
    summary: 'Send a code to set up text messages',
    description:
      'Sends a code to the phone number. `confirmMfa` with that code turns the method on. Another method has to be on already.',
    json: z
      .strictObject({
        phone: z
          .string()
          .max(32)
          .meta({ description: 'With its country, as in E.164.', example: '+351912345678' }),
      })
      .meta({ id: 'SmsSetup', description: 'Phone number for text messages.' }),
    responses: { 200: SetupStarted },
    problems: ['method_unavailable'],
  }),
  setupEmail: endpoint({
    ...own,
    permission: 'account:write',
    method: 'POST',
    path: `${MFA}/setup/email/`,
    sensitive: true,
    summary: 'Send a code to set up e-mail codes',
    description:
      'Sends a code to the address of the account. `confirmMfa` with that code turns the method on.',
    responses: { 200: SetupStarted },
  }),
  setupTotp: endpoint({
    ...own,
    permission: 'account:write',
    method: 'POST',
    path: `${MFA}/setup/totp/`,
    sensitive: true,
    summary: 'Create a secret for an authenticator app',
    description:
      'Returns the secret and the URL for a QR code, shown once. `confirmMfa` with a code of the app turns the method on.',
    responses: { 200: TotpSetup },
    extension: true,
  }),
  confirmMfa: endpoint({
    ...own,
    permission: 'account:write',
    method: 'POST',
    path: `${MFA}/setup/{method}/confirm/`,
    sensitive: true,
    summary: 'Confirm a second factor with its code',
    description:
      'Completes `setupTotp`, `setupEmail` or `setupSms`. The first method also returns backup codes, which are shown once.',
    params: z.object({ method: FactorKind.meta({ description: 'Method of the second factor.' }) }),
    json: SetupCode,
    responses: { 200: Confirmed },
    problems: ['invalid_code', 'challenge_expired'],
    extension: true,
  }),
  removeMfa: endpoint({
    ...own,
    permission: 'account:write',
    method: 'DELETE',
    path: `${MFA}/methods/{method}/`,
    sensitive: true,
    summary: 'Remove a second factor',
    description:
      'Turns the method off. With the last method, backup codes and trusted devices are removed too.',
    params: z.object({ method: FactorKind.meta({ description: 'Method of the second factor.' }) }),
    responses: { 200: MfaStatus },
    problems: ['not_found'],
    extension: true,
  }),
  challengeMfa: endpoint({
    method: 'POST',
    path: `${MFA}/challenge/`,
    auth: 'challenged',
    sessionOnly: true,
    area: 'mfa',
    summary: 'Request a code for a challenge',
    description:
      'Chooses the method by which a sign-in or a step-up is confirmed, and sends a code if the method is e-mail or text message. A client without cookies names the sign-in by `challenge_id`.',
    json: MethodAndCode.meta({
      id: 'MfaChallengeRequest',
      description: 'Method by which a challenge is confirmed.',
    }),
    responses: { 200: MfaChallenge },
    problems: ['unauthenticated', 'method_unavailable', 'challenge_expired'],
  }),
  verifyMfa: endpoint({
    method: 'POST',
    path: `${MFA}/verify/`,
    auth: 'challenged',
    sessionOnly: true,
    area: 'mfa',
    summary: 'Verify a second factor',
    description:
      'Completes a sign-in, or opens sensitive operations for a session. Returns an access token and a refresh token; a browser gets a new session cookie as well. Five tries per challenge.',
    json: MethodAndCode.extend({
      trust_device: z
        .boolean()
        .default(false)
        .meta({ description: 'Ask on this device no more, for 30 days.' }),
    }).meta({ id: 'MfaVerifyRequest', description: 'Answer to a challenge.' }),
    responses: { 200: Tokens },
    problems: [
      'unauthenticated',
      'account_locked',
      'invalid_code',
      'method_unavailable',
      'challenge_expired',
    ],
  }),
  regenerateBackupCodes: endpoint({
    ...own,
    permission: 'account:write',
    method: 'POST',
    path: `${MFA}/backup-codes/regenerate/`,
    sensitive: true,
    summary: 'Create new backup codes',
    description: 'Returns ten new codes, shown once. The earlier codes stop working.',
    responses: { 200: BackupCodes },
    problems: ['method_unavailable'],
  }),
  getMfaSecurity: endpoint({
    ...account,
    permission: 'mfa:read',
    method: 'GET',
    path: `${MFA}/security/`,
    summary: 'Get the security score and attempts',
    description:
      'Returns the score with its parts, recommendations, and the number of attempts in the last 90 days.',
    responses: { 200: MfaSecurity },
  }),
  listTrustedDevices: endpoint({
    ...own,
    permission: 'mfa:read',
    method: 'GET',
    path: `${MFA}/devices/`,
    summary: 'List trusted devices',
    description:
      'Lists the devices that are not asked for a second factor, with the date on which that ends.',
    responses: {
      200: z
        .object({ results: z.array(TrustedDevice).meta({ description: 'The trusted devices.' }) })
        .meta({ id: 'TrustedDevices', description: 'Trusted devices of the account.' }),
    },
    extension: true,
  }),
  removeTrustedDevice: endpoint({
    ...own,
    permission: 'account:write',
    method: 'DELETE',
    path: `${MFA}/devices/{device_id}/`,
    summary: 'Remove a trusted device',
    description: 'The device is asked for a second factor at its next sign-in. Its open session stays.',
    params: z.object({ device_id: z.uuid().meta({ description: 'Id of the trusted device.' }) }),
    responses: { 204: null },
    problems: ['not_found'],
    extension: true,
  }),
} as const
