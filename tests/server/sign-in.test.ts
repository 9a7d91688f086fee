import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { auth, lastMessage, logIn, newcomer, PASSWORD } from './safe-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

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
      // From then on one try in half a minute is looked at, from wherever nobody has signed in
      // before.
      expect((await from('198.51.100.200', username)).status).toBe(401)
      const slowed = await from('198.51.100.201', username)
      expect([slowed.status, slowed.body.retry_after <= 30]).toEqual([429, true])
      expect(
        (await logIn(new Client(limited.url), username)).status,
        'the owner, where they were before',
      ).toBe(200)
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
    expect(told.subject).toBe('Sign-in from a new device')
    expect(told.text).toContain('Firefox 144 on Linux')
    const sent = await messagesTo(to)
    await as('Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0')
    expect(await messagesTo(to), 'it is known now').toBe(sent)
  })
})

async function messagesTo(to: string): Promise<number> {
  const { rows } = await server.platform.db.execute<{ count: number }>(
    `select count(*)::int as count from messages where recipient = '${to}'`,
  )
  return rows[0]?.count ?? 0
}
