import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf } from './helpers.ts'
import { ODF_CHART, odf, PIXEL } from './ooxml-files.ts'

const shop = new EngineHarness()
// ODS and ODP are read without an office: neither the system's, nor the WebAssembly build, which
// needs more memory.
beforeAll(() => shop.open({ system: false, memoryBytes: 500_000_000 }))
afterAll(() => shop.close())

async function convert(format: 'odt' | 'ods' | 'odp', file: Uint8Array, target = 'html') {
  const { path, warnings } = await shop.convert(shop.file(`a.${format}`, file), target)
  const text = readFileSync(path, 'utf8').replace(/^[\s\S]*<body>/, '')
  return { text: text.replace(/\s+/g, ' ').replace(/ ?<\/body>.*/, ''), warnings }
}
const p = (text: string) => `<text:p>${text}</text:p>`
const box = (text: string) => `<draw:frame><draw:text-box>${p(text)}</draw:text-box></draw:frame>`
const chart =
  '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame>'
const withChart = { more: { 'Object 1/content.xml': ODF_CHART } }

describe('an ODT', () => {
  it('keeps the text of boxes, shapes and groups after their paragraph', async () => {
    const shapes = `<draw:custom-shape>${p('in a shape')}</draw:custom-shape><draw:g>${box('in a group')}</draw:g>`
    const { text, warnings } = await convert(
      'odt',
      odf('text', `${box('on the page')}${p(`before ${box('in a box')}${shapes}`)}${p('after')}`),
      'txt',
    )
    expect(text.trim()).toBe('on the page before in a box in a shape in a group after')
    expect(warnings).toEqual(['The text of 4 text boxes was placed after the paragraph it belongs to.'])
  })

  it('turns charts into tables with their title, and keeps images', async () => {
    const image = '<draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame>'
    const { text, warnings } = await convert(
      'odt',
      odf('text', p(`${chart}${image}`), { more: { ...withChart.more, 'Pictures/a.png': PIXEL } }),
    )
    expect(text).toMatch(
      /Catch by harbour.*<th>Herring<\/th>.*<td>Tromsø<\/td> <td>12<\/td>.*<td>Bergen<\/td> <td><\/td>/,
    )
    expect(text).toContain('src="data:image/png;base64')
    expect(warnings).toEqual(['1 chart was converted to a table.'])
  })

  it('keeps fields, indexes, tables in tables and readings above the text', async () => {
    const nested = `<table:table><table:table-row><table:table-cell>${p('inner cell')}</table:table-cell></table:table-row></table:table>`
    const { text } = await convert(
      'odt',
      odf(
        'text',
        `${p('<text:date>on Monday</text:date> <text:author-name>by Ada</text:author-name>')}${p('<text:ruby><text:ruby-base>港</text:ruby-base><text:ruby-text>minato</text:ruby-text></text:ruby>')}<text:table-of-content><text:index-body>${p('an entry')}</text:index-body></text:table-of-content><table:table><table:table-column/><table:table-rows><table:table-row><table:table-cell>${nested}</table:table-cell></table:table-row></table:table-rows></table:table>`,
      ),
      'txt',
    )
    expect(text).toMatch(/on Monday by Ada 港\(minato\) an entry.*inner cell/)
  })

  it('has headers at its beginning and footers at its end, without page numbers', async () => {
    const page = (name: string) =>
      `<style:master-page style:name="${name}"><style:header>${p('Harbour board')}</style:header><style:footer>${p('<text:page-number>3</text:page-number>')}${p('Confidential')}</style:footer></style:master-page>`
    const { text } = await convert(
      'odt',
      odf('text', p('The report'), { masters: page('Standard') + page('First') }),
      'txt',
    )
    expect(text.trim()).toBe('Harbour board The report Confidential')
  })

  it('says what it leaves out', async () => {
    const hidden =
      '<style:style style:name="T1" style:family="text"><style:text-properties text:display="none"/></style:style>'
    const { text, warnings } = await convert(
      'odt',
      odf(
        'text',
        `<text:tracked-changes><text:changed-region><text:deletion>${p('deleted')}</text:deletion></text:changed-region></text:tracked-changes>${p(`shown<office:annotation>${p('a comment')}</office:annotation><text:span text:style-name="T1">secret</text:span>`)}${p('<draw:frame><draw:object xlink:href="./Object 9"/></draw:frame>')}`,
        { styles: hidden, more: { 'Basic/Standard/Module1.xml': '<a/>' } },
      ),
      'txt',
    )
    expect(text.trim()).toBe('shown')
    expect(warnings.sort()).toEqual([
      '1 embedded object without a preview image was left out.',
      'Comments (1) were left out.',
      'Hidden text was left out.',
      'Macros were removed.',
      'Tracked changes (1) were accepted.',
    ])
  })
})

describe('an ODS', () => {
  const cell = (text: string, attributes = '') =>
    `<table:table-cell${attributes}>${p(text)}</table:table-cell>`
  const row = (cells: string, attributes = '') => `<table:table-row${attributes}>${cells}</table:table-row>`
  const sheet = (name: string, rows: string, attributes = '') =>
    `<table:table table:name="${name}"${attributes}>${rows}</table:table>`

  it('shows its sheets as tables with the texts that the cells show', async () => {
    const value = ' office:value-type="percentage" office:value="0.025"'
    const { text } = await convert(
      'ods',
      odf(
        'spreadsheet',
        sheet(
          'Berths',
          `${row(`${cell('Berth', ' table:number-columns-spanned="2"')}<table:covered-table-cell/>`)}${row(cell('twice', ' table:number-columns-repeated="2"'))}<table:table-row-group>${row(cell('2.50%', value) + cell('x<text:s text:c="2"/>y'))}</table:table-row-group>${row('<table:table-cell table:number-columns-repeated="16384"/>', ' table:number-rows-repeated="1048570"')}`,
        ),
      ),
    )
    expect(text).toMatch(
      /<h2[^>]*>Berths<\/h2> <table> .*<th colspan="2"[^>]*>Berth<\/th>.*<td>twice<\/td> <td>twice<\/td>.*<td>2\.50%<\/td> <td>x y<\/td>/,
    )
  })

  it('says what it leaves out, and has charts below the sheet', async () => {
    const hidden =
      '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const { text, warnings } = await convert(
      'ods',
      odf(
        'spreadsheet',
        `${sheet('Shown', `<table:table-column/><table:table-column table:visibility="collapse"/>${row(cell('seen') + cell('unseen'))}${row(cell('filtered'), ' table:visibility="filter"')}${row(`<table:table-cell><office:annotation>${p('a comment')}</office:annotation>${p('noted')}${chart}</table:table-cell>`)}`)}${sheet('Hidden', row(cell('secret')), ' table:style-name="ta2"')}`,
        { styles: hidden, ...withChart },
      ),
    )
    expect(text).toMatch(/seen.*noted.*<caption>Catch by harbour<\/caption>/)
    expect(text).not.toMatch(/unseen|filtered|a comment|secret/)
    expect(warnings.sort()).toEqual([
      '1 chart was converted to a table.',
      '1 hidden sheet was left out.',
      'Comments (1) were left out.',
      'Hidden rows and columns were left out.',
    ])
  })

  it('becomes a PDF without an office, with its images', async () => {
    const image = '<draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame>'
    const file = odf(
      'spreadsheet',
      sheet('Berths', `<table:shapes>${image}${chart}</table:shapes>${row(cell('A 1'))}`),
      { more: { ...withChart.more, 'Pictures/a.png': PIXEL } },
    )
    const pdf = await shop.convert(shop.file('a.ods', file), 'pdf')
    expect(pdf).toMatchObject({ pages: 1, warnings: ['1 chart was converted to a table.'] })
    const { path } = await shop.convert(pdf.path, 'txt')
    expect(readFileSync(path, 'utf8')).toMatch(/Berths[\s\S]*A 1[\s\S]*Tromsø/)
  })

  it('refuses a text that is repeated over the whole sheet', async () => {
    const file = odf(
      'spreadsheet',
      sheet(
        'A',
        row(cell('x', ' table:number-columns-repeated="16384"'), ' table:number-rows-repeated="1048576"'),
      ),
    )
    const failure = await failureOf(convert('ods', file))
    expect(failure.code).toBe('source_too_complex')
    expect(failure.message).toContain('100,000 cells')
  })
})

describe('an ODP', () => {
  it('has a heading per slide, its texts, images, tables and notes, and footers once', async () => {
    const title =
      '<draw:frame presentation:class="title"><draw:text-box><text:p>Fleet</text:p></draw:text-box></draw:frame>'
    const outline = `<draw:frame><draw:text-box><text:list><text:list-item>${p('Boats')}<text:list><text:list-item>${p('Small ones')}</text:list-item></text:list></text:list-item></text:list></draw:text-box></draw:frame>`
    const table = `<draw:frame><table:table><table:table-row><table:table-cell>${p('A 1')}</table:table-cell></table:table-row></table:table></draw:frame>`
    const image =
      '<draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:title>A boat</svg:title></draw:frame>'
    const hidden =
      '<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    const { text, warnings } = await convert(
      'odp',
      odf(
        'presentation',
        `<presentation:footer-decl>Confidential</presentation:footer-decl><draw:page>${title}${outline}${table}${image}<draw:custom-shape>${p('in a shape')}</draw:custom-shape><presentation:notes>${box('Speak slowly')}</presentation:notes></draw:page><draw:page>${chart}</draw:page><draw:page draw:style-name="dp2">${box('secret')}</draw:page>`,
        { styles: hidden, more: { ...withChart.more, 'Pictures/a.png': PIXEL } },
      ),
    )
    expect(text).toMatch(
      /<h2[^>]*>Fleet<\/h2>.*Boats.*<ul> <li>(<p>)?Small ones.*A 1.*<img[^>]* alt="A boat".*in a shape.*Notes.*Speak slowly.*<h2[^>]*>Slide 2<\/h2>.*<caption>Catch by harbour<\/caption>.*Confidential/,
    )
    expect(text).not.toContain('secret')
    expect(warnings.sort()).toEqual(['1 chart was converted to a table.', '1 hidden slide was left out.'])
  })
})

describe('OpenDocument files', () => {
  it.each(['odt', 'ods', 'odp'] as const)('behind a password are refused: %s', async (format) => {
    const kind = { odt: 'text', ods: 'spreadsheet', odp: 'presentation' } as const
    const manifest =
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>'
    const file = odf(kind[format], '', {
      more: { 'META-INF/manifest.xml': manifest, 'content.xml': 'secret bytes' },
    })
    expect((await failureOf(convert(format, file))).code).toBe('source_encrypted')
  })
})
