import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zip as packed } from '../../corpora/make/zip.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import {
  CHART,
  DIAGRAM,
  drawing,
  excel,
  odf,
  odfPart,
  paragraph,
  powerPoint,
  relations,
  shape,
  word,
  wordPart,
} from './ooxml-files.ts'
import { zip as stored } from './zips.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

async function refusal(name: string, file: Uint8Array): Promise<string> {
  const failure = await failureOf(shop.convert(shop.file(name, file), 'html'))
  expect(failure.message).toMatch(SENTENCE)
  return failure.code
}
const htmlOf = async (name: string, file: Uint8Array) =>
  readFileSync((await shop.convert(shop.file(name, file), 'html')).path, 'utf8')

const ENTITIES =
  '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
const nested = (open: string, close: string, text = '') => open.repeat(5000) + text + close.repeat(5000)

describe('hostile office files', () => {
  it('are refused where they define entities', async () => {
    const part = wordPart('document', `<w:body>${paragraph('&b;&c;')}</w:body>`)
    expect(await refusal('a.docx', word('', { 'word/document.xml': ENTITIES + part }))).toBe('source_damaged')
    const content = odfPart(
      'content',
      '<office:body><office:text><text:p>&b;</text:p></office:text></office:body>',
    )
    expect(await refusal('a.odt', odf('text', '', { more: { 'content.xml': ENTITIES + content } }))).toBe(
      'source_damaged',
    )
  })

  it.each([
    ['a.docx', word(nested('<w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>', paragraph('x')))],
    ['a.pptx', powerPoint([{ shapes: nested('<p:grpSp>', '</p:grpSp>', shape(['x'])) }])],
    ['a.odt', odf('text', nested('<text:section>', '</text:section>', '<text:p>x</text:p>'))],
  ])('are refused where they are nested without end: %s', async (name, file) => {
    expect(await refusal(name, file)).toBe('source_too_complex')
  })

  it('are refused where they have a million cells', async () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(1000)}</row>`
    const file = excel([{ name: 'A', content: `<sheetData>${row.repeat(1000)}</sheetData>` }])
    // Packed this well it is a bomb; stored it is a large workbook.
    expect(await refusal('a.xlsx', file)).toBe('source_too_complex')
    const sheet = (cells: string) => excel([{ name: 'A', content: `<sheetData>${cells}</sheetData>` }])
    const cells = Array.from({ length: 120_000 }, (_, index) => `<row><c><v>${index}</v></c></row>`)
    expect(await refusal('a.xlsx', sheet(cells.join('')))).toBe('source_too_complex')
  })

  it('are refused where cells far apart would make a table without end', async () => {
    const cell = (index: number) =>
      `<row r="${index * 1000 + 1}"><c r="${columnOf(index)}${index * 1000 + 1}"><v>1</v></c></row>`
    const rows = Array.from({ length: 600 }, (_, index) => cell(index))
    expect(
      await refusal('a.xlsx', excel([{ name: 'A', content: `<sheetData>${rows.join('')}</sheetData>` }])),
    ).toBe('source_too_complex')
  })

  it('are refused where an entry unpacks to more than its directory says', async () => {
    const body = paragraph('x'.repeat(20_000_000))
    const file = Buffer.from(word(body))
    const name = file.lastIndexOf('word/document.xml')
    // The inflated size in the directory, 22 bytes before the name.
    file.writeUInt32LE(1000, name - 22)
    expect(await refusal('a.docx', file)).toBe('source_damaged')
  })

  it('are refused where names lead out of the file', async () => {
    expect(await refusal('a.docx', word(paragraph('x'), { '../evil.xml': '<a/>' }))).toBe('source_damaged')
  })

  it('reach nothing outside with what they refer to', async () => {
    const html = await htmlOf(
      'a.docx',
      word(`<w:p>${drawing('<c:chart r:id="r1"/>')}</w:p>${paragraph('still here')}`, {
        'word/_rels/document.xml.rels': relations(['chart', '../../../../etc/passwd']),
      }),
    )
    expect(html).toContain('still here')
    const slides = await htmlOf(
      'a.pptx',
      powerPoint([
        {
          shapes: '<p:pic><p:blipFill><a:blip r:embed="r1"/></p:blipFill></p:pic>',
          relations: relations(['image', '/../../etc/passwd']),
        },
      ]),
    )
    expect(slides).not.toContain('root:')
  })

  it('end where charts and diagrams lie about their points', async () => {
    const chart = CHART.replaceAll('<c:pt idx="1">', '<c:pt idx="4294967295">')
    const circle = DIAGRAM.replace('</dgm:cxnLst>', '<dgm:cxn srcId="2" destId="1"/></dgm:cxnLst>')
    const html = await htmlOf(
      'a.docx',
      word(`<w:p>${drawing('<c:chart r:id="r1"/>')}${drawing('<dgm:relIds r:dm="r2"/>')}</w:p>`, {
        'word/_rels/document.xml.rels': relations(
          ['chart', 'charts/c.xml'],
          ['diagramData', 'diagrams/d.xml'],
        ),
        'word/charts/c.xml': chart,
        'word/diagrams/d.xml': circle,
      }),
    )
    expect(html).toMatch(/Tromsø[\s\S]*Cast nets/)
  })

  it('keep text that looks like markup as text', async () => {
    const html = await htmlOf(
      'a.pptx',
      powerPoint([{ shapes: shape(['&lt;script&gt;alert(1)&lt;/script&gt;']) }]),
    )
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  it('are refused where there is no document in them', async () => {
    const empty = stored({
      '[Content_Types].xml': '<a/>',
      'word/document.xml': '<a/>',
    })
    expect(await refusal('a.docx', empty)).toBe('source_damaged')
    expect(await refusal('a.odt', packed({ mimetype: 'application/vnd.oasis.opendocument.text' }))).toBe(
      'source_damaged',
    )
  })
})

/** The letters of a column, from 0. */
function columnOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnOf(Math.floor(index / 26) - 1) + last
}
