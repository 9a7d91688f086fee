import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plain } from '../../../contract/message-pattern.ts'
import { EngineHarness, failureOf, plainly } from './helpers.ts'
import { hasPoppler, PdfShop, pagesOf, said } from './pdf-files.ts'
import { addTextPage, CORNERS, photoOf, wordsOf } from './scan-photos.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
const WORDS = wordsOf(300)
let page: Buffer
/** Photos of the page: in good light, and with grain and a shadow over half of it. */
let clear = ''
let shadowed = ''

beforeAll(async () => {
  await shop.open()
  const document = await pagesOf([])
  await addTextPage(document, WORDS)
  const drawn = await shop.convert(await pdfs.file('words.pdf', document), 'png', { dpi: 300 })
  page = readFileSync(drawn.path)
  clear = shop.file('clear.jpg', await photoOf(page, { width: 2400, height: 3200 }))
  shadowed = shop.file(
    'shadowed.jpg',
    await photoOf(page, { width: 2400, height: 3200, shadow: 0.45, grain: 10 }),
  )
})
afterAll(() => shop.close())

const settings = (more: object = {}) => ({
  quad: CORNERS,
  rotation: 0,
  filter: 'clean',
  layout: 'page',
  ...more,
})

let jobs = 0
/** Makes a PDF of photos, each with its settings. */
async function scan(
  photos: readonly [path: string, settings: object][],
  options: Record<string, unknown> = {},
  stages: [string, number | null][] = [],
) {
  const folder = mkdtempSync(join(shop.folder, `scan-${++jobs}-`))
  mkdirSync(folder, { recursive: true })
  const inputs = photos.map(([path], at) => {
    copyFileSync(path, join(folder, `in-${at}.jpg`))
    return { path: join(folder, `in-${at}.jpg`), format: 'jpg' }
  })
  return plainly(
    shop.engines.run(
      {
        owner: 'owner',
        folder,
        operation: 'scan',
        inputs,
        target: 'pdf',
        options: {
          title: '',
          page_size: 'auto',
          margin_mm: 0,
          quality: 'balanced',
          languages: [],
          pages: photos.map(([, one]) => one),
          ...options,
        },
      },
      {
        signal: new AbortController().signal,
        onProgress: (stage, share) => void stages.push([plain(stage), share]),
      },
    ),
  )
}

/** How many of the words are in a text, each counted once. */
function recall(words: readonly string[], text: string): number {
  const left = new Map<string, number>()
  for (const word of text.split(/\s+/)) left.set(word, (left.get(word) ?? 0) + 1)
  const found = words.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  })
  return found.length / words.length
}

describe('a scan', () => {
  it('straightens a sheet to A4 and keeps its print in place', async () => {
    const stages: [string, number | null][] = []
    const output = await scan([[clear, settings({ filter: 'original' })]], {}, stages)
    expect(output).toMatchObject({ format: 'pdf', pages: 1, warnings: [] })
    expect(stages[0]).toEqual(['Page 1 of 1', 0])
    const { sizes } = await pdfs.inspect(output.path)
    expect(sizes[0]).toMatchObject({ width: expect.closeTo(595.28, 0), height: expect.closeTo(841.89, 0) })
    const drawn = await pdfs.grey(output.path, 1, 75)
    const { width, height } = drawn.info
    const seen = await sharp(drawn.data, { raw: { width, height, channels: 1 } })
      .blur(2)
      .extractChannel(0)
      .raw()
      .toBuffer()
    const before = await sharp(page)
      .flatten({ background: '#fff' })
      .resize(width, height, { fit: 'fill' })
      .blur(2)
      .extractChannel(1)
      .raw()
      .toBuffer()
    const apart = (shift: number) =>
      before.reduce((sum, grey, at) => sum + Math.abs((seen[at + shift] ?? 234) / 0.92 - grey), 0) /
      before.length
    expect(apart(0)).toBeLessThan(5)
    // Five pixels aside, a fifteenth of an inch, it would be seen.
    expect(apart(5)).toBeGreaterThan(1.5 * apart(0))
  })

  it('takes a shadow out of the paper and leaves the print', async () => {
    const output = await scan([[shadowed, settings()]])
    const { data, info } = await pdfs.grey(output.path, 1, 50)
    const at = (x: number, y: number) =>
      data[Math.round(y * info.height) * info.width + Math.round(x * info.width)] ?? 0
    // Margins of the sheet, in the shadow and outside of it.
    for (const x of [0.03, 0.5, 0.97]) expect(at(x, 0.96)).toBeGreaterThan(225)
    expect(data.some((grey) => grey < 150)).toBe(true)
  })

  it('is a small fax in black and white, whose text is found where it stands', async () => {
    const output = await scan([[shadowed, settings({ filter: 'bw' })]], { languages: ['eng'] })
    expect(statSync(output.path).size).toBeLessThan(50_000)
    if (!hasPoppler) return
    expect(recall(WORDS, said('pdftotext', '-layout', output.path, '-'))).toBeGreaterThan(0.9)
    expect(said('pdfimages', '-list', output.path)).toMatch(/ccitt/)
    const place = (path: string, word: string) => {
      const box = new RegExp(
        `xMin="([\\d.]+)" yMin="([\\d.]+)" xMax="([\\d.]+)" yMax="([\\d.]+)">${word}<`,
      ).exec(said('pdftotext', '-bbox', path, '-'))
      return box?.slice(1).map(Number) ?? []
    }
    const source = await pagesOf([])
    await addTextPage(source, WORDS)
    const original = await pdfs.file('original.pdf', source)
    const unique = WORDS.filter((word, at) => WORDS.indexOf(word) === at && WORDS.lastIndexOf(word) === at)
    const apart = unique.flatMap((word) => {
      const [here, there] = [place(output.path, word), place(original, word)]
      return here.length === 4 && there.length === 4
        ? [[Math.abs((here[0] ?? 0) - (there[0] ?? 0)), Math.abs((here[2] ?? 0) - (there[2] ?? 0))]]
        : []
    })
    expect(apart.length).toBeGreaterThan(20)
    const median = (side: 0 | 1) =>
      apart.map((one) => one[side] as number).toSorted((a, b) => a - b)[apart.length >> 1]
    expect(median(0)).toBeLessThan(1)
    expect(median(1)).toBeLessThan(1)
  })

  it('turns, cuts a book in two, and puts both sides of a card on one page', async () => {
    const turned = await scan([[clear, settings({ rotation: 90 })]])
    expect((await pdfs.inspect(turned.path)).sizes[0]).toMatchObject({ width: expect.closeTo(841.89, 0) })
    const book = await scan([[clear, settings({ layout: 'book' })]])
    expect(book.pages).toBe(2)
    const card = await scan([
      [clear, settings()],
      [clear, settings({ layout: 'back' })],
      [clear, settings()],
    ])
    expect(card.pages).toBe(2)
    expect((await pdfs.inspect(card.path)).pages_with_pictures).toBe(2)
  })

  it('has the title, an outline of first lines, and margins', async () => {
    const output = await scan(
      [
        [clear, settings({ filter: 'grey' })],
        [shadowed, settings({ filter: 'grey' })],
      ],
      { title: 'Delivery (notes) <März>', languages: ['eng'], margin_mm: 10, page_size: 'letter' },
    )
    const document = await PDFDocument.load(readFileSync(output.path))
    expect(document.getTitle()).toBe('Delivery (notes) <März>')
    expect((await pdfs.inspect(output.path)).sizes[0]).toMatchObject({ width: 612, height: 792 })
    if (hasPoppler)
      expect(said('pdfimages', '-list', output.path)).toMatch(/image +\d+ +\d+ +gray +1 +8 +jpeg/)
    const { bookmarks } = await pdfs.inspect(output.path)
    expect(bookmarks.map(({ title }) => title)).toEqual([
      expect.stringContaining(`1. ${WORDS[0]}`),
      expect.stringContaining('2. '),
    ])
  })

  it('refuses corners on a line, and a photo that is damaged', async () => {
    const line = await failureOf(
      scan([
        [
          clear,
          settings({
            quad: [
              [0.1, 0.1],
              [0.5, 0.5],
              [0.9, 0.9],
              [0.2, 0.2],
            ],
          }),
        ],
      ]),
    )
    expect(line).toMatchObject({ code: 'option_refused' })
    const cut = shop.file('cut.jpg', readFileSync(clear).subarray(0, 20_000))
    expect(await failureOf(scan([[cut, settings()]]))).toMatchObject({ code: 'source_damaged' })
  })
})
