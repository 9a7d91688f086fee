import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../server/harness.ts'
import { until } from '../server/process.ts'
import { startCaddy, startNginx, type TestProxy } from './proxy.ts'

const UPLOADS = '/api/v1/user/storage/uploads/'
const SIZE = 200_000_000
const HALF = SIZE / 2
/** Another address of loopback than the one that the proxy uses towards the server. */
const CLIENT = '127.0.0.2'

interface Answer {
  status: number
  cookies: string[]
  body: Record<string, unknown>
}

/** A browser at another address that lies about it. */
class Browser {
  readonly #proxy: TestProxy
  #cookies: string[] = []
  constructor(proxy: TestProxy) {
    this.#proxy = proxy
  }

  open(method: string, path: string, headers: RequestOptions['headers'] = {}) {
    const { hostname: servername, port } = new URL(this.#proxy.url)
    const sent = request({
      ...{ host: '127.0.0.1', port, servername, ca: this.#proxy.certificate, localAddress: CLIENT },
      ...{ method, path },
      headers: {
        host: servername,
        cookie: this.#cookies.join('; '),
        'x-forwarded-for': '198.51.100.7',
        'x-forwarded-proto': 'http',
        ...headers,
      },
    })
    const answer = new Promise<Answer>((resolve, reject) => {
      sent.once('error', reject).once('response', async (response) => {
        let text = ''
        for await (const chunk of response.setEncoding('utf8')) text += chunk
        const cookies = response.headers['set-cookie'] ?? []
        if (cookies.length > 0) this.#cookies = cookies.map((cookie) => cookie.split(';', 1)[0] ?? '')
        resolve({ status: response.statusCode ?? 0, cookies, body: JSON.parse(text) })
      })
    })
    return { sent, answer }
  }

  json(method: string, path: string, body?: unknown) {
    const { sent, answer } = this.open(method, path, { 'content-type': 'application/json' })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
    return answer
  }

  form(path: string, fields: Record<string, string>, text: string) {
    const parts = Object.entries(fields).map(([name, value]) => `name="${name}"\r\n\r\n${value}`)
    const all = [...parts, `name="file"; filename="note.md"\r\n\r\n${text}`]
    const { sent, answer } = this.open('POST', path, { 'content-type': 'multipart/form-data; boundary=part' })
    sent.end(
      `${all.map((part) => `--part\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--part--\r\n`,
    )
    return answer
  }
}

const PROXIES = [
  { name: 'nginx', program: '/usr/sbin/nginx', start: startNginx },
  { name: 'Caddy', program: '/usr/bin/caddy', start: startCaddy },
]

for (const { name, program, start } of PROXIES)
  describe.runIf(existsSync(program))(`behind ${name}, with the file of deploy/`, () => {
    let server: TestServer
    let proxy: TestProxy
    let me: Browser
    let signedUp: Answer
    beforeAll(async () => {
      server = await startServer({ TRUST_PROXY: '1' })
      proxy = await start(server.url)
      me = new Browser(proxy)
      const person = { username: 'operator', email: 'operator@mail.example', password: 'correct horse' }
      signedUp = await me.json('POST', '/api/v1/user/auth/signup/', person)
    })
    afterAll(async () => {
      await proxy?.stop()
      await server?.stop()
    })

    it('the server knows the client’s address and scheme, whatever the client claims', async () => {
      expect(signedUp.status).toBe(201)
      for (const cookie of signedUp.cookies) expect(cookie).toContain('Secure')
      const { body } = await me.json('GET', '/api/v1/user/sessions/')
      expect(body.results).toEqual([expect.objectContaining({ address: CLIENT })])
    })

    it('200 MB pass through as they arrive', async () => {
      const begun = await me.json('POST', UPLOADS, { file_name: 'film.mp4', size_bytes: SIZE })
      expect(begun.status).toBe(201)
      const path = `${UPLOADS}${begun.body.upload_id}/`
      const piece = randomBytes(HALF)
      const { sent, answer } = me.open('PATCH', `${path}?offset=0`, {
        'content-type': 'application/octet-stream',
        'content-length': SIZE,
      })
      sent.write(piece)
      // The first half is in the server while the proxy has not seen the second.
      await until(60, async () => Number((await me.json('GET', path)).body.offset) >= HALF - 1_000_000)
      sent.end(piece)
      const { status, body } = await answer
      expect(status).toBe(200)
      expect(body).toMatchObject({ offset: SIZE, file: { file_size_bytes: SIZE } })
    })

    it('a request is held for 30 seconds', async () => {
      const accepted = await me.form('/api/v1/pdf_handler/convert/', { target_format: 'html' }, 'hold proxy')
      expect(accepted.status).toBe(202)
      const began = performance.now()
      const path = `/api/v1/docs_core/conversion/wait/${accepted.body.conversion_id}/?timeout=30`
      const { status, body } = await me.json('GET', path)
      expect(status).toBe(200)
      expect(body.status).toBe('pending')
      expect(performance.now() - began).toBeGreaterThan(29_000)
    })

    it('requests share connections to the server', async () => {
      let opened = 0
      server.app?.server.on('connection', () => opened++)
      for (let count = 0; count < 20; count++) await me.json('GET', '/api/v1/health/')
      expect(opened).toBeLessThan(5)
    })
  })
