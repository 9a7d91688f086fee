import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness } from './helpers.ts'
import { cellStyles, excel, relations, sharedStrings, sheetDrawing } from './ooxml-files.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

async function convert(file: Uint8Array, target = 'html') {
  const { path, warnings } = await shop.convert(shop.file('a.xlsx', file), target)
  const text = readFileSync(path, 'utf8').replace(/^[\s\S]*<body>/, '')
  return { text: text.replace(/\s+/g, ' '), warnings }
}

/** The cells of the first table, row by row. */
const cellsOf = (text: string) =>
  [...text.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell),
  )
const data = (...rows: string[]) =>
  `<sheetData>${rows.map((cells, index) => `<row r="${index + 1}">${cells}</row>`).join('')}</sheetData>`
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`

describe('a workbook', () => {
  it.each([
    ['a date', 14, 40089, '10/3/2009'],
    ['a date and time', 22, 40089.75, '10/3/2009 18:00'],
    ['a date of its own format', 'yyyy-mm-dd;@', 44000, '2020-06-18'],
    ['a duration', 46, 1.5, '36:00:00'],
    ['a percentage', 10, 0.025, '2.50%'],
    ['a fraction', 12, 0.75, '3/4'],
    ['an amount', 4, 1234567.5, '1,234,567.50'],
    ['an amount of a currency', '[$€-2] #,##0.00', 12.5, '€ 12.50'],
    ['a negative amount in red', '0;[Red](0)', -3, '(3)'],
    ['a number with its unit', '0.0" kg"', 2.25, '2.3 kg'],
    ['a float', 0, 0.30000000000000004, '0.3'],
    ['a date before the epoch', 14, -1, '12/29/1899'],
    ['a format that nobody understands', '[unfinished', 7, '7'],
  ])('shows %s', async (_, format, value, shown) => {
    const { text: html } = await convert(
      excel([{ name: 'Sheet', content: data(text('head'), `<c s="1"><v>${value}</v></c>`) }], {
        'xl/styles.xml': cellStyles(0, format),
      }),
    )
    expect(cellsOf(html)).toEqual([['head'], [shown]])
  })

  it('counts its dates from 1904 where it says so', async () => {
    const { text: html } = await convert(
      excel(
        [{ name: 'Sheet', content: data('<c s="1"><v>0</v></c>', '<c><v>0</v></c>') }],
        { 'xl/styles.xml': cellStyles(0, 14) },
        '<workbookPr date1904="1"/>',
      ),
    )
    expect(cellsOf(html)).toEqual([['1/1/1904'], ['0']])
  })

  it('shows texts, truth values, errors and links', async () => {
    const { text: html, warnings } = await convert(
      excel(
        [
          {
            name: 'Sheet',
            content: `${data(
              '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><f>A1</f><v>sum</v></c>',
              '<c r="A2" t="b"><v>1</v></c><c r="B2" t="e"><v>#DIV/0!</v></c><c r="C2" t="d"><v>2020-06-18T00:00:00</v></c>',
            )}<hyperlinks><hyperlink ref="B1" r:id="r1"/></hyperlinks>`,
            relations: relations(['hyperlink', 'https://example.org/', true]),
          },
        ],
        {
          'xl/sharedStrings.xml': sharedStrings(
            '<r><t>Rich</t></r><r><t xml:space="preserve"> text</t></r>',
            '<t>港_x0021_</t><rPh sb="0" eb="1"><t>minato</t></rPh>',
          ),
        },
      ),
    )
    expect(cellsOf(html)).toEqual([
      ['Rich text', '<a href="https://example.org/">港!</a>', 'sum'],
      ['TRUE', '#DIV/0!', '2020-06-18'],
    ])
    expect(warnings).toEqual(['Phonetic guides of 1 cell were left out.'])
  })

  it('merges cells, and leaves out rows and columns in which nothing stands', async () => {
    const { text: html } = await convert(
      excel([
        {
          name: 'Sheet',
          content: `${data(
            `${text('a')}${text('b')}`,
            '<c r="A2" t="inlineStr"><is><t>wide</t></is></c>',
          ).replace(
            '</sheetData>',
            '<row r="1048576"><c r="XFD1048576"><v>9</v></c></row></sheetData>',
          )}<mergeCells><mergeCell ref="A2:B4"/><mergeCell ref="C1:XFD1048576"/></mergeCells>`,
        },
      ]),
    )
    expect(html).toMatch(/<td colspan="2"[^>]*>wide<\/td>/)
    expect(cellsOf(html)).toEqual([['a', 'b', '9'], ['wide'], ['', '']])
  })

  it('has its sheets as headings, what hides left out, and charts as tables below', async () => {
    const { text: html, warnings } = await convert(
      excel(
        [
          {
            name: 'Shown',
            content: `<cols><col min="2" max="2" hidden="1"/></cols>${data(
              '<c r="A1"><v>1</v></c><c r="B1"><v>222</v></c>',
            ).replace(
              '</sheetData>',
              '<row r="5" hidden="1"><c r="A5"><v>333</v></c></row></sheetData>',
            )}<headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"Fishers &amp;&amp; Sons&amp;RPage &amp;P</oddHeader></headerFooter><drawing r:id="r1"/>`,
            relations: relations(['drawing', '../drawings/drawing1.xml'], ['comments', '../comments1.xml']),
          },
          { name: 'Hidden', content: data(text('secret')), state: 'hidden' },
        ],
        {
          ...sheetDrawing,
          'xl/comments1.xml':
            '<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><commentList><comment/><comment/></commentList></comments>',
        },
      ),
    )
    expect(html).toMatch(/<h2[^>]*>Shown<\/h2> <p>Fishers &amp; Sons<\/p> <p>Page<\/p> <table>/)
    expect(html).toContain('<caption>Catch by harbour</caption>')
    expect(html).not.toMatch(/222|333|secret|Hidden/)
    expect(warnings.sort()).toEqual([
      '1 chart was converted to a table.',
      '1 hidden sheet was left out.',
      'Comments (2) were left out.',
      'Headers were placed at the beginning and footers at the end, each once and without page numbers.',
      'Hidden rows and columns were left out.',
    ])
  })
})
