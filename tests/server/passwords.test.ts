import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openPasswords } from '../../server/adapters/argon2-passwords.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import {
  auth,
  lastMessage,
  logIn,
  me,
  newcomer,
  PASSWORD,
  setClock,
  tokenIn,
  verify,
  withApp,
} from './safe-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
afterEach(() => setClock(server, 0))

const HOUR = 3_600_000

describe('passwords', () => {
  it('cost what OWASP asks for at the least, where no test makes them cheaper', async () => {
    const { hash } = await openPasswords()
    expect(await hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it.each([
    ['password1', 'known from breaches'],
    ['qwertyuiop', 'known from breaches'],
    ['Password1', 'in any case'],
    ['zzzzzzzzzz', 'one letter'],
    ['23456789:;', 'a run'],
    ['filewright2026!', 'the product with something behind it'],
  ])('%s is refused: %s', async (password) => {
    const refused = await new Client(server.url).json('POST', auth('signup'), { ...newcomer(), password })
    expect(refused.body).toMatchObject({ code: 'weak_password', errors: [{ path: 'password' }] })
  })

  it('may not be one’s own name, and may be anything else of eight to 128 characters', async () => {
    const person = newcomer()
    const own = await new Client(server.url).json('POST', auth('signup'), {
      ...person,
      password: `${person.username}1!`,
    })
    expect(own.body.code).toBe('weak_password')
    for (const password of ['ñandú y más 漢字', 'a b c d e f g h i j', 'x7Q'.repeat(42)]) {
      const client = new Client(server.url)
      expect((await client.json('POST', auth('signup'), { ...newcomer(), password })).status, password).toBe(
        201,
      )
    }
  })
})

describe('a forgotten password', () => {
  it('is answered the same whether there is an account or not', async () => {
    const { username } = await signUp(server.url)
    const answers = []
    for (const email of [`${username}@mail.example`, 'nobody@mail.example']) {
      const { status, body, headers } = await new Client(server.url).json('POST', auth('password-reset'), {
        email,
      })
      answers.push([status, body, headers.get('content-length')])
    }
    expect(answers[0]).toEqual(answers[1])
    expect((await lastMessage(server, 'nobody@mail.example')).text).not.toContain('#token=')
  })

  it('is replaced by the link, which ends every session and works once, for an hour', async () => {
    const client = await signUp(server.url)
    const email = `${client.username}@mail.example`
    await client.json('POST', auth('password-reset'), { email })
    const token = tokenIn(await lastMessage(server, email))
    const reset = (password: string) =>
      new Client(server.url).json('POST', auth('password-reset/confirm'), { token, password })
    expect((await reset('password1')).body.code, 'and the link still works').toBe('weak_password')
    expect((await reset('another horse')).status).toBe(204)
    expect((await reset('a third horse')).body.code).toBe('link_expired')
    expect((await me(client)).status).toBe(401)
    expect((await logIn(new Client(server.url), email)).status).toBe(401)
    expect((await logIn(new Client(server.url), email, 'another horse')).status).toBe(200)

    await client.json('POST', auth('password-reset'), { email })
    setClock(server, HOUR + 1000)
    const late = tokenIn(await lastMessage(server, email))
    const refused = await client.json('POST', auth('password-reset/confirm'), {
      token: late,
      password: 'a third horse',
    })
    expect(refused.body.code).toBe('link_expired')
  })

  it('leaves a second factor in place, and forgets trusted devices', async () => {
    const person = await withApp(server)
    const device = new Client(server.url)
    await logIn(device, person.username)
    await verify(device, 'backup_code', person.codes[0] as string, { trust_device: true })
    await device.json('POST', auth('password-reset'), { email: person.email })
    const token = tokenIn(await lastMessage(server, person.email))
    await device.json('POST', auth('password-reset/confirm'), { token, password: 'another horse' })
    expect((await logIn(device, person.username, 'another horse')).body.mfa_required).toBe(true)
  })

  it('is asked for only so often', async () => {
    const limited = await startServer({ RATE_LIMITS: '1' })
    try {
      const statuses = []
      for (let time = 0; time < 5; time++)
        statuses.push(
          (await new Client(limited.url).json('POST', auth('password-reset'), { email: 'a@mail.example' }))
            .status,
        )
      expect(statuses).toEqual([202, 202, 202, 429, 429])
    } finally {
      await limited.stop()
    }
  })
})

describe('a new password', () => {
  it('needs the present one, and ends the other sessions', async () => {
    const client = await signUp(server.url)
    const other = new Client(server.url)
    await logIn(other, client.username)
    const change = (body: object) => client.json('POST', '/api/v1/user/password/', body)
    expect((await change({ new_password: 'another horse' })).body).toMatchObject({
      code: 'invalid_credentials',
      errors: [{ path: 'current_password' }],
    })
    expect((await change({ current_password: PASSWORD, new_password: 'password1' })).body).toMatchObject({
      code: 'weak_password',
      errors: [{ path: 'new_password' }],
    })
    const before = client.cookies.get('session')
    expect((await change({ current_password: PASSWORD, new_password: 'another horse' })).status).toBe(204)
    expect(client.cookies.get('session')).not.toBe(before)
    expect((await me(client)).status).toBe(200)
    expect((await me(other)).status).toBe(401)
    expect((await lastMessage(server, `${client.username}@mail.example`)).subject).toBe(
      'Your password was changed',
    )
  })
})
