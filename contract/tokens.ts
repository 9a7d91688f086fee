import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Tokens } from './mfa.ts'

const Token = z.string().min(1).max(4096)

/** RFC 7517: the public halves of the keys that sign access tokens. */
const KeySet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
      }),
    ),
  })
  .meta({ id: 'JsonWebKeySet' })

/** RFC 7662, section 2.2. Of a token that is not active nothing else is said. */
const Introspection = z
  .object({
    active: z.boolean(),
    scope: z.string().optional(),
    client_id: z.string().optional().meta({ description: 'The API key’s id, or `dashboard`.' }),
    username: z.string().optional(),
    token_type: z.string().optional(),
    exp: z.int().optional(),
    iat: z.int().optional(),
    nbf: z.int().optional(),
    sub: z.string().optional(),
    aud: z.string().optional(),
    iss: z.string().optional(),
    jti: z.string().optional(),
    user: z
      .object({
        id: z.uuid(),
        username: z.string(),
        email: z.string(),
        email_verified: z.boolean(),
        is_admin: z.boolean(),
      })
      .optional(),
    permissions: z.array(z.string()).optional().meta({ description: 'The same as `scope`, as a list.' }),
    services: z.array(z.string()).optional().meta({ description: 'Areas of the service that it opens.' }),
  })
  .meta({ id: 'Introspection' })

export const tokenEndpoints = {
  getJwks: endpoint({
    method: 'GET',
    path: '/auth/api/v1/.well-known/jwks.json',
    auth: 'open',
    area: 'tokens',
    summary: 'Get the public keys of access tokens',
    description: 'A JSON Web Key Set (RFC 7517). Other services verify access tokens with it.',
    responses: { 200: KeySet },
  }),
  introspectToken: endpoint({
    method: 'POST',
    path: '/auth/api/v1/introspect/',
    auth: 'account',
    scope: 'tokens:introspect',
    area: 'tokens',
    summary: 'Introspect a token',
    description:
      'Answers as RFC 7662 says. A caller can introspect tokens of their own account; an API key that the administrator created with `tokens:introspect` can introspect any. Every other token is `active: false`.',
    json: z
      .object({ token: Token, token_type_hint: z.string().max(64).optional() })
      .meta({ id: 'IntrospectionRequest' }),
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
      'Says only whether the token authenticates requests now. A refresh token does not, so the answer for it is `valid: false`.',
    json: z.object({ token: Token }).meta({ id: 'TokenToVerify' }),
    urlencoded: true,
    responses: { 200: z.object({ valid: z.boolean(), message: z.string() }).meta({ id: 'TokenVerified' }) },
  }),
  refreshToken: endpoint({
    method: 'POST',
    path: '/auth/api/v1/token/refresh/',
    auth: 'anyone',
    sessionOnly: true,
    area: 'tokens',
    summary: 'Exchange a refresh token for new tokens',
    description:
      'Returns a new access token and a new refresh token. A refresh token works once; a second use ends the session.',
    json: z.strictObject({ refresh_token: Token }).meta({ id: 'TokenRefresh' }),
    responses: { 200: Tokens },
    extension: true,
  }),
} as const
