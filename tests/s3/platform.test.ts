import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { signUp, startServer, type TestServer } from '../server/harness.ts'
import { Wire } from './wire.ts'

let wire: Wire
let server: TestServer
beforeAll(async () => {
  wire = new Wire(new URL(inject('s3')?.endpoint as string))
  server = await startServer({ S3_ENDPOINT: await wire.restore() })
})
afterAll(async () => {
  await server.stop()
  await wire.cut()
})

describe('the platform on a bucket', () => {
  it('converts from upload to download, whole and in part, and writes no file beside the bucket', async () => {
    const me = await signUp(server.url)
    const { id } = (await me.convert('hello', {}, { name: 'Grüße.md' })).body
    const done = await me.wait(id)
    expect(done).toMatchObject({ status: 'completed', output: { size_bytes: 5 } })
    const whole = await me.fetch(done.download_url)
    expect([whole.status, whole.headers.get('content-length'), await whole.text()]).toEqual([
      200,
      '5',
      'HELLO',
    ])
    const part = await me.fetch(done.download_url, { headers: { range: 'bytes=1-2' } })
    expect([part.status, await part.text()]).toEqual([206, 'EL'])
    expect(existsSync(join(server.folder, 'objects'))).toBe(false)
  })

  it('says so while the store is away, changes nothing, and goes on when it is back', async () => {
    const me = await signUp(server.url)
    const { id } = (await me.convert('hold overnight')).body
    await server.held.started('hold overnight')
    const before = await me.wait((await me.convert('kept')).body.id)
    await wire.cut()
    try {
      const refused = await me.convert('nowhere to go')
      expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(refused.body.detail).toContain('The file store')
      const download = await me.json('GET', before.download_url)
      expect([download.status, download.body.code]).toEqual([503, 'unavailable'])
      const health = await me.json('GET', '/api/v1/health/')
      expect(health).toMatchObject({ status: 503, body: { checks: { storage: { status: 'down' } } } })
      server.held.release('overnight')
      await expect
        .poll(() => server.logged.some((line) => line.includes('a conversion waits for the file store')), {
          timeout: 20_000,
        })
        .toBe(true)
    } finally {
      await wire.restore()
    }
    expect((await me.json('GET', '/api/v1/health/')).body.checks.storage.status).toBe('ok')
    const done = await me.wait(id)
    expect(done, 'it waited for the store').toMatchObject({ status: 'completed' })
    const { body } = await me.json('GET', '/api/v1/docs_core/credits/')
    expect(body, 'two conversions, and nothing for the refused one').toMatchObject({
      remaining: 996,
      held: 0,
    })
  })

  it('breaks a download off that the store breaks off: a part never looks like the whole', async () => {
    const me = await signUp(server.url)
    const done = await me.wait((await me.convert(randomBytes(4_000_000).toString('hex'))).body.id)
    const download = await me.fetch(done.download_url)
    const reader = (download.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await wire.cut()
    await wire.restore()
    const rest = async () => {
      while (!(await reader.read()).done);
    }
    await expect(rest()).rejects.toThrow()
  })
})
