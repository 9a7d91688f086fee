import { afterAll, beforeAll, expect, it } from 'vitest'
import { signUp, startServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: '1' })
})
afterAll(() => server.stop())

it('checks of what saving gives are free, and as many as a person needs in an hour', async () => {
  const client = await signUp(server.url)
  const check = async () => {
    const { status, body } = await client.json('POST', '/api/v1/pdf_handler/save/check/', { edits: {} })
    return [status, body.code]
  }
  for (let at = 0; at < 120; at++) expect(await check()).toEqual([400, 'file_missing'])
  expect(await check()).toEqual([429, 'too_many_requests'])
  const other = await signUp(server.url)
  const { body } = await other.json('POST', '/api/v1/pdf_handler/save/check/', { edits: {} })
  expect(body.code, 'of another account').toBe('file_missing')
})
