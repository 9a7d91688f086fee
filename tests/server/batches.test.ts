import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversions, objects } from '../../server/core/schema.ts'
import { sweep } from '../../server/worker/sweep.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { until } from './process.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Person = Awaited<ReturnType<typeof signUp>>

const made = async (me: Person, content: string, name: string) => {
  const { body } = await me.convert(content, {}, { name })
  return me.wait(body.id)
}
const collect = (me: Client, conversion_ids: string[], more: object = {}) =>
  me.json('POST', '/api/v1/docs_core/batch/collect/', { conversion_ids, ...more })
const zipOf = async (me: Client, id: string) => {
  const response = await me.fetch(`/api/v1/docs_core/batch/${id}/download/`)
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

describe('a conversion that made several files', () => {
  it('is downloaded as a ZIP that says so', async () => {
    const me = await signUp(server.url)
    const fields = { operation: 'split', target_format: 'pdf' }
    const { body } = await me.convert('pages', fields, { name: 'report.pdf' })
    const { output } = await me.wait(body.id)
    expect(output).toMatchObject({ filename: 'report.zip', format: 'zip' })
    const file = await me.fetch(`/api/v1/pdf_handler/${body.id}/download/`)
    expect(file.headers.get('content-type')).toBe('application/zip')
  })
})

describe('a batch', () => {
  it('is one ZIP of its files, as long as it says, that other programs open', async () => {
    const me = await signUp(server.url)
    const rows = [
      await made(me, 'one', 'Report.md'),
      await made(me, 'two', 'report.md'),
      await made(me, 'three', 'Grüße, 日本.md'),
    ]
    const ids = rows.map(({ id }) => id)
    const { body } = await collect(me, ids, { filename: '../../Harbour' })
    expect(body).toMatchObject({
      status: 'completed',
      total: 3,
      size_bytes: 11,
      filename: 'Harbour.zip',
    })
    const { response, bytes } = await zipOf(me, body.id)
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
    const files = Object.entries(unzipSync(bytes)).map(([name, data]) => [name, Buffer.from(data).toString()])
    expect(files).toEqual([
      ['Report.html', 'ONE'],
      ['report (2).html', 'TWO'],
      ['Grüße, 日本.html', 'THREE'],
    ])
    const folder = mkdtempSync(join(tmpdir(), 'filewright-zip-'))
    writeFileSync(join(folder, 'all.zip'), bytes)
    execFileSync('python3', ['-m', 'zipfile', '-e', 'all.zip', 'out'], { cwd: folder })
    expect(readdirSync(join(folder, 'out'))).toHaveLength(3)
    expect(readFileSync(join(folder, 'out', 'Report.html'), 'utf8')).toBe('ONE')
    rmSync(folder, { recursive: true })
  })

  it('leaves no file open when its download is broken off, from either side', async () => {
    const me = await signUp(server.url)
    const rows = [await made(me, 'one', 'a.md'), await made(me, 'two', 'b.md')]
    const { body } = await collect(
      me,
      rows.map(({ id }) => id),
    )
    const { objects: files } = server.platform
    const read = files.read
    const streams: Readable[] = []
    // A file of which the rest is long in coming.
    files.read = async () => {
      const stream = new Readable({ read() {} })
      stream.push('ON')
      streams.push(stream)
      return stream
    }
    try {
      const path = `/api/v1/docs_core/batch/${body.id}/download/`
      const leaving = new AbortController()
      const left = await me.fetch(path, { signal: leaving.signal })
      await left.body?.getReader().read()
      leaving.abort()
      await until(5, async () => streams.length === 1 && streams[0]?.closed)
      const broken = await me.fetch(path)
      await until(5, async () => streams.length === 2)
      streams[1]?.destroy(new Error('the disk says no'))
      await expect(broken.arrayBuffer()).rejects.toThrow()
    } finally {
      files.read = read
    }
    expect((await zipOf(me, body.id)).response.status).toBe(200)
  })

  it('is made once for a key, and of the caller’s own conversions alone', async () => {
    const me = await signUp(server.url)
    const { id } = await made(me, 'x', 'a.md')
    const headers = { 'idempotency-key': 'k' }
    const path = '/api/v1/docs_core/batch/collect/'
    const [a, b] = [
      await me.json('POST', path, { conversion_ids: [id, id] }, headers),
      await me.json('POST', path, { conversion_ids: [id, id] }, headers),
    ]
    expect(a.body.batch_id).toBe(b.body.batch_id)
    expect(a.body.total).toBe(1)
    for (const stranger of [await signUp(server.url), new Client(server.url)]) {
      expect((await collect(stranger, [id])).body.code).toBe('not_found')
      expect((await zipOf(stranger, a.body.batch_id)).response.status).toBe(404)
    }
    const other = await made(await signUp(server.url), 'y', 'b.md')
    expect((await collect(me, [id, other.id])).body.code).toBe('not_found')
    expect((await collect(me, [])).body.code).toBe('invalid_request')
  })

  it('says so when nothing has finished, or everything has expired', async () => {
    const me = await signUp(server.url)
    const failed = await made(me, 'fail source_damaged', 'a.md')
    const none = (await collect(me, [failed.id])).body
    expect(none).toMatchObject({ status: 'failed', download_url: null })
    const answer = await me.json('GET', `/api/v1/docs_core/batch/${none.id}/download/`)
    expect([answer.status, answer.body.code]).toEqual([409, 'not_finished'])

    const gone = await made(me, 'old', 'b.md')
    const batch = (await collect(me, [gone.id, failed.id])).body
    await server.platform.db
      .update(conversions)
      .set({ expiresAt: new Date(0) })
      .where(eq(conversions.id, gone.id))
    await sweep(server.platform)
    const late = await me.json('GET', `/api/v1/media_core/batch/${batch.id}/download/`)
    expect([late.status, late.body.code]).toEqual([410, 'expired'])
  })

  it('of media has its link under media_core, one with a document under docs_core', async () => {
    const me = await signUp(server.url)
    const path = '/api/v1/convert/image/convert/'
    const image = await me.convert('image', { target_format: 'webp' }, { name: 'a.png', path })
    await me.json('GET', `/api/v1/media_core/conversion/wait/${image.body.id}/`)
    const note = await made(me, 'one', 'b.md')
    const linkOf = async (ids: string[]) => new URL((await collect(me, ids)).body.download_url).pathname
    expect(await linkOf([image.body.id])).toMatch(/^\/api\/v1\/media_core\/batch\//)
    expect(await linkOf([image.body.id, note.id])).toMatch(/^\/api\/v1\/docs_core\/batch\//)
  })

  it('is waited for until the last of its conversions settles', async () => {
    const me = await signUp(server.url)
    const batch_id = randomUUID()
    await me.convert('quick', { batch_id })
    const slow = await me.convert('hold the-last', { batch_id })
    const path = `/api/v1/media_core/conversion/wait/${batch_id}/`
    const soon = await me.json('GET', `${path}?timeout=0`)
    expect(soon.body).toMatchObject({ status: 'pending', total: 2 })
    const waiting = me.json('GET', path)
    await server.held.started('hold the-last')
    server.held.release('the-last')
    expect((await waiting).body).toMatchObject({ status: 'completed', completed: 2, pending: 0 })
    expect((await me.wait(slow.body.id)).batch_id).toBe(batch_id)
  })
})

describe('a file without a conversion', () => {
  it('is kept for a day, and longer where a conversion has taken it up', async () => {
    const me = await signUp(server.url)
    const keep = async (name: string) => {
      const form = new FormData()
      form.append('file', new Blob(['# kept']), name)
      return (await (await me.fetch('/api/v1/fonts/upload/', { method: 'POST', body: form })).json()) as {
        s3_key: string
        code?: string
      }
    }
    // No font: nothing of it stays.
    expect((await keep('a.md')).code).toBe('unsupported_source')
    const count = async () => {
      const { rows } = await server.platform.db.execute<{ n: number }>(
        sql`select count(*)::int as n from objects where owner_id = (select id from users where username = ${me.username})`,
      )
      return rows[0]?.n
    }
    expect(await count()).toBe(0)
    const done = await made(me, 'taken', 'b.md')
    await server.platform.db
      .update(objects)
      .set({ expiresAt: new Date(0) })
      .where(eq(objects.key, done.s3_key))
    await sweep(server.platform)
    expect(await count()).toBe(2)
    await me.json('DELETE', `/api/v1/conversion/${done.id}/`)
    expect(await count()).toBe(0)
  })
})

describe('a small image', () => {
  it('is drawn once, is in no list, and goes with the file that it was made of', async () => {
    const me = await signUp(server.url)
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x61])
    const sent = await me.convert(
      png,
      { target_format: 'webp' },
      { name: 'a.png', path: '/api/v1/convert/image/convert/' },
    )
    await me.json('GET', `/api/v1/media_core/conversion/wait/${sent.body.id}/`)
    const rows = async () => {
      const { rows: found } = await server.platform.db.execute<{ conversions: number; objects: number }>(
        sql`select (select count(*)::int from conversions where owner_id = u.id) as conversions,
          (select count(*)::int from objects where owner_id = u.id) as objects from users u where username = ${me.username}`,
      )
      return found[0]
    }
    expect(await rows()).toEqual({ conversions: 1, objects: 2 })
    for (let time = 0; time < 2; time++)
      expect((await me.fetch(`/api/v1/conversion/${sent.body.id}/thumbnail/`)).status).toBe(200)
    expect(await rows()).toEqual({ conversions: 2, objects: 3 })
    expect((await me.json('GET', '/api/v1/conversion/')).body.count).toBe(1)
    expect((await me.json('GET', '/api/v1/docs_core/credits/')).body.held).toBe(0)
    await me.json('DELETE', `/api/v1/conversion/${sent.body.id}/`)
    expect(await rows()).toEqual({ conversions: 0, objects: 0 })
  })

  it('is tried again when what failed was not the file, but not at every glance', async () => {
    const me = await signUp(server.url)
    const sent = await me.convert(
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x62]),
      { target_format: 'webp' },
      { name: 'b.png', path: '/api/v1/convert/image/convert/' },
    )
    await me.json('GET', `/api/v1/media_core/conversion/wait/${sent.body.id}/`)
    const status = async () => (await me.fetch(`/api/v1/conversion/${sent.body.id}/thumbnail/`)).status
    const failed = (code: string, seconds: number) =>
      server.platform.db
        .update(conversions)
        .set({
          status: 'failed',
          errorCode: code as 'storage_full',
          outputKey: null,
          output: null,
          completedAt: new Date(Date.now() - seconds * 1000),
        })
        .where(eq(conversions.service, true))
    expect(await status()).toBe(200)
    await failed('storage_full', 5)
    const shownAtFirst = await status()
    await failed('source_damaged', 100)
    const shownThen = await status()
    await failed('storage_full', 100)
    expect([shownAtFirst, shownThen, await status()]).toEqual([404, 404, 200])
  })
})
