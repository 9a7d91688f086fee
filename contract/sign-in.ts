import { z } from 'zod'
import { Email, NewPassword, Password, User, Username } from './account.ts'
import { endpoint } from './endpoint.ts'
import { MfaMethod } from './mfa.ts'
import { TimeZone } from './time-zone.ts'

export const ProviderName = z.enum(['google', 'github']).meta({ id: 'ProviderName' })
export type ProviderName = z.infer<typeof ProviderName>

const SignedIn = z.object({ user: User }).meta({ id: 'SignedIn' })

/** The password was right, and a second factor is wanted. A cookie opens challenge and verify, and nothing else. */
const MfaRequired = z
  .object({
    mfa_required: z.literal(true),
    challenge_id: z.string().meta({
      description: 'Names this sign-in when the code is asked for and verified. A secret, valid once.',
    }),
    methods_available: z.array(MfaMethod),
    expires_in: z.int().meta({ description: 'Seconds.' }),
  })
  .meta({ id: 'MfaRequired' })

/** What the provider sent the browser back with. */
const ProviderAnswer = z
  .strictObject({
    provider: ProviderName,
    code: z.string().min(1).max(2000),
    state: z.string().min(1).max(500),
    redirect_uri: z.url().max(500),
    issuer: z.string().max(500).optional().meta({ description: 'The provider’s `iss`, where it sent one.' }),
  })
  .meta({ id: 'ProviderAnswer' })

const Token = z.string().min(20).max(200)

export const Identity = z
  .object({
    id: z.uuid(),
    provider: ProviderName,
    label: z.string().meta({ example: 'Google' }),
    email: z.string().nullable(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Identity', description: 'A sign-in at a provider that opens this account.' })
const Identities = z.object({ results: z.array(Identity) }).meta({ id: 'Identities' })

export const signInEndpoints = {
  signUp: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/signup/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary: 'Make an account; a visitor’s conversions come along',
    json: z
      .strictObject({
        username: Username,
        email: Email,
        password: NewPassword,
        time_zone: TimeZone.optional(),
      })
      .meta({ id: 'SignUp' }),
    idempotent: true,
    responses: { 201: SignedIn },
    problems: ['username_taken', 'email_taken', 'weak_password', 'idempotency_conflict'],
    extension: true,
  }),
  logIn: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/login/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary:
      'Log in with a user name or e-mail address and a password, or with a provider’s answer; a visitor’s conversions come along',
    json: z
      .union([
        z
          .strictObject({ username: z.string().min(1).max(254), password: Password })
          .meta({ id: 'PasswordLogIn' }),
        ProviderAnswer,
      ])
      .meta({ id: 'LogIn' }),
    responses: { 200: z.union([SignedIn, MfaRequired]).meta({ id: 'LogInAnswer' }) },
    problems: ['invalid_credentials', 'provider_failed', 'identity_conflict'],
  }),
  logOut: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/logout/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary: 'End the session',
    responses: { 204: null },
  }),
  listProviders: endpoint({
    method: 'GET',
    path: '/api/v1/user/auth/providers/',
    auth: 'open',
    area: 'account',
    summary: 'Through whom one may sign in at this instance',
    responses: {
      200: z
        .object({
          providers: z.array(z.object({ provider: ProviderName, label: z.string() })),
        })
        .meta({ id: 'Providers' }),
    },
    extension: true,
  }),
  startProvider: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/providers/{provider}/start/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary: 'Where to send the browser to sign in at a provider; a cookie ties the answer to this browser',
    params: z.object({ provider: ProviderName }),
    responses: {
      200: z
        .object({
          authorization_url: z.url(),
          state: z.string(),
          redirect_uri: z.url(),
        })
        .meta({ id: 'ProviderStart' }),
    },
    problems: ['not_found', 'provider_failed'],
    extension: true,
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/verify-email/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary: 'Confirm an e-mail address with the token of the link that was sent there',
    json: z.strictObject({ token: Token }).meta({ id: 'EmailVerification' }),
    responses: { 200: z.object({ email: z.string() }).meta({ id: 'EmailVerified' }) },
    problems: ['link_expired', 'email_taken'],
    extension: true,
  }),
  sendVerification: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/verify-email/send/',
    auth: 'account',
    sessionOnly: true,
    area: 'account',
    summary: 'Send the link again: to the new address where one waits, else to the present one',
    responses: { 202: z.object({ email: z.string() }).meta({ id: 'VerificationSent' }) },
    extension: true,
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/password-reset/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary:
      'Send a link for a new password, if there is an account with this address; the answer is the same either way',
    json: z.strictObject({ email: Email }).meta({ id: 'PasswordResetRequest' }),
    responses: { 202: null },
    extension: true,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/password-reset/confirm/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary:
      'Set a new password with the token of the link; ends all sessions, signs nobody in, and leaves a second factor in place',
    json: z.strictObject({ token: Token, password: NewPassword }).meta({ id: 'PasswordReset' }),
    responses: { 204: null },
    problems: ['link_expired', 'weak_password'],
    extension: true,
  }),
  checkStepUp: endpoint({
    method: 'GET',
    path: '/api/v1/user/auth/step-up/',
    auth: 'account',
    sessionOnly: true,
    sensitive: true,
    area: 'account',
    summary: 'Whether sensitive acts are open now; `step_up_required` names the ways to open them',
    responses: { 204: null },
    extension: true,
  }),
  listIdentities: endpoint({
    method: 'GET',
    path: '/api/v1/user/identities/',
    auth: 'account',
    sessionOnly: true,
    area: 'account',
    summary: 'The sign-ins at providers that open this account',
    responses: { 200: Identities },
    extension: true,
  }),
  linkIdentity: endpoint({
    method: 'POST',
    path: '/api/v1/user/identities/',
    auth: 'account',
    sessionOnly: true,
    sensitive: true,
    area: 'account',
    summary: 'Let a sign-in at a provider open this account',
    json: ProviderAnswer,
    responses: { 201: Identity },
    problems: ['provider_failed', 'identity_taken'],
    extension: true,
  }),
  unlinkIdentity: endpoint({
    method: 'DELETE',
    path: '/api/v1/user/identities/{identity_id}/',
    auth: 'account',
    sessionOnly: true,
    sensitive: true,
    area: 'account',
    summary: 'A sign-in at a provider opens this account no longer',
    params: z.object({ identity_id: z.uuid() }),
    responses: { 204: null },
    problems: ['not_found', 'last_sign_in'],
    extension: true,
  }),
} as const
