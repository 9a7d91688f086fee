import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PublicShare } from '../../contract/shares.ts'
import { createApp } from '../../server/app.ts'
import { loadShareView } from '../../server/http/dashboard.ts'
import { type RenderShareView, sharePage } from '../../server/http/share-page.ts'
import { buildShareView } from './build-share-view.ts'
import { signUp, startServer, type TestServer } from './harness.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const template = readFileSync(join(ROOT, 'share.html'), 'utf8')
const ORIGIN = 'https://files.example'

let render: RenderShareView | null = null
let built = ''
beforeAll(async () => {
  built = buildShareView()
  render = await loadShareView(built)
})
afterAll(() => rmSync(built, { recursive: true, force: true }))

const open: PublicShare = {
  locked: false,
  requires_password: false,
  email_gate: 'none',
  from: { name: 'Maren Okafor', initial: 'M' },
  title: 'Lease draft',
  message: 'Have a look',
  file: {
    file_name: 'lease.pdf',
    file_size_bytes: 2_400_000,
    format: 'pdf',
    family: 'document',
    sha256: 'ab',
  },
  preview: { kind: 'picture', picture_url: `${ORIGIN}/preview.webp`, sample_url: null },
  entries: null,
  entry_count: null,
  readable: false,
  reading_until: null,
  expires_at: null,
  downloads_left: null,
  created_at: null,
}
const locked: PublicShare = {
  ...open,
  locked: true,
  requires_password: true,
  title: null,
  message: null,
  file: null,
  preview: null,
}

const pageOf = (share: PublicShare) =>
  sharePage(template, { status: share.locked ? 'locked' : 'open', view: share }, ORIGIN, render)
const read = (html: string) => {
  const { document } = new JSDOM(html).window
  const meta = (name: string) =>
    document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')
  return {
    document,
    meta,
    heading: document.querySelector('h1')?.textContent,
    data: JSON.parse(document.getElementById('share')?.textContent ?? ''),
  }
}

describe('a link’s page', () => {
  it('says what is shared, by whom and where its button is, before any script', () => {
    const { document, meta, heading, data } = read(pageOf(open))
    expect(heading).toBe('Lease draft')
    expect(document.title).toBe('Lease draft')
    expect(document.querySelector('main')?.textContent).toMatch(
      /^MMaren Okaforshared a file with youLease draftPDF, 2\.4\u00a0MBHave a lookDownload/,
    )
    expect(document.querySelector('.landing')?.getAttribute('inert'), 'until its script works').toBe('')
    const readable = read(pageOf({ ...open, readable: true }))
    const buttons = [...readable.document.querySelectorAll('.landing-act')].map(
      (button) => button.textContent,
    )
    expect(buttons).toEqual([expect.stringMatching(/^Download/), expect.stringMatching(/^Read online/)])
    expect(meta('og:title')).toBe('Lease draft')
    expect(meta('og:description')).toBe('PDF, 2.4\u00a0MB, from Maren Okafor')
    expect(meta('og:site_name')).toBe('Filewright')
    expect(meta('og:image')).toBe(`${ORIGIN}/preview.webp`)
    expect(data).toEqual({ status: 'open', view: open })
  })

  it('has the product’s image where the file may not be previewed', () => {
    expect(read(pageOf({ ...open, preview: null })).meta('og:image')).toBe(`${ORIGIN}/card.png`)
  })

  it('says nothing of a locked file', () => {
    const { document, meta, heading } = read(pageOf(locked))
    expect(heading).toBe('A file shared with you')
    expect(document.title).toBe('A file shared with you')
    expect(meta('og:description')).toBe('From Maren Okafor, sent with Filewright')
    expect(meta('og:image')).toBe(`${ORIGIN}/card.png`)
    expect(document.querySelector('label')?.textContent).toBe('Password')
    expect(document.querySelector('.landing-act')?.textContent).toMatch(/^Open/)
  })

  it.each([
    ['share_expired', 'This link has expired'],
    ['share_revoked', 'This link was revoked'],
    ['share_used_up', 'Download limit reached'],
    ['share_unavailable', 'File no longer available'],
    ['not_found', 'Link not found'],
  ] as const)('says why a link is closed and what to do: %s', (code, title) => {
    const { document, meta, heading, data } = read(
      sharePage(template, { status: 'closed', code }, ORIGIN, render),
    )
    expect(heading).toBe(title)
    expect(document.querySelector('main')?.textContent).toContain('Ask the sender')
    expect(meta('og:title')).toBe('A file shared with you')
    expect(data).toEqual({ status: 'closed', code })
  })

  it('leaves the asking to its script where nothing could be looked up', () => {
    const { document, data } = read(sharePage(template, null, ORIGIN, render))
    expect(data).toBeNull()
    expect(document.getElementById('root')?.innerHTML).toBe('')
  })

  it('leaves the first view to its script where the component is not built', async () => {
    expect(await loadShareView(join(ROOT, 'public'))).toBeNull()
    const page = sharePage(template, { status: 'open', view: open }, ORIGIN, null)
    const { document, data, meta } = read(page)
    expect(document.getElementById('root')?.innerHTML).toBe('')
    expect(data).toEqual({ status: 'open', view: open })
    expect(meta('og:title')).toBe('Lease draft')
  })

  it.each([
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '<!--<script>',
    "$& $1 $` $'",
    '&lt;script&gt;',
    'a\u2028b\u2029c',
    '\u202egpj.exe',
    `${'long '.repeat(39)}.pdf`,
    '<!--first view--><!--card-->',
  ])('shows the hostile name %j as text and no more', (name) => {
    const share: PublicShare = {
      ...open,
      title: name,
      message: name,
      from: { name, initial: name[0] as string },
      file: { ...(open.file as NonNullable<PublicShare['file']>), file_name: name },
      entries: [{ name, size_bytes: 1 }],
      entry_count: 1,
    }
    const { document, heading, data, meta } = read(pageOf(share))
    expect(heading).toBe(name)
    expect(document.querySelector('.landing-message')?.textContent).toBe(name)
    expect(data).toEqual({ status: 'open', view: share })
    // The page's own two, and nothing that came with a name.
    expect(document.querySelectorAll('script')).toHaveLength(2)
    const images = [...document.querySelectorAll('img')]
    expect(images.map((img) => [img.getAttribute('src'), img.getAttribute('alt')])).toEqual([
      ['/preview.webp', `Preview of ${name}`],
    ])
    const plain = name.replace(/[\u202e]/g, '')
    expect(meta('og:title')).toBe(plain)
    for (const element of document.querySelectorAll('*'))
      for (const { name: attribute } of element.attributes) expect(attribute).not.toMatch(/^on/)
  })
})

describe('the server', () => {
  let server: TestServer
  let app: ReturnType<typeof createApp>
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'filewright-page-'))
    for (const file of ['index.html', 'share.html', 'sign.html', 'scan.html'])
      copyFileSync(join(ROOT, file), join(folder, file))
    cpSync(built, folder, { recursive: true })
    server = await startServer()
    app = createApp(server.platform, { dashboard: folder })
    await app.ready()
  })
  afterAll(async () => {
    await app.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function share(settings: object = {}) {
    const me = await signUp(server.url)
    const form = new FormData()
    form.append('file', new Blob(['what is shared']), 'Secret plan.txt')
    const stored = await me.fetch('/api/v1/user/storage/files/upload/', { method: 'POST', body: form })
    const { id } = (await stored.json()) as { id: string }
    const { body } = await me.json('POST', '/api/v1/user/shares/', { file_id: id, ...settings })
    return { me, link: body, token: body.url.split('/s/')[1] as string }
  }

  it('sends it filled in, to be kept by nobody and found by no search engine', async () => {
    const { token, me, link } = await share()
    const { statusCode, headers, body } = await app.inject(`/s/${token}`)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(read(body).heading).toBe('Secret plan.txt')
    expect(server.logged.join()).not.toContain(token)
    expect((await app.inject('/.server/share-view.js')).statusCode, 'its code is the server’s alone').toBe(
      404,
    )
    const seen = await me.json('GET', `/api/v1/user/shares/${link.link_id}/`)
    expect(seen.body.views, 'a program that draws the link’s card is no view').toBe(0)
  })

  it('names nothing of a locked file', async () => {
    const { token } = await share({ password: 'open sesame' })
    const { statusCode, body } = await app.inject(`/s/${token}`)
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/Secret|plan|txt/)
    expect(read(body).data.status).toBe('locked')
  })

  it('answers 404 to a link that is none, and 410 to one that was taken back', async () => {
    const none = await app.inject(`/s/${'x'.repeat(43)}`)
    expect([none.statusCode, read(none.body).heading]).toEqual([404, 'Link not found'])
    const { me, link, token } = await share()
    await me.json('DELETE', `/api/v1/user/shares/${link.link_id}/`)
    const gone = await app.inject(`/s/${token}`)
    expect([gone.statusCode, read(gone.body).heading]).toEqual([410, 'This link was revoked'])
    expect(gone.body).not.toContain('Secret')
  })

  it('shows the page to nobody before it is filled in', async () => {
    for (const path of ['/share.html', '/share.html.br', '/share'])
      expect((await app.inject(path)).body).not.toContain('<!--first view-->')
    expect((await app.inject('/share.html')).statusCode).toBe(404)
  })

  it('comes without a view where the database is away, so that its script can say so', async () => {
    const away = createApp(
      {
        ...server.platform,
        limits: { ...server.platform.limits, take: () => Promise.reject(new Error('away')) },
      },
      { dashboard: folder },
    )
    const { statusCode, body } = await away.inject(`/s/${'y'.repeat(43)}`)
    expect([statusCode, read(body).data]).toEqual([503, null])
    await away.close()
  })
})
