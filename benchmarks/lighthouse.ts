import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '../scripts/free-port.js'
import { withFolder } from './server.ts'

/** Results of one visit. Times are simulated, in milliseconds. Requests and bytes are measured. */
export interface PageLoad {
  firstPaint: number
  largestPaint: number
  blocking: number
  shift: number
  requests: number
  /** Number of scripts, and their transfer size in bytes. */
  scripts: number
  scriptBytes: number
  /** Transfer size of the page in bytes. */
  bytes: number
  /** Label or selector of the largest painted element. */
  largest: string
}

interface NetworkRequest {
  resourceType?: string
  transferSize?: number
  url: string
}

const AUDITS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'network-requests',
  'lcp-breakdown-insight',
]

/**
 * One visit with the simulated mobile default of Lighthouse, in a new Chromium profile that has
 * only the session. Throws if the page redirects: an unknown session would measure the sign-in
 * page.
 * @param cookie `name=value`, or '' for a visitor without a session
 */
export const visitPage = (url: string, cookie: string): Promise<PageLoad> =>
  withFolder(async (folder) => {
    // Lighthouse needs a port number, and Chromium reports its own only to Playwright.
    const port = await freePort()
    const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        `--remote-debugging-port=${port}`,
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    })
    try {
      const [name = '', value = ''] = cookie.split('=', 2)
      if (cookie) await browser.addCookies([{ name, value, url: new URL(url).origin }])
      const result = await lighthouse(url, {
        port,
        logLevel: 'error',
        onlyAudits: AUDITS,
        throttlingMethod: 'simulate',
        // A reset would delete the session; the profile is new anyway.
        disableStorageReset: true,
      })
      if (!result) throw new Error(`Lighthouse returned no result for ${url}.`)
      return readResult(url, result.lhr)
    } finally {
      await browser.close()
      rmSync(join(folder, 'profile'), { recursive: true, force: true, maxRetries: 5 })
    }
  })

type Lhr = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function readResult(url: string, { audits, finalDisplayedUrl, runtimeError }: Lhr): PageLoad {
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  if (finalDisplayedUrl && new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} redirected to ${finalDisplayedUrl}.`)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const requests = itemsOf<NetworkRequest>(audits['network-requests'])
  // Data and blob URLs cause no requests.
  const sent = requests.filter((request) => /^https?:/.test(request.url))
  const scripts = sent.filter(({ resourceType }) => resourceType === 'Script')
  const sum = (some: NetworkRequest[]) =>
    some.reduce((total, { transferSize = 0 }) => total + transferSize, 0)
  const node = itemsOf<{ selector?: string; nodeLabel?: string }>(audits['lcp-breakdown-insight']).find(
    ({ selector }) => selector,
  )
  return {
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    requests: sent.length,
    scripts: scripts.length,
    scriptBytes: sum(scripts),
    bytes: sum(sent),
    largest: node?.nodeLabel ?? node?.selector ?? '',
  }
}

const itemsOf = <T>(audit: Lhr['audits'][string] | undefined): T[] =>
  audit?.details && 'items' in audit.details ? (audit.details.items as unknown as T[]) : []
