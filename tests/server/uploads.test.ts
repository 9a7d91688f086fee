import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UploadSession } from '../../contract/storage.ts'
import { type Client, signUp, startServer, type TestServer } from './harness.ts'
import { until } from './process.ts'
import { setClock } from './safe-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ STORAGE_QUOTA_MB: '5', MAX_UPLOAD_MB: '4' })
})
afterAll(() => server.stop())

const UPLOADS = '/api/v1/user/storage/uploads/'
const FILES = '/api/v1/user/storage/files/'
const begin = async (me: Client, size_bytes: number, file_name = 'film.mp4', key?: string) => {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  return me.json('POST', UPLOADS, { file_name, size_bytes }, headers)
}
const append = async (me: Client, id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) => {
  const response = await me.fetch(`${UPLOADS}${id}/?offset=${offset}`, {
    method: 'PATCH',
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
  return { status: response.status, body: (await response.json()) as UploadSession & { code?: string } }
}
const stands = async (me: Client, id: string) =>
  (await me.json('GET', `${UPLOADS}${id}/`)).body as UploadSession
const content = async (me: Client, url: string) => Buffer.from(await (await me.fetch(url)).arrayBuffer())
const bytesOf = (count: number) => new Uint8Array(randomBytes(count))

/**
 * Waits until this process has so many bytes of a file that is arriving; where files are in a
 * bucket, no answer tells of them yet.
 */
const received = (bytes: number) =>
  until(10, async () =>
    readdirSync(join(server.folder, 'scratch'), { recursive: true, withFileTypes: true }).some(
      (entry) => entry.isFile() && statSync(join(entry.parentPath, entry.name)).size === bytes,
    ),
  )

/** Begins to send a piece and breaks the connection after so many bytes. */
function sendPart(me: Client, id: string, offset: number, piece: Uint8Array, promised: number) {
  const sent = request(new URL(`${UPLOADS}${id}/?offset=${offset}`, me.url), {
    method: 'PATCH',
    headers: {
      cookie: [...me.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/octet-stream',
      'content-length': promised,
    },
  })
  sent.on('error', () => {})
  sent.write(piece)
  return sent
}

describe('an upload in pieces', () => {
  it('becomes a file with its last piece, whole and in order', async () => {
    const me = await signUp(server.url)
    const bytes = bytesOf(2_500_000)
    const { status, body } = await begin(me, bytes.length)
    expect(status).toBe(201)
    expect(body).toMatchObject({ offset: 0, size_bytes: bytes.length, file: null })
    for (let at = 0; at < bytes.length; at += 1_000_000) {
      const { body: answer } = await append(me, body.upload_id, at, bytes.slice(at, at + 1_000_000))
      expect(answer.offset).toBe(Math.min(at + 1_000_000, bytes.length))
    }
    const { file } = await stands(me, body.upload_id)
    expect(file).toMatchObject({
      file_name: 'film.mp4',
      file_size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      source: 'upload',
    })
    expect((await content(me, file?.download_url as string)).equals(Buffer.from(bytes))).toBe(true)
    // The last answer was lost: the same piece again stores nothing again.
    expect((await append(me, body.upload_id, 2_000_000, bytes.slice(2_000_000))).body.file?.id).toBe(file?.id)
    expect((await me.json('GET', FILES)).body.count).toBe(1)
  })

  it('goes on where a cut left it', async () => {
    const me = await signUp(server.url)
    const bytes = bytesOf(600_000)
    const { upload_id: id } = (await begin(me, bytes.length)).body
    const cut = sendPart(me, id, 0, bytes.subarray(0, 200_000), bytes.length)
    await received(200_000)
    cut.destroy()
    await until(10, async () => (await stands(me, id)).offset === 200_000)
    expect((await append(me, id, 0, bytes)).body).toMatchObject({
      code: 'upload_offset_mismatch',
      offset: 200_000,
    })
    expect((await append(me, id, 200_000, bytes.slice(200_000))).body.file).toMatchObject({
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
  })

  it('is taken over by whoever comes back, while the broken line still hangs', async () => {
    const me = await signUp(server.url)
    const bytes = bytesOf(300_000)
    const { upload_id: id } = (await begin(me, bytes.length)).body
    const hanging = sendPart(me, id, 0, bytes.subarray(0, 100_000), bytes.length)
    await received(100_000)
    const { body } = await append(me, id, 100_000, bytes.slice(100_000))
    expect(body.file?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    hanging.destroy()
  })

  it('takes no more than it was begun for, and no more than there is room for, several at once counted', async () => {
    const me = await signUp(server.url)
    const { upload_id: id } = (await begin(me, 10)).body
    expect((await append(me, id, 0, bytesOf(11))).body.code).toBe('file_too_large')
    expect((await stands(me, id)).offset).toBe(0)
    expect((await begin(me, 4_000_001)).body.code).toBe('file_too_large')
    expect((await begin(me, 3_000_000)).status).toBe(201)
    expect((await begin(me, 3_000_000)).body.code).toBe('storage_quota_exceeded')
    // What nobody goes on with keeps nobody out.
    setClock(server, 11 * 60_000)
    expect((await begin(me, 3_000_000)).status).toBe(201)
    setClock(server, 0)
  })

  it('is begun once for a repeated key, is nobody else’s, and can be given up', async () => {
    const [me, other] = [await signUp(server.url), await signUp(server.url)]
    const key = randomUUID()
    const [first, second] = await Promise.all([begin(me, 5, 'a', key), begin(me, 5, 'a', key)])
    expect(first.body.upload_id).toBe(second.body.upload_id)
    const id = first.body.upload_id
    expect((await other.json('GET', `${UPLOADS}${id}/`)).status).toBe(404)
    expect((await append(other, id, 0, bytesOf(5))).body.code).toBe('not_found')
    expect((await other.json('DELETE', `${UPLOADS}${id}/`)).status).toBe(404)
    await append(me, id, 0, bytesOf(2))
    expect((await me.json('DELETE', `${UPLOADS}${id}/`)).status).toBe(204)
    expect((await append(me, id, 2, bytesOf(3))).body.code).toBe('not_found')
  })

  it('answers a large piece that begins elsewhere, and keeps the connection', async () => {
    const me = await signUp(server.url)
    const bytes = bytesOf(3_000_000)
    const { upload_id: id } = (await begin(me, bytes.length)).body
    for (let count = 0; count < 5; count++)
      expect((await append(me, id, 1, bytes.slice(1))).body).toMatchObject({
        code: 'upload_offset_mismatch',
        offset: 0,
      })
    expect((await append(me, id, 0, bytes)).body.file?.sha256).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    )
  })

  it('takes bytes and nothing else, and no other operation takes bytes', async () => {
    const me = await signUp(server.url)
    const { upload_id: id } = (await begin(me, 5)).body
    expect((await me.json('PATCH', `${UPLOADS}${id}/?offset=0`, { a: 1 })).body.code).toBe(
      'unsupported_media_type',
    )
    const response = await me.fetch(`${FILES}delete/`, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(response.status).toBe(415)
  })

  it('many at once are many files', async () => {
    const me = await signUp(server.url)
    const many = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const bytes = bytesOf(50_000 + at)
        const { upload_id: id } = (await begin(me, bytes.length, `${at}.bin`)).body
        await append(me, id, 0, bytes.slice(0, 20_000))
        return (await append(me, id, 20_000, bytes.slice(20_000))).body.file
      }),
    )
    expect(new Set(many.map((file) => file?.id)).size).toBe(12)
    expect((await me.json('GET', FILES)).body.storage.files).toBe(12)
  })
})
