import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Tokens } from './mfa.ts'

const Token = z.string().min(1).max(4096)

/** RFC 7517: the public halves of the keys that sign access tokens. */
const KeySet = z
  .object({
    keys: z
      .array(
        z.object({
          kty: z.string().meta({ description: 'Key type: `OKP`.' }),
          crv: z.string().meta({ description: 'Curve: `Ed25519`.' }),
          x: z.string().meta({ description: 'Public key, base64url.' }),
          kid: z.string().meta({ description: 'Id of the key, as in the header of a token.' }),
          alg: z.string().meta({ description: 'Algorithm: `EdDSA`.' }),
          use: z.string().meta({ description: 'Use: `sig`.' }),
        }),
      )
      .meta({ description: 'The public keys.' }),
  })
  .meta({ id: 'JsonWebKeySet', description: 'Public keys (RFC 7517).' })

/** RFC 7662, section 2.2. Of a token that is not active nothing else is said. */
const Introspection = z
  .object({
    active: z.boolean().meta({ description: 'Whether the token is valid now.' }),
    scope: z.string().optional().meta({ description: 'Scopes, separated by spaces.' }),
    client_id: z.string().optional().meta({ description: 'Id of the API key, or `dashboard`.' }),
    username: z.string().optional().meta({ description: 'User name of the account.' }),
    token_type: z.string().optional().meta({ description: 'Type of the token.' }),
    exp: z.int().optional().meta({ description: 'Expiry time in seconds since 1970.' }),
    iat: z.int().optional().meta({ description: 'Time of issue, in seconds since 1970.' }),
    nbf: z.int().optional().meta({ description: 'Valid from, in seconds since 1970.' }),
    sub: z
      .string()
      .optional()
      .meta({ description: 'Id of the account, or of the business that the API key belongs to.' }),
    aud: z.string().optional().meta({ description: 'Audience.' }),
    iss: z.string().optional().meta({ description: 'Issuer: the URL of this instance.' }),
    jti: z.string().optional().meta({ description: 'Id of the token.' }),
    user: z
      .object({
        id: z.uuid().meta({ description: 'Id of the account.' }),
        username: z.string().meta({ description: 'User name.' }),
        email: z.string().meta({ description: 'E-mail address.' }),
        email_verified: z.boolean().meta({ description: 'Whether the e-mail address is confirmed.' }),
        is_admin: z.boolean().meta({ description: 'Whether the account administers this instance.' }),
      })
      .optional()
      .meta({ description: 'Account of the token.' }),
    permissions: z.array(z.string()).optional().meta({ description: 'The same as `scope`, as a list.' }),
    services: z
      .array(z.string())
      .optional()
      .meta({ description: 'Areas of the service that the token can access.' }),
  })
  .meta({
    id: 'Introspection',
    description: 'Details of a token (RFC 7662). For an inactive token, only `active` is returned.',
  })

export const tokenEndpoints = {
  getJwks: endpoint({
    method: 'GET',
    path: '/auth/api/v1/.well-known/jwks.json',
    auth: 'open',
    area: 'tokens',
    summary: 'Get the public keys of access tokens',
    description: 'Returns a JSON Web Key Set (RFC 7517), with which other services verify access tokens.',
    responses: { 200: KeySet },
  }),
  introspectToken: endpoint({
    method: 'POST',
    path: '/auth/api/v1/introspect/',
    auth: 'account',
    permission: 'tokens:introspect',
    area: 'tokens',
    summary: 'Introspect a token',
    description:
      'Responds according to RFC 7662. Callers can introspect tokens of their own account; an API key of the administrator with the scope `tokens:introspect` can introspect any token. All other tokens are `active: false`.',
    json: z
      .object({
        token: Token.meta({ description: 'The token to introspect.' }),
        token_type_hint: z
          .string()
          .max(64)
          .optional()
          .meta({ description: 'Accepted and ignored (RFC 7662, section 2.1).' }),
      })
      .meta({ id: 'IntrospectionRequest', description: 'Token to introspect (RFC 7662).' }),
    urlencoded: true,
    responses: { 200: Introspection },
  }),
  verifyToken: endpoint({
    method: 'POST',
    path: '/auth/api/v1/verify-token/',
    auth: 'anyone',
    area: 'tokens',
    summary: 'Check whether a token is valid',
    description:
      'Returns only whether the token authenticates requests now. A refresh token does not; the response for it is `valid: false`.',
    json: z
      .object({ token: Token.meta({ description: 'The token to check.' }) })
      .meta({ id: 'TokenToVerify', description: 'Token to check.' }),
    urlencoded: true,
    responses: {
      200: z
        .object({
          valid: z.boolean().meta({ description: 'Whether the token authenticates requests now.' }),
          message: z.string().meta({ description: 'Human-readable explanation.' }),
        })
        .meta({ id: 'TokenVerified', description: 'Whether a token is valid.' }),
    },
  }),
  refreshToken: endpoint({
    method: 'POST',
    path: '/auth/api/v1/token/refresh/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'tokens',
    summary: 'Exchange a refresh token for new tokens',
    description:
      'Returns a new access token and a new refresh token. A refresh token can be used once; a second use ends the session.',
    json: z
      .strictObject({ refresh_token: Token.meta({ description: 'The refresh token.' }) })
      .meta({ id: 'TokenRefresh', description: 'Refresh token to exchange.' }),
    responses: { 200: Tokens },
    extension: true,
  }),
} as const
