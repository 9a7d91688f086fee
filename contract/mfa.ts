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
  .meta({ id: 'MfaMethod', description: 'Method to confirm a sign-in or a sensitive operation.' })
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
    target: z.string().nullable().meta({
      description: 'Masked destination of the codes; null if codes are not sent.',
      example: 'm•••••@harbour.example',
    }),
    added_at: z.iso.datetime().meta({ description: 'Time the method was set up.' }),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time of the last successful confirmation; null if there was none.' }),
  })
  .meta({ id: 'MfaFactor', description: 'A second factor of the account.' })

export const MfaStatus = z
  .object({
    is_enabled: z.boolean().meta({ description: 'Whether two-factor authentication is enabled.' }),
    methods: z.array(z.string()).meta({ description: 'Enabled methods.' }),
    totp_enabled: z.boolean().meta({ description: 'Whether an authenticator app is set up.' }),
    sms_enabled: z.boolean().meta({ description: 'Whether text messages are set up.' }),
    email_enabled: z.boolean().meta({ description: 'Whether e-mail codes are set up.' }),
    backup_codes_count: z.int().min(0).meta({ description: 'Number of unused backup codes.' }),
    security_score: z.int().min(0).max(100).meta({ description: 'Security score, 0 to 100.' }),
    factors: z.array(Factor).meta({
      description: 'Second factors in order of preference; a sign-in uses the first one by default.',
    }),
    backup_codes_generated_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time the backup codes were created; null if there are none.' }),
    backup_codes_expire_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Expiry time of the backup codes; null if there are none.' }),
  })
  .meta({ id: 'MfaStatus', description: 'State of two-factor authentication.' })
export type MfaStatus = z.infer<typeof MfaStatus>

/** Challenge and verify take the same body. An empty `code` requests one. */
const MethodAndCode = z.strictObject({
  method: MfaMethod,
  code: z.string().max(128).default('').meta({
    description: 'Code from the user: digits, a backup code, or the password with the method `password`.',
  }),
  challenge_id: z.string().max(128).optional().meta({
    description:
      'The `challenge_id` of the sign-in, for clients without cookies. If absent, the cookie identifies the sign-in.',
  }),
})

const MfaChallenge = z
  .object({
    challenge_id: z.string().meta({ description: 'Id of the challenge, used to verify it.' }),
    methods_available: z.array(MfaMethod).meta({ description: 'Methods that can confirm the challenge.' }),
    expires_in: z.int().meta({ description: 'Lifetime of the challenge in seconds.' }),
    message: z.string().meta({ description: 'Human-readable explanation.' }),
    target: z
      .string()
      .nullable()
      .meta({ description: 'Masked destination of the code; null if no code was sent.' }),
  })
  .meta({ id: 'MfaChallenge', description: 'A challenge to verify.' })

/**
 * Both tokens are for clients that verified the second factor; a browser uses its cookie.
 */
export const Tokens = z
  .object({
    success: z.boolean().meta({ description: 'Always true.' }),
    message: z.string().meta({ description: 'Human-readable explanation.' }),
    access_token: z.string().meta({ description: 'Access token (JWT), verifiable with the public key set.' }),
    refresh_token: z.string().meta({ description: 'Secret: single-use refresh token.' }),
    expires_in: z.int().meta({ description: 'Lifetime of the access token in seconds.' }),
    token_type: z.string().default('Bearer').meta({ description: 'Always `Bearer`.' }),
  })
  .meta({
    id: 'MfaVerification',
    description: 'Tokens of a verified sign-in. Browsers use the session cookie instead.',
  })

export const BackupCodes = z
  .object({
    codes: z
      .array(z.string())
      .meta({ description: 'Backup codes. Returned only in this response.', example: ['7H2K-QX9M'] }),
    generated_at: z.iso.datetime().meta({ description: 'Time the codes were created.' }),
    expires_at: z.iso.datetime().meta({ description: 'Expiry time of the codes.' }),
    remaining_codes: z.int().meta({ description: 'Number of unused codes.' }),
  })
  .meta({ id: 'BackupCodes', description: 'Backup codes, returned once.' })
export type BackupCodes = z.infer<typeof BackupCodes>

/** Parts of the score, with the points that each has or would add. */
export const SCORE_PARTS = ['password', 'verified_email', 'totp', 'email', 'backup_codes', 'sms'] as const
const ScorePart = z
  .object({
    part: z.enum(SCORE_PARTS).meta({ description: 'Name of the part.' }),
    points: z.int().meta({ description: 'Points of the part.' }),
    earned: z.boolean().meta({ description: 'Whether the account has these points.' }),
  })
  .meta({ id: 'ScorePart', description: 'A part of the security score.' })

export const MfaSecurity = z
  .object({
    total_attempts: z
      .int()
      .min(0)
      .meta({ description: 'Number of attempts to sign in or to confirm in the last 90 days.' }),
    successful_attempts: z.int().min(0).meta({ description: 'Number of successful attempts.' }),
    failed_attempts: z.int().min(0).meta({ description: 'Number of failed attempts.' }),
    blocked_attempts: z.int().min(0).meta({ description: 'Number of attempts blocked by the rate limit.' }),
    trusted_devices: z.int().min(0).meta({ description: 'Number of trusted devices.' }),
    security_score: z.int().min(0).max(100).meta({ description: 'Security score, 0 to 100.' }),
    recommendations: z
      .array(z.string())
      .default([])
      .meta({ description: 'Recommendations to raise the score, most points first.' }),
    score: z.array(ScorePart).meta({ description: 'Parts of the security score.' }),
    last_changed_at: z.iso.datetime().nullable().meta({
      description:
        'Time of the last change of the password, the e-mail address, a second factor, the backup codes or a linked provider; null if there was none.',
    }),
  })
  .meta({ id: 'MfaSecurity', description: 'Security score and number of attempts.' })
export type MfaSecurity = z.infer<typeof MfaSecurity>

/** A code was sent to the new factor's destination; `confirm` takes it. */
const SetupStarted = z
  .object({
    method: FactorKind,
    target: z
      .string()
      .nullable()
      .meta({ description: 'Masked destination of the code; null if no code was sent.' }),
    expires_in: z.int().meta({ description: 'Lifetime of the code in seconds.' }),
    message: z.string().meta({ description: 'Human-readable explanation.' }),
  })
  .meta({ id: 'MfaSetup', description: 'A setup that awaits its code.' })

const TotpSetup = z
  .object({
    secret: z.string().meta({ description: 'Secret in Base32. Returned only in this response.' }),
    otpauth_url: z.string().meta({ description: 'Content of the QR code.' }),
    expires_in: z.int().meta({ description: 'Lifetime of the secret in seconds.' }),
  })
  .meta({ id: 'TotpSetup', description: 'Secret of an authenticator app.' })

const Confirmed = z
  .object({
    status: MfaStatus,
    backup_codes: BackupCodes.nullable().meta({
      description: 'Backup codes, with the first factor only. Returned only in this response.',
    }),
  })
  .meta({ id: 'MfaConfirmed', description: 'A confirmed second factor.' })

const SetupCode = z
  .strictObject({
    code: z
      .string()
      .regex(/^\d{6}$/, 'Six digits.')
      .meta({ description: 'The six-digit code.' }),
  })
  .meta({ id: 'SetupCode', description: 'Code to complete the setup of a second factor.' })

const TrustedDevice = z
  .object({
    id: z.uuid().meta({ description: 'Id of the device.' }),
    name: z.string().meta({ description: 'Browser and operating system.', example: 'Firefox on Linux' }),
    address: z.string().meta({ description: 'IP address from which the device was trusted.' }),
    is_current: z.boolean().meta({ description: 'Whether this request comes from the device.' }),
    created_at: z.iso.datetime().meta({ description: 'Time the device was trusted.' }),
    last_used_at: z.iso.datetime().meta({ description: 'Time of the last sign-in without a second factor.' }),
    expires_at: z.iso.datetime().meta({ description: 'Expiry time of the trust.' }),
  })
  .meta({ id: 'TrustedDevice', description: 'A device that can sign in without a second factor.' })

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
      'Returns the enabled methods, the number of unused backup codes and the security score. API keys need the scope `mfa:read`.',
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
      'Sends a code to the phone number. `confirmMfa` with that code enables the method. Requires another enabled method.',
    json: z
      .strictObject({
        phone: z
          .string()
          .max(32)
          .meta({ description: 'Phone number in E.164 format with country code.', example: '+351912345678' }),
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
      'Sends a code to the address of the account. `confirmMfa` with that code enables the method.',
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
      'Returns the secret and the URL for a QR code once. `confirmMfa` with a code from the app enables the method.',
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
      'Completes `setupTotp`, `setupEmail` or `setupSms`. The first method also returns backup codes, which are returned only once.',
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
      'Disables the method. Removing the last method also removes the backup codes and trusted devices.',
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
      'Selects the method to confirm a sign-in or a step-up, and sends a code for e-mail or text message. Clients without cookies identify the sign-in by `challenge_id`.',
    json: MethodAndCode.meta({
      id: 'MfaChallengeRequest',
      description: 'Method to confirm a challenge.',
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
      'Completes a sign-in, or allows sensitive operations for a session. Returns an access token and a refresh token; browsers also get a new session cookie. Five attempts per challenge.',
    json: MethodAndCode.extend({
      trust_device: z.boolean().default(false).meta({
        description:
          'Whether to trust this device for 30 days, so that it can sign in without a second factor.',
      }),
    }).meta({ id: 'MfaVerifyRequest', description: 'Response to a challenge.' }),
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
    description: 'Returns ten new codes once. The previous codes stop working.',
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
      'Lists the devices that can sign in without a second factor, with the expiry time of the trust.',
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
    description: 'The device needs a second factor at its next sign-in. Its open session stays.',
    params: z.object({ device_id: z.uuid().meta({ description: 'Id of the trusted device.' }) }),
    responses: { 204: null },
    problems: ['not_found'],
    extension: true,
  }),
} as const
