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
  .object({ user: User.nullable().meta({ description: 'Who is signed in; null for a guest.' }) })
  .meta({ id: 'SessionUser', description: 'Who is signed in.' })

/**
 * The password was right, and a second factor is wanted. A cookie opens challenge and verify, and
 * nothing else.
 */
const MfaRequired = z
  .object({
    mfa_required: z.literal(true).meta({ description: 'Always true: a second factor is required.' }),
    challenge_id: z.string().meta({
      description: 'Names this sign-in when the code is asked for and verified. A secret, valid once.',
    }),
    methods_available: z.array(MfaMethod).meta({ description: 'Methods that can confirm this sign-in.' }),
    expires_in: z.int().meta({ description: 'Seconds.' }),
  })
  .meta({ id: 'MfaRequired', description: 'A sign-in that requires a second factor.' })

/** What the provider sent the browser back with. */
const ProviderAnswer = z
  .strictObject({
    provider: ProviderName,
    code: z.string().min(1).max(2000).meta({ description: 'Authorization code from the provider.' }),
    state: z
      .string()
      .min(1)
      .max(500)
      .meta({ description: 'State from the provider; must match the cookie.' }),
    redirect_uri: z.url().max(500).meta({ description: 'The redirect URI that `startProvider` returned.' }),
    issuer: z.string().max(500).optional().meta({ description: 'The provider’s `iss`, where it sent one.' }),
  })
  .meta({ id: 'ProviderAnswer', description: 'The answer of an identity provider.' })

const Token = z.string().min(20).max(200)

export const Identity = z
  .object({
    id: z.uuid().meta({ description: 'Id of the link.' }),
    provider: ProviderName,
    label: z.string().meta({ description: 'Name of the provider account.', example: 'Google' }),
    email: z.string().nullable().meta({ description: 'E-mail address at the provider, if it told one.' }),
    created_at: z.iso.datetime().meta({ description: 'When it was linked.' }),
    last_used_at: z.iso.datetime().nullable().meta({ description: 'When it last signed in; null if never.' }),
  })
  .meta({ id: 'Identity', description: 'A sign-in at a provider that opens this account.' })
const Identities = z
  .object({ results: z.array(Identity).meta({ description: 'The linked provider accounts.' }) })
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
      'Creates an account and signs it in. Conversions that the visitor made before move to the account. The first account of an instance administers it.',
    json: z
      .strictObject({
        username: Username.meta({
          description: 'User name, 2 to 39 letters, digits, dots, dashes or underscores.',
        }),
        email: Email.meta({ description: 'E-mail address. A confirmation link is sent to it.' }),
        password: NewPassword.meta({ description: 'Password, 8 to 128 characters.' }),
        first_name: PersonName.optional().meta({ description: 'First name; may be empty.' }),
        last_name: PersonName.optional().meta({ description: 'Last name; may be empty.' }),
        time_zone: TimeZone.optional(),
        invitation: z.string().min(20).max(100).optional().meta({
          description:
            'Token of an invitation to a business. If it was sent to this address, the address counts as confirmed and the account is a member at once.',
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
    summary: 'Log in with a password or a provider',
    description:
      'Takes a user name or e-mail address with a password, or the answer of an identity provider. Returns the user, or `mfa_required` with a `challenge_id` if the account has a second factor. Conversions that the visitor made before move to the account.',
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
      .meta({ id: 'LogIn', description: 'A password sign-in, or the answer of an identity provider.' }),
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
    summary: 'Get who is signed in',
    description:
      'Returns the profile of the caller as `GET /api/v1/user/me/` does, and `null` for a guest, where that one answers 401: a page that guests may open asks this without an error.',
    responses: { 200: Session },
    extension: true,
  }),
  logOut: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/logout/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary: 'End the session',
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
      'Lists the providers that this instance is configured for, such as Google and GitHub. The list is empty if there are none.',
    responses: {
      200: z
        .object({
          providers: z
            .array(
              z.object({
                provider: ProviderName,
                label: z.string().meta({ description: 'Name for people.' }),
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
      'Returns the URL to which the browser is sent, with state and PKCE challenge. A cookie ties the answer of the provider to this browser.',
    params: z.object({ provider: ProviderName.meta({ description: 'Name of the identity provider.' }) }),
    responses: {
      200: z
        .object({
          authorization_url: z.url().meta({ description: 'URL to which the browser is sent.' }),
          state: z.string().meta({ description: 'State that the provider returns.' }),
          redirect_uri: z.url().meta({ description: 'Where the provider sends the browser back.' }),
        })
        .meta({ id: 'ProviderStart', description: 'Where a sign-in at a provider begins.' }),
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
    description:
      'Takes the token of the link that was sent to the address. Each token works once and expires.',
    json: z
      .strictObject({ token: Token.meta({ description: 'Token of the link.' }) })
      .meta({ id: 'EmailVerification', description: 'Token of a confirmation link.' }),
    responses: {
      200: z
        .object({ email: z.string().meta({ description: 'The confirmed address.' }) })
        .meta({ id: 'EmailVerified', description: 'A confirmed address.' }),
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
    summary: 'Send the confirmation link again',
    description:
      'Sends it to the new address if one is pending, else to the address of the account. Earlier links stop working.',
    responses: {
      202: z
        .object({ email: z.string().meta({ description: 'The address to which the link was sent.' }) })
        .meta({ id: 'VerificationSent', description: 'Where a confirmation link was sent.' }),
    },
    extension: true,
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/api/v1/user/auth/password-reset/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'account',
    summary: 'Send a link to reset the password',
    description:
      'The answer is the same whether or not an account with this address exists. The link works once and expires.',
    json: z
      .strictObject({ email: Email.meta({ description: 'E-mail address of the account.' }) })
      .meta({ id: 'PasswordResetRequest', description: 'Address of the account whose password is reset.' }),
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
      'Takes the token of the link. All sessions end and nobody is signed in; a second factor stays on.',
    json: z
      .strictObject({
        token: Token.meta({ description: 'Token of the link.' }),
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
    summary: 'Check whether sensitive operations are open',
    description:
      'Returns 204 if the person confirmed their identity recently. Otherwise the problem `step_up_required` names the methods by which they can.',
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
      'Takes the answer of the provider after `startProvider`. From then on that account signs in to this one.',
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
    description: 'The provider account can no longer sign in. Refused if it is the only way to sign in.',
    params: z.object({ identity_id: z.uuid().meta({ description: 'Id of the linked provider account.' }) }),
    responses: { 204: null },
    problems: ['not_found', 'last_sign_in'],
    extension: true,
  }),
} as const
