import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getDocument, PDFDataRangeTransport, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallWorker, sparing } from '../scripts/pdf-worker.ts'

const PART = 32_768
const folder = mkdtempSync(join(tmpdir(), 'fw-worker-'))
const corpora = join(import.meta.dirname, '..', '..', 'shared', 'corpora')

type Handler = { initializeFromPort: (port: MessagePort) => void }
/** The worker as it is built, and as it came. */
let ours: Handler
let theirs: Handler

beforeAll(async () => {
  const path = join(folder, 'worker.mjs')
  writeFileSync(path, await smallWorker())
  const load = async (url: string) =>
    ((await import(url)) as { WorkerMessageHandler: Handler }).WorkerMessageHandler
  ours = await load(pathToFileURL(path).href)
  theirs = await load('pdfjs-dist/legacy/build/pdf.worker.mjs')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Node = { kids: (Node | number | null)[]; count?: number }

/**
 * A file whose pages hang as told: a number is the page that says it, null an object that is not
 * there. Between two entries lies a page's worth of noise.
 */
function treeOf(root: Node, noise = 3_000): Uint8Array {
  const bodies: string[] = ['<< /Type /Catalog /Pages 2 0 R >>']
  const put = (body: string) => bodies.push(body)
  const missing = 9_999
  function add(node: Node, at: number, parent: number | null): number {
    let pages = 0
    const refs: number[] = []
    for (const kid of node.kids) {
      if (kid === null) refs.push(missing)
      else if (typeof kid === 'number') {
        const text = `BT /F1 12 Tf 10 10 Td (page ${kid}) Tj ET %${String(kid).padEnd(noise, 'x')}`
        const content = put(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`)
        refs.push(
          put(
            `<< /Type /Page /Parent ${at} 0 R /MediaBox [0 0 ${100 + kid} 200] /Contents ${content} 0 R ` +
              '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>',
          ),
        )
        pages++
      } else {
        const below = put('')
        refs.push(below)
        pages += add(kid, below, at)
      }
    }
    bodies[at - 1] =
      `<< /Type /Pages /Count ${node.count ?? pages} /Kids [${refs.map((ref) => `${ref} 0 R`).join(' ')}]` +
      `${parent === null ? '' : ` /Parent ${parent} 0 R`} >>`
    return pages
  }
  put('')
  add(root, 2, null)
  let file = '%PDF-1.4\n'
  const offsets = bodies.map((body, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return at
  })
  const start = file.length
  file += `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n`
  for (const at of offsets) file += `${String(at).padStart(10, '0')} 00000 n \n`
  file += `trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return new TextEncoder().encode(file)
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

function workerOf(handler: Handler) {
  const { port1, port2 } = new MessageChannel()
  handler.initializeFromPort(port2)
  const worker = PDFWorker.create({ port: port1 as never, verbosity: 0 })
  const end = () => {
    worker.destroy()
    port1.close()
  }
  return { worker, end }
}

/** As the viewer opens it: in parts. `read` counts what was asked for. */
async function open(bytes: Uint8Array, handler = ours) {
  const read = { bytes: PART }
  class Parts extends PDFDataRangeTransport {
    override requestDataRange(from: number, to: number) {
      read.bytes += to - from
      queueMicrotask(() => this.onDataRange(from, bytes.slice(from, to)))
    }
  }
  const { worker, end } = workerOf(handler)
  const task = getDocument({
    worker,
    range: new Parts(bytes.length, bytes.slice(0, PART)),
    rangeChunkSize: PART,
    disableAutoFetch: true,
    disableStream: true,
    verbosity: 0,
  })
  const document = await task.promise
  /** What a page says of itself: its width is 100 and its number. */
  const page = async (number: number) => {
    const { view } = await document.getPage(number)
    return view[2]! - 100
  }
  return { document, page, read, close: () => task.destroy().then(end) }
}

describe('a long file', () => {
  it('whose pages stand in one list is not read to open it, to look at a page, or to follow a link', async () => {
    const bytes = treeOf({ kids: numbers(1, 1_000) })
    const { document, page, read, close } = await open(bytes)
    expect(document.numPages).toBe(1_000)
    expect([await page(1), await page(1_000)]).toEqual([1, 1_000])
    expect(read.bytes).toBeLessThan(10 * PART)
    expect(await page(500)).toBe(500)
    const { ref } = await document.getPage(700)
    expect(await document.getPageIndex(ref!)).toBe(699)
    expect(read.bytes).toBeLessThan(16 * PART)
    expect(bytes.length).toBeGreaterThan(90 * PART)
    await close()
  })

  it('whose pages hang on a tree is read from node to node', async () => {
    const kids = numbers(0, 24).map((node) => ({ kids: numbers(node * 40 + 1, node * 40 + 40) }))
    const { document, page, close } = await open(treeOf({ kids }))
    expect(document.numPages).toBe(1_000)
    for (const number of [1, 40, 41, 1_000]) expect(await page(number)).toBe(number)
    const { ref } = await document.getPage(85)
    expect(await document.getPageIndex(ref!)).toBe(84)
    await close()
  })
})

/** Trees that say of themselves what is not so. */
describe('a tree that lies', () => {
  const pagesOf = async (root: Node, handler = ours) => {
    const { document, page, close } = await open(treeOf(root, 200), handler)
    const said: (number | null)[] = []
    for (let number = 1; number <= document.numPages; number++)
      said.push(await page(number).catch(() => null))
    await close()
    return said
  }
  const long = numbers(1, 150)
  const nested = [...numbers(1, 60), { kids: numbers(61, 120) }, ...numbers(121, 149), { kids: [150] }]
  it.each<[string, Node, (number | null)[]]>([
    ['counts fewer than it has: as many are shown as it counts', { kids: long, count: 120 }, numbers(1, 120)],
    ['counts more than it has: those that it has are shown', { kids: long, count: 180 }, long],
    [
      'holds a list of one among its pages',
      { kids: [...numbers(1, 70), { kids: [71] }, ...numbers(72, 150)] },
      long,
    ],
    ['holds lists and pages', { kids: nested }, long],
    ['begins far down', { kids: [{ kids: [{ kids: long }] }] }, long],
    [
      'has a list at its end that counts too few',
      { kids: [...numbers(1, 119), { kids: [120, 121], count: 1 }], count: 120 },
      numbers(1, 120),
    ],
    [
      'has a list at its end that counts too many',
      { kids: [...numbers(1, 119), { kids: [120, 121], count: 9 }], count: 128 },
      numbers(1, 121),
    ],
    ['counts none', { kids: long, count: 0 }, []],
  ])('%s', async (_, root, pages) => {
    expect(await pagesOf(root)).toEqual(pages)
    expect(await pagesOf(root, theirs), 'as without the change').toEqual(pages)
  })

  it('has a page twice', async () => {
    const twice = treeOf({ kids: long }, 200)
    const text = new TextDecoder().decode(twice)
    const [list] = /\/Kids \[[^\]]*\]/.exec(text)!
    const refs = list.match(/\d+ 0 R/g)!
    // The same length: the second entry becomes the first.
    const same = list.replace(refs[140]!, refs[139]!)
    const { document, page, close } = await open(new TextEncoder().encode(text.replace(list, same)))
    expect(document.numPages).toBeLessThanOrEqual(150)
    for (const number of [1, 70, 140]) expect(await page(number)).toBe(number)
    await close()
  })

  it('lacks its last page: the others are shown', async () => {
    const said = await pagesOf({ kids: [...numbers(1, 149), null], count: 150 })
    expect(said.slice(0, 149)).toEqual(numbers(1, 149))
    expect(said.slice(149).every((page) => page === null)).toBe(true)
  })

  it('lacks one in the middle: the others are shown', async () => {
    const kids = [...numbers(1, 70), null, ...numbers(72, 150)]
    const said = await pagesOf({ kids, count: 150 })
    expect(said).toEqual(kids)
  })
})

describe('the worker', () => {
  it('is not built from another version of the library', () => {
    expect(() => sparing('async getPageDict(e){}')).toThrow(/another pdf\.js/)
  })

  it.runIf(existsSync(join(corpora, 'manifest.tsv')))(
    'opens what it opened before, and counts as many pages',
    async () => {
      const paths = ['pdf', 'hostile'].flatMap((name) =>
        readdirSync(join(corpora, name))
          .filter((file) => file.endsWith('.pdf') && !/bomb/.test(file))
          .map((file) => join(corpora, name, file)),
      )
      const counts = async (handler: Handler) => {
        const found: Record<string, number | string> = {}
        for (const path of paths) {
          const { worker, end } = workerOf(handler)
          const task = getDocument({ worker, data: new Uint8Array(readFileSync(path)), verbosity: 0 })
          found[path] = await task.promise.then(
            ({ numPages }) => numPages,
            ({ name }: Error) => name,
          )
          await task.destroy()
          end()
        }
        return found
      }
      const found = await counts(ours)
      expect(Object.values(found).filter((count) => typeof count === 'number').length).toBeGreaterThan(10)
      expect(found).toEqual(await counts(theirs))
    },
  )
})
