import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { FORMAT_NAMES } from '../src/lib/format-label.ts'
import { addApp, addFiles, expect, image, markdown, records, row, test, violations } from './fixtures.ts'
import { views } from './looks.ts'
import { lease } from './pdf-files.ts'

/** Every page in a state worth looking at. */
const PAGES: Record<string, (page: Page) => Promise<void>> = {
  'sign-in': async (page) => {
    await page.request.post('/api/v1/user/auth/logout/')
    await page.goto('/sign-in')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  'sign-up': async (page) => {
    await page.request.post('/api/v1/user/auth/logout/')
    await page.goto('/sign-up')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  'forgot-password': async (page) => {
    await page.goto('/forgot-password')
    await expect(page.locator('input[type=email]')).toBeVisible()
  },
  'forgot-password, sent': async (page) => {
    await page.goto('/forgot-password')
    await page.locator('input[type=email]').fill('nobody@mail.example')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toBeVisible()
  },
  'reset-password': async (page) => {
    await openLink(page, '/reset-password#token=somebody-else-has-it')
    await expect(page.locator('input[name=password]')).toBeVisible()
  },
  'reset-password, without its token': async (page) => {
    await page.goto('/reset-password')
    await expect(page.getByRole('alert')).toBeVisible()
  },
  verify: async (page) => {
    await page.goto('/verify')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  'verify-email, expired': async (page) => {
    await openLink(page, '/verify-email#token=somebody-else-has-it')
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'back from a provider': async (page) => {
    await page.goto('/sign-in/google?error=access_denied&state=x')
    await expect(page.getByRole('alert')).toBeVisible()
  },
  account: async (page) => {
    await page.goto('/account')
    await expect(page.getByRole('main').locator('section')).toHaveCount(5)
  },
  'account, changing': async (page) => {
    await page.goto('/account')
    await page.getByRole('main').locator('section').nth(1).getByRole('button').first().click()
    await page.locator('input[type=email]').fill('another@mail.example')
    await page.locator('input[autocomplete=new-password]').fill('twelve chars')
  },
  'account, what its deletion takes': async (page) => {
    await page.goto('/account')
    await page.getByRole('main').locator('section').last().getByRole('button').last().click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  },
  security: async (page) => {
    await page.goto('/security')
    await expect(page.getByRole('meter').first()).toBeVisible()
    await expect(page.getByRole('table')).toBeVisible()
  },
  'security, with a second factor': async (page) => {
    await secured(page)
    await page.goto('/security')
    await expect(page.getByRole('main').locator('a[href*=manage]')).toBeVisible()
    await expect(page.getByRole('table')).toBeVisible()
  },
  'security, adding an app': async (page) => {
    await page.goto('/security?set-up=totp')
    await expect(page.getByRole('dialog').locator('svg[role=img]')).toBeVisible()
  },
  'security, adding codes by e-mail': async (page) => {
    await page.goto('/security?set-up=email')
    await expect(page.getByRole('dialog').locator('input')).toBeFocused()
  },
  'security, adding a phone': async (page) => {
    await secured(page)
    await page.goto('/security?set-up=sms')
    await expect(page.getByRole('dialog').locator('input')).toBeFocused()
  },
  'security, a factor': async (page) => {
    await secured(page)
    await page.goto('/security?manage=totp')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'security, new backup codes': async (page) => {
    await secured(page)
    // The browser asks before a page with codes goes.
    page.removeAllListeners('dialog').once('dialog', (dialog) => void dialog.accept())
    await page.goto('/security')
    await page.locator('#backup-codes footer button').click()
    await page.getByRole('alertdialog').getByRole('button').last().click()
    await expect(page.locator('#backup-codes input[type=checkbox]')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  },
  'API keys, none': async (page) => {
    await page.goto('/security/api-keys')
    await expect(page.getByRole('main').locator('pre')).toBeVisible()
  },
  'API keys': async (page) => {
    await page.request.post('/api/v1/user/api-keys/', {
      data: { name: LONG_NAME, scopes: ['convert:read', 'history:read'], expires_in_days: 3 },
    })
    await page.goto('/security/api-keys')
    await expect(page.getByRole('table')).toBeVisible()
  },
  'API keys, a new one': async (page) => {
    await page.goto('/security/api-keys?new=1')
    await expect(page.getByRole('dialog').locator('input').first()).toBeFocused()
  },
  'API keys, one just made': async (page) => {
    await page.goto('/security/api-keys?new=1')
    await page.getByRole('dialog').locator('input').first().fill(LONG_NAME)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').locator('pre')).toBeVisible()
  },
  'security log': async (page) => {
    await page.goto('/security/log')
    await expect(page.getByRole('table')).toBeVisible()
  },
  'security log, nothing failed': async (page) => {
    await page.goto('/security/log?only=failed')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible()
  },
  'outbox, not for everybody': async (page) => {
    await page.goto('/outbox')
    await expect(page.getByRole('alert')).toBeVisible()
  },
  overview: async (page) => {
    await one(page)
    await page.goto('/')
    await expect(page.getByRole('main')).toContainText('a-file.json')
    await page.getByRole('application').focus()
    await page.keyboard.press('End')
  },
  'overview, empty': async (page) => {
    await page.goto('/')
    await expect(page.locator('main li[data-family]')).toHaveCount(3)
    await expect(page.locator('main a[href="/billing/plans"]')).toBeVisible()
    await expect(page.locator('main ol li')).toHaveCount(4)
  },
  'overview, a year as a table': async (page) => {
    await one(page)
    await page.goto('/?days=365&view=table&family=document')
    await expect(page.getByRole('table')).toBeVisible()
  },
  'convert, empty': async (page) => {
    await page.goto('/convert')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  'convert, with files': async (page) => {
    await withoutDrafts(page)
    await page.goto('/convert')
    await addFiles(page, [
      records('a-very-long-name-that-goes-on-and-on-without-a-break-until-it-ends-2026.json'),
      await image('p.png'),
    ])
  },
  'convert, files that become one': async (page) => {
    await withoutDrafts(page)
    await page.goto('/convert')
    await addFiles(page, [
      await image('a-very-long-name-that-goes-on-and-on-without-a-break-until-it-ends-2026.png'),
      await image('p.png'),
    ])
    // By no words: it is opened in pseudo-languages as well.
    await page.locator('[data-merge]').click()
    await page.locator('[role=dialog] button[type=submit]').click()
    await expect(page.locator('article ol > li')).toHaveCount(2)
  },
  'convert, what a file does not keep': async (page) => {
    await withoutDrafts(page)
    await page.goto('/convert')
    await addFiles(page, [markdown('a-file.md')])
    await row(page, 'a-file.md').getByRole('combobox').first().click()
    await page
      .getByRole('option', { name: /^Plain text/ })
      .first()
      .click()
  },
  'convert, the options of an image': async (page) => {
    await withoutDrafts(page)
    await page.goto('/convert')
    await addFiles(page, [await image('p.png')])
    // By no words: it is opened in pseudo-languages as well.
    await row(page, 'p.png').locator('button:has(.lucide-sliders-horizontal)').click()
    await page.locator('[role=dialog] details summary').click()
    await expect(page.locator('[role=dialog] details[open]')).toBeVisible()
  },
  history: async (page) => {
    await one(page)
    await page.goto('/history')
    await expect(page.getByRole('main')).toContainText('a-file.json')
  },
  'history, empty': async (page) => {
    await page.goto('/history')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  'a conversion': async (page) => {
    await page.goto(`/history/${await one(page)}`)
    await expect(page.getByRole('main')).toContainText('a-file.json')
  },
  storage: async (page) => {
    await stored(page)
    await page.goto('/storage')
    await expect(page.getByRole('main')).toContainText('p.png')
  },
  'storage, as tiles, one of them selected': async (page) => {
    await stored(page)
    await page.goto('/storage?view=grid')
    await page.locator('article input[type=checkbox]').first().click()
    await expect(page.locator('footer section')).toBeVisible()
  },
  'storage, empty': async (page) => {
    await page.goto('/storage')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  },
  'a stored file': async (page) => {
    await page.goto(`/storage/${await stored(page)}`)
    await expect(page.getByRole('main')).toContainText('p.png')
  },
  'convert, with the stored files to choose from': async (page) => {
    await stored(page)
    await page.goto('/convert')
    // By no words: it is opened in pseudo-languages as well.
    await page.locator('button:has(.lucide-hard-drive)').click()
    await expect(page.getByRole('dialog').locator('input[type=checkbox]').first()).toBeVisible()
  },
  'pipelines, the templates': async (page) => {
    await page.goto('/pipelines')
    await expect(page.getByRole('listitem').first()).toBeVisible()
  },
  pipelines: async (page) => {
    await pipeline(page)
    await page.goto('/pipelines')
    await expect(page.getByRole('main')).toContainText(LONG_NAME)
  },
  'a pipeline': async (page) => {
    await page.goto(`/pipelines/${await pipeline(page)}`)
    await page.locator('[data-step] [aria-expanded]:not([aria-haspopup])').last().click()
    // By no words: it is opened in pseudo-languages as well.
    await page.locator('main section footer button:has(.lucide-plus)').click()
    await expect(page.getByRole('dialog').locator('[data-choice]').first()).toBeVisible()
  },
  'a pipeline, what it is run on': async (page) => {
    await page.goto(`/pipelines/${await pipeline(page)}?run=1`)
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'runs of pipelines, none': async (page) => {
    await page.goto('/pipelines?tab=runs')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  },
  'signing, none': async (page) => {
    await page.goto('/signing')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  },
  'signature templates, none': async (page) => {
    await page.goto('/signing?tab=templates')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  },
  'signature requests': async (page) => {
    await signing(page, true)
    await page.goto('/signing')
    await expect(page.getByRole('main')).toContainText(LONG_NAME)
  },
  'a signature request': async (page) => {
    await page.goto(`/signing/${await signing(page, true)}`)
    await expect(page.getByRole('table')).toBeVisible()
  },
  'a signature request, voided': async (page) => {
    const id = await signing(page, true)
    await page.goto(`/signing/${id}?void=${id}`)
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
  },
  'a new signature request': async (page) => {
    await page.goto('/signing/new')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible()
  },
  'the desk of a signature request': async (page) => {
    await page.goto(`/signing/${await signing(page, false)}`)
    await expect(page.locator('[data-spot], aside input').first()).toBeVisible()
  },
  prices: async (page) => {
    await page.request.post('/api/v1/user/auth/logout/')
    await page.goto('/pricing')
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3)
  },
  billing: async (page) => {
    await page.goto('/billing')
    await expect(page.getByRole('table').first()).toBeVisible()
  },
  'billing, plans': async (page) => {
    await page.goto('/billing/plans')
    await expect(page.getByRole('spinbutton').first()).toBeVisible()
  },
  'billing, an entry of the ledger': async (page) => {
    await page.goto('/billing/ledger')
    await page.locator('[data-row]').first().click()
  },
  'billing, a purchase': async (page) => {
    const packs = '/api/v1/subscription/purchase_initiate/pay-as-you-go/'
    const data = { pack: 'pack-1000' }
    const headers = { 'idempotency-key': 'one purchase for every look' }
    expect((await page.request.post(packs, { data, headers })).status()).toBe(201)
    await page.goto('/billing/purchases')
    await expect(page.getByRole('table')).toBeVisible()
  },
  'billing, settings': async (page) => {
    await page.goto('/billing/settings')
    for (const box of await page.getByRole('checkbox').all()) await box.check()
  },
  'notifications, none': async (page) => {
    await page.goto('/notifications?group=account')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible()
  },
  'notifications, the panel of the bell': async (page) => {
    await downloadOnce(page)
    await page.goto('/')
    // On a phone the bell is a link to the page.
    await page.locator('header :is(button[aria-haspopup=dialog], a[href$="/notifications"])').last().click()
    await expect(page.locator('a[data-row]').first()).toBeVisible()
  },
  notifications: async (page) => {
    await downloadOnce(page)
    await page.goto('/notifications')
    await expect(page.getByRole('main').locator('a[data-row]').first()).toBeVisible()
  },
  'notifications, settings': async (page) => {
    await page.goto('/notifications?settings=1')
    await expect(page.getByRole('dialog').getByRole('switch').first()).toBeVisible()
  },
  'webhooks, none': async (page) => {
    await page.goto('/webhooks')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  },
  webhooks: async (page) => {
    const webhooks = '/api/v1/webhooks/'
    const { results } = await (await page.request.get(webhooks)).json()
    const data = { url: WEBHOOK_URL, events: ['conversion.*', 'share.created'] }
    if (results.length === 0) expect((await page.request.post(webhooks, { data })).status()).toBe(201)
    await page.goto('/webhooks')
    await expect(page.getByRole('main')).toContainText('127.0.0.1')
  },
  'scan, none': async (page) => {
    await page.goto('/scan')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  },
  'scan sessions': async (page) => {
    await scan(page)
    await page.goto('/scan')
    await expect(page.getByRole('main')).toContainText(LONG_NAME)
  },
  'scan, its pages': async (page) => {
    await page.goto(`/scan/${(await scan(page)).id}`)
    await expect(page.locator('[aria-roledescription], button[aria-current]').first()).toBeVisible()
  },
  'scan, on a phone': async (page) => {
    await openLink(page, `/s#${(await scan(page)).token}`)
    await expect(page.getByText(LONG_NAME)).toBeVisible()
  },
  'scan, a phone that is not paired': async (page) => {
    await page.goto('/s')
    await expect(page.locator('input')).toBeVisible()
  },
  'nothing there': async (page) => {
    await page.goto('/nothing-here')
    await expect(page.getByRole('heading').first()).toBeVisible()
  },
}

/** A camera’s image is judged on a dark page, whatever somebody has chosen. */
const DARK: ReadonlySet<string> = new Set(['scan, on a phone', 'scan, a phone that is not paired'])
const LONG_NAME = 'a-very-long-name-that-goes-on-and-on-without-a-break-until-it-ends-2026'
const WEBHOOK_URL = `http://127.0.0.1:9/${LONG_NAME}`

/** With an authenticator app; a page is opened several times with one account. */
async function secured(page: Page): Promise<void> {
  const status = await (await page.request.get('/auth/api/v1/social/mfa/status/')).json()
  if (!status.totp_enabled) await addApp(page)
}

/** A fragment alone loads no page anew. */
async function openLink(page: Page, url: string) {
  await page.goto('/forgot-password')
  await page.goto(url)
}

async function one(page: Page): Promise<string> {
  const sent = await page.request.post('/api/v1/pdf_handler/convert/', {
    multipart: { target_format: 'yaml', file: records('a-file.json') },
  })
  const { id } = await sent.json()
  await page.request.get(`/api/v1/docs_core/conversion/wait/${id}/`)
  return id
}

/** One with a long name. Answers with its id. */
async function pipeline(page: Page): Promise<string> {
  const pipelines = '/api/v1/pdf_handler/pipeline/'
  const { results } = await (await page.request.get(pipelines)).json()
  if (results.length > 0) return results[0].id
  const steps = [{ operation: 'watermark' }, { operation: 'repair' }, { operation: 'flatten' }]
  return (await (await page.request.post(pipelines, { data: { name: LONG_NAME, steps } })).json()).id
}

/** One with long names, sent or not. Answers with its id. */
async function signing(page: Page, send: boolean): Promise<string> {
  const sessions = '/api/v1/pdf_handler/signing/sessions/'
  const { results } = await (await page.request.get(sessions)).json()
  const known = results.find(({ state }: { state: string }) => (state === 'draft') !== send)
  if (known) return known.id
  const file = await lease()
  const sent = await page.request.post('/api/v1/user/storage/files/upload/', {
    multipart: { file: { ...file, name: `${LONG_NAME}.pdf` } },
  })
  const recipients = [
    { id: randomUUID(), name: LONG_NAME, email: `${LONG_NAME.slice(0, 60)}@mail.example` },
    { id: randomUUID(), name: LONG_NAME, email: 'p@mail.example', role: 'copy' },
  ]
  const places = [{ page: 1, rect: { x: 72, y: 100, width: 150, height: 40 } }]
  const fields = [{ id: randomUUID(), recipient_id: recipients[0]?.id, kind: 'signature', places }]
  const data = { file_id: (await sent.json()).id, title: LONG_NAME, recipients, fields, draft: !send }
  const made = await page.request.post(sessions, { data })
  expect(made.status(), await made.text()).toBe(201)
  return (await made.json()).id
}

/** A session with two pages. Answers with its id and a token for a phone. */
async function scan(page: Page): Promise<{ id: string; token: string }> {
  const sessions = '/api/v1/pdf_handler/scan/sessions/'
  const { results } = await (await page.request.get(`${sessions}?open=true`)).json()
  const known = results[0]?.session_id
  const { session_id: id } = known
    ? { session_id: known }
    : await (await page.request.post(sessions, { data: { title: LONG_NAME } })).json()
  const { pairing_token: token } = await (await page.request.post(`${sessions}${id}/pairing/`)).json()
  if (known) return { id, token }
  const file = await image('page.png', 300, 400)
  for (let at = 0; at < 2; at++) {
    const multipart = { page_id: randomUUID(), file }
    expect((await page.request.post(`${sessions}${id}/pages/`, { multipart })).status()).toBe(201)
  }
  return { id, token }
}

/** A link of a long name that was downloaded, once in each account. */
async function downloadOnce(page: Page): Promise<void> {
  const shares = '/api/v1/user/shares/'
  const { results } = await (await page.request.get(shares)).json()
  if (results.length > 0) return
  const data = { file_id: await stored(page), name: LONG_NAME }
  const { token } = await (await page.request.post(shares, { data })).json()
  const redeemed = await page.request.post(`${shares}public/${token}/download/`, { data: {} })
  expect(redeemed.status()).toBe(200)
}

/** Two files, the longest name among them. Answers with the image's id. */
async function stored(page: Page): Promise<string> {
  const files = '/api/v1/user/storage/files/'
  const { results } = await (await page.request.get(files)).json()
  if (results.length > 0) return results[0].id
  const keep = async (file: object) =>
    (await page.request.post(`${files}upload/`, { multipart: { file: file as never } })).json()
  await keep(records(`${LONG_NAME}.json`))
  return (await keep(await image('p.png'))).id
}

/** Convert's list of the view before: the page keeps it, and would show it again. */
async function withoutDrafts(page: Page): Promise<void> {
  await page.goto('/api/v1/health/')
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('filewright-convert-drafts')
        request.onsuccess = () => resolve()
        request.onerror = () => reject(request.error)
      }),
  )
}

const overflow = (page: Page) =>
  page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  )

/**
 * Words that are nobody's to translate: names of formats, of keys and of the product, and what
 * `Intl` says for itself.
 */
const OWN =
  /^(Filewright|Google|English|SHA|SHA-256|Markdown|WebP|LaTeX|Typst|Wiki|Today|Yesterday|[A-Z0-9]{2,8}|alt|a-file|p|md|json|yaml|png|vtt|[a-z]+day|[A-Z][a-z]+day)$/
const MONTH =
  /^(January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)$/
const WEEKDAY = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)$/

/** Words in plain letters: the pseudo-locale gives every letter of a message an accent. */
async function untranslated(page: Page, own: string[]): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement
      const text = walker.currentNode.textContent?.trim() ?? ''
      if (text && element && !element.closest('script, style, kbd, code, [translate=no]')) found.push(text)
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
      if (element.closest('[translate=no]')) continue
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(element.getAttribute(name) ?? '')
    }
    return found
  })
  return texts.filter((text) => {
    const words = text.match(/(?<![\p{L}\p{M}])[A-Za-z][A-Za-z0-9.-]{2,}(?![\p{L}\p{M}])/gu) ?? []
    return words.some(
      (word) =>
        !OWN.test(word) &&
        !MONTH.test(word) &&
        !WEEKDAY.test(word) &&
        !own.some((mine) => mine.includes(word)),
    )
  })
}

for (const [name, open] of Object.entries(PAGES)) {
  test(`${name}: accessible, translated, and no wider than the screen`, async ({
    signedIn: page,
    account,
  }) => {
    test.slow() // the page is opened twice, and twelve times with FULL=1
    const found: string[] = []
    const names = [
      LONG_NAME,
      WEBHOOK_URL,
      `${LONG_NAME}.json`,
      `${LONG_NAME}.pdf`,
      `${LONG_NAME}.png`,
      'a-file.md',
      'a-file.json',
      'a-file.yaml',
      'p.png',
    ]
    const own = [account.username, account.email, ...names, ...Object.values(FORMAT_NAMES)]
    for (const { theme, locale, width } of views(360, 1280)) {
      const view = `${theme} ${locale} ${width}`
      await page.addInitScript((chosen) => Object.assign(localStorage, chosen), { theme, locale })
      await page.setViewportSize({ width, height: 800 })
      await open(page)
      await expect(page.locator('html')).toHaveAttribute('data-theme', DARK.has(name) ? 'dark' : theme)
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'pseudo-rtl' ? 'rtl' : 'ltr')
      for (const fault of await violations(page)) found.push(`${view}: ${fault}`)
      const wide = await overflow(page)
      if (wide > 0) found.push(`${view}: scrolls sideways by ${wide} px`)
      if (locale !== 'en')
        for (const text of await untranslated(page, own)) found.push(`${view}: in plain letters: ${text}`)
    }
    expect(found).toEqual([])
  })
}
