import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import pg from 'pg'
import { build, preview } from 'vite'
import type { Conversion } from '../contract/conversion.ts'
import { Customer } from './client.ts'
import { digits, type Spread, spread } from './figures.ts'
import { insertHistory } from './history-rows.ts'
import { databaseOf, withFolder, withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const ROWS = 10_000
const ROUNDS = 5
const SLOWER = 4
/** Pixels per frame, and the duration in seconds. */
const STEP = 120
const SECONDS = 4
const LEAST = 0.85

interface Side {
  name: string
  url: string
  cookie: string
  /** The list response, for a page that requests it. */
  list: string
}

interface Scrolled {
  /** Frames per second. */
  frames: number
  /** 95th percentile of the frame times, in milliseconds. */
  slowest: number
  /** Milliseconds of the main thread per frame: total and parts. */
  busy: number
  script: number
  style: number
  layout: number
  /** DOM elements in the page. */
  nodes: number
}

/** Compares History with 10,000 rows with a minimal virtual list in React, on a slow processor. */
export const historyScroll: Bench = {
  name: 'history-scroll',
  title: `Scrolling through ${ROWS.toLocaleString('en')} conversions`,
  run: ({ quick, urls = [] }) =>
    withFolder((folder) =>
      withServer(async (server) => {
        const plain = await servePlain(folder)
        const browser = await chromium.launch({
          executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
          args: ['--no-sandbox', '--disable-gpu'],
        })
        try {
          const customer = await Customer.signUp(server.url, `scroll-${randomBytes(4).toString('hex')}`)
          const list = await answer(customer, databaseOf(server))
          const sides: Side[] = [
            { name: 'plain virtual list', url: plain.url, cookie: '', list: '' },
            { name: 'History', url: server.url, cookie: customer.cookie, list },
          ]
          for (const url of urls) {
            const other = await Customer.signUp(url, `scroll-${randomBytes(4).toString('hex')}`)
            sides.push({ name: `${url}: History`, url, cookie: other.cookie, list })
          }
          const found = new Map<Side, Scrolled[]>(sides.map((side) => [side, []]))
          for (let round = 0; round < (quick ? 1 : ROUNDS); round++)
            for (const [side, runs] of round % 2 === 0 ? found : [...found].toReversed())
              runs.push(await visit(browser, side))
          return {
            columns: [
              'list',
              'frames/s',
              'ratio to the plain list',
              'verdict',
              'main thread per frame',
              'of which script, style, layout',
              'one frame in twenty',
              'DOM elements',
            ],
            rows: rowsOf([...found]),
            notes: [
              `Medians (low..high) of ${quick ? 1 : ROUNDS} visits per list; the lists take turns. Window of 1280 × 860, processor ${SLOWER} times slower, ${STEP} pixels per animation frame for ${SECONDS} s. All ${ROWS.toLocaleString('en')} rows are loaded before scrolling.`,
              'The plain list uses React, the same virtual list library and rows of 33 pixels with one text each. Main thread: total task time as reported by the browser, divided by the number of frames. Drawing on other threads is not included.',
              'When frames are dropped, History renders only the name in new rows until scrolling slows down.',
              `Target: ≥ ${LEAST} × the frame rate of the plain list.`,
            ],
          }
        } finally {
          await browser.close()
          await plain.close()
        }
      }),
    ),
}

function rowsOf(found: [Side, Scrolled[]][]): string[][] {
  const of = (runs: Scrolled[], key: keyof Scrolled) => spread(runs.map((one) => one[key]))
  const plain = of(found[0]?.[1] ?? [], 'frames').median
  return found.map(([{ name }, runs], at) => {
    const frames = of(runs, 'frames')
    const ratio = frames.median / plain
    return [
      name,
      range(frames),
      at === 0 ? '' : `${digits(ratio)} ×`,
      at === 0 ? '' : verdict(ratio >= LEAST),
      `${range(of(runs, 'busy'))} ms`,
      (['script', 'style', 'layout'] as const).map((key) => digits(of(runs, key).median)).join(', '),
      `≥ ${digits(of(runs, 'slowest').median)} ms`,
      String(of(runs, 'nodes').median),
    ]
  })
}

const range = ({ median, low, high }: Spread) => `${digits(median)} (${digits(low)}..${digits(high)})`

/** One response with all rows, as after scrolling to the end. */
async function answer(customer: Customer, database: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(database)
  await client.connect()
  const other = await Customer.signUp(customer.url, 'neighbour')
  try {
    await insertHistory(client, customer.id, other.id, ROWS)
    // No conversion is pending, so that only the list is measured.
    await client.query("update conversions set status = 'completed' where status = 'pending'")
  } finally {
    await client.end()
  }
  const results: Conversion[] = []
  let cursor: string | null = null
  do {
    const page = await customer.list({ page_size: '100', ...(cursor && { cursor }) })
    results.push(...page.results)
    cursor = page.next_cursor
  } while (cursor && results.length < ROWS)
  return JSON.stringify({ count: results.length, count_exact: true, next_cursor: null, results })
}

async function servePlain(outDir: string) {
  const root = join(import.meta.dirname, 'viewers')
  const shared = { configFile: false as const, logLevel: 'error' as const, root }
  await build({
    ...shared,
    plugins: [react()],
    build: { outDir, emptyOutDir: false, rolldownOptions: { input: join(root, 'plain-list.html') } },
  })
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  const url = new URL('plain-list.html', server.resolvedUrls?.local[0]).href
  return { url, close: () => server.close() }
}

async function visit(browser: Browser, { url, cookie, list }: Side): Promise<Scrolled> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
  try {
    const page = await context.newPage()
    if (cookie) {
      const [name = '', value = ''] = cookie.split('=', 2)
      await context.addCookies([{ name, value, url: new URL(url).origin }])
      await page.route(/\/api\/v1\/conversion\/\?(?!.*ids=)/, (route) =>
        route.fulfill({ contentType: 'application/json', body: list }),
      )
      // With a search in the URL, the HTML does not include the list response.
      await page.goto(new URL('/history?sort=-created_at', url).href)
    } else await page.goto(url)
    await page.locator('[data-row]').nth(5).waitFor()
    await page.waitForLoadState('networkidle')
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    return await scroll(page, devtools)
  } finally {
    await context.close()
  }
}

async function scroll(page: Page, devtools: CDPSession): Promise<Scrolled> {
  const before = await metrics(devtools)
  const stamps = (await page.evaluate(`new Promise((resolve) => {
    const scroller = document.querySelector('[role=rowgroup], [data-scroller]')
    const stamps = []
    const frame = (now) => {
      stamps.push(now)
      scroller.scrollTop += ${STEP}
      if (now - stamps[0] < ${SECONDS * 1000}) requestAnimationFrame(frame)
      else resolve(stamps)
    }
    requestAnimationFrame(frame)
  })`)) as number[]
  const after = await metrics(devtools)
  const taken = stamps.slice(1).map((stamp, at) => stamp - (stamps[at] ?? 0))
  const spent = (name: string) =>
    (1000 * ((after.get(name) ?? 0) - (before.get(name) ?? 0))) / Math.max(1, taken.length)
  return {
    frames: (1000 * taken.length) / ((stamps.at(-1) ?? 0) - (stamps[0] ?? 0)),
    slowest: taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.95)] ?? 0,
    busy: spent('TaskDuration'),
    script: spent('ScriptDuration'),
    style: spent('RecalcStyleDuration'),
    layout: spent('LayoutDuration'),
    nodes: await page.locator('body *').count(),
  }
}

async function metrics(devtools: CDPSession): Promise<Map<string, number>> {
  const { metrics: all } = await devtools.send('Performance.getMetrics')
  return new Map(all.map(({ name, value }) => [name, value]))
}
