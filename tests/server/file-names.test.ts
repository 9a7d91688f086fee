import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../contract/contract.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { cleanFileName } from '../../contract/file-name.ts'
import { type Client, signUp, startServer, type TestServer } from './harness.ts'

describe('a file name', () => {
  it.each([
    ['../../evil', 'evil'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['a\r\nSet-Cookie: x=y.md', 'aSet-Cookie: x=y.md'],
    ['..\0/..\0', 'unnamed'],
    ['agnp.\u202egpj', 'agnp.gpj'],
    ['...hidden', 'hidden'],
    ['.gitignore', 'gitignore'],
    ['report.pdf. . .', 'report.pdf'],
    ['  spaced.pdf  ', 'spaced.pdf'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['COM1.tar.gz', '_COM1.tar.gz'],
    ['console.txt', 'console.txt'],
    ['e\u0301\u200e.md', 'é.md'],
    ['\ud83d.md', '\ufffd.md'],
    ['', 'unnamed'],
    ['/', 'unnamed'],
    [`${'ä'.repeat(300)}.pdf`, `${'ä'.repeat(125)}.pdf`],
    [`a.${'b'.repeat(300)}`, `a.${'b'.repeat(253)}`],
    ['Grüße, 日本 👩‍👩‍👧.md', 'Grüße, 日本 👩‍👩‍👧.md'],
  ])('%j becomes %j', (given, clean) => {
    expect(cleanFileName(given)).toBe(clean)
  })

  it('is clean whatever is sent, and stays as it is when it is cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (given) => {
        const name = cleanFileName(given)
        expect(name).not.toMatch(/[\\/\p{Cc}\p{Bidi_Control}]|^[.\s]|[.\s]$|^$/u)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
        expect(cleanFileName(name)).toBe(name)
      }),
    )
  })
})

/** Every schema of a request's part that has this name, with the place where it stands. */
function* named(schema: unknown, names: readonly string[], path: string): Generator<[string, z.ZodType]> {
  if (!(schema instanceof z.ZodType)) return
  if (schema instanceof z.ZodObject) {
    for (const [name, inner] of Object.entries(schema.shape)) {
      if (names.includes(name)) yield [`${path}.${name}`, inner as z.ZodType]
      else yield* named(inner, names, `${path}.${name}`)
    }
    return
  }
  const {
    innerType,
    element,
    options,
    valueType,
    in: from,
  } = schema.def as unknown as Record<string, unknown>
  for (const inner of [innerType, element, valueType, from, ...((options as unknown[]) ?? [])])
    yield* named(inner, names, path)
}

describe('the contract', () => {
  const fields = (Object.entries(contract) as [string, Endpoint][]).flatMap(([name, endpoint]) =>
    (['params', 'query', 'json', 'form'] as const).flatMap((part) => [
      ...named(endpoint[part], ['filename', 'file_name'], `${name}.${part}`),
    ]),
  )

  it.each(fields)('cleans %s', (_path, schema) => {
    expect(schema.parse('../../e\r\nvil.pdf')).toBe('evil.pdf')
  })

  it('takes file names in several operations', () => {
    expect(fields.length).toBeGreaterThan(10)
  })
})

const EVIL = '../../e\r\nvi\u202el'
const CONVERT = '/api/v1/pdf_handler/convert/'
const FILES = '/api/v1/user/storage/files/'

describe('on the wire, a name with a path and controls', () => {
  let server: TestServer
  let web: Server
  let me: Client
  beforeAll(async () => {
    server = await startServer({ IMPORT_FROM: '127.0.0.0/8' })
    web = createServer((_request, response) => {
      response.setHeader('content-disposition', `attachment; filename*=UTF-8''..%2F..%2Fe%0D%0Avil.md`)
      response.end('from afar')
    })
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    me = await signUp(server.url)
  })
  afterAll(async () => {
    web.close()
    await server.stop()
  })
  const address = () => `http://127.0.0.1:${(web.address() as AddressInfo).port}/x`

  const store = async (name: string, content = 'stored') => {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    const response = await me.fetch(`${FILES}upload/`, { method: 'POST', body: form })
    return (await response.json()) as { id: string; s3_key: string; file_name: string }
  }
  const zipOf = async (response: Response) => ({
    disposition: response.headers.get('content-disposition'),
    entries: Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer()))),
  })

  it('names a conversion, its result, the download and the archive by its last part', async () => {
    const { s3_key } = await store('note.md')
    const sent = await me.json('POST', `${CONVERT}json/`, {
      s3_key,
      filename: `${EVIL}.md`,
      target_format: 'html',
    })
    const done = await me.wait(sent.body.id)
    expect(done).toMatchObject({ filename: 'evil.md', output: { filename: 'evil.html' } })
    const file = await me.fetch(done.download_url)
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="evil.html"; filename*=UTF-8''evil.html`,
    )
    const again = (await me.convert('sent', {}, { name: '..\\..\\evil.md' })).body
    await me.wait(again.id)
    const batch = await me.json('POST', '/api/v1/docs_core/batch/collect/', {
      conversion_ids: [done.id, again.id],
      filename: EVIL,
    })
    expect(batch.body.filename).toBe('evil.zip')
    expect(await zipOf(await me.fetch(batch.body.download_url))).toEqual({
      disposition: `attachment; filename="evil.zip"; filename*=UTF-8''evil.zip`,
      entries: ['evil.html', 'evil (2).html'],
    })
  })

  it('names a fetched file by its last part, whoever gives the name', async () => {
    const imported = async (body: object) =>
      (await me.json('POST', '/api/v1/conversion/import/', body)).body.filename
    expect(await imported({ url: address() })).toBe('evil.md')
    expect(await imported({ url: address(), filename: `${EVIL}.txt` })).toBe('evil.txt')
  })

  it('names a saved PDF by its last part', async () => {
    const { s3_key } = await store('lease.pdf')
    const sent = await me.json('POST', '/api/v1/pdf_handler/save/', { s3_key, edits: {}, filename: EVIL })
    expect((await me.wait(sent.body.id)).output.filename).toBe('evil.pdf')
  })

  it('names stored files and their archive by its last part', async () => {
    const { id, s3_key, file_name } = await store('..\\..\\evil.txt')
    expect(file_name).toBe('evil.txt')
    const registered = await me.json('POST', `${FILES}register/`, { s3_key, file_name: EVIL })
    expect(registered.body.file_name).toBe('evil')
    const renamed = await me.json('PATCH', `${FILES}${id}/`, { file_name: `${EVIL}.md` })
    expect(renamed.body.file_name).toBe('evil.md')
    const session = await me.json('POST', '/api/v1/user/storage/uploads/', { file_name: EVIL, size_bytes: 3 })
    expect(session.body.file_name).toBe('evil')
    const zip = await me.fetch(`${FILES}download/zip/`, {
      method: 'POST',
      body: JSON.stringify({ file_ids: [id], filename: EVIL }),
      headers: { 'content-type': 'application/json' },
    })
    expect(await zipOf(zip)).toEqual({
      disposition: `attachment; filename="evil.zip"; filename*=UTF-8''evil.zip`,
      entries: ['evil.md'],
    })
  })
})
