import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { book } from '../e2e/pdf-files.ts'
import { pdfFiles } from '../scripts/pdf-files.ts'
import { pdfWorker } from '../scripts/pdf-worker.ts'
import { processTree } from '../server/engines/sandbox/measure.ts'
import { digits, kilobytes, megabytes, milliseconds, spread } from './figures.ts'
import { withFolder } from './server.ts'
import { type Bench, verdict } from './table.ts'

const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const SLOWER = 4
const ROUNDS = 5
/** Fewer rounds, because times on the slow network vary less. */
const SLOW_ROUNDS = 3
/** Pixels per frame, and the duration in seconds. */
const STEP = 40
const SHORT = 4
const LONG = 20

type Side = 'ours' | 'theirs'
const SIDES: Side[] = ['ours', 'theirs']

/**
 * Compares the viewer with `PDFViewer` of pdf.js on the same engine: one build, one server, in
 * turns.
 */
export const pdfViewer: Bench = {
  name: 'pdf-viewer',
  title: 'The PDF viewer compared with that of pdf.js',
  run: ({ quick }) =>
    withFolder(async (folder) => {
      await lay(folder)
      const served = await serve(folder)
      try {
        const rows: string[][] = []
        for (const [what, file, slow, most] of [
          ['first page, 1 page', 'book-1.pdf', false, 1],
          ['same on a slow network', 'book-1.pdf', true, 1],
          ['first page, 100 pages', 'book-100.pdf', false, 1],
          ['same on a slow network', 'book-100.pdf', true, 1],
          ['first page, 1,000 pages', 'book-1000.pdf', false, 1.1],
          ['same on a slow network', 'book-1000.pdf', true, 0.6],
          ['1,000 pages in a flat page tree, slow network', 'list-1000.pdf', true, 0.6],
        ] as const) {
          const times: Record<Side, number[]> = { ours: [], theirs: [] }
          const bytes: Record<Side, number> = { ours: 0, theirs: 0 }
          const rounds = quick ? 1 : slow ? SLOW_ROUNDS : ROUNDS
          // The first round on the fast network is a warm-up and is not counted.
          const warm = quick || slow ? 0 : 1
          for (let round = 0; round < rounds + warm; round++)
            for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
              served.sent.clear()
              const first = await firstPage(served.url, side, file, slow)
              if (round < warm) continue
              times[side].push(first)
              bytes[side] = served.sent.get(file) ?? 0
            }
          const [ours, theirs] = [spread(times.ours), spread(times.theirs)]
          const ratio = ours.median / theirs.median
          rows.push([
            what,
            `${milliseconds(ours)}, ${kilobytes(bytes.ours)} of the file`,
            `${milliseconds(theirs)}, ${kilobytes(bytes.theirs)}`,
            `${digits(ratio)} ×`,
            `≤ ${most} ×`,
            verdict(ratio <= most),
          ])
        }
        rows.push(...(await scrolling(served.url, quick)))
        return {
          columns: ['case', 'Filewright', 'PDFViewer', 'ratio', 'target', 'verdict'],
          rows,
          notes: [
            `Medians (low..high) of ${ROUNDS} visits each, of ${SLOW_ROUNDS} on the slow network. The two sides take turns; each visit uses a new Chromium profile. Time until the first frame that shows page 1, reported by the page. Both pages are standalone, built together and served compressed by one server that supports range requests. The page of Filewright includes React.`,
            'Slow network: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up, main thread 4 times slower; workers are not slowed. The pages contain only text.',
            `Scrolling: ${STEP} pixels per animation frame. Memory: change of the proportional set size of all browser processes from ${SHORT} s to ${LONG} s of scrolling, and its final value.`,
          ],
        }
      } finally {
        served.server.close()
      }
    }),
}

/** Builds both pages, creates the PDFs and compresses the static files. */
async function lay(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, 'viewers'),
    base: '/',
    plugins: [
      babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' })] }),
      react(),
      tailwindcss(),
      pdfFiles,
      pdfWorker(),
    ],
    build: {
      outDir: folder,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2022',
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: SIDES.map((side) => join(import.meta.dirname, 'viewers', `${side}.html`)) },
    },
  })
  for (const name of readdirSync(folder, { recursive: true }) as string[])
    if (/\.(m?js|css|html)$/.test(name))
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))))
  for (const { name, buffer } of [await book(1), await book(100), await book(1000), await book(1000, 'list')])
    writeFileSync(join(folder, name), buffer)
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.pdf': 'application/pdf',
}

/** Serves PDFs uncompressed with range requests. `sent` counts the bytes sent per file. */
async function serve(folder: string): Promise<{ url: string; server: Server; sent: Map<string, number> }> {
  const sent = new Map<string, number>()
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1)
    const path = join(folder, name)
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    let size: number
    try {
      size = statSync(path).size
    } catch {
      response.writeHead(404).end()
      return
    }
    if (extname(name) !== '.pdf') {
      const packed = existsSync(`${path}.br`)
      response.writeHead(200, { 'content-type': type, ...(packed && { 'content-encoding': 'br' }) })
      createReadStream(packed ? `${path}.br` : path).pipe(response)
      return
    }
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const start = Number(from ?? 0)
    const end = Math.min(to ? Number(to) : size - 1, size - 1)
    response.writeHead(from === undefined ? 200 : 206, {
      'content-type': type,
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      ...(from !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
    })
    createReadStream(path, { start, end })
      .on('data', (part) => sent.set(name, (sent.get(name) ?? 0) + part.length))
      .pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no port')
  return { url: `http://127.0.0.1:${address.port}`, server, sent }
}

/** A new browser with an empty cache. */
async function withBrowser<T>(
  use: (page: Page, context: BrowserContext, profile: string) => Promise<T>,
): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'fw-viewer-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    viewport: { width: 1280, height: 860 },
  })
  try {
    return await use(context.pages()[0] ?? (await context.newPage()), context, profile)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function firstPage(url: string, side: Side, file: string, slow: boolean): Promise<number> {
  return withBrowser(async (page, context) => {
    if (slow) {
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', SLOW)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    }
    return open(page, url, side, file)
  })
}

async function open(page: Page, url: string, side: Side, file: string): Promise<number> {
  await page.goto(`${url}/${side}.html?file=/${file}`)
  const first = await page.waitForFunction('window.seen?.first', undefined, { timeout: 90_000 })
  return (await first.jsonValue()) as number
}

interface Scrolled {
  /** Frames per second. */
  frames: number
  /** 95th percentile of the frame times, in milliseconds. */
  slowest: number
}

async function scrolling(url: string, quick: boolean): Promise<string[][]> {
  const frames: Record<Side, number[]> = { ours: [], theirs: [] }
  const slowest: Record<Side, number[]> = { ours: [], theirs: [] }
  const grown: Record<Side, number[]> = { ours: [], theirs: [] }
  const held: Record<Side, number[]> = { ours: [], theirs: [] }
  for (let round = 0; round < (quick ? 1 : 2); round++)
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed())
      await withBrowser(async (page, _, profile) => {
        await open(page, url, side, 'book-1000.pdf')
        const short = await scroll(page, SHORT)
        const after = memoryOf(profile)
        if (!quick) await scroll(page, LONG - SHORT)
        frames[side].push(short.frames)
        slowest[side].push(short.slowest)
        held[side].push(memoryOf(profile))
        grown[side].push(memoryOf(profile) - after)
      })
  const mean = (values: number[]) => spread(values).median
  const ratio = mean(frames.ours) / mean(frames.theirs)
  const fps = (side: Side) =>
    `${digits(mean(frames[side]))} frames/s, one frame in twenty ≥ ${digits(mean(slowest[side]))} ms`
  const memory = (side: Side) =>
    `${grown[side].map((bytes) => (bytes < 0 ? '−' : '+') + megabytes(Math.abs(bytes))).join(', ')}, to ${megabytes(mean(held[side]))}`
  // The memory of the browser itself varies by tens of megabytes.
  const bounded = mean(grown.ours) < 60_000_000
  return [
    [
      'scrolling through 1,000 pages',
      fps('ours'),
      fps('theirs'),
      `${digits(ratio)} ×`,
      '≥ 0.95 ×',
      verdict(ratio >= 0.95),
    ],
    [
      `memory from ${SHORT} to ${LONG} s of scrolling`,
      memory('ours'),
      memory('theirs'),
      '',
      'within noise, 60 MB',
      verdict(bounded),
    ],
  ]
}

async function scroll(page: Page, seconds: number): Promise<Scrolled> {
  const stamps = (await page.evaluate(`new Promise((resolve) => {
    const stamps = []
    const frame = (now) => {
      stamps.push(now)
      seen.scroller.scrollTop += ${STEP}
      if (now - stamps[0] < ${seconds * 1000}) requestAnimationFrame(frame)
      else resolve(stamps)
    }
    requestAnimationFrame(frame)
  })`)) as number[]
  const taken = stamps.slice(1).map((stamp, at) => stamp - stamps[at]!)
  return {
    frames: (1000 * taken.length) / (stamps.at(-1)! - stamps[0]!),
    slowest: taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.95)] ?? 0,
  }
}

/** Proportional set size of all processes of the browser with this profile. */
function memoryOf(profile: string): number {
  const roots = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && read(`/proc/${pid}/cmdline`).includes(profile),
  )
  const all = new Set(roots.flatMap((pid) => processTree(Number(pid))))
  return [...all].reduce(
    (sum, pid) => sum + 1024 * Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
    0,
  )
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended
  }
}
