import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, signUp, startServer, type TestServer } from './harness.ts'

const CONVERT = '/api/v1/pdf_handler/convert/'
const JSON_CONVERT = `${CONVERT}json/`
const UPLOAD = '/api/v1/user/storage/files/upload/'
const NOBODYS = '00000000-0000-4000-8000-000000000000'

let server: TestServer
let me: Client
beforeAll(async () => {
  server = await startServer()
  me = await signUp(server.url)
})
afterAll(() => server.stop())

type Part = [name: string, value: string | Blob, filename?: string]
const note: Part = ['file', new Blob(['# Note']), 'note.md']

async function post(path: string, ...parts: Part[]) {
  const form = new FormData()
  for (const [name, value, filename] of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, filename)
  const response = await me.fetch(path, { method: 'POST', body: form })
  const body = (await response.json()) as Partial<
    Record<'id' | 's3_key' | 'detail', string> & {
      storage_bytes_recorded: number
      errors: { path: string }[]
    }
  >
  return { status: response.status, body }
}

describe('a multipart request', () => {
  it.each<[reason: string, path: string, parts: Part[], field: string]>([
    ['is missing', CONVERT, [note], 'target_format'],
    ['is unknown', CONVERT, [note, ['target_format', 'html'], ['fiel', 'x']], 'fiel'],
    [
      'must be a file',
      CONVERT,
      [
        ['file', 'text'],
        ['target_format', 'html'],
      ],
      'file',
    ],
    ['must be text', CONVERT, [note, ['target_format', new Blob(['html']), 'x.txt']], 'target_format'],
    [
      'may be sent only once',
      CONVERT,
      [note, ['target_format', 'html'], ['target_format', 'txt']],
      'target_format',
    ],
    ['is not a JSON object', CONVERT, [note, ['target_format', 'html'], ['options', '[1]']], 'options'],
    ['is missing', UPLOAD, [], 'file'],
    ['may be sent only once', UPLOAD, [note, note], 'file'],
  ])('says of a part that it %s (%s)', async (reason, path, parts, field) => {
    const { status, body } = await post(path, ...parts)
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ path: field }])
    expect(body.detail).toContain(`“${field}”`)
    expect(body.detail).toMatch(reason === 'is missing' ? /missing|expected|required/i : reason)
  })

  it('takes booleans as clients of each language write them', async () => {
    const used = async (tracked: string) => {
      const { status, body } = await post(UPLOAD, note, ['storage_already_tracked', tracked])
      return status === 201 || status === 200 ? body.storage_bytes_recorded : body.errors?.[0]?.path
    }
    for (const text of ['true', 'True', 'TRUE', '1', 'on', 'ON']) expect(await used(text), text).toBe(0)
    for (const text of ['false', 'False', 'FALSE', '0', 'off', 'OFF']) expect(await used(text), text).toBe(6)
    for (const text of ['yes', '2', '']) expect(await used(text), text).toBe('storage_already_tracked')
    for (const text of ['True', '1', 'on'])
      expect((await me.json('GET', `/api/v1/conversion/?hidden=${text}`)).status).toBe(200)
    expect((await me.json('GET', '/api/v1/conversion/?hidden=maybe')).status).toBe(400)
  })

  it('says what is wrong with the whole body', async () => {
    const send = (type: string, body: string) =>
      me.fetch(CONVERT, { method: 'POST', headers: { 'content-type': type }, body })
    expect((await send('text/plain', 'x')).status).toBe(415)
    expect((await send('multipart/form-data', 'x')).status).toBe(400)
    expect((await send('multipart/form-data; boundary=x', 'no boundary')).status).toBe(400)
  })
})

describe('a file that the caller owns', () => {
  it('is named by its key, as a stored file, or as the result of a conversion', async () => {
    const stored = (await post(UPLOAD, note)).body
    const { body: sent } = await me.convert('# Made', { target_format: 'txt' })
    const made = await me.wait(sent.id)
    for (const [reference, source] of [
      [{ s3_key: stored.s3_key }, 'md'],
      [{ file_id: stored.id }, 'md'],
      [{ conversion_id: made.id }, 'txt'],
    ] as const) {
      const json = await me.json('POST', JSON_CONVERT, { ...reference, target_format: 'html' })
      expect([json.status, (await me.wait(json.body.id)).source_format]).toEqual([202, source])
      const [[name, value]] = Object.entries(reference) as [[string, string]]
      const form = await post(CONVERT, [name, value], ['target_format', 'html'])
      expect([form.status, (await me.wait(String(form.body.id))).source_format]).toEqual([202, source])
    }
  })

  it('is refused by the name of its field: unknown, of another account, or of the other kind', async () => {
    const { body: sent } = await me.convert('# Made', { target_format: 'html' })
    await me.wait(sent.id)
    const other = await signUp(server.url)
    for (const [client, reference] of [
      [me, { file_id: sent.id }],
      [me, { file_id: NOBODYS }],
      [me, { conversion_id: NOBODYS }],
      [other, { conversion_id: sent.id }],
    ] as const) {
      const { status, body } = await client.json('POST', JSON_CONVERT, { ...reference, target_format: 'txt' })
      expect([status, body.code]).toEqual([404, 'not_found'])
      expect(body.errors?.[0]?.path ?? body.detail).toContain(Object.keys(reference)[0])
    }
    const both = await me.json('POST', JSON_CONVERT, {
      file_id: NOBODYS,
      conversion_id: sent.id,
      target_format: 'txt',
    })
    expect([both.status, both.body.code]).toEqual([400, 'invalid_request'])
  })
})
