import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROBLEM_CODES, PROBLEMS } from '../../contract/problems.ts'
import { startServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

it('explains each problem where its type leads', async () => {
  for (const code of PROBLEM_CODES) {
    const response = await fetch(`${server.url}/problems/${code}`)
    expect([response.status, response.headers.get('content-type')], code).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    const html = await response.text()
    expect(html).toContain(`<code>${code}</code>`)
    expect(html).toContain(`HTTP status ${PROBLEMS[code].status}`)
    expect(html).toMatch(/<h2>Cause<\/h2>\s+<p>\S.+<\/p>\s+<h2>What to do<\/h2>\s+<p>\S/)
    expect(html).not.toContain('<script')
  }
})

it('leads there from a refusal', async () => {
  const refused = await fetch(`${server.url}/api/v1/nothing/`)
  const { type, title } = (await refused.json()) as { type: string; title: string }
  const page = await (await fetch(new URL(type, server.url))).text()
  expect(page).toContain(title)
})

it('lists all of them, and knows no others', async () => {
  const list = await (await fetch(`${server.url}/problems/`)).text()
  for (const code of PROBLEM_CODES) expect(list).toContain(`href="/problems/${code}"`)
  expect((await fetch(`${server.url}/problems`)).url).toBe(`${server.url}/problems/`)
  const unknown = await fetch(`${server.url}/problems/nonsense`)
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ])
  expect((await fetch(`${server.url}/problems/not_found`, { method: 'HEAD' })).status).toBe(200)
})
