import * as oauth from 'openid-client'
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

/** Cache time of the provider's metadata: its keys and URLs may change. */
const KNOWN_MS = 3_600_000

/**
 * Sign-in with Google or any other OpenID Connect issuer, found by its discovery document. Verifies
 * PKCE (S256), nonce, issuer, and the ID token's signature.
 */
export function openGoogleIdentity({
  issuer,
  clientId,
  clientSecret,
}: ProviderClient & { issuer: string }): IdentityProvider {
  const label = 'Google'
  let known: { found: Promise<oauth.Configuration>; until: number } | null = null
  const discover = () => {
    if (known && known.until > Date.now()) return known.found
    const found = oauth.discovery(
      new URL(issuer),
      clientId,
      undefined,
      oauth.ClientSecretPost(clientSecret),
      {
        timeout: PROVIDER_SECONDS,
        [oauth.customFetch]: providerFetch,
        execute: [oauth.enableNonRepudiationChecks, ...insecureIf(issuer)],
      },
    )
    known = { found, until: Date.now() + KNOWN_MS }
    found.catch(() => {
      known = null
    })
    return found
  }

  return {
    name: 'google',
    label,
    authorizationUrl: async ({ redirectUri, state, nonce, codeVerifier }) => {
      try {
        const url = oauth.buildAuthorizationUrl(await discover(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        })
        return url.href
      } catch (error) {
        throw explain(label, error)
      }
    },
    redeem: async ({ code, redirectUri, state, nonce, codeVerifier, issuer: from }) => {
      try {
        const answered = new URL(redirectUri)
        answered.search = new URLSearchParams({ code, state, ...(from && { iss: from }) }).toString()
        const tokens = await oauth.authorizationCodeGrant(await discover(), answered, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new IdentityError('invalid', `${label} did not say who signed in.`)
        const email = words(claims.email, 254)
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email,
          emailVerified: email !== null && claims.email_verified === true,
          name: words(claims.name, 200) ?? '',
          username: null,
        }
      } catch (error) {
        throw explain(label, error)
      }
    },
  }
}
