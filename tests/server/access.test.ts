import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { halfSignedIn, logIn, MFA, me, setClock, verify, withApp } from './safe-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
afterEach(() => setClock(server, 0))

const MINUTE = 60_000
const DAY = 86_400_000
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const meWith = (token: string) =>
  new Client(server.url).json('GET', '/api/v1/user/me/', undefined, bearer(token))
const newKey = async (client: Client, scopes: string[], more: object = {}) =>
  (await client.json('POST', '/api/v1/user/api-keys/', { name: 'nightly', scopes, ...more })).body
const tokensOf = async () => {
  const person = await withApp(server)
  const client = await halfSignedIn(server, person.username)
  const { body } = await verify(client, 'backup_code', person.codes[0] as string)
  return { person, client, ...body } as {
    person: typeof person
    client: Client
    access_token: string
    refresh_token: string
  }
}

describe('API keys', () => {
  it('are shown once, work within their scopes, say when they were last used, and end at once', async () => {
    const client = await signUp(server.url)
    const made = await newKey(client, ['account:read', 'convert:write', 'convert:read'])
    expect(made.key).toMatch(/^fw_[\w-]{43}$/)
    expect(made.key.startsWith(made.prefix)).toBe(true)
    const list = async () => (await client.json('GET', '/api/v1/user/api-keys/')).body.results
    expect(JSON.stringify(await list())).not.toContain(made.key)
    expect((await list())[0].last_used_at).toBeNull()
    expect((await meWith(made.key)).body.username).toBe(client.username)
    expect((await list())[0]).toMatchObject({
      last_used_at: expect.any(String),
      last_used_address: '127.0.0.1',
    })
    const patch = await new Client(server.url).json(
      'PATCH',
      '/api/v1/user/me/',
      { first_name: 'x' },
      bearer(made.key),
    )
    expect([patch.status, patch.body.code]).toEqual([403, 'insufficient_scope'])

    const program = new Client(server.url)
    const form = new FormData()
    form.append('target_format', 'html')
    form.append('file', new Blob(['# Hello']), 'note.md')
    const sent = await program.fetch('/api/v1/pdf_handler/convert/', {
      method: 'POST',
      body: form,
      headers: bearer(made.key),
    })
    const { id } = (await sent.json()) as { id: string }
    expect((await client.wait(id)).status, 'it is the account’s').toBe('completed')

    expect((await client.json('DELETE', `/api/v1/user/api-keys/${made.id}/`)).status).toBe(204)
    expect((await meWith(made.key)).body.code).toBe('invalid_token')
    expect(await list()).toEqual([])
  })

  it('run out when they were made to', async () => {
    const client = await signUp(server.url)
    const made = await newKey(client, ['account:read'], { expires_in_days: 1 })
    setClock(server, 23 * 60 * MINUTE)
    expect((await meWith(made.key)).status).toBe(200)
    setClock(server, DAY + MINUTE)
    expect((await meWith(made.key)).body.code).toBe('invalid_token')
  })

  it('cannot manage keys, second factors or sessions, whatever their scopes', async () => {
    const client = await signUp(server.url)
    const { SCOPE_NAMES } = await import('../../contract/scopes.ts')
    const { key } = await newKey(client, [...SCOPE_NAMES])
    for (const [method, path] of [
      ['GET', '/api/v1/user/api-keys/'],
      ['POST', '/api/v1/user/api-keys/'],
      ['GET', '/api/v1/user/sessions/'],
      ['DELETE', '/api/v1/user/sessions/'],
      ['POST', `${MFA}/setup/totp/`],
      ['POST', `${MFA}/verify/`],
      ['POST', '/api/v1/user/password/'],
      ['DELETE', '/api/v1/user/me/'],
    ] as const) {
      const { status, body } = await new Client(server.url).json(
        method,
        path,
        method === 'POST' ? {} : undefined,
        bearer(key),
      )
      expect([status, body.code], `${method} ${path}`).toEqual([403, 'session_required'])
    }
  })

  it('see the state of MFA with the scope for it alone', async () => {
    const client = await signUp(server.url)
    const status = async (...scopes: string[]) => {
      const { key } = await newKey(client, scopes)
      return new Client(server.url).json('GET', `${MFA}/status/`, undefined, bearer(key))
    }
    expect((await status('mfa:read')).body).toMatchObject({ is_enabled: false })
    expect((await status('account:read')).body.code).toBe('insufficient_scope')
  })

  it('are at most fifty', async () => {
    const client = await signUp(server.url)
    const made = await Promise.all(Array.from({ length: 55 }, () => newKey(client, ['account:read'])))
    expect(made.filter(({ key }) => key)).toHaveLength(50)
    expect(made.filter(({ code }) => code === 'limit_reached')).toHaveLength(5)
  })
})

describe('a hundred requests at once', () => {
  it('each act for the account that sent them, by sessions and by keys', async () => {
    const crowd = await startServer({ DATABASE_POOL: '5' })
    try {
      const people = await Promise.all(Array.from({ length: 10 }, () => signUp(crowd.url)))
      const asks = await Promise.all(
        people.map(async (person) => {
          const { key } = await newKey(person, ['account:read'])
          const path = '/api/v1/user/me/'
          const byKey = () => new Client(crowd.url).json('GET', path, undefined, bearer(key))
          return { person, ways: [() => person.json('GET', path), byKey] }
        }),
      )
      const all = Array.from({ length: 5 }, () => asks).flat()
      const answers = await Promise.all(all.flatMap(({ ways }) => ways.map((ask) => ask())))
      expect(answers.map(({ body }) => body.username)).toEqual(
        all.flatMap(({ person, ways }) => ways.map(() => person.username)),
      )
    } finally {
      await crowd.stop()
    }
  })
})

describe('sessions', () => {
  it('are listed and ended, one or all others, with the tokens that hang on them', async () => {
    const { client, person, access_token } = await tokensOf()
    const list = await person.json('GET', '/api/v1/user/sessions/')
    expect(list.body.results.map(({ is_current, methods }: never) => [is_current, methods])).toEqual([
      [true, ['password']],
      [false, ['password', 'backup_code']],
    ])
    expect((await meWith(access_token)).status).toBe(200)
    await person.json('DELETE', `/api/v1/user/sessions/${list.body.results[1].id}/`)
    expect((await me(client)).status).toBe(401)
    expect((await meWith(access_token)).body.code).toBe('invalid_token')
    const stranger = await signUp(server.url)
    const foreign = await stranger.json('DELETE', `/api/v1/user/sessions/${list.body.results[0].id}/`)
    expect(foreign.body.code).toBe('not_found')
    expect((await person.json('DELETE', '/api/v1/user/sessions/')).body).toEqual({ ended: 0 })
    expect((await me(person)).status).toBe(200)
  })

  it('end after a day without use, and after thirty days in any case', async () => {
    const { username } = await signUp(server.url)
    const client = new Client(server.url)
    await logIn(client, username)
    setClock(server, DAY - MINUTE)
    expect((await me(client)).status).toBe(200)
    setClock(server, 2 * DAY)
    expect((await me(client)).status).toBe(401)
    setClock(server, 0)
    await logIn(client, username)
    for (let day = 0.9; day < 30; day += 0.9) {
      setClock(server, day * DAY)
      await me(client)
    }
    setClock(server, 29.9 * DAY)
    expect((await me(client)).status).toBe(200)
    setClock(server, 30.1 * DAY)
    expect((await me(client)).status).toBe(401)
  })
})

describe('the security log', () => {
  it('says what happened, newest first, by page and by cursor, and nobody else’s', async () => {
    const client = await signUp(server.url)
    const { id } = await newKey(client, ['account:read'])
    await client.json('DELETE', `/api/v1/user/api-keys/${id}/`)
    await logIn(new Client(server.url), client.username, 'wrong horse')
    const read = async (query = '') => (await client.json('GET', `/api/v1/user/security-log/${query}`)).body
    const kinds = (await read()).results.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(['sign_in_failed', 'api_key_revoked', 'api_key_made', 'signed_in', 'signed_up'])
    const first = await read('?page_size=2')
    expect(first).toMatchObject({ count: 5, total_pages: 3 })
    const second = await read(`?page_size=2&cursor=${first.next_cursor}`)
    const third = await read(`?page_size=2&cursor=${second.next_cursor}`)
    expect(
      [...first.results, ...second.results, ...third.results].map(({ kind }: { kind: string }) => kind),
    ).toEqual(kinds)
    expect(third.next_cursor).toBeNull()
    expect((await read('?cursor=x')).code).toBe('invalid_request')
  })
})

describe('token services', () => {
  it('publish keys that jose verifies access tokens with, and rotate them', async () => {
    const { access_token, person } = await tokensOf()
    const url = new URL('/auth/api/v1/.well-known/jwks.json', server.url)
    const { payload, protectedHeader } = await jwtVerify(access_token, createRemoteJWKSet(url), {
      audience: 'filewright',
      issuer: server.url,
      algorithms: ['EdDSA'],
    })
    expect(protectedHeader.typ).toBe('at+jwt')
    expect(payload.sub).toBe((await me(person)).body.id)
    const keys = async () => ((await (await fetch(url)).json()) as { keys: object[] }).keys
    expect(Object.keys((await keys())[0] as object).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])

    setClock(server, 30 * DAY + MINUTE)
    const next = await halfSignedIn(server, person.username)
    const { body } = await verify(next, 'backup_code', person.codes[1] as string)
    expect(decodeProtectedHeader(body.access_token).kid).not.toBe(protectedHeader.kid)
    expect(await keys(), 'the old one is still there').toHaveLength(2)
    setClock(server, 31 * DAY + MINUTE)
    expect(await keys()).toHaveLength(1)
  })

  it.each([
    [
      'another algorithm',
      (token: string) =>
        token.replace(/^[^.]+/, Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')),
    ],
    ['no signature', (token: string) => token.replace(/[^.]+$/, '')],
    [
      'other claims',
      (token: string) =>
        token.replace(
          /\.[^.]+\./,
          `.${Buffer.from('{"sub":"x","sid":"x","exp":9999999999,"jti":"x"}').toString('base64url')}.`,
        ),
    ],
  ])('take no access token with %s', async (_, change) => {
    const { access_token } = await tokensOf()
    expect((await meWith(access_token)).status).toBe(200)
    expect((await meWith(change(access_token))).body.code).toBe('invalid_token')
  })

  it('end an access token after ten minutes', async () => {
    const { access_token } = await tokensOf()
    setClock(server, 11 * MINUTE)
    expect((await meWith(access_token)).body.code).toBe('invalid_token')
  })

  it('refresh once; a refresh token that comes twice ends the session for both', async () => {
    const { refresh_token, client } = await tokensOf()
    const refresh = (token: string) =>
      new Client(server.url).json('POST', '/auth/api/v1/token/refresh/', { refresh_token: token })
    const next = await refresh(refresh_token)
    expect((await meWith(next.body.access_token)).status).toBe(200)
    expect((await refresh(refresh_token)).body.code).toBe('invalid_token')
    expect((await meWith(next.body.access_token)).body.code).toBe('invalid_token')
    expect((await refresh(next.body.refresh_token)).body.code).toBe('invalid_token')
    expect((await me(client)).status).toBe(401)
  })

  it('tell what a token stands for, as RFC 7662 has it', async () => {
    // The first account of an instance is its admin; a key of it is what a service gets.
    const own = await startServer()
    try {
      const admin = await signUp(own.url)
      const { key } = await newKey(admin, ['tokens:introspect'])
      const person = await signUp(own.url)
      const theirs = await newKey(person, ['convert:write', 'tokens:introspect'])
      const as: oauth.AuthorizationServer = {
        issuer: own.url,
        introspection_endpoint: `${own.url}/auth/api/v1/introspect/`,
      }
      const client = { client_id: 'a-service' }
      const ask = async (token: string, by: string) =>
        oauth.processIntrospectionResponse(
          as,
          client,
          await oauth.introspectionRequest(as, client, oauth.ClientSecretBasic(by), token, {
            [oauth.allowInsecureRequests]: true,
          }),
        )
      const answer = await ask(theirs.key, key)
      expect(answer).toMatchObject({
        active: true,
        username: person.username,
        scope: 'convert:write tokens:introspect',
        token_type: 'Bearer',
        client_id: theirs.id,
        iss: own.url,
        permissions: ['convert:write', 'tokens:introspect'],
        services: ['convert', 'tokens'],
        user: { username: person.username },
      })
      expect(await ask('nonsense', key)).toEqual({ active: false })
      expect(await ask(key, theirs.key), 'somebody else’s').toEqual({ active: false })
      expect(await ask(theirs.key, theirs.key)).toMatchObject({ active: true })
      await person.json('DELETE', `/api/v1/user/api-keys/${theirs.id}/`)
      expect(await ask(theirs.key, key)).toEqual({ active: false })
      const asJson = await person.json('POST', '/auth/api/v1/introspect/', { token: key })
      expect(asJson.body).toEqual({ active: false })
    } finally {
      await own.stop()
    }
  })

  it('tell a refresh token from one that authenticates, until its session is idle', async () => {
    const { refresh_token, client } = await tokensOf()
    const { key } = await newKey(client, ['tokens:introspect'])
    const ask = async () =>
      (
        await new Client(server.url).json(
          'POST',
          '/auth/api/v1/introspect/',
          { token: refresh_token },
          { authorization: `Bearer ${key}` },
        )
      ).body
    expect(await ask()).toMatchObject({ active: true, token_type: 'refresh_token' })
    setClock(server, 25 * 60 * MINUTE)
    expect(await ask()).toEqual({ active: false })
  })

  it('say whether a token is valid, and nothing else', async () => {
    const { access_token, refresh_token, client } = await tokensOf()
    const valid = async (token: string) =>
      (await new Client(server.url).json('POST', '/auth/api/v1/verify-token/', { token })).body
    expect(await valid(access_token)).toEqual({ valid: true, message: 'The token is valid.' })
    expect((await valid(refresh_token)).valid, 'it authenticates no request').toBe(false)
    expect((await valid((await newKey(client, ['account:read'])).key)).valid).toBe(true)
    expect(await valid('nonsense')).toEqual({ valid: false, message: 'The token is not valid.' })
    await client.json('POST', '/api/v1/user/auth/logout/')
    expect((await valid(access_token)).valid).toBe(false)
    const form = await fetch(new URL('/auth/api/v1/verify-token/', server.url), {
      method: 'POST',
      body: new URLSearchParams({ token: 'x' }),
    })
    expect(await form.json()).toMatchObject({ valid: false })
    const other = await fetch(new URL('/api/v1/user/auth/login/', server.url), {
      method: 'POST',
      body: new URLSearchParams({ username: 'x', password: 'y' }),
    })
    expect(other.status, 'nothing else takes a form').toBe(415)
  })
})
