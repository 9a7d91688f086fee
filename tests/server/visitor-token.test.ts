import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Accepted } from '../../contract/conversion.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Sends no cookie, as `curl` without a cookie jar. */
const ask = (path: string, token?: string, init: RequestInit = {}) =>
  fetch(new URL(path, server.url), {
    ...init,
    headers: { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) },
  })

async function convert(token?: string) {
  const body = new FormData()
  body.append('file', new Blob(['# Hello']), 'note.md')
  body.append('target_format', 'html')
  const response = await ask('/api/v1/pdf_handler/convert/', token, { method: 'POST', body })
  const { id, visitor_token: issued } = (await response.json()) as z.output<typeof Accepted>
  return { status: response.status, id, issued }
}

it('opens a visitor’s own conversions to a client without cookies', async () => {
  const first = await convert()
  expect(first.status).toBe(202)
  const { id, issued: token } = first
  expect(token).toMatch(/^[\w-]{43}$/)

  expect((await ask(`/api/v1/docs_core/conversion/wait/${id}/`)).status).toBe(404)
  const settled = await ask(`/api/v1/docs_core/conversion/wait/${id}/`, token)
  expect(await settled.json()).toMatchObject({ id, status: 'completed' })
  expect((await ask(`/api/v1/pdf_handler/${id}/download/`, token)).status).toBe(200)

  const second = await convert(token)
  expect(second.status).toBe(202)
  expect(second.issued, 'the caller has it').toBeUndefined()
  const history = await ask('/api/v1/pdf_handler/history/', token)
  expect(await history.json()).toMatchObject({ count: 2 })
})

it('opens nobody else’s, no account’s operations, and ends with the sign-up', async () => {
  const mine = await convert()
  const other = await convert()
  expect((await ask(`/api/v1/docs_core/conversion/${mine.id}/`, other.issued)).status).toBe(404)
  expect((await ask('/api/v1/user/me/', mine.issued)).status).toBe(401)
  expect((await ask('/api/v1/user/api-keys/', mine.issued)).status).toBe(401)

  const unknown = 'x'.repeat(43)
  const refused = await ask('/api/v1/docs_core/credits/', unknown)
  expect(await refused.json()).toMatchObject({ status: 401, code: 'invalid_token' })

  const visitor = new Client(server.url)
  visitor.cookies.set('visitor', mine.issued as string)
  await signUp(server.url, visitor)
  expect((await ask(`/api/v1/docs_core/conversion/${mine.id}/`, mine.issued)).status).toBe(401)
  expect((await visitor.json('GET', `/api/v1/docs_core/conversion/${mine.id}/`)).status).toBe(200)
})

it('is in no line of the log', async () => {
  const { issued: token } = await convert()
  await ask('/api/v1/docs_core/credits/', token)
  expect(server.logged.join('\n')).not.toContain(token)
})
