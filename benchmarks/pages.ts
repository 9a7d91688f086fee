import { randomBytes } from 'node:crypto'
import { Customer } from './client.ts'
import { kilobytes, milliseconds, spread } from './figures.ts'
import { share } from './landing.ts'
import { type PageLoad, visitPage } from './lighthouse.ts'
import { photograph } from './photograph.ts'
import { withServer } from './server.ts'
import { linkToSign } from './sign-page.ts'
import type { Bench } from './table.ts'

const RUNS = 5
const CONVERSIONS = 12

interface Page {
  name: string
  url: string
  cookie: string
}

/** Lighthouse results of the most visited pages. Other URLs are measured in the same rounds. */
export const pages: Bench = {
  name: 'pages',
  title: 'Pages on a simulated slow phone',
  run: ({ quick, urls = [] }) =>
    withServer(async ({ url, folder }) => {
      const all = [
        ...(await pagesOf(url, '')),
        { name: 'signing link', url: await linkToSign(url, folder), cookie: '' },
      ]
      for (const other of urls)
        all.push(
          ...((await isFilewright(other))
            ? await pagesOf(other, `${other}: `)
            : [{ name: other, url: other, cookie: '' }]),
        )
      const runs = quick ? 1 : RUNS
      const loads = new Map<Page, PageLoad[]>(all.map((page) => [page, []]))
      for (let round = 0; round < runs; round++)
        for (const [page, seen] of loads) seen.push(await visitPage(page.url, page.cookie))
      return {
        columns: [
          'page',
          'first paint',
          'largest paint',
          'blocking time',
          'layout shift',
          'requests',
          'scripts',
          'total',
        ],
        rows: [...loads].map(([{ name }, seen]) => row(name, seen)),
        notes: [
          `Medians (low..high) of ${runs} visits with Lighthouse 13; the pages take turns. Lighthouse simulates its mobile default (4 × slower processor, 150 ms round trip, 1.6 Mbit/s). Each visit uses a new Chromium profile over plain HTTP/1.1. Sizes are transfer sizes, including headers.`,
          `The account has ${CONVERSIONS} conversions. The share link has a photograph with a preview.`,
        ],
      }
    }),
}

function row(name: string, seen: PageLoad[]): string[] {
  const of = (key: Exclude<keyof PageLoad, 'largest'>) => spread(seen.map((one) => one[key]))
  return [
    name,
    milliseconds(of('firstPaint')),
    milliseconds(of('largestPaint')),
    milliseconds(of('blocking')),
    of('shift').high.toFixed(3),
    String(of('requests').median),
    `${of('scripts').median}: ${kilobytes(of('scriptBytes').median)}`,
    kilobytes(of('bytes').median),
  ]
}

async function pagesOf(url: string, prefix: string): Promise<Page[]> {
  const customer = await Customer.signUp(url, `pages-${randomBytes(4).toString('hex')}`)
  const ids: string[] = []
  for (let n = 1; n <= CONVERSIONS; n++)
    ids.push(
      await customer.convert('document', new File([`# Report ${n}`], `Report ${n}.md`), {
        target_format: 'html',
      }),
    )
  for (const id of ids) await customer.wait(id, 'document')
  const file = new File([new Uint8Array(await photograph(2400, 1600))], 'Roof valley.jpg')
  const link = await share(customer, file, { message: 'Have a look at the gutter.' })
  const page = (name: string, path: string, cookie = customer.cookie): Page => ({
    name: prefix + name,
    url: new URL(path, url).href,
    cookie,
  })
  return [
    page('Sign in', '/sign-in', ''),
    page('Overview', '/'),
    page('Convert', '/convert'),
    page('History', '/history'),
    page('share link', link, ''),
  ]
}

const isFilewright = (url: string): Promise<boolean> =>
  fetch(new URL('/api/v1/health/', url)).then(
    ({ ok, headers }) => ok && (headers.get('content-type') ?? '').includes('json'),
    () => false,
  )
