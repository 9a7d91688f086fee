import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.js'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { startOpenIdProvider } from './openid-provider.ts'
import { logIn, MFA, me, totpCode, verify } from './safe-accounts.ts'

let server: TestServer
let google: Awaited<ReturnType<typeof startOpenIdProvider>>
beforeAll(async () => {
  const port = await freePort()
  google = await startOpenIdProvider({ redirectUris: [`http://127.0.0.1:${port}/sign-in/google`] })
  server = await startServer({
    PORT: String(port),
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
  })
})
afterAll(async () => {
  await server.stop()
  await google.close()
})

const AUTH = '/api/v1/user/auth'
let people = 0
const stranger = () => {
  const subject = `subject-${process.pid}-${++people}`
  return { subject, email: `${subject}@gmail.example` }
}
type Account = ReturnType<typeof stranger> & { emailVerified?: boolean }

/** Begins at the provider in this browser, signs in there, and comes back with its answer. */
async function answerOf(client: Client, account: Account) {
  const { body } = await client.json('POST', `${AUTH}/providers/google/start/`)
  const back = await google.signIn(body.authorization_url, account)
  const { code = '', state = '', iss } = Object.fromEntries(back.searchParams)
  return {
    provider: 'google',
    code,
    state,
    redirect_uri: body.redirect_uri as string,
    ...(iss && { issuer: iss }),
  }
}
const enter = async (client: Client, account: Account) =>
  client.json('POST', `${AUTH}/login/`, await answerOf(client, account))

describe('signing in with Google', () => {
  it('makes an account for somebody new, and opens it again', async () => {
    const account = stranger()
    expect((await new Client(server.url).json('GET', `${AUTH}/providers/`)).body.providers).toEqual([
      { provider: 'google', label: 'Google' },
    ])
    const first = new Client(server.url)
    const made = await enter(first, account)
    expect(made.body.user).toMatchObject({ email: account.email, email_verified: true, has_password: false })
    expect([...first.cookies.keys()], 'the flow’s cookie is gone').toEqual(['session'])
    const again = await enter(new Client(server.url), { ...account, email: `other-${account.email}` })
    expect(again.body.user.id, 'whatever the address is by now').toBe(made.body.user.id)
    expect((await logIn(new Client(server.url), account.email, 'anything')).status).toBe(401)
    const keys = (await first.json('GET', '/api/v1/user/identities/')).body.results
    expect(keys).toMatchObject([{ provider: 'google', label: 'Google' }])
  })

  it('is known by issuer and subject, never by the address', async () => {
    const owner = await signUp(server.url)
    const taken = { ...stranger(), email: `${owner.username}@MAIL.example` }
    const refused = await enter(new Client(server.url), taken)
    expect([refused.status, refused.body.code]).toEqual([409, 'identity_conflict'])
    expect((await owner.json('GET', '/api/v1/user/identities/')).body.results).toEqual([])
  })

  it('does not take an address for verified that the provider does not', async () => {
    const made = await enter(new Client(server.url), { ...stranger(), emailVerified: false })
    expect(made.body.user.email_verified).toBe(false)
  })

  it('is refused when it was begun in another browser', async () => {
    const [attacker, victim] = [new Client(server.url), new Client(server.url)]
    const answer = await answerOf(attacker, stranger())
    expect((await victim.json('POST', `${AUTH}/login/`, answer)).body.code).toBe('provider_failed')
    await answerOf(victim, stranger())
    expect((await victim.json('POST', `${AUTH}/login/`, answer)).body.code, 'with a flow of its own').toBe(
      'provider_failed',
    )
    expect(victim.cookies.has('session')).toBe(false)
  })

  it.each([
    ['another state', { state: 'x'.repeat(43) }],
    ['another code', { code: 'made-up' }],
    ['another redirect', { redirect_uri: 'https://evil.example/sign-in/google' }],
    ['another provider', { provider: 'github' }],
    ['another issuer', { issuer: 'https://evil.example' }],
  ])('refuses %s', async (_, change) => {
    const client = new Client(server.url)
    const answer = { ...(await answerOf(client, stranger())), ...change }
    const refused = await client.json('POST', `${AUTH}/login/`, answer)
    expect([refused.status, refused.body.code]).toEqual([400, 'provider_failed'])
    expect(client.cookies.has('session')).toBe(false)
  })

  it('takes an answer once', async () => {
    const client = new Client(server.url)
    const answer = await answerOf(client, stranger())
    expect((await client.json('POST', `${AUTH}/login/`, answer)).status).toBe(200)
    expect((await client.json('POST', `${AUTH}/login/`, answer)).body.code).toBe('provider_failed')
  })

  it('asks for the second factor here all the same', async () => {
    const account = stranger()
    const client = new Client(server.url)
    await enter(client, account)
    const { secret } = (await client.json('POST', `${MFA}/setup/totp/`)).body
    const on = await client.json('POST', `${MFA}/setup/totp/confirm/`, { code: totpCode(secret) })
    const next = new Client(server.url)
    expect((await enter(next, account)).body).toMatchObject({ mfa_required: true })
    expect((await me(next)).status).toBe(401)
    await verify(next, 'backup_code', on.body.backup_codes.codes[0])
    expect((await me(next)).status).toBe(200)
    const [session] = (await next.json('GET', '/api/v1/user/sessions/')).body.results
    expect(session.methods).toEqual(['google', 'backup_code'])
  })

  it('brings along what a visitor made', async () => {
    const client = new Client(server.url)
    const sent = await client.convert('# Hello')
    await enter(client, stranger())
    expect((await client.wait(sent.body.id)).status).toBe('completed')
    expect((await client.json('GET', '/api/v1/conversion/')).body.count).toBe(1)
  })
})

describe('connecting Google to an account', () => {
  it('lets it open the account, until it is taken away; never the last way in', async () => {
    const account = stranger()
    const owner = await signUp(server.url)
    const linked = await owner.json('POST', '/api/v1/user/identities/', await answerOf(owner, account))
    expect([linked.status, linked.body.provider]).toEqual([201, 'google'])
    const browser = new Client(server.url)
    expect((await enter(browser, account)).body.user.username).toBe(owner.username)

    const other = await signUp(server.url)
    const taken = await other.json('POST', '/api/v1/user/identities/', await answerOf(other, account))
    expect(taken.body.code).toBe('identity_taken')
    expect((await other.json('DELETE', `/api/v1/user/identities/${linked.body.id}/`)).body.code).toBe(
      'not_found',
    )

    expect((await owner.json('DELETE', `/api/v1/user/identities/${linked.body.id}/`)).status).toBe(204)
    expect((await enter(new Client(server.url), account)).body.user.username).not.toBe(owner.username)

    const newcomer = new Client(server.url)
    await enter(newcomer, stranger())
    const [only] = (await newcomer.json('GET', '/api/v1/user/identities/')).body.results
    expect((await newcomer.json('DELETE', `/api/v1/user/identities/${only.id}/`)).body.code).toBe(
      'last_sign_in',
    )
    await newcomer.json('POST', '/api/v1/user/password/', { new_password: 'a horse of my own' })
    expect((await newcomer.json('DELETE', `/api/v1/user/identities/${only.id}/`)).status).toBe(204)
  })
})
