import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfOf } from '../../../scripts/pdf-of.ts'
import { readZipDirectory, readZipEntry } from '../../../server/engines/kernel/source/zip.ts'
import { EngineHarness, failureOf, ROOT, SENTENCE } from './helpers.ts'
import { word } from './ooxml-files.ts'
import { book, illustrated, oddities, scan, tables, twoColumns } from './pdf-document-files.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

const hasPandoc = existsSync('/usr/bin/pandoc')
const hasOffice = existsSync('/usr/lib/libreoffice/program/libswlo.so')
const hasPoppler = existsSync('/usr/bin/pdftotext')
const CORPUS = [join(ROOT, '..', 'shared/corpora/pdf'), join(ROOT, 'tests/corpora/pdf')].find(existsSync)

const PNG = 'iVBORw0KGgo'

const docx = async (bytes: Uint8Array, options: Record<string, unknown> = {}) =>
  shop.convert(shop.file('source.pdf', bytes), 'docx', options)

/** A part of a DOCX, as text. */
const part = (path: string, name = 'word/document.xml'): string =>
  readZipEntry(path, readZipDirectory(path, 1000), name, 50_000_000)?.toString('utf8') ?? ''

/** What pandoc, which did not write it, reads in a document. */
const read = (path: string, to: string): string =>
  spawnSync('/usr/bin/pandoc', ['-f', 'docx', '-t', to, '--wrap=none', path], { encoding: 'utf8' }).stdout

/** The words that poppler finds in a PDF, in order; a hyphen at the end of a line is none. */
function popplerWords(path: string): string[] {
  const text = spawnSync('/usr/bin/pdftotext', ['-raw', path, '-'], { encoding: 'utf8' }).stdout
  return words(text.replaceAll('\f', '\n').replace(/(\w)[-\u00ad\u2010]\s*\n\s*(?=\w)/g, '$1'))
}

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** How many of the words are among the others, as a part of one. */
function kept(expected: readonly string[], found: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1)
  const missing = expected.filter((word) => {
    const left = counts.get(word) ?? 0
    counts.set(word, left - 1)
    return left <= 0
  })
  return 1 - missing.length / Math.max(1, expected.length)
}

describe.runIf(hasPandoc)('a PDF as DOCX', () => {
  it('has columns, one after the other, as those of a section', async () => {
    const { path, warnings } = await docx(await twoColumns())
    expect(warnings).toEqual([])
    const text = read(path, 'plain')
    const order = [
      'rivers',
      'Abstract',
      'Column0start',
      'Column0second',
      'Column0end',
      'Column1start',
      'Column1end',
    ]
    const places = order.map((word) => text.indexOf(word))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThanOrEqual(0)
    expect(part(path)).toMatch(/<w:cols [^>]*w:num="2"/)
    expect(text.trim().split(/\n\n+/)).toHaveLength(6)
  })

  it('has tables, ruled ones and others, and no more of them than there are', async () => {
    const { path } = await docx(await tables())
    const html = read(path, 'html')
    expect(html.match(/<table/g)).toHaveLength(2)
    expect(html).toMatch(/<t[dh] colspan="2">\s*(<p>)?All together/)
    const cells = [...html.matchAll(/<t[dh](?: [^>]*)?>(?:<p>)?(?:<strong>)?([^<]*)/g)].map(
      ([, text]) => text,
    )
    expect(cells).toEqual(
      'Fruit,Weight,Price,Apple,12 kg,$30,All together,$99,City,Country,People,Aachen,Germany,249070,Bergen,Norway,289330,Cork,Ireland,222526,Dijon,France,159346'.split(
        ',',
      ),
    )
  })

  it('has images where they stand, in their size, with what is transparent', async () => {
    const { path } = await docx(await illustrated())
    const order = [...read(path, 'html').matchAll(/Above|Below|<img/g)].map(([word]) => word)
    expect(order).toEqual(['Above', '<img', '<img', 'Below'])
    const sizes = [...part(path).matchAll(/<wp:extent cx="(\d+)" cy="(\d+)"/g)]
    expect(sizes.map(([, width, height]) => [Number(width) / 12700, Number(height) / 12700])).toEqual([
      [300, 200.25],
      [80.25, 80.25],
    ])
    const media = readZipDirectory(path, 1000).filter(({ name }) => name.startsWith('word/media/'))
    expect(media.map(({ name }) => name.split('.').at(-1)).sort()).toEqual(['jpg', 'png'])
    const png = media.find(({ name }) => name.endsWith('.png'))?.name ?? ''
    const bytes = readZipEntry(path, readZipDirectory(path, 1000), png, 1_000_000)
    expect(bytes?.toString('base64').startsWith(PNG)).toBe(true)
    // The colour type of PNG with alpha.
    expect(bytes?.[25]).toBe(6)
  })

  it('has its header and its footer once, with page numbers that count, and paragraphs that go on', async () => {
    const { path } = await docx(await book(4))
    const text = read(path, 'plain')
    expect(text).not.toMatch(/A book about letters|Page \d/)
    expect(part(path, 'word/header1.xml')).toContain('A book about letters')
    expect(part(path, 'word/footer1.xml')).toMatch(/PAGE[\s\S]*of[\s\S]*NUMPAGES/)
    expect(read(path, 'markdown')).toMatch(/^# Beginnings/)
    expect(part(path)).toMatch(/<w:pgSz w:w="11900" w:h="16840"/)
  })

  it('keeps signs that markup languages take for their own, and nothing twice or from outside', async () => {
    const { path } = await docx(await oddities())
    const text = read(path, 'plain')
    expect(text).toContain(
      'It costs $5 or $6, about ~7 and ~8, x^2 and y^3, *no* _emphasis_ <b>here</b> & there.',
    )
    expect(text.match(/Twice/g)).toHaveLength(1)
    expect(text).not.toContain('Outside')
    expect(text).toMatch(/Tiny[\s\S]*Sideways/)
    expect(part(path)).not.toMatch(/<w:vertAlign|<m:oMath/)
  })

  it('keeps Hebrew, Arabic and Japanese in the order in which they are read', async () => {
    const lines = ['שלום עולם 123 אבג', 'مرحبا بالعالم', '日本語の文書です。']
    const paragraphs = lines.map((text, index) => {
      const properties = index < 2 ? '<w:pPr><w:bidi/></w:pPr>' : ''
      const right = index < 2 ? '<w:rPr><w:rtl/></w:rPr>' : ''
      return `<w:p>${properties}<w:r>${right}<w:t>${text}</w:t></w:r></w:p>`
    })
    const pdf = await shop.convert(shop.file('a.docx', word(paragraphs.join(''))), 'pdf')
    const { path } = await docx(readFileSync(pdf.path))
    expect(read(path, 'plain').trim().split(/\n+/)).toEqual(lines)
  })

  it('has lists with their levels, headings, links and bold words, as another program set them', async () => {
    const source = [
      '# First heading',
      'Some text with **bold words** and a [link](https://example.org/a).',
      '1. One\n2. Two\n    a. Inner\n    b. Second\n3. Three',
      '## Second heading',
      '- Alpha\n- Beta\n    - Gamma',
      'The end of it, which is a sentence of many words, so that the body of the text is what most of it is.',
    ].join('\n\n')
    const pdf = await shop.convert(shop.file('lists.md', source), 'pdf', {}, { format: 'md' })
    const { path } = await shop.convert(pdf.path, 'docx')
    const html = read(path, 'html')
    expect(html).toMatch(/<h1[^>]*>(<strong>)?First heading/)
    expect(html).toMatch(/<h2[^>]*>(<strong>)?Second heading/)
    expect(html).toContain('<strong>bold words</strong>')
    expect(html).toContain('<a href="https://example.org/a">link</a>')
    expect(html).toMatch(/<ol[^>]*>\s*<li>(<p>)?One[\s\S]*<ol[^>]*>\s*<li>(<p>)?Inner[\s\S]*Three/)
    expect(html).toMatch(/<ul>\s*<li>(<p>)?Alpha[\s\S]*<ul>\s*<li>(<p>)?Gamma/)
  })

  it('has the headings and the words for images that its tags say', async () => {
    const tagged = (tag: string, mark: number, y: number, text: string) =>
      `/${tag} << /MCID ${mark} >> BDC BT /F 11 Tf 20 ${y} Td (${text}) Tj ET EMC\n`
    const content = `${tagged('H2', 0, 250, 'A tagged heading')}${tagged('P', 1, 200, 'Some words of the text.')}/Figure << /MCID 2 >> BDC q 60 0 0 60 20 100 cm /I Do Q EMC`
    const element = (tag: string, mark: number, more = '') =>
      `<< /Type /StructElem /S /${tag} /P 7 0 R /Pg 4 0 R /K ${mark} ${more}>>`
    const bytes = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /StructParents 0 /Resources << /Font << /F 3 0 R >> /XObject << /I 11 0 R >> >> /Contents 5 0 R >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      '<< /Type /StructTreeRoot /K 7 0 R /ParentTree << /Nums [0 [8 0 R 9 0 R 10 0 R]] >> >>',
      '<< /Type /StructElem /S /Document /P 6 0 R /K [8 0 R 9 0 R 10 0 R] >>',
      element('H2', 0),
      element('P', 1),
      element('Figure', 2, '/Alt (A grey square) '),
      '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\nx\nendstream',
    ])
    const { path } = await shop.convert(shop.file('tagged.pdf', bytes), 'docx')
    expect(read(path, 'markdown')).toMatch(/^## A tagged heading\n\nSome words of the text/)
    expect(part(path)).toContain('descr="A grey square"')
  })

  it('is named by bookmarks where its headings look like text', async () => {
    const document = await PDFDocument.create()
    const font = await document.embedFont(StandardFonts.Helvetica)
    const page = document.addPage([300, 300])
    for (const [index, text] of ['Chapter one', 'Some words of text here.', 'More of them.'].entries())
      page.drawText(text, { x: 20, y: 270 - 40 * index, size: 11, font })
    const plain = shop.file('plain.pdf', await document.save())
    expect(read((await shop.convert(plain, 'docx')).path, 'markdown')).not.toContain('#')
    const { context } = document
    const [root, item] = [context.nextRef(), context.nextRef()]
    context.assign(root, context.obj({ First: item, Last: item, Count: 1 }))
    const title = PDFString.of('Chapter one')
    context.assign(item, context.obj({ Title: title, Parent: root, Dest: [page.ref, 'Fit'] }))
    document.catalog.set(PDFName.of('Outlines'), root)
    const named = shop.file('named.pdf', await document.save())
    expect(read((await shop.convert(named, 'docx')).path, 'markdown')).toMatch(/^# Chapter one/)
  })
})

describe('scans', () => {
  it('get their text in the same job, only where it is missing', async () => {
    const { path, warnings } = await docx(await scan({ mixed: true }))
    const text = part(path)
    expect(text).toContain('Typed.')
    expect(text.replace(/<[^>]*>/g, ' ')).toMatch(/quick\s+brown\s+fox/)
    expect(text).not.toContain('<pic:pic')
    expect(warnings).toContain('The text of 1 scanned page is in the document, and the scan is not.')
  }, 120_000)

  it('are images where text recognition is off', async () => {
    const { path, warnings } = await docx(await scan({ mixed: false }), { ocr: 'off' })
    expect(part(path)).toContain('<pic:pic')
    expect(warnings).toEqual(['Page 1 has no text, and is in the document as an image.'])
  })
})

describe('other targets', () => {
  it.each(['html', 'epub', 'odt', 'rtf'])('have the same text and tables: %s', async (target) => {
    const source = shop.file('tables.pdf', await tables())
    const { path } = await shop.convert(source, target)
    const back = await shop.convert(path, 'txt', {}, { format: target })
    const text = readFileSync(back.path, 'utf8')
    expect(text).toMatch(/Apple[\s\S]*12 kg[\s\S]*\$30[\s\S]*\$99[\s\S]*Bergen[\s\S]*289330/)
  })

  it('are Markdown with tables and escaped signs', async () => {
    const table = await shop.convert(shop.file('tables.pdf', await tables()), 'md')
    expect(readFileSync(table.path, 'utf8')).toContain('| Aachen | Germany | 249070 |')
    const odd = await shop.convert(shop.file('odd.pdf', await oddities()), 'md')
    expect(readFileSync(odd.path, 'utf8')).toContain('\\$5 or \\$6, about \\~7')
  })
})

describe('hostile files', () => {
  const page = (content: string, box = '0 0 300 300') =>
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Resources << /Font << /F 3 0 R >> >> /Contents 5 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ])
  const word = (matrix: string, text = 'Hello') => `BT /F 12 Tf ${matrix} Tm (${text}) Tj ET\n`

  it('with numbers that are none give what can be read', async () => {
    const huge = '9'.repeat(60)
    const content = `${word(`${huge} 0 0 ${huge} 0 0`, 'Lost')}${word('nan inf 0 1 10 10', 'Odd')}${word('1 0 0 1 20 200')}`
    const { path } = await shop.convert(shop.file('numbers.pdf', page(content)), 'docx')
    expect(part(path)).toContain('Hello')
  })

  it('with a hundred thousand lines, and pages without size, end', async () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `${at % 300} 0 m ${at % 300} 300 l S`).join('\n')
    const many = await shop.convert(
      shop.file('lines.pdf', page(`${lines}\n${word('1 0 0 1 20 200')}`)),
      'docx',
    )
    expect(many.warnings).toEqual(['The drawings of 1 page were left out. Their text was kept.'])
    const flat = await shop.convert(shop.file('flat.pdf', page(word('1 0 0 1 1 1'), '0 0 0 0')), 'docx')
    expect(part(flat.path)).toContain('Hello')
  })

  it('without text and images, and truncated ones, say so', async () => {
    const empty = await failureOf(shop.convert(shop.file('empty.pdf', page('')), 'docx'))
    expect(empty.code).toBe('output_empty')
    expect(empty.message).toMatch(SENTENCE)
    const cut = page(word('1 0 0 1 20 200')).slice(0, 120)
    expect((await failureOf(shop.convert(shop.file('cut.pdf', cut), 'docx'))).code).toBe('source_damaged')
  })

  it('with control characters make sound XML', async () => {
    const { path } = await shop.convert(
      shop.file('controls.pdf', page(word('1 0 0 1 20 200', 'A\\001B\\037C\\000D'))),
      'docx',
    )
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    expect(part(path)).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
  })
})

describe.runIf(hasOffice && hasPoppler && CORPUS !== undefined)('real files', () => {
  it('keep their words, as another program shows the document', async () => {
    const poor: string[] = []
    for (const name of readdirSync(CORPUS ?? '').filter((file) => file.endsWith('.pdf'))) {
      const source = join(CORPUS ?? '', name)
      const expected = popplerWords(source)
      if (expected.length === 0) continue
      const made = await shop.convert(source, 'docx', { ocr: 'off' })
      const shown = await shop.convert(made.path, 'pdf')
      const share = kept(expected, popplerWords(shown.path))
      if (share < 0.97) poor.push(`${name} ${share}`)
    }
    expect(poor).toEqual([])
  }, 300_000)
})
