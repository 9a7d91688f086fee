import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/contract.ts'
import type { OperationEntry } from '../../contract/convert.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { rateCard } from '../../server/core/schema.ts'
import { openApiDocument } from '../../server/openapi.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'

const CATALOG = '/api/v1/conversion/catalog/'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Asks with node:http, which neither decompresses nor caches. */
async function ask(headers: Record<string, string> = {}, method = 'GET') {
  const sent = request(`${server.url}${CATALOG}`, { method, headers }).end()
  const [answer] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return {
    status: answer.statusCode as number,
    headers: answer.headers as IncomingHttpHeaders,
    body: Buffer.concat(chunks),
  }
}

describe('the catalog', () => {
  it('has the formats and operations that the lists of the families have', async () => {
    const anyone = new Client(server.url)
    const list = async (path: string) => (await anyone.json('GET', path)).body
    const families = ['pdf_handler', 'convert/image', 'fonts', 'convert/video', 'convert/model']
    const { formats, operations } = await list(CATALOG)
    const formatLists = await Promise.all(families.map((one) => list(`/api/v1/${one}/formats/`)))
    const operationLists = await Promise.all(families.map((one) => list(`/api/v1/${one}/operations/`)))
    expect(formats).toEqual(formatLists.flatMap((one) => one.formats))
    expect(operations).toEqual(operationLists.flatMap((one) => one.operations))
    expect(formats.length).toBeGreaterThan(3)
    expect(operations.length).toBeGreaterThan(1)
  })

  it('is the same for a visitor and for an account', async () => {
    const me = await signUp(server.url)
    const mine = await me.fetch(CATALOG)
    expect(mine.headers.get('etag')).toBe((await ask()).headers.etag)
  })
})

describe('revalidation', () => {
  it('answers 304 without a body to the tag of the same answer', async () => {
    const first = await ask()
    expect(first.status).toBe(200)
    expect(first.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
      vary: 'accept-encoding',
    })
    const tag = first.headers.etag as string
    const again = await ask({ 'if-none-match': tag })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
    // RFC 9110, 15.4.5: what the 200 would have said to a cache.
    expect(again.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      etag: tag,
      vary: 'accept-encoding',
    })
    expect(again.headers['content-encoding']).toBeUndefined()
    expect(again.headers['content-type']).toBeUndefined()
  })

  it.each([
    ['a list', (tag: string) => `"other, one", ${tag}`],
    ['a list without spaces', (tag: string) => `W/"other",${tag}`],
    ['the tag as a strong one', (tag: string) => tag.slice(2)],
    ['any', () => '*'],
  ])('compares weakly: %s matches', async (_what, header) => {
    const tag = (await ask()).headers.etag as string
    expect((await ask({ 'if-none-match': header(tag) })).status).toBe(304)
  })

  it.each([
    ['another tag', () => 'W/"other"'],
    ['a part of the tag', (tag: string) => `${tag.slice(0, -4)}"`],
    ['the tag without its quotes', (tag: string) => tag.slice(3, -1)],
    ['the star as a tag', () => '"*"'],
    ['nothing', () => ''],
  ])('sends the body for %s', async (_what, header) => {
    const first = await ask()
    const again = await ask({ 'if-none-match': header(first.headers.etag as string) })
    expect(again.status).toBe(200)
    expect(again.body.equals(first.body)).toBe(true)
  })

  it('works for compressed answers, with one tag for all codings', async () => {
    const plain = await ask()
    const brotli = await ask({ 'accept-encoding': 'br' })
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      etag: plain.headers.etag,
      vary: 'accept-encoding',
    })
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true)
    const again = await ask({ 'accept-encoding': 'br', 'if-none-match': brotli.headers.etag as string })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
    expect(again.headers['content-encoding']).toBeUndefined()
  })

  it('works for HEAD', async () => {
    const get = await ask()
    const head = await ask({}, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.body).toHaveLength(0)
    expect(head.headers).toMatchObject({
      etag: get.headers.etag,
      'cache-control': 'private, no-cache',
      'content-length': String(get.body.length),
    })
    expect((await ask({ 'if-none-match': get.headers.etag as string }, 'HEAD')).status).toBe(304)
    expect((await ask({ 'accept-encoding': 'br' }, 'HEAD')).headers.etag).toBe(get.headers.etag)
  })

  it('sends a new body and a new tag after a price has changed', async () => {
    const before = await ask()
    await server.platform.db
      .update(rateCard)
      .set({ credits: 77 })
      .where(and(eq(rateCard.family, 'image'), eq(rateCard.operation, 'convert')))
    const after = await ask({ 'if-none-match': before.headers.etag as string })
    expect(after.status).toBe(200)
    expect(after.headers.etag).not.toBe(before.headers.etag)
    const { operations } = JSON.parse(after.body.toString()) as { operations: OperationEntry[] }
    expect(operations.find(({ family }) => family === 'image')?.credits).toBe(77)
  })

  it('is limited to operations that say so: every other answer is not stored', async () => {
    const other = await fetch(`${server.url}/api/v1/pdf_handler/formats/`, {
      headers: { 'if-none-match': '*' },
    })
    expect(other.status).toBe(200)
    expect(other.headers.get('cache-control')).toBe('no-store')
    expect(other.headers.get('etag')).toBeNull()
  })

  it('is described, and only reading operations have it', () => {
    const { paths } = openApiDocument('1.2.3')
    const revalidated = (Object.values(contract) as Endpoint[]).filter(({ cache }) => cache)
    expect(revalidated.length).toBeGreaterThan(0)
    for (const { method, path } of revalidated) {
      expect(method).toBe('GET')
      expect(paths?.[path]?.get?.responses).toHaveProperty('304')
      expect(paths?.[path]?.get?.parameters).toContainEqual(
        expect.objectContaining({ name: 'If-None-Match', in: 'header' }),
      )
    }
  })
})
