import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OFFICE_FORMATS } from '../../../server/engines/families/office/filters.ts'
import { readZipDirectory, readZipEntry } from '../../../server/engines/kernel/source/zip.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { OFFICES, REPORT, retyped, workbook } from './office-files.ts'
import { docx } from './zips.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const TABLE =
  'Vessel,Tons,Code\nAurora,120,007\n"Boreas, the old",340,12345678901234567890\nČaroděj,-1.5,=1+1\n'

describe.each(OFFICES)('$engine', ({ engine: office, here, settings }) => {
  describe.runIf(here)('installed', () => {
    const shop = new EngineHarness()
    beforeAll(() => shop.open(settings))
    afterAll(() => shop.close())

    /** The text of a document by a program other than the office. */
    async function textOf(path: string, format: string): Promise<string> {
      const text = await shop.convert(path, 'txt', {}, { format })
      return read(text.path).replace(/\s+/g, ' ')
    }
    const pdfText = async (path: string, options = {}) =>
      textOf((await shop.convert(path, 'pdf', options)).path, 'pdf')

    /** The report as a document of pandoc's. */
    const report = async (target: string) => (await shop.convert(shop.file('report.md', REPORT), target)).path

    describe('office documents as PDF', () => {
      it('keeps pages, takes some of them, and says which are not there', async () => {
        const pages = ['First page', 'Second page', 'Third page'].map(
          (text) => `<w:p><w:r><w:t>${text}</w:t><w:br w:type="page"/></w:r></w:p>`,
        )
        const path = shop.file(
          'three.docx',
          docx(`start</w:t></w:r></w:p>${pages.join('')}<w:p><w:r><w:t>end`),
        )
        expect((await shop.convert(path, 'pdf')).pages).toBe(4)
        const some = await shop.convert(path, 'pdf', { pages: '2, 4-' })
        expect(some.pages).toBe(2)
        expect((await textOf(some.path, 'pdf')).trim()).toBe('Second page end')
        const failure = await failureOf(shop.convert(path, 'pdf', { pages: '9' }))
        expect(failure.code).toBe('option_refused')
        expect(failure.message).toMatch(SENTENCE)
      })

      it('makes PDF/A-2b and tags', async () => {
        const path = await report('docx')
        const plain = read((await shop.convert(path, 'pdf', { tagged: false })).path)
        expect(plain).not.toContain('pdfaid:part')
        expect(plain).not.toContain('/StructTreeRoot')
        const archive = read((await shop.convert(path, 'pdf', { pdf_a: '2b' })).path)
        expect(archive).toMatch(/<pdfaid:part>2</)
        expect(archive).toMatch(/<pdfaid:conformance>B</)
        expect(archive).toContain('/StructTreeRoot')
      })

      it('makes images smaller when asked', async () => {
        const noise = await sharp({
          create: {
            width: 1200,
            height: 900,
            channels: 3,
            background: 'grey',
            noise: { type: 'gaussian', mean: 128, sigma: 40 },
          },
        })
          .jpeg({ quality: 95 })
          .toBuffer()
        const html = `<p>An image</p><img src="data:image/jpeg;base64,${noise.toString('base64')}">`
        const { path } = await shop.convert(shop.file('a.html', html), 'docx')
        const bytes = async (options: object) =>
          readFileSync((await shop.convert(path, 'pdf', { ...options })).path).length
        const full = await bytes({ image_quality: 100 })
        expect(await bytes({ image_quality: 40 })).toBeLessThan(full / 2)
        expect(await bytes({ image_resolution: '75' })).toBeLessThan(full / 4)
      })

      it('has glyphs for scripts that a server has no fonts for', async () => {
        const draw = async (text: string) => {
          const { path } = await shop.convert(shop.file('a.docx', docx(text)), 'pdf')
          // The first letter: a reader puts the joined signs of some scripts back in part.
          expect(await textOf(path, 'pdf')).toContain([...text][0])
          return readFileSync((await shop.convert(path, 'png', { dpi: 40 })).path)
        }
        // Where a glyph is missing all of them look the same: a box.
        for (const [one, other] of [
          ['日本語', '文書語'],
          ['한국어', '문서어'],
          ['ไทย', 'ลาว'],
          ['हिन्दी', 'मराठी'],
          ['ខ្មែរ', 'ខែស្រ'],
          ['አማር', 'ግዕዝ'],
          ['😀', '🎉'],
        ]) {
          expect((await draw(one ?? '')).equals(await draw(other ?? ''))).toBe(false)
        }
      })

      it('draws pages and a small first page', async () => {
        const path = await report('pptx')
        const images = await shop.convert(path, 'png', { dpi: 36 })
        expect(images).toMatchObject({ format: 'zip', entries: 2 })
        const thumbnail = await shop.convert(path, 'webp', { size: 200 }, { operation: 'thumbnail' })
        expect(thumbnail).toMatchObject({ format: 'webp', width: 200 })
        const { width, height, format } = await sharp(thumbnail.path).metadata()
        expect({ width, height, format }).toEqual({ width: 200, height: thumbnail.height, format: 'webp' })
        const { channels } = await sharp(thumbnail.path).stats()
        expect(channels[0]?.stdev).toBeGreaterThan(5)
      })
    })

    describe('office documents into one another', () => {
      it.each(['doc', 'odt', 'rtf'])('DOCX to %s and back', async (format) => {
        const other = await shop.convert(await report('docx'), format)
        expect((await shop.engines.detect({ path: other.path, filename: `a.${format}` }))?.format).toBe(
          format,
        )
        expect(await pdfText(other.path)).toContain('Aurora 120')
        const back = await shop.convert(other.path, 'docx', {}, { format })
        expect(await textOf(back.path, 'docx')).toMatch(/Harbour report.*lighthouses.*Aurora.*340.*second/)
      })

      it.each(['odp', 'ppt'])('PPTX to %s and back', async (format) => {
        const other = await shop.convert(await report('pptx'), format)
        expect((await shop.engines.detect({ path: other.path, filename: `a.${format}` }))?.format).toBe(
          format,
        )
        expect(await pdfText(other.path)).toContain('Harbour report')
        const back = await shop.convert(other.path, 'pptx', {}, { format })
        expect(await textOf(back.path, 'pptx')).toMatch(/Harbour report.*lighthouses.*Aurora.*340/)
      })

      it.each(['xlsx', 'ods', 'xls'])('CSV to %s and back, digit for digit', async (format) => {
        const sheet = await shop.convert(shop.file('table.csv', TABLE), format)
        expect((await shop.engines.detect({ path: sheet.path, filename: `a.${format}` }))?.format).toBe(
          format,
        )
        const csv = await shop.convert(sheet.path, 'csv', {}, { format })
        expect(read(csv.path)).toBe(TABLE)
        expect(await pdfText(sheet.path, { single_page_sheets: true })).toContain('Boreas, the old')
      })

      it('knows numbers from texts in a CSV, whatever its separator and its encoding', async () => {
        const path = shop.file('a.csv', Buffer.from('Gr\xf6\xdfe;Zahl\n"a;b";12\n', 'latin1'))
        const { path: xlsx } = await shop.convert(path, 'xlsx')
        const entries = readZipDirectory(xlsx, 100)
        const member = (name: string) => readZipEntry(xlsx, entries, name, 100_000)?.toString('utf8') ?? ''
        expect(member('xl/sharedStrings.xml')).toMatch(/Größe.*a;b/s)
        expect(member('xl/worksheets/sheet1.xml')).toMatch(/<v>12<\/v>/)
        const tabs = await shop.convert(xlsx, 'csv', { separator: 'tab' }, { format: 'xlsx' })
        expect(read(tabs.path)).toBe('Größe\tZahl\na;b\t12\n')
      })

      it('takes one sheet or all of a workbook', async () => {
        const table = (name: string, cell: string) =>
          `<table:table table:name="${name}"><table:table-row><table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell></table:table-row></table:table>`
        const path = shop.file(
          'two.ods',
          workbook(table('Ships &amp; boats', 'one') + table('B/C', 'two') + table('Empty', '')),
        )
        expect(read((await shop.convert(path, 'csv')).path)).toBe('one\n')
        expect(read((await shop.convert(path, 'csv', { sheet: 2 })).path)).toBe('two\n')
        const all = await shop.convert(path, 'csv', { sheet: 0 })
        expect(all).toMatchObject({ format: 'zip', entries: 2 })
        const entries = readZipDirectory(all.path, 9)
        const text = entries.map(({ name }) => [
          name,
          readZipEntry(all.path, entries, name, 99)?.toString('utf8'),
        ])
        expect(text.map(([, content]) => content).toSorted()).toEqual(['one\n', 'two\n'])
        for (const { name } of entries) expect(name).toMatch(/^[\w .-]+\.csv$/)
        expect((await failureOf(shop.convert(path, 'csv', { sheet: 9 }))).code).toBe('option_refused')
        expect((await failureOf(shop.convert(path, 'csv', { sheet: 3 }))).code).toBe('output_empty')
      })

      it('hands on to pandoc what pandoc does not read', async () => {
        const doc = await shop.convert(await report('docx'), 'doc')
        const markdown = read((await shop.convert(doc.path, 'md', {}, { format: 'doc' })).path)
        expect(markdown).toMatch(/^# Harbour report/m)
        expect(markdown).toMatch(/\*\*2026\*\*/)
        const sheet = await shop.convert(shop.file('table.csv', TABLE), 'ods')
        expect(read((await shop.convert(sheet.path, 'html', {}, { format: 'ods' })).path)).toContain(
          'Čaroděj',
        )
        const slides = await shop.convert(await report('pptx'), 'odp')
        expect(read((await shop.convert(slides.path, 'md', {}, { format: 'odp' })).path)).toContain(
          'lighthouses',
        )
      })

      it('takes documents with macros and templates for what they are', async () => {
        const type = 'application/vnd.ms-word.document.macroEnabled.main+xml'
        const path = shop.file('a.docm', retyped(docx('A document with macros'), type))
        expect((await shop.engines.detect({ path, filename: 'a.docm' }))?.format).toBe('docx')
        expect(await pdfText(path)).toContain('A document with macros')
        expect(shop.engines.normalise('xlsm')).toBe('xlsx')
      })
    })

    describe('what is offered', () => {
      it('lets the office do what it does better, and pandoc the rest', () => {
        const engine = (from: string, to: string) =>
          shop.engines.operations({ from, to }).find(({ operation }) => operation === 'convert')?.engine
        for (const from of Object.keys(OFFICE_FORMATS)) expect(engine(from, 'pdf')).toBe(office)
        expect(engine('docx', 'odt')).toBe(office)
        expect(engine('docx', 'md')).toBe('pandoc')
        expect(engine('doc', 'md')).toBe(`${office} + pandoc`)
        expect(engine('md', 'pdf')).toBe('pandoc + Typst')
        expect(engine('csv', 'pdf')).toBe('pandoc + Typst')
        expect(engine('csv', 'xlsx')).toBe(office)
      })
    })
  })
})
