import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGithubIdentity } from '../../server/adapters/github-identity.ts'
import { openGoogleIdentity } from '../../server/adapters/google-identity.ts'
import { readConfig } from '../../server/config.ts'
import type { IdentityProvider } from '../../server/platform.ts'
import { startGithub } from './github-provider.ts'
import { startServer } from './harness.ts'
import { startOpenIdProvider } from './openid-provider.ts'

const redirectUri = 'http://127.0.0.1:4000/auth/callback'
const random = () => randomBytes(32).toString('base64url')
const newFlow = () => ({ redirectUri, state: random(), nonce: random(), codeVerifier: random() })
const maren = { subject: '583231', email: 'maren@mail.example', name: 'Maren Holt' }

type OpenId = Awaited<ReturnType<typeof startOpenIdProvider>>
let openid: OpenId
let stranger: OpenId
let hub: Awaited<ReturnType<typeof startGithub>>
let google: IdentityProvider
let github: IdentityProvider
beforeAll(async () => {
  openid = await startOpenIdProvider({ redirectUris: [redirectUri] })
  stranger = await startOpenIdProvider({ redirectUris: [redirectUri] })
  hub = await startGithub([redirectUri])
  google = openGoogleIdentity(openid)
  github = openGithubIdentity(hub)
})
afterAll(() => Promise.all([openid, stranger, hub].map((one) => one.close())))

/** Goes there and comes back: what the callback is called with. */
async function goThrough(provider: IdentityProvider, at: OpenId, account: Parameters<OpenId['signIn']>[1]) {
  const flow = newFlow()
  const back = await at.signIn(await provider.authorizationUrl(flow), account)
  const { searchParams } = back
  expect(searchParams.get('error')).toBe(null)
  expect(searchParams.get('state'), 'it brings back the state that it was sent').toBe(flow.state)
  const issuer = searchParams.get('iss')
  return { ...flow, code: searchParams.get('code') as string, ...(issuer && { issuer }) }
}

const problem = (code: string) => expect.objectContaining({ name: 'IdentityError', code })

describe('sign-in with Google', () => {
  it('asks with PKCE, nonce and state, and says who it is', async () => {
    const url = new URL(await google.authorizationUrl(newFlow()))
    expect(url.origin).toBe(openid.issuer)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: openid.clientId,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    expect(await google.redeem(await goThrough(google, openid, maren))).toEqual({
      issuer: openid.issuer,
      subject: '583231',
      email: 'maren@mail.example',
      emailVerified: true,
      name: 'Maren Holt',
      username: null,
    })
  })

  it('does not take an address for verified that is not', async () => {
    const someone = { subject: '2', email: 'other@mail.example', emailVerified: false }
    expect(await google.redeem(await goThrough(google, openid, someone))).toMatchObject({
      email: 'other@mail.example',
      emailVerified: false,
    })
  })

  it('refuses an ID token whose signature is not the provider’s', async () => {
    // It shows other keys than those it signs with, under the same name.
    let kid = ''
    const forged = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })
    const liar = await startOpenIdProvider({
      redirectUris: [redirectUri],
      before: async ({ url }, response) => {
        if (kid === '' || url !== '/jwks') return false
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ keys: [{ ...forged, kid, alg: 'RS256', use: 'sig' }] }))
        return true
      },
    })
    try {
      const honest = (await (await fetch(`${liar.issuer}/jwks`)).json()) as { keys: { kid: string }[] }
      const provider = openGoogleIdentity(liar)
      const answer = await goThrough(provider, liar, maren)
      kid = honest.keys[0]?.kid ?? ''
      await expect(provider.redeem(answer)).rejects.toEqual(problem('invalid'))
    } finally {
      await liar.close()
    }
  })

  it('takes a code once', async () => {
    const answer = await goThrough(google, openid, maren)
    await google.redeem(answer)
    await expect(google.redeem(answer)).rejects.toEqual(problem('refused'))
  })

  it('refuses the code of another flow: its nonce, its verifier, its redirect', async () => {
    const nonce = { ...(await goThrough(google, openid, maren)), nonce: random() }
    await expect(google.redeem(nonce)).rejects.toEqual(problem('invalid'))
    const verifier = { ...(await goThrough(google, openid, maren)), codeVerifier: random() }
    await expect(google.redeem(verifier)).rejects.toEqual(problem('refused'))
    const elsewhere = { ...(await goThrough(google, openid, maren)), redirectUri: `${redirectUri}/other` }
    await expect(google.redeem(elsewhere)).rejects.toEqual(problem('refused'))
    await expect(google.redeem({ ...newFlow(), code: 'made-up', issuer: openid.issuer })).rejects.toEqual(
      problem('refused'),
    )
  })

  it('refuses an answer of another issuer, also one that only says so', async () => {
    const answer = await goThrough(google, openid, maren)
    expect(answer.issuer).toBe(openid.issuer)
    await expect(google.redeem({ ...answer, issuer: stranger.issuer })).rejects.toEqual(problem('invalid'))
    const { issuer: _, ...unsaid } = answer
    await expect(google.redeem(unsaid)).rejects.toEqual(problem('invalid'))

    // A document that names somebody else as the issuer.
    const borrowed = await (await fetch(`${openid.issuer}/.well-known/openid-configuration`)).text()
    const liar = createServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end(borrowed),
    ).listen(0, '127.0.0.1')
    await once(liar, 'listening')
    const issuer = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`
    await expect(openGoogleIdentity({ ...openid, issuer }).authorizationUrl(newFlow())).rejects.toEqual(
      problem('invalid'),
    )
    liar.close()
  })

  it('says that it is away where it is, and comes back with it', async () => {
    let well = false
    const moody = createServer((_request, response) => {
      if (!well) return response.writeHead(503).end()
      const self = `http://127.0.0.1:${(moody.address() as AddressInfo).port}`
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          issuer: self,
          authorization_endpoint: `${self}/go`,
          token_endpoint: `${self}/token`,
        }),
      )
    }).listen(0, '127.0.0.1')
    await once(moody, 'listening')
    const issuer = `http://127.0.0.1:${(moody.address() as AddressInfo).port}`
    const provider = openGoogleIdentity({ ...openid, issuer })
    await expect(provider.authorizationUrl(newFlow())).rejects.toEqual(problem('unreachable'))
    well = true
    expect(await provider.authorizationUrl(newFlow())).toContain(`${issuer}/go?`)
    moody.closeAllConnections()
    moody.close()
    await once(moody, 'close')
    const gone = openGoogleIdentity({ ...openid, issuer })
    await expect(gone.authorizationUrl(newFlow())).rejects.toEqual(problem('unreachable'))
  })

  it('reads no more than an answer may weigh', async () => {
    const flood = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(`{"issuer":"${'x'.repeat(1_000_000)}"}`)
    }).listen(0, '127.0.0.1')
    await once(flood, 'listening')
    const issuer = `http://127.0.0.1:${(flood.address() as AddressInfo).port}`
    const cause = await openGoogleIdentity({ ...openid, issuer })
      .authorizationUrl(newFlow())
      .catch((error) => JSON.stringify(chain(error)))
    expect(cause).toContain('UND_ERR_RES_EXCEEDED_MAX_SIZE')
    flood.closeAllConnections()
    flood.close()
  })
})

const chain = (error: unknown): unknown[] =>
  error instanceof Error ? [(error as { code?: string }).code, ...chain(error.cause)] : []

describe('sign-in with GitHub', () => {
  it('says who it is, by number, with the primary address', async () => {
    const url = new URL(await github.authorizationUrl(newFlow()))
    expect(url.href).toMatch(`${hub.url}/login/oauth/authorize?`)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(await github.redeem(await goThrough(github, hub, maren))).toEqual({
      issuer: hub.url,
      subject: '583231',
      email: 'maren@mail.example',
      emailVerified: true,
      name: 'Maren Holt',
      username: 'octo583231',
    })
    const nameless = { subject: '7', email: 'new@mail.example', emailVerified: false }
    expect(await github.redeem(await goThrough(github, hub, nameless))).toMatchObject({
      name: '',
      emailVerified: false,
    })
  })

  it('refuses a code twice, and that of another flow, which GitHub says with 200', async () => {
    const answer = await goThrough(github, hub, maren)
    await github.redeem(answer)
    await expect(github.redeem(answer)).rejects.toEqual(problem('refused'))
    const verifier = { ...(await goThrough(github, hub, maren)), codeVerifier: random() }
    await expect(github.redeem(verifier)).rejects.toEqual(problem('refused'))
  })

  it('says that it is away where it is', async () => {
    const gone = await startGithub([redirectUri])
    await gone.close()
    const away = openGithubIdentity({ ...hub, url: gone.url })
    await expect(away.redeem({ ...newFlow(), code: 'any' })).rejects.toEqual(problem('unreachable'))
    const half = openGithubIdentity({ ...hub, apiUrl: gone.apiUrl })
    await expect(half.redeem(await goThrough(half, hub, maren))).rejects.toEqual(problem('unreachable'))
  })
})

describe('the providers of an instance', () => {
  it('are those that are set up', async () => {
    const server = await startServer({ GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' })
    expect(server.platform.identities.map(({ name, label }) => [name, label])).toEqual([['github', 'GitHub']])
    const url = await server.platform.identities[0]?.authorizationUrl(newFlow())
    expect(url).toContain('https://github.com/login/oauth/authorize?')
    await server.stop()
  })

  it('are set up whole, and talk in the open with this machine alone', () => {
    expect(() => readConfig({ GOOGLE_CLIENT_ID: 'id' })).toThrow(
      'GOOGLE_CLIENT_SECRET: Goes with GOOGLE_CLIENT_ID: set all of them, or none.',
    )
    for (const wrong of ['http://accounts.example', 'http://localhost.example', 'http://127.0.0.1@a.example'])
      expect(() => readConfig({ GOOGLE_ISSUER: wrong }), wrong).toThrow('GOOGLE_ISSUER: Begins with https://')
    expect(readConfig({ GOOGLE_ISSUER: 'http://127.0.0.1:9000' }).GOOGLE_ISSUER).toBe('http://127.0.0.1:9000')
  })
})
