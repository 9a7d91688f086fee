import { readFileSync } from 'node:fs'
import { degrees, PDFArray, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SEAL_OPTIONS } from '../../../server/engines/families/pdf/seal/options.ts'
import { inCorpora } from '../../corpora/files.ts'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'
import { hasPoppler, hasQpdf, PdfShop, pagesOf, said } from './pdf-files.ts'
import { SEAL, sealFile, signature, wordsOf } from './pdf-seal-files.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
let png: string
beforeAll(async () => {
  await shop.open()
  png = shop.file('signature.png', await signature())
})
afterAll(() => shop.close())

const rect = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

/** The file with the values on it, its room still empty. */
function prepared(path: string, options: object, ...images: [path: string, format: string][]) {
  const files: [string, string][] = [[path, 'pdf'], ...(images.length > 0 ? images : [])]
  return pdfs.runAll('seal', files, SEAL_OPTIONS.parse({ seal: SEAL, ...options }))
}
const withImage = (path: string, options: object) => prepared(path, options, [png, 'png'])

function proved(path: string): void {
  if (hasQpdf) expect(said('qpdf', '--check', path)).toContain('No syntax or stream encoding errors')
  const judged = said('pdfsig', '-nocert', path)
  expect(judged).toContain('Signature is Valid')
  expect(judged).toContain('Total document signed')
}

describe.runIf(hasPoppler)('values of a session', () => {
  it.each(inCorpora('pdf/11-pages.pdf'))(
    'stand in their places on %s, and the file as it came stays the beginning',
    async (from) => {
      const output = await withImage(from, {
        stamps: [
          { kind: 'text', page: 2, rect: rect(100, 300, 200, 20), text: 'Lindenweg' },
          {
            kind: 'text',
            page: 3,
            rect: rect(100, 300, 60, 60),
            text: 'one two three four',
            multiline: true,
          },
          { kind: 'picture', page: 2, rect: rect(100, 200, 180, 60), file: 1, caption: 'Ada, 7d6f6f0e' },
          { kind: 'tick', page: 2, rect: rect(300, 300, 14, 14) },
          { kind: 'dot', page: 2, rect: rect(320, 300, 14, 14) },
        ],
      })
      expect(output).toMatchObject({ pages: 11, warnings: [] })
      const sealed = await sealFile(output.path)
      proved(sealed)
      const original = readFileSync(from)
      expect(readFileSync(sealed).subarray(0, original.length).equals(original)).toBe(true)
      const height = 792
      const [word] = wordsOf(sealed, 2).filter(({ text }) => text === 'Lindenweg')
      expect(Math.abs((word?.x ?? 0) - 102)).toBeLessThan(1.5)
      expect(word?.y).toBeGreaterThanOrEqual(height - 320 - 4)
      expect((word?.y ?? 0) + (word?.height ?? 0)).toBeLessThanOrEqual(height - 300 + 4)
      const wrapped = wordsOf(sealed, 3).filter(({ text }) => ['one', 'two', 'three', 'four'].includes(text))
      expect(new Set(wrapped.map(({ y }) => Math.round(y))).size).toBeGreaterThan(1)
      for (const { x, width } of wrapped) expect(x + width).toBeLessThanOrEqual(160.5)
      expect(wordsOf(sealed, 2).map(({ text }) => text)).toContain('7d6f6f0e')
      expect(said('pdfimages', '-list', '-f', '2', '-l', '2', sealed)).toMatch(/image\s+600\s+200/)
      const page = await drawn(sealed, 2)
      // The tick and the disc are dark, and beside them nothing is.
      expect(page.darkest(rect(300, 300, 14, 14))).toBeLessThan(60)
      expect(page.darkest(rect(320, 300, 14, 14))).toBeLessThan(60)
      expect(page.darkest(rect(340, 300, 200, 14))).toBeGreaterThan(240)
      expect(page.darkest(rect(300, 200, 200, 60))).toBeGreaterThan(240)
    },
  )

  it('are found changed by one byte, wherever', async () => {
    const output = await withImage(await pdfs.five(), {
      stamps: [{ kind: 'picture', page: 1, rect: rect(20, 20, 90, 30), file: 1 }],
    })
    const sealed = readFileSync(await sealFile(output.path))
    for (const place of [30, Math.floor(sealed.length / 3), sealed.length - 70]) {
      const changed = Buffer.from(sealed)
      changed[place] = (changed[place] ?? 0) ^ 1
      const path = shop.file('changed.pdf', changed)
      expect(said('pdfsig', '-nocert', path), `byte ${place}`).not.toContain('Signature is Valid')
    }
  })

  it.each([0, 90, 180, 270])(
    'are upright on a page that is turned by %i degrees, and cropped',
    async (angle) => {
      const document = await pagesOf(['Orientation'], [400, 300])
      const page = document.getPage(0)
      page.setRotation(degrees(angle))
      page.setCropBox(40, 30, 320, 240)
      const output = await withImage(await pdfs.file('turned.pdf', document), {
        stamps: [
          { kind: 'text', page: 1, rect: rect(150, 100, 100, 100), text: 'Upright' },
          { kind: 'picture', page: 1, rect: rect(50, 40, 60, 60), file: 1 },
        ],
      })
      const sealed = await sealFile(output.path)
      proved(sealed)
      const lying = angle === 90 || angle === 270
      const [word] = wordsOf(sealed, 1).filter(({ text }) => text === 'Upright')
      if (!word) throw new Error('The word is not there.')
      expect(word.width).toBeGreaterThan(word.height)
      // The rectangle's middle, from the upper left corner of what is seen of the page.
      const middle = { 0: [160, 120], 90: [120, 160], 180: [160, 120], 270: [120, 160] }[angle] ?? []
      const [x = 0, y = 0] = middle
      expect(word.x).toBeCloseTo(x - 48, 0)
      expect(Math.abs(word.y + word.height / 2 - y)).toBeLessThan(4)
      // The signature is wider than it is high, and stands on the lower edge of its place.
      const seen = await inked(sealed, lying ? 240 : 320)
      const corner = { 0: [10, 170], 90: [10, 10], 180: [250, 10], 270: [170, 250] }[angle] ?? []
      const [left = 0, top = 0] = corner
      const box = seen(left, top, 60, 60)
      expect(box.width).toBeGreaterThan(box.height)
      expect(box.top).toBeGreaterThan(38)
    },
  )

  it('stand on one place of a page that is in a document twice', async () => {
    const document = await pagesOf(['Twice'])
    const kids = document.catalog.Pages().lookup(PDFName.of('Kids'), PDFArray)
    kids.push(kids.get(0))
    document.catalog.Pages().set(PDFName.of('Count'), PDFNumber.of(2))
    const path = shop.file('twice.pdf', await document.save({ addDefaultPage: false }))
    const output = await prepared(path, {
      stamps: [{ kind: 'text', page: 2, rect: rect(20, 20, 100, 20), text: 'Second' }],
    })
    expect(output.pages).toBe(2)
    expect(await pdfs.texts(output)).toEqual(['Twice', expect.stringMatching(/Twice\s+Second/)])
  })

  it('stand where they belong, whatever state a page leaves behind', async () => {
    for (const content of [
      'q 0.5 0 0 0.5 0 0 cm (q \\) q) pop',
      'Q Q 0.1 0 0 0.1 7 7 cm',
      'q q 1 0 0 1 90 90 cm Q',
    ]) {
      const document = await pagesOf(['Page'])
      const page = document.getPage(0)
      page.node.addContentStream(document.context.register(document.context.stream(content)))
      const output = await prepared(await pdfs.file('state.pdf', document), {
        stamps: [{ kind: 'text', page: 1, rect: rect(100, 100, 100, 20), text: 'Straight' }],
      })
      const [word] = wordsOf(output.path, 1).filter(({ text }) => text === 'Straight')
      expect(Math.abs((word?.x ?? 0) - 102), content).toBeLessThan(1.5)
      expect(word?.y ?? 0, content).toBeGreaterThan(200 - 124)
    }
  })

  it('are written in any script, and what no font has is replaced and told', async () => {
    const texts = ['Иван Тургенев', 'Παπαδόπουλος', '山田 太郎', '김철수', 'محمد', 'דוד']
    const output = await prepared(await pdfs.five(), {
      stamps: [...texts, 'Smile \u{1f600}', 'Ends\u0007 here\nor not'].map((text, index) => ({
        ...{ kind: 'text', page: 1, rect: rect(20, 180 - index * 20, 200, 16), text },
      })),
    })
    const text = said('pdftotext', '-l', '1', output.path, '-')
    const read = Buffer.from(text, 'latin1').toString('utf8').normalize('NFKC')
    for (const word of ['Тургенев', 'Παπαδόπουλος', '太郎', '김철수', 'Smile ?', 'Ends here or not'])
      expect(read).toContain(word)
    expect(output.warnings).toEqual([expect.stringContaining('\u{1f600}')])
  })

  it('never leave their places, and never end what writes them', async () => {
    const output = await prepared(await pdfs.five(), {
      stamps: [
        { kind: 'text', page: 1, rect: rect(100, 100, 50, 10), text: 'w'.repeat(10_000) },
        {
          kind: 'text',
          page: 2,
          rect: rect(100, 100, 50, 30),
          text: 'many words '.repeat(900),
          multiline: true,
        },
        { kind: 'text', page: 3, rect: rect(20, 20, 200, 20), text: ') Tj ET Q (more\\' },
        { kind: 'text', page: 4, rect: rect(5000, 5000, 200, 20), text: 'Far away' },
        { kind: 'text', page: 5, rect: rect(20, 20, 0, 0), text: 'Nowhere' },
      ],
    })
    proved(await sealFile(output.path))
    for (const page of [1, 2])
      for (const { text, x, y, width, height } of wordsOf(output.path, page)) {
        if (['One', 'Two'].includes(text)) continue
        expect(x).toBeGreaterThanOrEqual(99.5)
        expect(x + width).toBeLessThanOrEqual(150.5)
        expect(y).toBeGreaterThan(200 - 140)
        expect(y + height).toBeLessThan(200 - 95)
      }
    expect(said('pdftotext', '-f', '3', '-l', '3', output.path, '-')).toContain(') Tj ET Q (more\\')
    expect(output.warnings).toEqual([
      expect.stringContaining('page 1 does not fit'),
      expect.stringContaining('page 2 does not fit'),
      expect.stringContaining('page 4'),
      expect.stringContaining('page 5'),
    ])
  })

  it('are the same twice, bit by bit', async () => {
    const path = await pdfs.five()
    const options = {
      stamps: [
        { kind: 'text', page: 1, rect: rect(20, 20, 100, 20), text: 'Same' },
        { kind: 'picture', page: 1, rect: rect(20, 60, 100, 30), file: 1 },
      ],
    }
    const [one, two] = [await withImage(path, options), await withImage(path, options)]
    expect(readFileSync(one.path).equals(readFileSync(two.path))).toBe(true)
    expect((await PDFDocument.load(readFileSync(one.path))).getTitle()).toBe('Counting')
  })
})

describe('what cannot be sealed', () => {
  const stamp = { kind: 'picture', page: 1, rect: rect(20, 20, 100, 30), file: 1 }

  it.each([
    ['a page that is not there', { stamps: [{ ...stamp, page: 6 }] }, 'option_refused', /page 6/],
    ['an image that did not come', { stamps: [{ ...stamp, file: 2 }] }, 'option_refused', /File 2/],
    ['a field that is not there', { form: [{ field: 'x', value: 'y' }] }, 'option_refused', /"x"/],
    ['a seal of nobody', { seal: null }, 'option_refused', /seal/],
  ])('is said: %s', async (_, options, code, words) => {
    const failure = await failureOf(withImage(await pdfs.five(), options))
    expect(failure).toMatchObject({ code, message: expect.stringMatching(words) })
    expect(failure.message).toMatch(SENTENCE)
    expect(failure.message).not.toMatch(JARGON)
  })

  it('is said: a damaged image', async () => {
    const bytes = (await signature()).subarray(0, 900)
    const broken = shop.file('broken.png', bytes)
    const failure = await failureOf(prepared(await pdfs.five(), { stamps: [stamp] }, [broken, 'png']))
    expect(failure).toMatchObject({ code: 'source_damaged', message: expect.stringMatching(SENTENCE) })
  })

  it('is said: a password, and damage', async () => {
    for (const [name, code] of [
      ['enc-R3_V2_U_view_O_view.pdf', 'source_encrypted'],
      ['bad1.pdf', 'source_damaged'],
    ] as const) {
      for (const path of inCorpora(`pdf/${name}`)) {
        const failure = await failureOf(prepared(path, {}))
        expect(failure, path).toMatchObject({ code, message: expect.stringMatching(SENTENCE) })
      }
    }
  })

  it.runIf(hasPoppler)('is written anew where it can be read: restricted, or with faults', async () => {
    for (const name of inCorpora('pdf/enc-R3_V2_O_master.pdf', 'pdf/pages-loop.pdf', 'pdf/bad13.pdf')) {
      const stamps = [{ kind: 'text', page: 1, rect: rect(60, 60, 120, 20), text: 'StampedHere' }]
      const sealed = await sealFile((await prepared(name, { stamps })).path)
      proved(sealed)
      expect(said('pdftotext', '-l', '1', sealed, '-'), name).toContain('StampedHere')
    }
  })
})

/** A page as poppler draws it: how dark it is somewhere, in its own points. */
async function drawn(path: string, page: number) {
  const target = `${path}.${page}`
  said('pdftoppm', '-r', '72', '-f', `${page}`, '-l', `${page}`, '-singlefile', '-png', path, target)
  const { data, info } = await sharp(`${target}.png`).grayscale().raw().toBuffer({ resolveWithObject: true })
  return {
    darkest({ x, y, width, height }: ReturnType<typeof rect>): number {
      let least = 255
      for (let row = info.height - y - height; row < info.height - y; row++)
        for (let column = x; column < x + width; column++)
          least = Math.min(least, data[row * info.width + column] ?? 255)
      return least
    },
  }
}

/**
 * Where there is ink in a part of the first page as it is seen, from that part's upper left corner.
 */
async function inked(path: string, expectedWidth: number) {
  const target = `${path}.seen`
  said('pdftoppm', '-r', '72', '-cropbox', '-singlefile', '-png', path, target)
  const { data, info } = await sharp(`${target}.png`).grayscale().raw().toBuffer({ resolveWithObject: true })
  expect(info.width).toBe(expectedWidth)
  return (x: number, y: number, width: number, height: number) => {
    const rows: number[] = []
    const columns: number[] = []
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++)
        if ((data[(y + row) * info.width + x + column] ?? 255) < 160) {
          rows.push(row)
          columns.push(column)
        }
    const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
    return { top, height: bottom - top, width: Math.max(...columns) - Math.min(...columns) }
  }
}
