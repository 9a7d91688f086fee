import * as oauth from 'openid-client'
import { z } from 'zod'
import { IdentityError } from '../core/identity-error.ts'
import type { IdentityProvider } from '../platform.ts'
import {
  explain,
  insecureIf,
  PROVIDER_SECONDS,
  type ProviderClient,
  providerFetch,
  words,
} from './provider-answers.ts'

const User = z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullish() })
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/**
 * Sign-in with GitHub, which supports OAuth 2.0 with PKCE but not OpenID Connect: the profile comes
 * from its API with the access token. The numeric id is the subject, since a user name can be
 * released and reused. `url` is the site and the issuer, `apiUrl` the API; GitHub Enterprise has
 * both elsewhere.
 */
export function openGithubIdentity({
  url,
  apiUrl,
  clientId,
  clientSecret,
}: ProviderClient & { url: string; apiUrl: string }): IdentityProvider {
  const label = 'GitHub'
  const issuer = url.replace(/\/$/, '')
  const at = (base: string, path: string) => new URL(base.replace(/\/$/, '') + path)
  const config = new oauth.Configuration(
    {
      issuer,
      authorization_endpoint: at(url, '/login/oauth/authorize').href,
      token_endpoint: at(url, '/login/oauth/access_token').href,
    },
    clientId,
    undefined,
    oauth.ClientSecretPost(clientSecret),
  )
  config.timeout = PROVIDER_SECONDS
  config[oauth.customFetch] = withStatus
  for (const allow of insecureIf(url)) allow(config)

  const ask = async <T>(path: string, token: string, shape: z.ZodType<T>): Promise<T> => {
    const response = await providerFetch(at(apiUrl, path).href, {
      method: 'GET',
      body: undefined,
      redirect: 'manual',
      signal: AbortSignal.timeout(PROVIDER_SECONDS * 1000),
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'user-agent': 'Filewright',
        'x-github-api-version': '2022-11-28',
      },
    })
    if (response.status >= 500 || response.status === 429)
      throw new IdentityError('unreachable', `${label} does not answer right now. Try again in a moment.`)
    if (response.status !== 200)
      throw new IdentityError('refused', `${label} did not say who signed in. Begin again.`)
    return shape.parse(await response.json())
  }

  return {
    name: 'github',
    label,
    authorizationUrl: async ({ redirectUri, state, codeVerifier }) =>
      oauth.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href,
    redeem: async ({ code, redirectUri, state, codeVerifier }) => {
      try {
        // Drops an `iss` parameter: GitHub publishes no issuer to compare it with.
        const answered = new URL(redirectUri)
        answered.search = new URLSearchParams({ code, state }).toString()
        const { access_token: token } = await oauth.authorizationCodeGrant(config, answered, {
          expectedState: state,
          pkceCodeVerifier: codeVerifier,
        })
        const user = await ask('/user', token, User)
        const primary = (await ask('/user/emails', token, Emails)).find((email) => email.primary)
        return {
          issuer,
          subject: String(user.id),
          email: words(primary?.email, 254),
          emailVerified: primary?.verified ?? false,
          name: words(user.name, 200) ?? '',
          username: words(user.login, 100),
        }
      } catch (error) {
        throw explain(label, error)
      }
    },
  }
}

/**
 * GitHub reports errors with 200 and an `error` in the body; OAuth requires 400 (RFC 6749, 5.2).
 */
const withStatus: oauth.CustomFetch = async (url, options) => {
  const response = await providerFetch(url, options)
  if (response.status !== 200) return response
  const body = await response.text()
  const { headers } = response
  return new Response(body, { status: saysError(body) ? 400 : 200, headers })
}

function saysError(body: string): boolean {
  try {
    return typeof JSON.parse(body)?.error === 'string'
  } catch {
    return false
  }
}
