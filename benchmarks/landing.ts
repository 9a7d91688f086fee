import { type Browser, chromium } from '@playwright/test'
import type { Share } from '../contract/shares.ts'
import { Customer } from './client.ts'
import { milliseconds, spread } from './figures.ts'
import { photograph } from './photograph.ts'
import { withServer } from './server.ts'
import { onSlowPhone, slowPhoneWords } from './slow-phone.ts'
import { type Bench, verdict } from './table.ts'

const TARGET_MS = 2000
interface Visit {
  /** Milliseconds to the largest paint. */
  largest: number
  what: string
  /** Milliseconds until the button is ready. */
  works: number
  shift: number
}

/** Loading times of a share link on a slow phone with an empty cache. */
export const landing: Bench = {
  name: 'landing',
  title: 'A share link on a slow phone',
  run: ({ quick }) =>
    withServer(async ({ url }) => {
      const customer = await Customer.signUp(url)
      const file = new File([new Uint8Array(await photograph(2400, 1600))], 'Roof valley.jpg')
      const links = {
        'photograph with a preview': await share(customer, file, { message: 'Have a look at the gutter.' }),
        'same file with a password': await share(customer, file, { password: 'open sesame' }),
      }
      const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu'],
      })
      try {
        const rows: string[][] = []
        for (const [what, link] of Object.entries(links)) {
          await visit(browser, link) // the first visit renders the preview
          const visits: Visit[] = []
          for (let round = 0; round < (quick ? 1 : 7); round++) visits.push(await visit(browser, link))
          const largest = spread(visits.map((one) => one.largest))
          rows.push([
            what,
            milliseconds(largest),
            [...new Set(visits.map((one) => one.what))].join(', '),
            milliseconds(spread(visits.map(({ works }) => works))),
            Math.max(...visits.map(({ shift }) => shift)).toFixed(3),
            `< ${TARGET_MS} ms`,
            verdict(largest.median < TARGET_MS),
          ])
        }
        return {
          columns: [
            'link',
            'largest paint',
            'element',
            'button ready',
            'highest layout shift',
            'target',
            'verdict',
          ],
          rows,
          notes: [
            `Medians (low..high) of ${quick ? 1 : 7} visits in Chromium, ${slowPhoneWords}.`,
            'Largest paint and layout shift are values of PerformanceObserver after everything has loaded. The target applies to the largest paint.',
          ],
        }
      } finally {
        await browser.close()
      }
    }),
}

export async function share({ url, cookie }: Customer, file: File, settings: object): Promise<string> {
  const body = new FormData()
  body.append('file', file)
  const ask = async (path: string, init: RequestInit) => {
    const response = await fetch(new URL(path, url), { method: 'POST', ...init })
    if (response.status !== 201)
      throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const stored = (await ask('/api/v1/user/storage/files/upload/', { headers: { cookie }, body })) as {
    id: string
  }
  const made = (await ask('/api/v1/user/shares/', {
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ file_id: stored.id, ...settings }),
  })) as Share
  return made.url as string
}

const visit = (browser: Browser, url: string): Promise<Visit> =>
  onSlowPhone(browser, OBSERVE, async (page) => {
    await page.goto(url)
    await page.getByRole('contentinfo').waitFor()
    await page.waitForLoadState('networkidle')
    return (await page.evaluate('window.seen')) as Visit
  })

/** Runs before any script of the page. */
const OBSERVE = `
  window.seen = { largest: 0, what: '', works: 0, shift: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      seen.largest = entry.startTime
      seen.what = entry.url ? 'image' : 'text'
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (document.querySelector('footer') && !document.querySelector('[inert]')) seen.works = performance.now()
    else requestAnimationFrame(look)
  }
  look()
`
