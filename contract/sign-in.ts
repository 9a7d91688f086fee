import { z } from 'zod'
import { Email, NewPassword, Password, PersonName, User, Username } from './account.ts'
import { endpoint } from './endpoint.ts'
import { MfaMethod } from './mfa.ts'
import { TimeZone } from './time-zone.ts'

export const ProviderName = z
  .enum(['google', 'github'])
  .meta({ id: 'ProviderName', description: 'Name of an identity provider.' })
export type ProviderName = z.infer<typeof ProviderName>

const SignedIn = z.object({ user: User }).meta({ id: 'SignedIn', description: 'A completed sign-in.' })

const Session = z
  .object({ user: User.nullable().meta({ description: 'Signed-in user; null for a guest.' }) })
  .meta({ id: 'SessionUser', description: 'Signed-in user.' })

/**
 * The password is correct and a second factor is required. A cookie grants access to challenge and
 * verify only.
 */
const MfaRequired = z
  .object({
    mfa_required: z.literal(true).meta({ description: 'Always true: a second factor is required.' }),
    challenge_id: z.string().meta({
      description: 'Secret: id of the sign-in, used to request and verify the code. Valid once.',
    }),
    methods_available: z.array(MfaMethod).meta({ description: 'Methods that can confirm the sign-in.' }),
    expires_in: z.int().meta({ description: 'Lifetime of the sign-in in seconds.' }),
  })
  .meta({ id: 'MfaRequired', description: 'A sign-in that requires a second factor.' })

/** Parameters of the provider's redirect. */
const ProviderAnswer = z
  .strictObject({
    provider: ProviderName,
    code: z.string().min(1).max(2000).meta({ description: 'Authorization code from the provider.' }),
    state: z
      .string()
      .min(1)
      .max(500)
      .meta({ description: 'State from the provider; must match the cookie.' }),
    redirect_uri: z.url().max(500).meta({ description: 'Redirect URI returned by `startProvider`.' }),
    issuer: z
      .string()
      .max(500)
      .optional()
      .meta({ description: 'Issuer (`iss`) of the provider, if it sent one.' }),
  })
  .meta({ id: 'ProviderAnswer', description: 'Response of an identity provider.' })

const Token = z.string().min(20).max(200)

export const Identity = z
  .object({
    id: z.uuid().meta({ description: 'Id of the link.' }),
    provider: ProviderName,
    label: z.string().meta({ description: 'Name of the provider account.', example: 'Google' }),
    email: z.string().nullable().meta({ description: 'E-mail address at the provider; null if unknown.' }),
    created_at: z.iso.datetime().meta({ description: 'Time the account was linked.' }),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time of the last sign-in; null if there was none.' }),
  })
  .meta({ id: 'Identity', description: 'A linked provider account.' })
const Identities = z
  .object({ results: z.array(Identity).meta({ description: 'Linked provider accounts.' }) })
  .meta({ id: 'Identities', description: 'Linked provider accounts.' })

export const signInEndpoints = {
  signUp: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/signup/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary: 'Create an account',
    description:
      'Creates an account and signs it in. Earlier conversions of the visitor move to the account. The first account of an instance becomes its administrator.',
    json: z
      .strictObject({
        username: Username.meta({
          description: 'User name: 2 to 39 letters, digits, dots, dashes or underscores.',
        }),
        email: Email.meta({ description: 'E-mail address. A confirmation link is sent to it.' }),
        password: NewPassword.meta({ description: 'Password, 8 to 128 characters.' }),
        first_name: PersonName.optional().meta({ description: 'First name; may be empty.' }),
        last_name: PersonName.optional().meta({ description: 'Last name; may be empty.' }),
        time_zone: TimeZone.optional(),
        invitation: z.string().min(20).max(100).optional().meta({
          description:
            'Token of an invitation to a business. If it was sent to this e-mail address, the address counts as confirmed and the account becomes a member immediately.',
        }),
      })
      .meta({ id: 'SignUp', description: 'A new account.' }),
    idempotent: true,
    responses: { 201: SignedIn },
    problems: [
      'username_taken',
      'email_taken',
      'weak_password',
      'idempotency_conflict',
      'link_expired',
      'business_inactive',
      'email_domain_refused',
      'account_locked',
    ],
    extension: true,
  }),
  logIn: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/login/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary: 'Sign in with a password or a provider',
    description:
      'Accepts a user name or e-mail address with a password, or the response of an identity provider. Returns the user, or `mfa_required` with a `challenge_id` if the account has a second factor. Earlier conversions of the visitor move to the account.',
    json: z
      .union([
        z
          .strictObject({
            username: z.string().min(1).max(254).meta({ description: 'User name or e-mail address.' }),
            password: Password.meta({ description: 'Password.' }),
          })
          .meta({ id: 'PasswordLogIn', description: 'A sign-in with a password.' }),
        ProviderAnswer,
      ])
      .meta({ id: 'LogIn', description: 'A password sign-in, or the response of an identity provider.' }),
    responses: {
      200: z.union([SignedIn, MfaRequired]).meta({
        id: 'LogInAnswer',
        description: 'A completed sign-in, or one that requires a second factor.',
      }),
    },
    problems: ['invalid_credentials', 'account_locked', 'provider_failed', 'identity_conflict'],
  }),
  getSession: endpoint({
    method: 'GET',
    path: '/api/v1/user/auth/session/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary: 'Get the signed-in user',
    description:
      'Returns the profile of the caller like `GET /api/v1/user/me/`, but `null` instead of a 401 response for a guest, so that pages open to guests can request it.',
    responses: { 200: Session },
    extension: true,
  }),
  logOut: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/logout/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary: 'Sign out',
    description:
      'Ends the session of the caller and removes its cookies. Access and refresh tokens of the session stop working.',
    responses: { 204: null },
  }),
  listProviders: endpoint({
    method: 'GET',
    path: '/api/v1/user/auth/providers/',
    auth: 'open',
    area: 'account',
    summary: 'List identity providers',
    description:
      'Lists the configured providers, such as Google and GitHub. The list is empty if there are none.',
    responses: {
      200: z
        .object({
          providers: z
            .array(
              z.object({
                provider: ProviderName,
                label: z.string().meta({ description: 'Display name.' }),
              }),
            )
            .meta({ description: 'Configured identity providers.' }),
        })
        .meta({ id: 'Providers', description: 'Identity providers of this instance.' }),
    },
    extension: true,
  }),
  startProvider: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/providers/{provider}/start/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary: 'Start a sign-in at a provider',
    description:
      'Returns the URL to redirect the browser to, with state and PKCE challenge. A cookie binds the response of the provider to this browser.',
    params: z.object({ provider: ProviderName.meta({ description: 'Name of the identity provider.' }) }),
    responses: {
      200: z
        .object({
          authorization_url: z.url().meta({ description: 'URL to redirect the browser to.' }),
          state: z.string().meta({ description: 'State that the provider returns.' }),
          redirect_uri: z.url().meta({ description: 'URL to which the provider redirects the browser.' }),
        })
        .meta({ id: 'ProviderStart', description: 'Start of a sign-in at a provider.' }),
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
    summary: 'Confirm an e-mail address',
    description: 'Accepts the token of the confirmation link. Each token can be used once and expires.',
    json: z
      .strictObject({ token: Token.meta({ description: 'Token of the confirmation link.' }) })
      .meta({ id: 'EmailVerification', description: 'Token of a confirmation link.' }),
    responses: {
      200: z
        .object({ email: z.string().meta({ description: 'Confirmed e-mail address.' }) })
        .meta({ id: 'EmailVerified', description: 'A confirmed e-mail address.' }),
    },
    problems: ['link_expired', 'email_taken'],
    extension: true,
  }),
  sendVerification: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/verify-email/send/',
    auth: 'account',
    permission: 'account:write',
    sessionOnly: true,
    area: 'account',
    summary: 'Resend the confirmation link',
    description:
      'Sends the link to the new e-mail address if one is pending, otherwise to the address of the account. Previous links stop working.',
    responses: {
      202: z
        .object({ email: z.string().meta({ description: 'E-mail address to which the link was sent.' }) })
        .meta({ id: 'VerificationSent', description: 'Destination of a confirmation link.' }),
    },
    extension: true,
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/password-reset/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary: 'Send a password reset link',
    description:
      'The response is the same whether or not an account with this e-mail address exists. The link can be used once and expires.',
    json: z.strictObject({ email: Email.meta({ description: 'E-mail address of the account.' }) }).meta({
      id: 'PasswordResetRequest',
      description: 'E-mail address of the account whose password is reset.',
    }),
    responses: { 202: null },
    extension: true,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/password-reset/confirm/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary: 'Reset the password with a token',
    description:
      'Accepts the token of the reset link. All sessions end and the user is not signed in; second factors stay enabled.',
    json: z
      .strictObject({
        token: Token.meta({ description: 'Token of the reset link.' }),
        password: NewPassword.meta({ description: 'New password, 8 to 128 characters.' }),
      })
      .meta({ id: 'PasswordReset', description: 'Token of a reset link with the new password.' }),
    responses: { 204: null },
    problems: ['link_expired', 'weak_password'],
    extension: true,
  }),
  checkStepUp: endpoint({
    method: 'GET',
    path: '/api/v1/user/auth/step-up/',
    auth: 'account',
    permission: 'account:read',
    sessionOnly: true,
    sensitive: true,
    area: 'account',
    summary: 'Check whether sensitive operations are allowed',
    description:
      'Returns 204 if the user confirmed their identity recently. Otherwise the problem `step_up_required` lists the methods to confirm it.',
    responses: { 204: null },
    extension: true,
  }),
  listIdentities: endpoint({
    method: 'GET',
    path: '/api/v1/user/identities/',
    auth: 'account',
    permission: 'account:read',
    sessionOnly: true,
    area: 'account',
    summary: 'List linked provider accounts',
    description: 'Lists the accounts at identity providers that can sign in to this account.',
    responses: { 200: Identities },
    extension: true,
  }),
  linkIdentity: endpoint({
    method: 'POST',
    path: '/api/v1/user/identities/',
    auth: 'account',
    permission: 'account:write',
    sessionOnly: true,
    sensitive: true,
    area: 'account',
    summary: 'Link a provider account',
    description:
      'Accepts the response of the provider after `startProvider`. The provider account can then sign in to this account.',
    json: ProviderAnswer,
    responses: { 201: Identity },
    problems: ['provider_failed', 'identity_taken'],
    extension: true,
  }),
  unlinkIdentity: endpoint({
    method: 'DELETE',
    path: '/api/v1/user/identities/{identity_id}/',
    auth: 'account',
    permission: 'account:write',
    sessionOnly: true,
    sensitive: true,
    area: 'account',
    summary: 'Unlink a provider account',
    description:
      'The provider account can no longer sign in. The request is refused if it is the only way to sign in.',
    params: z.object({ identity_id: z.uuid().meta({ description: 'Id of the linked provider account.' }) }),
    responses: { 204: null },
    problems: ['not_found', 'last_sign_in'],
    extension: true,
  }),
} as const
