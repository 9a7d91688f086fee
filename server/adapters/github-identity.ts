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
 * Sign-in with GitHub, which speaks OAuth 2.0 with PKCE and not OpenID: who it is, is asked of its
 * API with the token that the code gives. The number is the subject, since a name can be given up
 * and taken by somebody else. `url` is its site and the issuer, `apiUrl` its API; a GitHub
 * Enterprise has both elsewhere.
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
        // Whatever `iss` it sends along is not passed on: GitHub publishes no issuer that it could
        // be compared with.
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

/** GitHub says no with 200 and an `error` in the body, where OAuth has 400 (RFC 6749, 5.2). */
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
