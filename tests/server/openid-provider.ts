import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Configuration, Provider } from 'oidc-provider'

/** Somebody who has an account at the provider. */
export interface ProviderAccount {
  subject: string
  email: string
  emailVerified?: boolean
  name?: string
}

interface Options {
  redirectUris: string[]
  /** Other addresses than usual for its endpoints. */
  routes?: Configuration['routes']
  /** Sees each request first; true where it has answered. */
  before?: (
    request: IncomingMessage,
    response: ServerResponse,
    whose: (accessToken: string) => Promise<ProviderAccount | undefined>,
  ) => Promise<boolean>
}

/**
 * A real OpenID provider on this machine. `signIn` is the person in front of it: opens the address,
 * signs in, agrees, and returns the address that the browser is then sent to, which is the redirect
 * URI with code and state, or with an error.
 */
export async function startOpenIdProvider({ redirectUris, routes, before }: Options) {
  const accounts = new Map<string, ProviderAccount>()
  const http = createServer()
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const clientId = 'filewright'
  const clientSecret = randomUUID()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = quietly(
    () =>
      new Provider(issuer, {
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: redirectUris,
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
        cookies: { keys: [randomUUID()] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        conformIdTokenClaims: false, // in the ID token, where Google has them
        findAccount: (_ctx, id) => {
          const {
            subject,
            email,
            emailVerified = true,
            name = 'Maren Holt',
          } = accounts.get(id) ?? {
            subject: id,
            email: `${id}@provider.example`,
          }
          return {
            accountId: subject,
            claims: () => ({ sub: subject, email, email_verified: emailVerified, name }),
          }
        },
        // GitHub's as well; each asks for its own.
        scopes: ['openid', 'read:user', 'user:email'],
        ttl: {
          Interaction: 600,
          Session: 600,
          Grant: 600,
          AccessToken: 600,
          IdToken: 600,
          AuthorizationCode: 60,
        },
        pkce: { required: () => true },
        ...(routes && { routes }),
      }),
  )
  const handle = provider.callback()
  const whose = async (token: string) => {
    const found = await provider.AccessToken.find(token)
    return found && accounts.get(found.accountId)
  }
  http.on('request', async (request, response) => {
    if (!(await before?.(request, response, whose))) await handle(request, response)
  })

  return {
    issuer,
    clientId,
    clientSecret,
    signIn: async (url: string, account: ProviderAccount): Promise<URL> => {
      accounts.set(account.subject, account)
      return visit(url, redirectUris, account.subject)
    },
    close: async () => {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

/** A browser with a jar of its own that follows redirects and fills in the provider's forms. */
async function visit(url: string, ends: string[], subject: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const ask = async (address: URL, body?: URLSearchParams) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  let at = new URL(url)
  for (let step = 0; step < 12; step++) {
    if (ends.includes(at.origin + at.pathname)) return at
    let response = await ask(at)
    const page = response.headers.has('location') ? '' : await response.text()
    const prompt = /name="prompt" value="(login|consent)"/.exec(page)?.[1]
    if (prompt) response = await ask(at, new URLSearchParams({ prompt, login: subject, password: 'any' }))
    const location = response.headers.get('location')
    if (!location) throw new Error(`the provider said ${response.status}: ${page.slice(0, 2000)}`)
    at = new URL(location, at)
  }
  throw new Error('the provider leads nowhere')
}

/** It warns of its forms, which are for tests, and of keeping things in memory. */
function quietly<T>(make: () => T): T {
  const { info, warn } = console
  Object.assign(console, { info: () => {}, warn: () => {} })
  try {
    return make()
  } finally {
    Object.assign(console, { info, warn })
  }
}
