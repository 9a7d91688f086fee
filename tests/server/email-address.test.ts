import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { auth, lastMessage, logIn, me, setClock, tokenIn } from './safe-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
afterEach(() => setClock(server, 0))

const HOUR = 3_600_000

describe('an e-mail address', () => {
  it('is shown to be one’s own by the link that was sent there, which works once', async () => {
    const client = await signUp(server.url)
    const to = `${client.username}@mail.example`
    const mail = await lastMessage(server, to)
    expect(mail.text).toContain(`${server.url}/verify-email#token=`)
    const token = tokenIn(mail)
    const stranger = new Client(server.url)
    expect((await stranger.json('POST', auth('verify-email'), { token })).body).toEqual({ email: to })
    expect(stranger.cookies.has('session'), 'nobody is signed in by it').toBe(false)
    expect((await stranger.json('POST', auth('verify-email'), { token })).body.code).toBe('link_expired')
    expect((await me(client)).body.email_verified).toBe(true)
  })

  it('is sent a new link on request, and the old one ends', async () => {
    const client = await signUp(server.url)
    const to = `${client.username}@mail.example`
    const old = tokenIn(await lastMessage(server, to))
    expect((await client.json('POST', auth('verify-email/send'))).body).toEqual({ email: to })
    expect((await client.json('POST', auth('verify-email'), { token: old })).body.code).toBe('link_expired')
    setClock(server, 73 * HOUR)
    const late = tokenIn(await lastMessage(server, to))
    expect((await client.json('POST', auth('verify-email'), { token: late })).body.code).toBe('link_expired')
  })

  it('is changed when the new one was shown to be one’s own, and the old one is told', async () => {
    const client = await signUp(server.url)
    const old = `${client.username}@mail.example`
    const next = `${client.username}@new.example`
    const other = await signUp(server.url)
    expect(
      (await client.json('POST', '/api/v1/user/email/', { email: `${other.username}@mail.example` })).body
        .code,
    ).toBe('email_taken')
    expect((await client.json('POST', '/api/v1/user/email/', { email: next })).body).toMatchObject({
      email: old,
      pending_email: next,
    })
    expect((await lastMessage(server, old)).subject).toBe('E-mail address change requested')
    const token = tokenIn(await lastMessage(server, next))
    expect((await client.json('DELETE', '/api/v1/user/email/')).body.pending_email).toBeNull()
    expect((await client.json('POST', auth('verify-email'), { token })).body.code, 'taken back').toBe(
      'link_expired',
    )
    await client.json('POST', '/api/v1/user/email/', { email: next })
    await client.json('POST', auth('verify-email'), { token: tokenIn(await lastMessage(server, next)) })
    expect((await me(client)).body).toMatchObject({ email: next, email_verified: true, pending_email: null })
    expect((await lastMessage(server, old)).subject).toBe('Your e-mail address was changed')
    expect((await logIn(new Client(server.url), next)).status).toBe(200)
    expect((await logIn(new Client(server.url), old)).status).toBe(401)
  })

  it('in a link is the operator’s, whatever Host a request names', async () => {
    const { username } = await signUp(server.url)
    const email = `${username}@mail.example`
    await new Client(server.url).json(
      'POST',
      auth('password-reset'),
      { email },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    )
    const mail = await lastMessage(server, email)
    expect(mail.text).not.toContain('evil')
    expect(mail.text).toContain(`${server.url}/reset-password#token=`)
  })
})
