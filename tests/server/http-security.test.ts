import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { logIn } from './safe-accounts.ts'

let server: TestServer
let behindProxy: TestServer
beforeAll(async () => {
  server = await startServer()
  behindProxy = await startServer({ TRUST_PROXY: '1' })
})
afterAll(() => Promise.all([server.stop(), behindProxy.stop()]))

const HTTPS = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'files.example' }
const person = () => {
  const username = `h${process.pid}${Math.random().toString(36).slice(2, 10)}`
  return { username, email: `${username}@mail.example`, password: 'correct horse' }
}

describe('cookies', () => {
  it('are held to this host and HTTPS, hidden from scripts, and not sent along by other sites', async () => {
    const answer = await fetch(new URL('/api/v1/user/auth/signup/', behindProxy.url), {
      method: 'POST',
      headers: { ...HTTPS, 'content-type': 'application/json' },
      body: JSON.stringify(person()),
    })
    const [cookie = '', ...more] = answer.headers.getSetCookie()
    expect(more).toEqual([])
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}; /)
    for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
      expect(cookie).toContain(attribute)
    expect(cookie.length).toBeLessThan(300)
    expect(await answer.text(), 'the token is in no body').not.toContain(cookie.slice(15, 40))
  })
})

describe('headers', () => {
  it.each(['/', '/api/v1/health/', '/api/v1/nothing/', '/auth/api/v1/.well-known/jwks.json'])(
    'of %s keep a browser from doing more than it should',
    async (path) => {
      const { headers } = await fetch(new URL(path, server.url))
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of [
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "script-src 'self';",
      ])
        expect(policy).toContain(part)
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  it('let nothing of the API be kept', async () => {
    const client = await signUp(server.url)
    for (const path of ['/api/v1/user/me/', '/api/v1/user/sessions/', '/api/v1/conversion/'])
      expect((await client.fetch(path)).headers.get('cache-control'), path).toBe('no-store')
  })
})

describe('requests', () => {
  it('serve nothing of the project but the built dashboard', async () => {
    for (const path of [
      '/.git/config',
      '/package.json',
      '/server/main.ts',
      '/..%2fpackage.json',
      '/assets/',
      '/data/secret.key',
      '/.env',
    ])
      expect((await fetch(new URL(path, server.url))).status, path).toBe(404)
  })

  it('that another site makes a browser send change nothing', async () => {
    const client = await signUp(server.url)
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ] as Record<string, string>[]) {
      const answer = await client.json('DELETE', '/api/v1/user/me/', undefined, headers)
      expect([answer.status, answer.body.code], JSON.stringify(headers)).toEqual([403, 'cross_origin'])
    }
    expect((await client.json('GET', '/api/v1/user/me/')).body.delete_after).toBeNull()
  })

  it.each(['TRACE', 'PROPFIND', 'OPTIONS', 'PUT'])(
    'of the method %s are not taken where it is not meant',
    async (method) => {
      const { hostname, port } = new URL(server.url)
      const status = await new Promise<number>((resolve, reject) => {
        const asked = request({ hostname, port, path: '/api/v1/user/me/', method }, (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
        asked.on('error', reject).end()
      })
      expect([400, 404, 405]).toContain(status)
    },
  )

  it('say where they come from by their connection, and by a proxy’s word only where that is trusted', async () => {
    const sessionsOf = async (at: TestServer) => {
      const mine = person()
      const client = new Client(at.url)
      await client.json('POST', '/api/v1/user/auth/signup/', mine, { 'x-forwarded-for': '198.51.100.7' })
      return (await client.json('GET', '/api/v1/user/sessions/')).body.results[0].address
    }
    expect(await sessionsOf(server)).toBe('127.0.0.1')
    expect(await sessionsOf(behindProxy)).toBe('198.51.100.7')
  })

  it('with a field too many are refused, so that nobody makes themselves the admin', async () => {
    const client = new Client(server.url)
    const made = await client.json('POST', '/api/v1/user/auth/signup/', { ...person(), is_admin: true })
    expect(made.body).toMatchObject({ code: 'invalid_request', errors: [{ path: 'is_admin' }] })
    const me = await signUp(server.url)
    const changed = await me.json('PATCH', '/api/v1/user/me/', { email_verified: true })
    expect(changed.body.code).toBe('invalid_request')
  })

  it('with a name or a key twice are read one way only', async () => {
    const client = await signUp(server.url)
    const twice = await client.json('GET', '/api/v1/conversion/?page_size=1&page_size=100')
    expect(twice.body.code).toBe('invalid_request')
    const polluted = await client.fetch('/api/v1/user/me/', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"__proto__":{"is_admin":true},"first_name":"x"}',
    })
    expect(polluted.status).toBe(400)
    expect(({} as { is_admin?: boolean }).is_admin).toBeUndefined()
  })
})

describe('the log', () => {
  it('tells of sign-ins, refusals and rights that were missing, with when, who and where, and of no secret', async () => {
    const client = await signUp(server.url)
    await logIn(new Client(server.url), client.username, 'a wrong horse')
    await client.json('GET', '/api/v1/outbox/')
    const { body } = await client.json('POST', '/api/v1/user/api-keys/', {
      name: 'k',
      scopes: ['account:read'],
    })
    await new Client(server.url).json('GET', '/api/v1/user/me/', undefined, {
      authorization: `Bearer ${body.key}`,
    })
    const lines = server.logged.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toContainEqual(
      expect.objectContaining({ security: 'sign_in_failed', address: '127.0.0.1', time: expect.any(Number) }),
    )
    expect(lines).toContainEqual(
      expect.objectContaining({ code: 'forbidden', msg: 'refused', reqId: expect.any(String) }),
    )
    const whole = server.logged.join('\n')
    for (const secret of [
      body.key,
      client.cookies.get('session') as string,
      'a wrong horse',
      'correct horse',
    ])
      expect(whole).not.toContain(secret)
  })

  it('holds what a caller sends on one line, as data', async () => {
    const name = 'x\n{"security":"signed_in"}'
    await new Client(server.url).json(
      'POST',
      '/api/v1/user/auth/login/',
      { username: name, password: 'y' },
      { 'user-agent': 'a\tb' },
    )
    for (const line of server.logged) expect(() => JSON.parse(line)).not.toThrow()
  })
})

describe('the admin', () => {
  it('ends the sessions of one account or of all, and nobody else may', async () => {
    const own = await startServer()
    try {
      const admin = await signUp(own.url)
      const [one, two] = [await signUp(own.url), await signUp(own.url)]
      const path = '/api/v1/admin/sessions/'
      expect((await one.json('DELETE', path)).body.code).toBe('forbidden')
      expect((await admin.json('DELETE', `${path}?username=${one.username}`)).body).toEqual({ ended: 1 })
      expect((await one.json('GET', '/api/v1/user/me/')).status).toBe(401)
      expect((await two.json('GET', '/api/v1/user/me/')).status).toBe(200)
      expect((await admin.json('DELETE', path)).body).toEqual({ ended: 1 })
      expect((await two.json('GET', '/api/v1/user/me/')).status).toBe(401)
      expect((await admin.json('GET', '/api/v1/user/me/')).status).toBe(200)
      expect((await admin.json('DELETE', `${path}?username=nobody-at-all`)).body.code).toBe('not_found')
    } finally {
      await own.stop()
    }
  })
})
