import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '../scripts/free-port.js'
import { withFolder } from './server.ts'

/** What Lighthouse says of one visit. Times in milliseconds, simulated; requests and bytes as they were. */
export interface PageLoad {
  firstPaint: number
  largestPaint: number
  blocking: number
  shift: number
  requests: number
  /** Scripts among the requests, and what they took over the wire. */
  scripts: number
  scriptBytes: number
  /** All of the page over the wire. */
  bytes: number
  /** The element that was the largest paint, as a selector. */
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
 * One visit by Lighthouse's mobile default, simulated: a new profile of Chromium, which has the session and nothing else.
 * Throws where the page led elsewhere: an unknown session measures the sign-in page.
 * @param cookie `name=value`, or '' for a visitor without a session
 */
export const visitPage = (url: string, cookie: string): Promise<PageLoad> =>
  withFolder(async (folder) => {
    // Lighthouse takes a number, and Chromium says its own to Playwright alone.
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
      if (!result) throw new Error(`Lighthouse says nothing of ${url}.`)
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
    throw new Error(`${url} led to ${finalDisplayedUrl}.`)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const requests = itemsOf<NetworkRequest>(audits['network-requests'])
  // What the browser has at hand costs no request.
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
