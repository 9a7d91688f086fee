import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { type Client, signUp, startServer, type TestServer } from './harness.ts'

const SESSION = '/api/v1/user/auth/session/'
const FILES = '/api/v1/user/storage/files/?page_size=5'
const AWAY = '/api/v1/conversion/not-an-id/'
const PAGES = [
  {
    path: '/',
    title: 'Overview',
    scripts: ['assets/overview.js'],
    fonts: ['assets/title.woff2'],
    requests: { everyPage: [SESSION, AWAY], page: [FILES] },
  },
  { path: '/convert', title: 'Convert', scripts: ['assets/convert.js'], fonts: [] },
  { path: '/history/:id', title: 'Conversion', scripts: ['assets/conversion.js'], fonts: [] },
  { path: '/history/new', title: 'New', scripts: ['assets/new.js'], fonts: [] },
  { path: '/*', scripts: ['assets/none.js'], fonts: [] },
]
const TEMPLATE = `<html><head><!--page--></head><body><div id="root"><!--first frame--></div>
<script type="application/json" id="first-answers"></script></body></html>`

let server: TestServer
let app: FastifyInstance
let folder: string
beforeAll(async () => {
  server = await startServer()
  folder = mkdtempSync(join(tmpdir(), 'filewright-first-'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite', 'pages.json'), JSON.stringify(PAGES))
  writeFileSync(join(folder, 'index.html'), TEMPLATE)
  for (const page of ['share', 'sign', 'scan']) writeFileSync(join(folder, `${page}.html`), page)
  app = createApp(server.platform, { dashboard: folder })
})
afterAll(async () => {
  await app.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const cookieOf = ({ cookies }: Client) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

async function page(url: string, me?: Client) {
  const { headers, body } = await app.inject({ url, headers: me ? { cookie: cookieOf(me) } : {} })
  const { document } = new JSDOM(body).window
  const text = document.getElementById('first-answers')?.textContent
  return {
    headers,
    body,
    scripts: [...document.querySelectorAll('link[rel=modulepreload]')].map((link) =>
      link.getAttribute('href'),
    ),
    answers: (text ? JSON.parse(text) : null) as Record<string, never> | null,
  }
}

/** The page once so many answers came in time: the server does not wait long for them. */
async function filled(url: string, me: Client, count: number) {
  let found = await page(url, me)
  await expect
    .poll(async () => {
      found = await page(url, me)
      return Object.keys(found.answers ?? {}).length
    })
    .toBe(count)
  return found
}

describe('the page of a signed-in person', () => {
  it('comes with the answers that it begins with, the same as the API gives, for nobody to keep', async () => {
    const me = await signUp(server.url)
    const { headers, answers } = await filled('/', me, 2)
    expect(Object.keys(answers ?? {}).sort()).toEqual([FILES, SESSION].sort())
    expect(answers?.[SESSION]).toEqual((await me.json('GET', SESSION)).body)
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'Cookie' })
  })

  it('has the answers of its own session and of no other', async () => {
    const [one, other] = [await signUp(server.url), await signUp(server.url)]
    const [mine, theirs] = await Promise.all([filled('/', one, 2), filled('/', other, 2)])
    expect(mine.answers?.[SESSION]).toEqual((await one.json('GET', SESSION)).body)
    expect(theirs.answers?.[SESSION]).toEqual((await other.json('GET', SESSION)).body)
    expect(mine.answers).not.toEqual(theirs.answers)
  })

  it('keeps a name that would end the script element as data', async () => {
    const me = await signUp(server.url)
    const form = new FormData()
    form.append('file', new File(['text'], '<!--<script>alert(1).txt'))
    const sent = await me.fetch('/api/v1/user/storage/files/upload/', { method: 'POST', body: form })
    expect(sent.status).toBe(201)
    const { body, answers } = await filled('/', me, 2)
    expect(body).not.toContain('<script>alert')
    expect(answers?.[FILES]).toMatchObject({ results: [{ file_name: '<!--<script>alert(1).txt' }] })
  })

  it('asks nothing for a URL with a search, and for no page but its own', async () => {
    const me = await signUp(server.url)
    expect(Object.keys((await filled('/?days=30', me, 1)).answers ?? {})).toEqual([SESSION])
    expect((await page('/convert', me)).answers).toBeNull()
  })
})

describe('the page of a visitor', () => {
  it('has no answers, and may be kept', async () => {
    const { headers, answers } = await page('/')
    expect(answers).toBeNull()
    expect(headers['cache-control']).toBe('no-cache')
  })

  it('has none for a session that has ended', async () => {
    const me = await signUp(server.url)
    const cookies = new Map(me.cookies)
    await me.json('POST', '/api/v1/user/auth/logout/')
    for (const [name, value] of cookies) me.cookies.set(name, value)
    const { answers } = await filled('/', me, 1)
    expect(answers).toEqual({ [SESSION]: { user: null } })
  })

  it('names the scripts of what the URL shows', async () => {
    expect((await page('/')).scripts, 'Overview leads a visitor to Convert').toEqual(['/assets/convert.js'])
    expect((await page('/history/abc')).scripts).toEqual(['/assets/conversion.js'])
    expect((await page('/history/new')).scripts).toEqual(['/assets/new.js'])
    expect((await page('/elsewhere/%3Cb%3E')).scripts).toEqual(['/assets/none.js'])
  })
})
