import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/contract.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ MAX_UPLOAD_MB: '1' })
})
afterAll(() => server.stop())

/**
 * Files that lie anywhere in the data folder's own places: objects, and what is still arriving. A
 * check of health may be writing its own.
 */
const filesIn = (part: string) => {
  const folder = join(server.folder, part)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== '.probe',
  )
}
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

describe('bad input', () => {
  const path = '/api/v1/pdf_handler/convert/'
  const cases: [
    string,
    () => Promise<{ status: number; body: { code: string; detail: string } }>,
    number,
    string,
  ][] = [
    ['an empty file', () => new Client(server.url).convert(''), 400, 'file_empty'],
    [
      'an unknown target',
      () => new Client(server.url).convert('x', { target_format: 'exe' }),
      400,
      'unsupported_target',
    ],
    [
      'a target of another family',
      () => new Client(server.url).convert('x', { target_format: 'webp' }),
      400,
      'unsupported_target',
    ],
    [
      'a target of 5,000 characters',
      () => new Client(server.url).convert('x', { target_format: 'x'.repeat(5000) }),
      400,
      'invalid_request',
    ],
    [
      'bytes that are not what the name says',
      () => new Client(server.url).convert(Uint8Array.from([0, 1, 2]), {}, { name: 'a.md' }),
      400,
      'unsupported_source',
    ],
    [
      'an image for the documents',
      () => new Client(server.url).convert(PNG, {}, { name: 'a.md' }),
      400,
      'unsupported_source',
    ],
    [
      'a source format that the bytes deny',
      () => new Client(server.url).convert(PNG, { source_format: 'md' }),
      400,
      'unsupported_source',
    ],
    [
      'options out of bounds',
      () => new Client(server.url).convert('x', { options: '{"quality":1e9}' }),
      400,
      'invalid_options',
    ],
    [
      'options that are no JSON',
      () => new Client(server.url).convert('x', { options: '{' }),
      400,
      'invalid_options',
    ],
    [
      'options of 100,000 characters',
      () => new Client(server.url).convert('x', { options: JSON.stringify({ a: 'x'.repeat(100_000) }) }),
      400,
      'invalid_request',
    ],
    [
      'an unknown field',
      () => new Client(server.url).convert('x', { watermark: '/etc/passwd' }),
      400,
      'invalid_request',
    ],
    [
      'a file over the limit',
      () => new Client(server.url).convert('x'.repeat(1_000_001)),
      413,
      'file_too_large',
    ],
    [
      'somebody else’s key',
      () =>
        new Client(server.url).json('POST', '/api/v1/pdf_handler/convert/json/', {
          s3_key: 'uploads/../x',
          target_format: 'html',
        }),
      404,
      'not_found',
    ],
    [
      'no file',
      () =>
        new Client(server.url).json('POST', '/api/v1/pdf_handler/convert/json/', { target_format: 'html' }),
      400,
      'file_missing',
    ],
    [
      'JSON that names no file',
      () => new Client(server.url).json('POST', path, { target_format: 'html' }),
      400,
      'file_missing',
    ],
    ['a body that is no JSON', () => raw('POST', '/api/v1/user/auth/login/', '{'), 400, 'malformed_body'],
    [
      'a body of 100 KB',
      () => raw('POST', '/api/v1/user/auth/login/', JSON.stringify({ a: 'x'.repeat(100_000) })),
      413,
      'body_too_large',
    ],
  ]
  const raw = async (method: string, at: string, body: string) => {
    const response = await new Client(server.url).fetch(at, {
      method,
      body,
      headers: { 'content-type': 'application/json' },
    })
    return { status: response.status, body: (await response.json()) as { code: string; detail: string } }
  }

  it.each(cases)(
    '%s is refused with a plain sentence and leaves nothing behind',
    async (_what, send, status, code) => {
      const objects = filesIn('objects').length
      const { status: given, body } = await send()
      expect([given, body.code]).toEqual([status, code])
      expect(body.detail).toMatch(/^\S.*\.$/s)
      expect(filesIn('objects').length).toBe(objects)
      expect(filesIn('scratch')).toEqual([])
    },
  )

  it('names with paths and controls in them are only ever words', async () => {
    const client = await signUp(server.url)
    for (const [given, shown] of [
      ['../../etc/passwd.md', 'passwd.md'],
      ['..\\..\\boot.md', 'boot.md'],
      ['a\u202egnp.md', 'agnp.md'],
      ['<img src=x onerror=alert(1)>.md', '<img src=x onerror=alert(1)>.md'],
      ['-rf.md', '-rf.md'],
      [`${'x'.repeat(5000)}.md`, `${'x'.repeat(252)}.md`],
    ] as const) {
      const { body } = await client.convert('x', {}, { name: given })
      expect((await client.wait(body.id)).filename).toBe(shown)
    }
  })

  it('a body that is cut off half-way leaves nothing, and others go on', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="cut.md"\r\n\r\nonly the begin'
    socket.write(
      `POST /api/v1/pdf_handler/convert/ HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n${head}`,
    )
    await expect.poll(() => filesIn('scratch').length, { timeout: 5000 }).toBe(1)
    expect((await new Client(server.url).convert('meanwhile')).status).toBe(202)
    socket.destroy()
    await expect.poll(() => filesIn('scratch'), { timeout: 5000 }).toEqual([])
  })

  it('a multipart body without its end is told so', async () => {
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="cut.md"\r\n\r\nonly the begin'
    const response = await fetch(`${server.url}/api/v1/pdf_handler/convert/`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      400,
      'upload_incomplete',
    ])
    expect(filesIn('scratch')).toEqual([])
  })

  it.each([
    ['a null character', 'a\u0000b'],
    ['half a character', 'a\ud83db'],
  ])('%s, which no text has, is refused wherever it stands', async (_, text) => {
    const me = await signUp(server.url)
    const step = { operation: 'watermark', options: { text } }
    const answers = await Promise.all([
      me.json('POST', '/api/v1/pdf_handler/pipeline/', { name: text, steps: [{ ...step, options: {} }] }),
      me.json('POST', '/api/v1/pdf_handler/pipeline/', { name: 'x', steps: [step] }),
      me.json('POST', '/api/v1/pdf_handler/pipeline/', {
        name: 'x',
        steps: [{ ...step, options: { [text]: 1 } }],
      }),
    ])
    expect(answers.map(({ status, body }) => [status, body.code, body.errors[0].path])).toEqual([
      [400, 'invalid_request', 'name'],
      [400, 'invalid_request', 'steps.0.options.text'],
      [400, 'invalid_request', 'steps.0.options'],
    ])
    expect((await me.json('GET', '/api/v1/pdf_handler/pipeline/?q=%00')).status).toBe(400)
  })

  it('a body nested deeper than anybody writes is refused', async () => {
    const me = await signUp(server.url)
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const headers = { 'content-type': 'application/json' }
    for (const steps of [deep, `[{"operation":"watermark","options":{"text":${deep}}}]`]) {
      const body = `{"name":"x","steps":${steps}}`
      const answer = await me.fetch('/api/v1/pdf_handler/pipeline/', { method: 'POST', body, headers })
      expect(answer.status).toBe(400)
    }
  })

  it('ids that are none, or another account’s, are nothing', async () => {
    const mine = await signUp(server.url)
    const { id } = (await mine.convert('mine')).body
    await mine.wait(id)
    const other = await signUp(server.url)
    for (const client of [other, new Client(server.url)]) {
      for (const given of [
        id,
        'nonsense',
        '..%2f..%2fetc%2fpasswd',
        '00000000-0000-0000-0000-000000000000',
        "' or 1=1 --",
      ]) {
        for (const [method, at] of [
          ['GET', `/api/v1/docs_core/conversion/${given}/`],
          ['GET', `/api/v1/docs_core/conversion/wait/${given}/`],
          ['GET', `/api/v1/pdf_handler/${given}/download/`],
          ['POST', `/api/v1/conversion/${given}/cancel/`],
          ['DELETE', `/api/v1/conversion/${given}/`],
        ] as const) {
          const { status, body } = await client.json(method, at)
          expect([status, body.code], `${method} ${at}`).toEqual([404, 'not_found'])
        }
      }
    }
  })
})

describe('a query parameter that an operation does not declare', () => {
  const listed = (Object.entries(contract) as [string, Endpoint][]).filter(
    ([, { method, path, auth }]) =>
      method === 'GET' && !path.includes('{') && ['open', 'anyone', 'owner', 'account'].includes(auth),
  )
  it.each(listed)('is refused by %s', async (_name, { path }) => {
    const person = await signUp(server.url)
    const { status, body } = await person.json('GET', `${path}?unknown_parameter=1`)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.errors).toContainEqual({ path: 'unknown_parameter', message: 'Unknown field.' })
  })
})

describe('paths', () => {
  it.each([
    ['GET', '/api/v1/health?x=1', 301, '/api/v1/health/?x=1'],
    ['GET', '/api/v1/docs_core/conversion/abc', 301, '/api/v1/docs_core/conversion/abc/'],
    ['POST', '/api/v1/user/auth/login', 404, 'missing_trailing_slash'],
    ['DELETE', '/api/v1/conversion/abc', 404, 'missing_trailing_slash'],
    ['DELETE', '/api/v1/health/', 405, 'method_not_allowed'],
    ['GET', '/api/v1/nothing/', 404, 'not_found'],
  ])('%s %s answers %i', async (method, path, status, told) => {
    const response = await new Client(server.url).fetch(path, { method })
    expect(response.status).toBe(status)
    if (status === 301) return expect(response.headers.get('location')).toBe(told)
    const problem = (await response.json()) as { code: string; detail: string; request_id: string }
    expect(problem.code).toBe(told)
    if (told === 'missing_trailing_slash') expect(problem.detail).toContain(`${path}/`)
    expect(response.headers.get('content-type')).toMatch('application/problem+json')
    expect(response.headers.get('x-request-id')).toBe(problem.request_id)
  })

  it('the health page tells each part', async () => {
    const { status, body } = await new Client(server.url).json('GET', '/api/v1/health/')
    expect(status).toBe(200)
    expect(Object.keys(body.checks)).toEqual(['database', 'cache', 'storage', 'broker', 'engines'])
  })
})
