import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { lastMessage, logIn, me, PASSWORD, setClock, tokenIn, verify, withApp } from './safe-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
afterEach(() => setClock(server, 0))

const HOUR = 3_600_000
const DAY = 24 * HOUR
const auth = (path: string) => `/api/v1/user/auth/${path}/`
let people = 0
const newcomer = () => {
  const username = `newcomer${process.pid}x${++people}`
  return { username, email: `${username}@mail.example`, password: PASSWORD }
}

describe('passwords', () => {
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

describe('signing in', () => {
  it('answers the same for a wrong password and for a name that nobody has, and writes both down', async () => {
    const { username } = await signUp(server.url)
    const answers = []
    for (const name of [username, 'nobody-has-this-name']) {
      const { status, body } = await logIn(new Client(server.url), name, 'wrong horse')
      answers.push({ status, ...body, request_id: '' })
    }
    expect(answers[0]).toEqual(answers[1])
    const { rows } = await server.platform.db.execute<{ count: number }>(
      `select count(*)::int as count from security_events where kind = 'sign_in_failed' and user_id is null`,
    )
    expect(rows[0]?.count).toBeGreaterThan(0)
  })

  it('takes as long for a name that nobody has: both do the same work', async () => {
    const { username } = await signUp(server.url)
    const verified: (string | null)[] = []
    const { passwords } = server.platform
    const real = passwords.verify
    passwords.verify = (hash, password) => {
      verified.push(hash)
      return real(hash, password)
    }
    try {
      await logIn(new Client(server.url), username, 'wrong horse')
      await logIn(new Client(server.url), 'nobody-has-this-name', 'wrong horse')
    } finally {
      passwords.verify = real
    }
    expect(verified).toEqual([expect.stringContaining('argon2id'), null])
  })

  it('waits after ten failures, for that name from that address, whether anybody has it or not', async () => {
    const limited = await startServer({ RATE_LIMITS: '1' })
    try {
      const { username } = await signUp(limited.url)
      for (const name of [username, 'nobody-has-this-name']) {
        const statuses = []
        for (let time = 0; time < 12; time++)
          statuses.push((await logIn(new Client(limited.url), name, 'wrong horse')).status)
        expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
      }
      const right = await logIn(new Client(limited.url), username)
      expect(right.body).toMatchObject({ code: 'too_many_requests', retry_after: expect.any(Number) })
      const { username: other } = await signUp(limited.url)
      expect((await logIn(new Client(limited.url), other)).status, 'nobody else is kept out').toBe(200)
    } finally {
      await limited.stop()
    }
  })

  it('looks at no more tries at once than it would one after the other', async () => {
    const limited = await startServer({ RATE_LIMITS: '1' })
    try {
      const { username } = await signUp(limited.url)
      const tries = Array.from({ length: 40 }, () => logIn(new Client(limited.url), username, 'wrong horse'))
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 401)).toHaveLength(10)
      expect(statuses.filter((status) => status === 429)).toHaveLength(30)
    } finally {
      await limited.stop()
    }
  })

  it('counts what was right for nothing', async () => {
    const limited = await startServer({ RATE_LIMITS: '1' })
    try {
      const { username } = await signUp(limited.url)
      for (let time = 0; time < 60; time++)
        expect((await logIn(new Client(limited.url), username)).status, `time ${time}`).toBe(200)
    } finally {
      await limited.stop()
    }
  })

  it('counts failures of an account from everywhere, and of an address under any name', async () => {
    const limited = await startServer({ RATE_LIMITS: '1', TRUST_PROXY: '1' })
    try {
      const { username } = await signUp(limited.url)
      const from = (address: string, name: string) =>
        new Client(limited.url).json(
          'POST',
          auth('login'),
          { username: name, password: 'wrong horse' },
          { 'x-forwarded-for': address },
        )
      for (let at = 0; at < 50; at++) await from(`198.51.100.${at}`, username)
      expect((await from('198.51.100.200', username)).status).toBe(429)
      for (let at = 0; at < 100; at++) await from('203.0.113.9', `nobody-${at}`)
      expect((await from('203.0.113.9', 'nobody-at-all')).status).toBe(429)
      expect((await from('203.0.113.10', 'nobody-at-all')).status).toBe(401)
    } finally {
      await limited.stop()
    }
  })

  it('makes so many accounts from one address, and not more', async () => {
    const limited = await startServer({ RATE_LIMITS: '1' })
    try {
      const statuses = []
      for (let time = 0; time < 22; time++)
        statuses.push((await new Client(limited.url).json('POST', auth('signup'), newcomer())).status)
      expect(statuses).toEqual([...Array(20).fill(201), 429, 429])
    } finally {
      await limited.stop()
    }
  })

  it('tells the owner of a device that was not seen before', async () => {
    const { username } = await signUp(server.url)
    const to = `${username}@mail.example`
    const as = (agent: string) =>
      new Client(server.url).json(
        'POST',
        auth('login'),
        { username, password: PASSWORD },
        { 'user-agent': agent },
      )
    await as('Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0')
    const told = await lastMessage(server, to)
    expect(told.subject).toBe('A sign-in from a new device')
    expect(told.text).toContain('Firefox 144 on Linux')
    const sent = await messagesTo(to)
    await as('Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0')
    expect(await messagesTo(to), 'it is known now').toBe(sent)
  })
})

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
    expect((await lastMessage(server, old)).subject).toBe('Another e-mail address was asked for')
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

describe('deleting an account', () => {
  it('ends sessions and keys at once, can be taken back, and takes everything when its days are over', async () => {
    const client = await signUp(server.url)
    const sent = await client.convert('# Hello')
    await client.wait(sent.body.id)
    const { body: made } = await client.json('POST', '/api/v1/user/api-keys/', {
      name: 'k',
      scopes: ['account:read'],
    })
    const byKey = () =>
      new Client(server.url).json('GET', '/api/v1/user/me/', undefined, {
        authorization: `Bearer ${made.key}`,
      })
    expect((await byKey()).status).toBe(200)
    const planned = await client.json('DELETE', '/api/v1/user/me/')
    expect(Date.parse(planned.body.delete_after)).toBeGreaterThan(Date.now() + 13 * DAY)
    expect((await me(client)).status).toBe(401)
    expect((await byKey()).body.code).toBe('invalid_token')

    const back = new Client(server.url)
    expect((await logIn(back, client.username)).body.user.delete_after).toBe(planned.body.delete_after)
    expect((await back.json('POST', '/api/v1/user/me/keep/')).body.delete_after).toBeNull()
    expect((await byKey()).status).toBe(200)

    await back.json('DELETE', '/api/v1/user/me/')
    const { sweep } = await import('../../server/worker/sweep.ts')
    await sweep(server.platform)
    const keys = await objectsOf(client.username)
    expect(keys.length, 'nothing goes before its day').toBeGreaterThan(0)
    setClock(server, 15 * DAY)
    await sweep(server.platform)
    expect((await logIn(new Client(server.url), client.username)).status).toBe(401)
    for (const key of keys) expect(await server.platform.objects.head(key), key).toBeNull()
    const left = await server.platform.db.execute<{ count: number }>(
      `select count(*)::int as count from objects where key = any(array[${keys.map((key) => `'${key}'`).join(',')}])`,
    )
    expect(left.rows[0]?.count).toBe(0)
  })
})

describe('one’s own data', () => {
  it('is had as a ZIP, with no secret in it', async () => {
    const person = await withApp(server)
    const sent = await person.convert('# Hello')
    await person.wait(sent.body.id)
    const link = await person.json('POST', '/api/v1/user/shares/', {
      conversion_id: sent.body.id,
      password: 'open sesame',
    })
    const steps = [{ operation: 'encrypt', options: { user_password: 'sealed word' } }]
    await person.json('POST', '/api/v1/pdf_handler/pipeline/', { name: 'Mine', steps })
    const answer = await person.fetch('/api/v1/user/export/')
    expect(answer.headers.get('content-type')).toBe('application/zip')
    const { unzipSync, strFromU8 } = await import('fflate')
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    expect(Object.keys(files).sort()).toEqual([
      'README.txt',
      'conversions.jsonl',
      'credits.json',
      'files.json',
      'pipelines.json',
      'profile.json',
      'security-log.json',
      'shares.json',
      'sign-in.json',
    ])
    const texts = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
    expect(JSON.parse(texts['profile.json'] ?? '')).toMatchObject({ username: person.username })
    expect(JSON.parse(texts['conversions.jsonl'] ?? '')).toMatchObject({ id: sent.body.id })
    expect(JSON.parse(texts['shares.json'] ?? '')).toMatchObject([{ has_password: true, events: [] }])
    const whole = Object.values(texts).join('\n')
    expect(whole).not.toContain(link.body.url.split('/s/')[1])
    expect(JSON.parse(texts['pipelines.json'] ?? '')).toMatchObject({
      pipelines: [{ name: 'Mine' }],
      runs: [],
    })
    expect(whole).not.toContain('sealed word')
    for (const secret of [person.secret, ...person.codes, person.cookies.get('session') as string, 'argon2'])
      expect(whole).not.toContain(secret)
  })
})

async function messagesTo(to: string): Promise<number> {
  const { rows } = await server.platform.db.execute<{ count: number }>(
    `select count(*)::int as count from messages where recipient = '${to}'`,
  )
  return rows[0]?.count ?? 0
}

async function objectsOf(username: string): Promise<string[]> {
  const { rows } = await server.platform.db.execute<{ key: string }>(
    `select key from objects join users on users.id = owner_id where username = '${username}'`,
  )
  return rows.map(({ key }) => key)
}
