import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { startServer, type TestServer } from './harness.ts'

let server: TestServer
let app: ReturnType<typeof createApp>
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'filewright-scan-page-'))
  for (const page of ['index', 'share', 'sign', 'scan'])
    writeFileSync(join(folder, `${page}.html`), `<!--card--><h1>${page}</h1>`)
  server = await startServer()
  app = createApp(server.platform, { dashboard: folder })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const open = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const SIGNED_IN = { cookie: 'session=somebody' }

it('/s is the page of the phone, with and without a session', async () => {
  for (const headers of [{}, SIGNED_IN]) {
    const { statusCode, body, headers: given } = await open('/s', headers)
    expect([statusCode, body]).toEqual([200, '<!--card--><h1>scan</h1>'])
    expect(given).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(given['permissions-policy']).toContain('camera=(self)')
    expect(given['content-security-policy']).toMatch(/img-src 'self' blob:.*worker-src 'self'/)
  }
})

it('/scan is the page of the phone without a session, and the desk with one; no cache mixes them up', async () => {
  const stranger = await open('/scan')
  const member = await open('/scan', SIGNED_IN)
  expect([stranger.body, member.body]).toEqual(['<!--card--><h1>scan</h1>', '<!--card--><h1>index</h1>'])
  for (const { headers } of [stranger, member]) expect(String(headers.vary).toLowerCase()).toContain('cookie')
  expect(stranger.headers['cache-control']).toBe('no-store')
})

it('the addresses below /scan are the desk’s, and the file itself is not handed out', async () => {
  expect((await open('/scan/018f2d6e-0000-7000-8000-000000000001')).body).toBe('<!--card--><h1>index</h1>')
  expect((await open('/scan.html')).statusCode).toBe(404)
})
