import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, signUp, startServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const account = (name: string) => ({
  username: name,
  email: `${name}@mail.example`,
  password: 'correct horse',
})

describe('an account', () => {
  it('is made, signed in, read, changed and signed out', async () => {
    const client = new Client(server.url)
    const made = await client.json('POST', '/api/v1/user/auth/signup/', {
      ...account('maren'),
      time_zone: 'Europe/Lisbon',
    })
    expect(made.status).toBe(201)
    expect(made.body.user).toMatchObject({
      username: 'maren',
      email: 'maren@mail.example',
      time_zone: 'Europe/Lisbon',
      is_admin: true,
    })
    expect(client.cookies.get('session')).toMatch(/^[\w-]{43}$/)

    const changed = await client.json('PATCH', '/api/v1/user/me/', {
      first_name: ' Maren ',
      language: 'pt-PT',
    })
    expect(changed.body).toMatchObject({ first_name: 'Maren', last_name: '', language: 'pt-PT' })
    expect((await client.json('GET', '/api/v1/user/me/')).body).toEqual(changed.body)

    const cookie = client.cookies.get('session') as string
    expect((await client.json('POST', '/api/v1/user/auth/logout/')).status).toBe(204)
    expect(client.cookies.has('session')).toBe(false)
    client.cookies.set('session', cookie)
    expect((await client.json('GET', '/api/v1/user/me/')).status, 'the old token is dead on the server').toBe(
      401,
    )
  })

  it('is the admin’s once, also when several are the first', async () => {
    const own = await startServer()
    try {
      const people = await Promise.all(Array.from({ length: 6 }, () => signUp(own.url)))
      const users = await Promise.all(people.map((one) => one.json('GET', '/api/v1/user/me/')))
      expect(users.filter(({ body }) => body.is_admin)).toHaveLength(1)
    } finally {
      await own.stop()
    }
  })

  it('only the first one is the admin', async () => {
    const second = await (await signUp(server.url)).json('GET', '/api/v1/user/me/')
    expect(second.body.is_admin).toBe(false)
  })

  it('takes the user name or the e-mail address, in any case, and gets a new session each time', async () => {
    const { username, cookies } = await signUp(server.url)
    for (const name of [username.toUpperCase(), `${username}@MAIL.example`]) {
      const client = new Client(server.url)
      const { status, body } = await client.json('POST', '/api/v1/user/auth/login/', {
        username: name,
        password: 'correct horse',
      })
      expect([status, body.user.username]).toEqual([200, username])
      expect(client.cookies.get('session')).not.toBe(cookies.get('session'))
    }
  })

  it('answers unknown users and wrong passwords alike', async () => {
    const { username } = await signUp(server.url)
    const tries = [username, 'nobody-has-this-name'].map((name) =>
      new Client(server.url).json('POST', '/api/v1/user/auth/login/', {
        username: name,
        password: 'wrong horse',
      }),
    )
    const [known, unknown] = await Promise.all(tries)
    expect(known?.status).toBe(401)
    expect({ ...known?.body, request_id: '' }).toEqual({ ...unknown?.body, request_id: '' })
    expect(known?.body.code).toBe('invalid_credentials')
  })

  it('has a name and an address of its own, also when two want them at once', async () => {
    const both = await Promise.all(
      [1, 2].map(() => new Client(server.url).json('POST', '/api/v1/user/auth/signup/', account('twice'))),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const sameAddress = await new Client(server.url).json('POST', '/api/v1/user/auth/signup/', {
      ...account('other'),
      email: 'TWICE@mail.example',
    })
    expect(sameAddress.body).toMatchObject({ status: 409, code: 'email_taken', errors: [{ path: 'email' }] })
  })

  it('is made once when the same request comes again with its key', async () => {
    const key = { 'idempotency-key': 'again' }
    const [first, second] = [new Client(server.url), new Client(server.url)]
    const made = await first.json('POST', '/api/v1/user/auth/signup/', account('again'), key)
    const again = await second.json('POST', '/api/v1/user/auth/signup/', account('again'), key)
    expect([made.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(made.body)
    const stranger = await second.json(
      'POST',
      '/api/v1/user/auth/signup/',
      { ...account('again'), password: 'another one' },
      key,
    )
    expect(stranger.status, 'a key alone opens no account').toBe(409)
  })

  it.each([
    [{ ...account('x') }, 'username'],
    [{ ...account('has space') }, 'username'],
    [{ ...account('fine1'), email: 'not an address' }, 'email'],
    [{ ...account('fine2'), password: 'short' }, 'password'],
    [{ ...account('fine3'), password: 'x'.repeat(129) }, 'password'],
    [{ ...account('fine4'), time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ ...account('fine5'), is_admin: true }, 'is_admin'],
  ])('refuses %o, naming the field', async (body, path) => {
    const { status, body: problem } = await new Client(server.url).json(
      'POST',
      '/api/v1/user/auth/signup/',
      body,
    )
    expect([status, problem.code, problem.errors[0].path]).toEqual([400, 'invalid_request', path])
  })
})

describe('requests that change something', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 204],
    [{}, 204],
  ])('from %o are answered %i', async (headers, status) => {
    const client = await signUp(server.url)
    const response = await client.fetch('/api/v1/user/auth/logout/', {
      method: 'POST',
      headers: headers as Record<string, string>,
    })
    expect(response.status).toBe(status)
    expect(client.cookies.has('session')).toBe(status === 403)
  })

  it('with a token that is none are refused, though a cookie would do', async () => {
    const client = await signUp(server.url)
    const { status, body } = await client.json('GET', '/api/v1/user/me/', undefined, {
      authorization: 'Bearer nonsense',
    })
    expect([status, body.code]).toEqual([401, 'invalid_token'])
  })
})

describe('a visitor', () => {
  it('is one visitor, however many files come first at once', async () => {
    const client = new Client(server.url)
    expect((await client.json('GET', '/api/v1/docs_core/credits/')).body).toMatchObject({
      remaining: 20,
      anonymous: true,
    })
    await Promise.all(Array.from({ length: 6 }, (_, i) => client.convert(`first ${i}`)))
    expect((await client.json('GET', '/api/v1/conversion/')).body.count).toBe(6)
    expect((await client.json('GET', '/api/v1/docs_core/credits/')).body.granted).toBe(20)
  })

  it('brings what they made, and what still runs, into the account they make', async () => {
    const client = new Client(server.url)
    const done = (await client.convert('brought along')).body.id
    expect((await client.wait(done)).status).toBe('completed')
    const running = (await client.convert('hold adoption')).body.id
    await server.held.started('hold adoption')
    await signUp(server.url, client)
    server.held.release('adoption')
    expect((await client.wait(running)).status).toBe('completed')
    const list = await client.json('GET', '/api/v1/conversion/')
    expect(list.body.results.map((r: { id: string }) => r.id).sort()).toEqual([done, running].sort())
    const credits = await client.json('GET', '/api/v1/docs_core/credits/')
    expect(credits.body, 'the running one was paid from the visit').toEqual({
      remaining: 1000,
      held: 0,
      granted: 1002,
      anonymous: false,
    })
    expect(client.cookies.has('visitor')).toBe(false)
    // The visitor's hold was released; the account was given what runs, and charged for it.
    const { rows: holds } = await server.platform.db.execute<{ owner_id: string; charged: number }>(
      `select owner_id, charged from credit_holds where reference = '${running}' order by created_at`,
    )
    expect(holds.map(({ charged }) => charged)).toEqual([0, 2])
    expect(new Set(holds.map(({ owner_id }) => owner_id)).size).toBe(2)
    const { rows: entries } = await server.platform.db.execute<{ kind: string; credits: number }>(
      `select kind, credits from credit_entries where reference = '${running}' order by id`,
    )
    expect(entries).toEqual([
      { kind: 'grant', credits: 2 },
      { kind: 'charge', credits: -2 },
    ])
  })

  it('cannot be written out of the ledger', async () => {
    const client = await signUp(server.url)
    await client.wait((await client.convert('paid for')).body.id)
    for (const change of [
      'update credit_entries set credits = 1',
      'delete from credit_entries',
      'truncate credit_entries',
    ])
      await expect(server.platform.db.execute(change)).rejects.toHaveProperty(
        'cause.message',
        expect.stringContaining('only grows'),
      )
  })
})
