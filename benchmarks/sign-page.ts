import { randomUUID } from 'node:crypto'
import { type Browser, chromium } from '@playwright/test'
import { book } from '../e2e/pdf-files.ts'
import { Outbox } from '../tests/contract/outbox.ts'
import { Customer } from './client.ts'
import { milliseconds, spread } from './figures.ts'
import { withServer } from './server.ts'
import { onSlowPhone, slowPhoneWords } from './slow-phone.ts'
import { type Bench, verdict } from './table.ts'

const TARGET_MS = 2500
const PAGES = 10

interface Seen {
  /** Milliseconds to the largest paint. */
  largest: number
  /** Milliseconds until the button is ready. */
  works: number
  shift: number
  /** Milliseconds to page 1 of the document. */
  page: number
}

/** Loading times of a signing link on a slow phone with an empty cache. */
export const signPage: Bench = {
  name: 'sign-page',
  title: 'A signing link on a slow phone',
  run: ({ quick }) =>
    withServer(async ({ url, folder }) => {
      const link = await linkToSign(url, folder)
      const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu'],
      })
      try {
        const rounds = quick ? 1 : 7
        await look(browser, link)
        const looks: Seen[] = []
        const reads: Seen[] = []
        for (let round = 0; round < rounds; round++) {
          looks.push(await look(browser, link))
          reads.push(await read(browser, link))
        }
        const largest = spread(looks.map((one) => one.largest))
        const row = (what: string, values: number[]) => [what, milliseconds(spread(values)), '', '']
        return {
          columns: ['metric', 'after opening', 'target', 'verdict'],
          rows: [
            [
              'largest paint',
              milliseconds(largest),
              `< ${TARGET_MS} ms`,
              verdict(largest.median < TARGET_MS),
            ],
            row(
              'button ready',
              looks.map(({ works }) => works),
            ),
            row(
              'page 1 visible, if the button is pressed immediately',
              reads.map(({ page }) => page),
            ),
            ['highest layout shift', Math.max(...looks.map(({ shift }) => shift)).toFixed(3), '', ''],
          ],
          notes: [
            `Medians (low..high) of ${rounds} visits in Chromium, ${slowPhoneWords}. The document has ${PAGES} pages of text.`,
            'Largest paint and layout shift are values of PerformanceObserver after everything has loaded, including the PDF viewer, which loads in the background.',
          ],
        }
      } finally {
        await browser.close()
      }
    }),
}

export async function linkToSign(url: string, folder: string): Promise<string> {
  const { cookie } = await Customer.signUp(url)
  const ask = async (path: string, init: RequestInit) => {
    const response = await fetch(new URL(path, url), { method: 'POST', ...init })
    if (response.status !== 201)
      throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const { buffer } = await book(PAGES)
  const body = new FormData()
  body.append('file', new File([new Uint8Array(buffer)], 'Lease 2027.pdf'))
  const stored = (await ask('/api/v1/user/storage/files/upload/', { headers: { cookie }, body })) as {
    id: string
  }
  const ana = { id: randomUUID(), name: 'Ana Ruiz Calder', email: 'ana@mail.example' }
  const place = { page: PAGES, rect: { x: 72, y: 100, width: 200, height: 50 } }
  await ask('/api/v1/pdf_handler/signing/sessions/', {
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      file_id: stored.id,
      title: 'Tenancy agreement, 14 Harbour Row',
      message: 'Please sign by Friday.',
      recipients: [ana],
      fields: [{ id: randomUUID(), recipient_id: ana.id, kind: 'signature', places: [place] }],
    }),
  })
  return new Outbox(folder).signingLink(ana.email)
}

const look = (browser: Browser, url: string): Promise<Seen> =>
  onSlowPhone(browser, OBSERVE, async (page) => {
    await page.goto(url)
    await page.getByRole('contentinfo').waitFor()
    await page.waitForLoadState('networkidle')
    return (await page.evaluate('window.seen')) as Seen
  })

const read = (browser: Browser, url: string): Promise<Seen> =>
  onSlowPhone(browser, OBSERVE, async (page) => {
    await page.goto(url)
    await page.getByRole('button', { name: 'Review document' }).tap()
    await page.locator('[data-place="1"] canvas').waitFor({ timeout: 90_000 })
    // Page 1 is recorded in the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    return (await page.evaluate('window.seen')) as Seen
  })

/** Runs before any script of the page. */
const OBSERVE = `
  window.seen = { largest: 0, works: 0, shift: 0, page: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largest = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (!seen.works && document.querySelector('.landing-act')) seen.works = performance.now()
    if (document.querySelector('[data-place="1"] canvas')) seen.page = performance.now()
    else requestAnimationFrame(look)
  }
  look()
`
