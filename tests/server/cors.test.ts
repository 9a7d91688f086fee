import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { signUp, startServer, type TestServer } from './harness.ts'

const APP = 'https://app.example'
const OTHER = 'https://other.example'
const ME = '/api/v1/user/me/'

let server: TestServer
let key: string
let cookie: string
beforeAll(async () => {
  server = await startServer({ CORS_ORIGINS: `${APP}, https://second.example:8443` })
  const me = await signUp(server.url)
  const made = await me.json('POST', '/api/v1/user/api-keys/', { name: 'page', scopes: ['account:read'] })
  key = made.body.key
  cookie = [...me.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})
afterAll(() => server.stop())

const get = (origin: string, headers: Record<string, string>, url = server.url) =>
  fetch(`${url}${ME}`, { headers: { origin, ...headers } })
const preflight = (origin: string, asked: string, method = 'POST') =>
  fetch(`${server.url}${ME}`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': asked },
  })
const allowed = (response: Response) => response.headers.get('access-control-allow-origin')

it('lets a page of a named origin call with a bearer, and read the answer', async () => {
  const asked = await preflight(APP, 'authorization, content-type')
  expect([asked.status, allowed(asked)]).toEqual([204, APP])
  expect(asked.headers.get('access-control-allow-headers')).toContain('idempotency-key')
  expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH')
  const answer = await get(APP, { authorization: `Bearer ${key}` })
  expect([answer.status, allowed(answer)]).toEqual([200, APP])
  expect(answer.headers.get('vary')).toMatch(/origin/i)
  expect(answer.headers.get('access-control-expose-headers')).toContain('content-disposition')
})

it('lets the page read why a bearer is refused', async () => {
  const answer = await get(APP, { authorization: 'Bearer revoked' })
  expect([answer.status, allowed(answer)]).toEqual([401, APP])
})

it('never lets a page of another origin read what a cookie opens', async () => {
  for (const origin of [APP, OTHER]) {
    const answer = await get(origin, { cookie })
    expect([answer.status, allowed(answer)]).toEqual([200, null])
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(allowed(await preflight(origin, 'content-type'))).toBeNull()
  }
})

it('gives other origins, and pages that are not the API, nothing', async () => {
  expect(allowed(await preflight(OTHER, 'authorization'))).toBeNull()
  expect(allowed(await get(OTHER, { authorization: `Bearer ${key}` }))).toBeNull()
  const page = await fetch(`${server.url}/problems/not_found`, {
    headers: { origin: APP, authorization: `Bearer ${key}` },
  })
  expect([page.status, allowed(page)]).toEqual([200, null])
})

it('is off by default', async () => {
  const plain = await startServer()
  try {
    const answer = await get(APP, { authorization: `Bearer ${key}` }, plain.url)
    expect([answer.status, allowed(answer)]).toEqual([401, null])
  } finally {
    await plain.stop()
  }
})

it('takes origins alone as settings', () => {
  expect(readConfig({ CORS_ORIGINS: '*' }).CORS_ORIGINS).toEqual(['*'])
  for (const wrong of ['app.example', 'https://app.example/', 'https://app.example/path', 'null'])
    expect(() => readConfig({ CORS_ORIGINS: wrong }), wrong).toThrow('CORS_ORIGINS')
})
