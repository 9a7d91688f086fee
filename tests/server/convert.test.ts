import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweep } from '../../server/worker/sweep.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ MAX_UPLOAD_MB: '1', VISITOR_CREDITS: '6' })
})
afterAll(() => server.stop())

/** Files that lie anywhere in the data folder's own places: objects, and what is still arriving. */
const filesIn = (part: string) => {
  const folder = join(server.folder, part)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
}
const ledger = async (client: Client) => (await client.json('GET', '/api/v1/docs_core/credits/')).body
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

describe('a conversion', () => {
  it('goes from upload to download, and is charged what was quoted', async () => {
    const client = await signUp(server.url)
    const { status, body } = await client.convert(
      'hello',
      { external_token: 'mine' },
      { name: 'Grüße, 14 Harbour Row.md' },
    )
    expect(status).toBe(202)
    expect(body).toEqual({ conversion_id: body.id, id: body.id, status: 'pending', state: 'pending' })
    const done = await client.wait(body.id)
    expect(done).toMatchObject({
      status: 'completed',
      family: 'document',
      external_token: 'mine',
      credits_quoted: 2,
      credits_charged: 2,
      progress: 1,
    })
    expect(done.output).toMatchObject({
      filename: 'Grüße, 14 Harbour Row.html',
      format: 'html',
      size_bytes: 5,
    })
    const file = await client.fetch(new URL(done.download_url).pathname)
    expect(await file.text()).toBe('HELLO')
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e, 14 Harbour Row.html"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%2C%2014%20Harbour%20Row.html`,
    )
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect(await ledger(client)).toMatchObject({ remaining: 998, held: 0 })
    for (const path of ['pdf_handler/conversion', 'docs_core/conversion', 'conversion']) {
      expect((await client.json('GET', `/api/v1/${path}/${body.id}/`)).body, path).toEqual(done)
    }
    expect(
      (await client.json('GET', `/api/v1/media_core/conversion/${body.id}/`)).status,
      'not of that family',
    ).toBe(404)
  })

  it('gives ranges of its output', async () => {
    const client = new Client(server.url)
    const { id } = (await client.convert('0123456789')).body
    await client.wait(id)
    const get = async (range: string) => {
      const response = await client.fetch(`/api/v1/pdf_handler/${id}/download/`, { headers: { range } })
      return [response.status, response.headers.get('content-range'), await response.text()]
    }
    expect(await get('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await get('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await get('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await get('bytes=9-2')).toEqual([200, null, '0123456789'])
    expect(await get('bytes=0-1,4-5')).toEqual([200, null, '0123456789'])
  })

  it('is made again from its original or its output, without another upload', async () => {
    const client = await signUp(server.url)
    const { id } = (await client.convert('again')).body
    const first = await client.wait(id)
    const bodies = [
      { s3_key: first.s3_key, target_format: 'TXT' },
      { file_id: id, filename: 'renamed.txt', target_format: 'txt' },
    ]
    const [byKey, byId] = await Promise.all(
      bodies.map((body) => client.json('POST', '/api/v1/pdf_handler/convert/json/', body)),
    )
    expect([byKey?.status, byId?.status]).toEqual([202, 400])
    expect(byId?.body.code, 'HTML becomes nothing here').toBe('unsupported_source')
    const again = await client.wait(byKey?.body.id)
    expect(again).toMatchObject({
      status: 'completed',
      filename: 'note.md',
      s3_key: first.s3_key,
      target_format: 'txt',
    })

    await client.fetch(`/api/v1/conversion/${id}/`, { method: 'DELETE' })
    const kept = await client.json('POST', '/api/v1/pdf_handler/convert/json/', bodies[0])
    expect(kept.status, 'the original stays while another conversion needs it').toBe(202)
    await client.wait(kept.body.id)
    for (const left of [again.id, kept.body.id])
      await client.fetch(`/api/v1/conversion/${left}/`, { method: 'DELETE' })
    const gone = await client.json('POST', '/api/v1/pdf_handler/convert/json/', bodies[0])
    expect([gone.status, gone.body.code]).toEqual([404, 'not_found'])
  })

  it('that fails costs nothing and says why', async () => {
    const client = new Client(server.url)
    const before = await ledger(client)
    const { id } = (await client.convert('fail source_encrypted')).body
    const done = await client.wait(id)
    expect(done).toMatchObject({
      status: 'failed',
      error: { code: 'source_encrypted' },
      credits_charged: 0,
      download_url: null,
      output: null,
    })
    expect(await ledger(client)).toEqual(before)
    const download = await client.json('GET', `/api/v1/pdf_handler/${id}/download/`)
    expect([download.status, download.body.code]).toEqual([409, 'not_finished'])
  })

  it('is stopped while it runs, once, and its credits come back', async () => {
    const client = await signUp(server.url)
    const { id } = (await client.convert('hold stopped')).body
    await server.held.started('hold stopped')
    expect(await ledger(client)).toMatchObject({ remaining: 998, held: 2 })
    const waiting = client.wait(id)
    const tries = await Promise.all([1, 2].map(() => client.json('POST', `/api/v1/conversion/${id}/cancel/`)))
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await waiting, 'whoever waits is woken').toMatchObject({
      status: 'failed',
      error: { code: 'cancelled' },
      credits_charged: 0,
    })
    expect(await ledger(client)).toMatchObject({ remaining: 1000, held: 0 })
    await expect.poll(() => server.held.running.has('hold stopped'), { timeout: 5000 }).toBe(false)
  })

  it('is removed while it runs, with everything it had', async () => {
    const client = await signUp(server.url)
    const objects = filesIn('objects').length
    const { id } = (await client.convert('hold removed')).body
    await server.held.started('hold removed')
    expect((await client.fetch(`/api/v1/conversion/${id}/`, { method: 'DELETE' })).status).toBe(204)
    expect((await client.json('GET', `/api/v1/conversion/${id}/`)).status).toBe(404)
    expect((await client.fetch(`/api/v1/conversion/${id}/`, { method: 'DELETE' })).status).toBe(404)
    expect(await ledger(client)).toMatchObject({ remaining: 1000, held: 0 })
    await expect.poll(() => server.held.running.has('hold removed'), { timeout: 5000 }).toBe(false)
    expect(filesIn('objects').length).toBe(objects)
  })

  it('answers a wait that times out with how it stands', async () => {
    const client = new Client(server.url)
    const { id } = (await client.convert('hold patience')).body
    await server.held.started('hold patience')
    const { body } = await client.json('GET', `/api/v1/docs_core/conversion/wait/${id}/?timeout=0.1`)
    expect(body.status).toBe('pending')
    await expect
      .poll(async () => (await client.json('GET', `/api/v1/docs_core/conversion/${id}/`)).body, {
        timeout: 5000,
      })
      .toMatchObject({ stage: 'Holding', progress: 0.5 })
    server.held.release('patience')
    expect((await client.wait(id)).status).toBe('completed')
  })
})

describe('when its time is up', () => {
  it('the files go and the row stays; what another conversion needs is kept', async () => {
    const client = await signUp(server.url)
    const first = await client.wait((await client.convert('expires')).body.id)
    const again = await client.json('POST', '/api/v1/pdf_handler/convert/json/', {
      s3_key: first.s3_key,
      target_format: 'txt',
    })
    await client.wait(again.body.id)
    const objects = filesIn('objects').length
    const age = (id: string) =>
      server.platform.db.execute(
        sql`update conversions set expires_at = now() - interval '1 hour' where id = ${id}`,
      )
    await age(first.id)
    await Promise.all([sweep(server.platform), sweep(server.platform)])
    expect(filesIn('objects').length, 'the output went, the original is still needed').toBe(objects - 1)
    const { body } = await client.json('GET', `/api/v1/conversion/${first.id}/`)
    expect(body).toMatchObject({
      status: 'completed',
      download_url: null,
      s3_key: null,
      output: { s3_key: null },
    })
    const download = await client.json('GET', `/api/v1/pdf_handler/${first.id}/download/`)
    expect([download.status, download.body.code]).toEqual([410, 'expired'])
    await age(again.body.id)
    await sweep(server.platform)
    expect(filesIn('objects').length).toBe(objects - 3)
  })

  it('what a crash left half-stored is taken away', async () => {
    const client = await signUp(server.url)
    const { id } = await client.wait((await client.convert('crash')).body.id)
    await server.platform.db.execute(sql`update objects set state = 'arriving', created_at = now() - interval '2 days'
      where key = (select output_key from conversions where id = ${id})`)
    const objects = filesIn('objects').length
    await sweep(server.platform)
    expect(filesIn('objects').length).toBe(objects - 1)
  })
})

describe('many at once', () => {
  it('with one key are one conversion, and all get the same answer', async () => {
    const client = await signUp(server.url)
    const objects = filesIn('objects').length
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.convert('once', {}, { key: 'one key' })),
    )
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    await client.wait(answers[0]?.body.id as string)
    expect(await ledger(client)).toMatchObject({ remaining: 998, held: 0 })
    expect(filesIn('objects').length, 'one original and one output').toBe(objects + 2)
    const other = await client.convert('another file', {}, { key: 'one key' })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
  })

  it('spend no credit twice', async () => {
    const visitor = new Client(server.url)
    await visitor.wait((await visitor.convert('first')).body.id) // 4 of 6 left: two more at 2
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => visitor.convert(`burst ${i}`)))
    const accepted = answers.filter(({ status }) => status === 202)
    expect(accepted).toHaveLength(2)
    const refused = answers.find(({ status }) => status !== 202)
    expect(refused).toMatchObject({
      status: 402,
      body: { code: 'insufficient_credits', credits_required: 2, credits_available: 0 },
    })
    for (const { body } of accepted) await visitor.wait(body.id)
    const sums = await server.platform.db.execute<{ off: number }>(
      sql`select count(*)::int as off from owners o where credits_available <> (select coalesce(sum(amount), 0) from credit_entries e where e.owner_id = o.id)`,
    )
    expect(sums.rows[0]?.off, 'the ledger’s sum is the balance').toBe(0)
  })

  it('keep both workers busy and no more than that', async () => {
    const client = await signUp(server.url)
    server.held.mostAtOnce = 0
    const sent = await Promise.all(Array.from({ length: 8 }, (_, i) => client.convert(`hold side${i}`)))
    await expect.poll(() => server.held.running.size, { timeout: 5000 }).toBe(2)
    for (let i = 0; i < 8; i++) server.held.release(`side${i}`)
    for (const { body } of sent) expect((await client.wait(body.id)).status).toBe('completed')
    expect(server.held.mostAtOnce).toBe(2)
  })
})

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
      'a name of 5,000 characters',
      () => new Client(server.url).convert('x', {}, { name: `${'n'.repeat(5000)}.md` }),
      400,
      'invalid_request',
    ],
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
      'JSON for a form',
      () => new Client(server.url).json('POST', path, { target_format: 'html' }),
      415,
      'unsupported_media_type',
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

  it('ids that are none, or somebody else’s, are nothing', async () => {
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
