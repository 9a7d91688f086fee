import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, pathsOf } from '../../contract/contract.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { securityEvents, shares } from '../../server/core/schema.ts'
import { PAGE_ONLY_HEADERS } from '../../server/http/security-headers.ts'
import { signUp, startServer, type TestServer } from './harness.ts'
import { until } from './process.ts'
import { owner, session, person as signer, tokenOf } from './signing-desk.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer()
  folder = mkdtempSync(join(tmpdir(), 'filewright-pages-'))
  for (const page of ['index', 'share', 'sign', 'scan'])
    writeFileSync(join(folder, `${page}.html`), `<!--card--><h1>${page}</h1>`)
  mkdirSync(join(folder, 'assets'))
  for (const file of [
    'pdf.worker.min-0123abcd.mjs',
    'pdf.worker.min-0123abcd.mjs.br',
    'index-0123abcd.js',
    'index-0123abcd.css',
  ])
    writeFileSync(join(folder, 'assets', file), '// a script')
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What Node sends and gets, with headers as they are on the wire. */
async function ask(url: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const asking = request(url, options).end()
  const [answer] = await once(asking, 'response')
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece)
  return { status: answer.statusCode as number, headers: answer.headers, body: Buffer.concat(pieces) }
}

describe('the log', () => {
  it('has no parameter of an operation that needs no sign-in, and no path of a public page', async () => {
    const MARK = 'MARKED-by-a-test-0123456789abcdefghijklmnop'
    const app: FastifyInstance = createApp(server.platform, { dashboard: folder })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const open = (Object.values(contract) as Endpoint[]).filter(
      ({ auth }) => auth !== 'account' && auth !== 'admin',
    )
    const paths = open.flatMap((endpoint) =>
      pathsOf(endpoint).map((path) => ({ method: endpoint.method, path: path.replace(/\{\w+\}/g, MARK) })),
    )
    const pages = [
      `/s/${MARK}`,
      `/sign/${MARK}`,
      `/sign/device/${MARK}`,
      `/nowhere/${MARK}`,
      `/sign/${MARK}.pdf`,
    ]
    const asked = [
      ...paths,
      ...paths.map(({ path }) => ({ method: 'HEAD', path })),
      ...paths.map(({ path }) => ({ method: 'PATCH', path: `${path}${MARK}` })),
      ...pages.map((path) => ({ method: 'GET', path })),
    ]
    try {
      const before = server.logged.length
      for (const { method, path } of asked)
        await ask(`${url}${path}?code=${MARK}`, { method, headers: { 'x-forwarded-for': '192.0.2.1' } })
      expect(server.logged.length - before).toBeGreaterThanOrEqual(asked.length)
      expect(server.logged.filter((line) => line.includes(MARK))).toEqual([])
      expect(asked.filter(({ path }) => path.includes(MARK)).length).toBeGreaterThan(60)
    } finally {
      await app.close()
    }
  })
})

it('the worker that draws PDFs may run WebAssembly, and nothing else', async () => {
  const app: FastifyInstance = createApp(server.platform, { dashboard: folder })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const scriptsOf = async (path: string, headers = {}) => {
    const answer = await ask(`${url}${path}`, { headers })
    expect(answer.status).toBe(200)
    return /script-src [^;]*/.exec(String(answer.headers['content-security-policy']))?.[0]
  }
  try {
    const worker = '/assets/pdf.worker.min-0123abcd.mjs'
    for (const headers of [{}, { 'accept-encoding': 'br' }])
      expect(await scriptsOf(worker, headers)).toBe("script-src 'self' 'wasm-unsafe-eval'")
    for (const path of ['/', '/sign/x', '/convert', '/assets/index-0123abcd.js', '/api/v1/health/'])
      expect(await scriptsOf(path), path).toBe("script-src 'self'")
  } finally {
    await app.close()
  }
})

it('headers that a browser heeds only of a page are not sent with what a page loads', async () => {
  const app = createApp(server.platform, { dashboard: folder })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const page = await ask(`${url}/`)
    for (const name of PAGE_ONLY_HEADERS) expect(page.headers).toHaveProperty(name)
    for (const file of ['index-0123abcd.js', 'index-0123abcd.css', 'pdf.worker.min-0123abcd.mjs']) {
      const { status, headers } = await ask(`${url}/assets/${file}`)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      for (const name of PAGE_ONLY_HEADERS) expect(headers).not.toHaveProperty(name)
      // A worker takes its policy from its own file; a style sheet has none.
      expect('content-security-policy' in headers, file).toBe(!file.endsWith('.css'))
    }
    // What is not there is said by a page, with all of them.
    const none = await ask(`${url}/assets/none.js`)
    expect(none.status).toBe(404)
    for (const name of PAGE_ONLY_HEADERS) expect(none.headers).toHaveProperty(name)
  } finally {
    await app.close()
  }
})

it('a failed query is logged without its parameters', async () => {
  const { db, log } = server.platform
  const error = await db
    .execute(sql`select ${'mail-of-somebody@mail.example'}::int, ${'two\nlines'}::int`)
    .catch((failed) => failed)
  expect(error.message).toContain('mail-of-somebody')
  log.error({ err: error }, 'a query failed')
  const line = server.logged.at(-1) ?? ''
  expect(line).toContain('Failed query: select')
  expect(line).toContain('transport.test.ts')
  expect(line).not.toMatch(/mail-of-somebody|two/)
})

describe('HEAD', () => {
  it('of a download with a limit takes nothing of it and counts no visit', async () => {
    const me = await signUp(server.url)
    const form = new FormData()
    form.append('file', new Blob([Buffer.alloc(3_000_000, 'x')]), 'big.txt')
    const stored = await me.fetch('/api/v1/user/storage/files/upload/', { method: 'POST', body: form })
    const { id } = (await stored.json()) as { id: string }
    const { body: link } = await me.json('POST', '/api/v1/user/shares/', { file_id: id, max_downloads: 1 })
    const token = link.url.split('/s/')[1]
    const at = `${server.url}/api/v1/user/shares/public/${token}/`
    expect((await ask(at, { method: 'HEAD' })).status).toBe(200)
    const redeemed = await fetch(`${at}download/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { download_url: url } = (await redeemed.json()) as { download_url: string }
    for (let time = 0; time < 3; time++) {
      const head = await ask(url, { method: 'HEAD' })
      expect(head.status).toBe(200)
      expect(head.headers['content-length']).toBe('3000000')
      expect(head.body).toHaveLength(0)
    }
    expect((await ask(url)).body).toHaveLength(3_000_000)
    const [row] = await server.platform.db.select().from(shares).where(eq(shares.id, link.id))
    expect(row).toMatchObject({ downloads: 1, views: 0 })
  })

  it('of a signing link notes nothing', async () => {
    const me = await owner(server)
    const anna = signer({ role: 'signer' })
    const { id } = await session(me, [anna])
    const link = `${server.url}/api/v1/pdf_handler/signing/sign/${await tokenOf(server, anna)}/`
    const log = async () =>
      (await me.json('GET', `/api/v1/pdf_handler/signing/sessions/${id}/log/`)).body.rows.map(
        ({ event }: { event: string }) => event,
      )
    const before = await log()
    for (const part of ['', 'document/'])
      expect((await ask(`${link}${part}`, { method: 'HEAD' })).status).toBe(200)
    expect(await log()).toEqual(before)
    await ask(link)
    await ask(link)
    expect(await log()).toEqual([...before, 'opened'])
  })
})

describe('a proxy', () => {
  it('in front is believed as far as it is said to be: a caller cannot choose their own address', async () => {
    const behind = await startServer({ TRUST_PROXY: '1' })
    try {
      const me = await signUp(behind.url)
      // The caller's own words come first; the proxy appends what it saw.
      const headers = { 'x-forwarded-for': '203.0.113.66, 198.51.100.7' }
      await me.json(
        'POST',
        '/api/v1/user/auth/login/',
        { username: me.username, password: 'wrong horse' },
        headers,
      )
      const rows = await behind.platform.db.select().from(securityEvents)
      expect(rows.find(({ kind }) => kind === 'sign_in_failed')?.address).toBe('198.51.100.7')
    } finally {
      await behind.stop()
    }
  })

  it('is set by a number or by networks', () => {
    const set = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).TRUST_PROXY
    expect(set('false')).toBe(false)
    expect(set('true')).toBe(1)
    expect(set('2')).toBe(2)
    expect(set('10.0.0.0/8, ::1')).toEqual(['10.0.0.0/8', '::1'])
    for (const wrong of ['yes', '11', '10.0.0.0/64', 'proxy.example'])
      expect(() => set(wrong), wrong).toThrow('TRUST_PROXY')
  })

  it('that is none of the networks is not believed', async () => {
    const behind = await startServer({ TRUST_PROXY: '192.0.2.0/24' })
    try {
      const me = await signUp(behind.url)
      await me.json(
        'POST',
        '/api/v1/user/auth/login/',
        { username: me.username, password: 'wrong horse' },
        { 'x-forwarded-for': '198.51.100.7' },
      )
      const rows = await behind.platform.db.select().from(securityEvents)
      expect(rows.find(({ kind }) => kind === 'sign_in_failed')?.address).toBe('127.0.0.1')
    } finally {
      await behind.stop()
    }
  })
})

describe('an answer', () => {
  it('is compressed where the caller takes it, and not where another site asks', async () => {
    const url = `${server.url}/api/v1/openapi.json`
    const plain = await ask(url)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const brotli = await ask(url, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept-encoding'),
    })
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true)
    expect(brotli.body.length).toBeLessThan(plain.body.length / 5)
    const gzip = await ask(url, { headers: { 'accept-encoding': 'gzip' } })
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
    const foreign = await ask(url, { headers: { 'accept-encoding': 'br', 'sec-fetch-site': 'cross-site' } })
    expect(foreign.headers['content-encoding']).toBeUndefined()
  })

  it('that describes the API is revalidated by its ETag', async () => {
    const url = `${server.url}/api/v1/openapi.json`
    const { etag } = (await ask(url)).headers
    const again = await ask(url, { headers: { 'if-none-match': etag } })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect((await ask(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('that is a file is sent as it is, so that ranges count its bytes', async () => {
    const me = await signUp(server.url)
    const form = new FormData()
    form.append('file', new Blob(['a'.repeat(5000)]), 'note.json')
    const stored = await me.fetch('/api/v1/user/storage/files/upload/', { method: 'POST', body: form })
    const { id } = (await stored.json()) as { id: string }
    const content = await me.fetch(`/api/v1/user/storage/files/${id}/content/`)
    expect(content.headers.get('content-encoding')).toBeNull()
    expect(content.headers.get('content-length')).toBe('5000')
  })
})

describe('a body', () => {
  const scratch = () =>
    readdirSync(server.platform.settings.scratch, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

  it('that is larger than its operation takes is refused before it is on the disk', async () => {
    const me = await signUp(server.url)
    const cookie = [...me.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const send = (length: number | null) =>
      new Promise<number>((resolve, reject) => {
        const sending = request(`${server.url}/api/v1/user/me/avatar/`, {
          method: 'PUT',
          headers: {
            cookie,
            'content-type': 'multipart/form-data; boundary=b',
            ...(length !== null && { 'content-length': String(length) }),
          },
        })
        sending.on('response', (answer) => resolve(answer.resume().statusCode as number))
        sending.on('error', reject)
        sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
        if (length !== null) return
        // No length is given: as much as is sent, no more than the limit is kept.
        for (let mega = 0; mega < 30; mega++) sending.write(Buffer.alloc(1_000_000))
        expect(scratch()).toBeLessThan(6_000_000)
        sending.end('\r\n--b--\r\n')
      })
    expect(await send(5_000_000_000)).toBe(413)
    expect(await send(null)).toBe(413)
    await until(10, async () => scratch() === 0 || undefined)
  })

  it.each(['an unknown part, when it has arrived', 'no sign-in, while it arrives'])(
    'that is refused for %s, leaves the connection usable',
    async (why) => {
      const early = why.startsWith('no sign-in')
      const me = await signUp(server.url)
      const cookie = early ? '' : [...me.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      await once(socket, 'connect')
      let said = ''
      socket.on('error', () => {})
      socket.on('data', (piece) => {
        said += piece
      })
      const size = 20_000_000
      const head = '--b\r\ncontent-disposition: form-data; name="other"; filename="a.png"\r\n\r\n'
      const tail = '\r\n--b--\r\n'
      socket.write(
        `POST /api/v1/user/storage/files/upload/ HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${head.length + size + tail.length}\r\n\r\n${head}`,
      )
      socket.write(Buffer.alloc(100_000, 'x'))
      const refused = () => until(10, async () => /HTTP\/1\.1 4\d\d/.test(said) || undefined)
      if (early) await refused()
      socket.write(Buffer.alloc(size - 100_000, 'x'))
      socket.write(tail)
      await refused()
      socket.write('GET /api/v1/user/auth/providers/ HTTP/1.1\r\nhost: x\r\n\r\n')
      await until(30, async () => said.includes('HTTP/1.1 200') || undefined)
      socket.destroy()
    },
  )
})
