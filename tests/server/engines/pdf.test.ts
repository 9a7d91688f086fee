import { readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfOf } from '../../../scripts/pdf-of.ts'
import { readZipDirectory, readZipEntry } from '../../../server/engines/kernel/source/zip.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'

const shop = new EngineHarness()
let three = ''

const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

function pages(contents: string[], box = '0 0 200 100'): string {
  const kids = contents.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${contents.length} /Kids [${kids}] >>`,
    FONT,
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Resources << /Font << /F 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      stream(content),
    ]),
  ])
}
const line = (text: string, size = 12, y = 50) => `BT /F ${size} Tf 10 ${y} Td (${text}) Tj ET`

beforeAll(async () => {
  await shop.open()
  three = shop.file('three.pdf', pages([line('Page one'), line('Page two'), line('Page three')]))
})
afterAll(() => shop.close())

describe('text', () => {
  it('comes page by page, of the pages asked for, with real progress', async () => {
    const stages: [string, number | null][] = []
    const all = await shop.convert(three, 'txt', {}, { stages })
    expect(readFileSync(all.path, 'utf8')).toBe('Page one\n\nPage two\n\nPage three\n')
    expect(stages.at(-1)).toEqual(['Reading page 3 of 3', 2 / 3])
    const some = await shop.convert(three, 'txt', { pages: '3, 1' })
    expect(readFileSync(some.path, 'utf8')).toBe('Page three\n\nPage one\n')
  })

  it('becomes headings and paragraphs', async () => {
    const source = shop.file(
      'doc.pdf',
      pages([
        [
          line('Big title', 24, 80),
          line('A first line of the body', 10, 50),
          line('which goes on here.', 10, 38),
          line('Another one.', 10, 6),
        ].join('\n'),
      ]),
    )
    expect(readFileSync((await shop.convert(source, 'md')).path, 'utf8')).toBe(
      '# Big title\n\nA first line of the body which goes on here.\n\nAnother one.\n',
    )
  })

  it('may have more lines on a page than a call has room for', async () => {
    const many = `BT /F 1 Tf 1 TL 10 50 Td ${'(a) Tj T* '.repeat(150_000)} ET`
    const output = await shop.convert(shop.file('many.pdf', pages([many])), 'md')
    expect(readFileSync(output.path, 'utf8')).toMatch(/^a/)
  })

  it.each(['txt', 'docx', 'html'])('has the values of form fields, as %s', async (target) => {
    const filled = await PDFDocument.create()
    const page = filled.addPage([200, 100])
    const field = filled.getForm().createTextField('name')
    field.setText('Aurora')
    field.addToPage(page, { x: 10, y: 10, width: 150, height: 20 })
    const path = shop.file('form.pdf', await filled.save())
    const result = await shop.convert(path, target)
    const text = target === 'docx' ? (await shop.convert(result.path, 'txt')).path : result.path
    expect(readFileSync(text, 'utf8')).toContain('Aurora')
  })

  it('is missed with a sentence that says why', async () => {
    const failure = await failureOf(
      shop.convert(shop.file('scan.pdf', pages(['0 0 1 rg 0 0 50 50 re f'])), 'txt'),
    )
    expect(failure.code).toBe('output_empty')
    expect(failure.message).toMatch(/scan/)
  })
})

describe('pages that cannot be read', () => {
  const broken = () => {
    const image =
      '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>'
    return shop.file(
      'broken.pdf',
      pdfOf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 2 /Kids [4 0 R 99 0 R] >>',
        FONT,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 9] /Resources << /Font << /F 3 0 R >> /XObject << /P 6 0 R >> >> /Contents 5 0 R >>',
        stream(`${line('Hello', 5, 2)} /P Do`),
        `${image}\nstream\n0\nendstream`,
      ]),
    )
  }

  it.each([
    ['txt', 'convert'],
    ['md', 'convert'],
    ['png', 'extract_images'],
  ])('are left out of %s (%s), which is told', async (target, operation) => {
    const { warnings } = await shop.convert(broken(), target, {}, { operation })
    expect(warnings).toEqual(['1 page could not be read and was left out.'])
  })
})

describe('images', () => {
  it('one page is the image itself, in the size that the resolution gives', async () => {
    const output = await shop.convert(three, 'png', { pages: '2', dpi: 144 })
    expect(output).toMatchObject({ format: 'png', pages: 1, width: 400, height: 200 })
    expect((await sharp(output.path).stats()).channels[0]?.min).toBeLessThan(100)
  })

  it('several pages are one archive, with progress per page', async () => {
    const stages: [string, number | null][] = []
    const output = await shop.convert(three, 'jpg', { dpi: 36, quality: 60 }, { stages })
    expect(output).toMatchObject({ format: 'zip', entries: 3, pages: 3 })
    const entries = readZipDirectory(output.path, 10)
    expect(entries.map(({ name }) => name)).toEqual(['page-1.jpg', 'page-2.jpg', 'page-3.jpg'])
    const image = readZipEntry(output.path, entries, 'page-2.jpg', 1_000_000)
    expect(await sharp(image as Buffer).metadata()).toMatchObject({
      format: 'jpeg',
      width: 100,
      height: 50,
      density: 36,
    })
    expect(stages.at(-1)).toEqual(['Rendering page 3 of 3', 2 / 3])
  })

  it('show the values of form fields', async () => {
    const field = (appearance: string) =>
      pdfOf([
        '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /DA (/F 12 Tf 0 g) /DR << /Font << /F 5 0 R >> >> >> >>',
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Annots [4 0 R] >>',
        `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada) /Rect [10 10 190 90] /F 4 /DA (/F 40 Tf 0 g) ${appearance} >>`,
        FONT,
        `<< /Type /XObject /Subtype /Form /BBox [0 0 180 80] /Resources << /Font << /F 5 0 R >> >> /Length 31 >>\nstream\nBT /F 40 Tf 5 20 Td (Ada) Tj ET\nendstream`,
      ])
    const ink = async (name: string, text: string) =>
      (
        await sharp((await shop.convert(shop.file(name, text), 'png')).path)
          .grayscale()
          .stats()
      ).channels[0]?.min
    expect(await ink('filled.pdf', field('/AP << /N 6 0 R >>'))).toBeLessThan(120)
  })

  it('refuse pages that are not there and images that are too large', async () => {
    for (const [path, options] of [
      [three, { pages: '4' }],
      [three, { pages: '3-1' }],
      [three, { pages: '0' }],
      [shop.file('huge.pdf', pages([line('x')], '0 0 14400 14400')), { dpi: 600 }],
    ] as const) {
      const failure = await failureOf(shop.convert(path, 'png', options))
      expect(failure.code).toBe('option_refused')
      expect(failure.message).toMatch(SENTENCE)
    }
  })
})

describe('faults', () => {
  it.each([
    [
      'a tree of pages that points at itself',
      pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 /Kids [2 0 R] >>']),
      ['source_damaged', 'source_empty'],
    ],
    [
      'no pages',
      pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 0 /Kids [] >>']),
      ['source_damaged', 'source_empty'],
    ],
    ['a header and nothing more', '%PDF-1.7\n', ['source_damaged']],
    ['noise', `%PDF-1.4\n${'garbage '.repeat(500)}`, ['source_damaged']],
  ])('%s', async (_, content, codes) => {
    for (const target of ['txt', 'png']) {
      const failure = await failureOf(shop.convert(shop.file('bad.pdf', content), target))
      expect(codes).toContain(failure.code)
      expect(failure.message).toMatch(SENTENCE)
    }
  })
})
