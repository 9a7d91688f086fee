import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness } from './helpers.ts'
import {
  CHART,
  DIAGRAM,
  drawing,
  image,
  PIXEL,
  paragraph,
  relations,
  textBox,
  word,
  wordPart,
} from './ooxml-files.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

/** What a document becomes, without its head and with single spaces. */
async function convert(file: Uint8Array, target = 'html') {
  const { path, warnings } = await shop.convert(shop.file('a.docx', file), target)
  const text = readFileSync(path, 'utf8').replace(/^[\s\S]*<body>/, '')
  return { text: text.replace(/\s+/g, ' '), warnings }
}

describe('a Word document', () => {
  it('keeps the text of text boxes, once and after their paragraph', async () => {
    const alternative = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor>${drawing(textBox('Inside the box')).replace(/.*<wp:inline>|<\/wp:inline>.*/g, '')}</wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${paragraph('Inside the box')}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
    const { text, warnings } = await convert(
      word(`<w:p><w:r><w:t>Before</w:t></w:r>${alternative}</w:p>${paragraph('After')}`),
      'txt',
    )
    expect(text).toBe('Before Inside the box After ')
    expect(warnings).toEqual(['The text of 1 text box was placed after the paragraph it belongs to.'])
  })

  it('keeps the text of grouped shapes, WordArt and old images', async () => {
    const group = drawing(
      `<wpg:wgp>${textBox('First of the group')}<wpg:grpSp>${textBox('Second')}</wpg:grpSp></wpg:wgp>`,
    )
    const art = '<w:r><w:pict><v:shape><v:textpath string="Arched words"/></v:shape></w:pict></w:r>'
    const { text } = await convert(word(`<w:p>${group}</w:p><w:p>${art}</w:p>`), 'txt')
    expect(text).toBe('First of the group Second Arched words ')
  })

  it('shows the images of a group', async () => {
    const { text } = await convert(
      word(`<w:p>${drawing(`<wpg:wgp>${image('r1')}${textBox('Below it')}</wpg:wgp>`)}</w:p>`, {
        'word/_rels/document.xml.rels': relations(['image', 'media/a.png']),
        'word/media/a.png': PIXEL,
      }),
    )
    expect(text).toMatch(/<img[^>]* src="data:image\/png;base64,[^>]*>.*<p>Below it<\/p>/)
  })

  it('turns charts into tables with their title, and diagrams into lists', async () => {
    const file = word(
      `<w:p>${drawing('<c:chart r:id="r1"/>')}</w:p><w:p>${drawing('<dgm:relIds r:dm="r2"/>')}</w:p>`,
      {
        'word/_rels/document.xml.rels': relations(
          ['chart', 'charts/chart1.xml'],
          ['diagramData', 'diagrams/data1.xml'],
        ),
        'word/charts/chart1.xml': CHART,
        'word/diagrams/data1.xml': DIAGRAM,
      },
    )
    const { text, warnings } = await convert(file)
    expect(text).toMatch(/<caption><p>Catch by harbour<\/p><\/caption>/)
    expect(text).toMatch(/<th[^>]*>Herring<\/th>\s*<th[^>]*>Cod<\/th>/)
    expect(text).toMatch(/<td[^>]*>Tromsø<\/td>\s*<td[^>]*>12\.0%<\/td>\s*<td[^>]*>12\.1%<\/td>/)
    expect(text).toContain('Share of boats')
    expect(text).toMatch(/<ul>\s*<li>(<p>)?Sail out(<\/p>)?\s*<ul>\s*<li>(<p>)?Cast nets.*Sell fish/)
    expect(warnings).toEqual(['1 chart was converted to a table.', '1 diagram was converted to a list.'])
  })

  it('has headers at its beginning and footers at its end, each once and without page numbers', async () => {
    const field = (name: string) =>
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${name} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>17</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
    const section = (id: string) =>
      `<w:sectPr><w:headerReference w:type="default" r:id="${id}"/><w:footerReference w:type="default" r:id="r3"/></w:sectPr>`
    const header = wordPart('hdr', `${paragraph('Harbour board')}<w:p>${drawing(image('r1'))}</w:p>`)
    const { text, warnings } = await convert(
      word(`<w:p><w:pPr>${section('r1')}</w:pPr><w:r><w:t>The report</w:t></w:r></w:p>${section('r2')}`, {
        'word/_rels/document.xml.rels': relations(
          ['header', 'header1.xml'],
          ['header', 'header2.xml'],
          ['footer', 'footer1.xml'],
        ),
        'word/header1.xml': header,
        'word/header2.xml': header,
        'word/_rels/header1.xml.rels': relations(['image', 'media/logo.png']),
        'word/footer1.xml': wordPart(
          'ftr',
          `<w:p>${field('PAGE')}</w:p><w:p><w:r><w:t xml:space="preserve">Confidential </w:t></w:r><w:fldSimple w:instr=" NUMPAGES "><w:r><w:t>18</w:t></w:r></w:fldSimple>${field('DATE')}</w:p>`,
        ),
        'word/media/logo.png': PIXEL,
      }),
    )
    expect(text).toMatch(
      /^ ?<p>Harbour board<\/p> <p><img[^>]* src="data:image[^>]*><\/p> <p>The report<\/p> <p>Confidential 17<\/p>/,
    )
    expect(warnings).toEqual([
      'Headers were placed at the beginning and footers at the end, each once and without page numbers.',
    ])
  })

  it('adds nothing for headers in which only a page number stands', async () => {
    const table = `<w:tbl><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc><w:p><w:fldSimple w:instr="PAGE"><w:r><w:t>3</w:t></w:r></w:fldSimple></w:p></w:tc></w:tr></w:tbl>`
    const { text, warnings } = await convert(
      word(`${paragraph('The report')}<w:sectPr><w:headerReference r:id="r1"/></w:sectPr>`, {
        'word/_rels/document.xml.rels': relations(['header', 'header1.xml']),
        'word/header1.xml': wordPart('hdr', table),
      }),
      'txt',
    )
    expect(text).toBe('The report ')
    expect(warnings).toEqual([])
  })

  it.each(['txt', 'html', 'md', 'gfm', 'rtf', 'mediawiki', 'jira', 'textile', 'org', 'rst', 'ipynb', 'icml'])(
    'keeps its title, subtitle and author in %s',
    async (target) => {
      const names = ['Title', 'Subtitle', 'Author', 'Date', 'Abstract']
      const body = names.map(
        (name) => `<w:p><w:pPr><w:pStyle w:val="${name}"/></w:pPr><w:r><w:t>Its${name}</w:t></w:r></w:p>`,
      )
      const styles = names.map(
        (name) => `<w:style w:type="paragraph" w:styleId="${name}"><w:name w:val="${name}"/></w:style>`,
      )
      const { path } = await shop.convert(
        shop.file(
          'a.docx',
          word(body.join(''), {
            'word/_rels/document.xml.rels': relations(['styles', 'styles.xml']),
            'word/styles.xml': wordPart('styles', styles.join('')),
          }),
        ),
        target,
      )
      const text = readFileSync(path, 'utf8')
      expect(names.filter((name) => !text.includes(`Its${name}`))).toEqual([])
    },
  )

  it('keeps its title where it has a header too', async () => {
    const { path } = await shop.convert(
      shop.file(
        'a.docx',
        word(
          `<w:p><w:pPr><w:pStyle w:val="T"/></w:pPr><w:r><w:t>Harbour report</w:t></w:r></w:p>${paragraph('Its text')}<w:sectPr><w:headerReference r:id="r2"/></w:sectPr>`,
          {
            'word/_rels/document.xml.rels': relations(['styles', 'styles.xml'], ['header', 'header1.xml']),
            'word/styles.xml': wordPart(
              'styles',
              '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style>',
            ),
            'word/header1.xml': wordPart('hdr', paragraph('Harbour board')),
          },
        ),
      ),
      'html',
    )
    const html = readFileSync(path, 'utf8')
    expect(html).toContain('<title>Harbour report</title>')
    expect(html).toMatch(/Harbour report<\/h1>\s*<\/header>\s*<p>Harbour board<\/p>\s*<p>Its text<\/p>/)
  })

  it('keeps readings above the text, form fields, fields and wrapped text', async () => {
    const ruby =
      '<w:r><w:ruby><w:rt><w:r><w:t>minato</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>港</w:t></w:r></w:rubyBase></w:ruby></w:r>'
    const choice =
      '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="north"/><w:listEntry w:val="south"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
    const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
    const { text, warnings } = await convert(
      word(
        `<w:p>${ruby}</w:p><w:p>${choice}</w:p><w:p><w:fldSimple w:instr=" REF a ">${run('see above, ')}</w:fldSimple><w:customXml w:element="a">${run('custom, ')}</w:customXml><w:bdo w:val="rtl">${run('turned')}</w:bdo></w:p>`,
      ),
      'txt',
    )
    expect(text).toBe('港(minato) south see above, custom, turned ')
    expect(warnings).toEqual(['1 reading above the text was placed in parentheses after it.'])
  })

  it('keeps footnotes and endnotes, also what is drawn in them', async () => {
    const { text } = await convert(
      word('<w:p><w:r><w:footnoteReference w:id="2"/><w:endnoteReference w:id="3"/></w:r></w:p>', {
        'word/_rels/document.xml.rels': relations(
          ['footnotes', 'footnotes.xml'],
          ['endnotes', 'endnotes.xml'],
        ),
        'word/footnotes.xml': wordPart(
          'footnotes',
          `<w:footnote w:id="2">${paragraph('At the foot')}<w:p>${drawing(textBox('Boxed note'))}</w:p></w:footnote>`,
        ),
        'word/endnotes.xml': wordPart(
          'endnotes',
          `<w:endnote w:id="3">${paragraph('At the end')}</w:endnote>`,
        ),
      }),
      'txt',
    )
    expect(text).toMatch(/At the foot Boxed note.*At the end/)
  })

  it('says what it leaves out and what it decides', async () => {
    const object = '<w:r><w:object><v:shape><v:imagedata r:id="r1"/></v:shape><o:OLEObject/></w:object></w:r>'
    const { text, warnings } = await convert(
      word(
        `<w:p>${object}</w:p><w:p><w:r><w:object><o:OLEObject/></w:object></w:r></w:p><w:p><w:ins w:id="1" w:author="a"><w:r><w:t>new</w:t></w:r></w:ins><w:del w:id="2" w:author="a"><w:r><w:delText>old</w:delText></w:r></w:del><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r></w:p><w:altChunk r:id="r9"/>`,
        {
          'word/_rels/document.xml.rels': relations(['image', 'media/a.png'], ['comments', 'comments.xml']),
          'word/media/a.png': PIXEL,
          'word/comments.xml': wordPart('comments', '<w:comment w:id="1"/><w:comment w:id="2"/>'),
          'word/vbaProject.bin': 'macro',
        },
      ),
    )
    expect(text).toContain('src="data:image/png')
    expect(text).toContain('new')
    expect(text).not.toMatch(/old|secret/)
    expect(warnings.sort()).toEqual([
      '1 embedded object is shown by its preview image only.',
      '1 embedded object without a preview image was left out.',
      '1 file inserted into the document was left out.',
      'Comments (2) were left out.',
      'Hidden text was left out.',
      'Macros were removed.',
      'Tracked changes (2) were accepted.',
    ])
  })

  it('keeps headings, lists, links and formulas as they are', async () => {
    const { text, warnings } = await convert(
      word(
        `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Title</w:t></w:r></w:p><w:p><w:hyperlink r:id="r1"><w:r><w:t>linked</w:t></w:r></w:hyperlink><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>x</m:t></m:r></m:oMath></w:p>`,
        {
          'word/_rels/document.xml.rels': relations(
            ['hyperlink', 'https://example.org/a?b=c&amp;d', true],
            ['styles', 'styles.xml'],
          ),
          'word/styles.xml': wordPart(
            'styles',
            '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>',
          ),
        },
      ),
    )
    expect(text).toMatch(
      /<h1[^>]*>Title<\/h1>.*<a href="https:\/\/example\.org\/a\?b=c&amp;d">linked<\/a>.*<math/,
    )
    expect(warnings).toEqual([])
  })

  describe('with numbered paragraphs', () => {
    const level = (index: number, format: string, text: string, more = '') =>
      `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
    const numbered = (
      body: string,
      levels: string,
      { overrides = '', styles = '' }: { overrides?: string; styles?: string } = {},
    ) =>
      word(body, {
        'word/numbering.xml': wordPart(
          'numbering',
          `<w:abstractNum w:abstractNumId="7">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="7"/>${overrides}</w:num>`,
        ),
        'word/styles.xml': wordPart('styles', styles),
        'word/_rels/document.xml.rels': relations(['numbering', 'numbering.xml'], ['styles', 'styles.xml']),
      })
    const item = (text: string, index = 0, list = 1) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
    const lines = async (file: Uint8Array) => {
      const { path } = await shop.convert(shop.file('a.docx', file), 'txt')
      return readFileSync(path, 'utf8').split('\n').filter(Boolean)
    }

    it('keeps labels that have words, and those of several levels', async () => {
      const levels =
        level(0, 'upperRoman', 'Article %1') + level(1, 'decimal', '%1.%2') + level(2, 'lowerLetter', '(%3)')
      const body = [
        item('Fish'),
        item('Herring', 1),
        item('young', 2),
        item('old', 2),
        item('Cod', 1),
        item('grey', 2),
        item('Birds'),
        item('Gulls', 1),
      ]
      expect(await lines(numbered(body.join(''), levels))).toEqual([
        'Article I Fish',
        'I.1 Herring',
        '(a) young',
        '(b) old',
        'I.2 Cod',
        '(a) grey',
        'Article II Birds',
        'II.1 Gulls',
      ])
    })

    it('counts on, begins again and writes digits as the list says', async () => {
      const levels = level(0, 'upperLetter', '§ %1') + level(1, 'decimalZero', '%1-%2', '<w:isLgl/>')
      const override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="27"/></w:lvlOverride>'
      const body = item('a') + item('b', 1) + item('c') + item('d', 0, 2) + item('e', 0, 2)
      expect(await lines(numbered(body, levels, { overrides: override }))).toEqual([
        '§ A a',
        '1-1 b',
        '§ B c',
        '§ AA d',
        '§ BB e',
      ])
    })

    it('keeps the numbers of headings, also where a style has them', async () => {
      const style = (id: string, name: string, index: number) =>
        `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`
      const styles = style('H1', 'heading 1', 0) + style('H2', 'heading 2', 1) + style('Clause', 'Clause', 2)
      const styled = (text: string, id: string) =>
        `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
      const levels =
        level(0, 'decimal', '%1.') + level(1, 'decimal', '%1.%2') + level(2, 'decimal', '%1.%2.%3')
      const body = styled('Nets', 'H1') + styled('Floats', 'H2') + styled('Cork floats.', 'Clause')
      const { text } = await convert(numbered(body, levels, { styles }))
      expect(text).toMatch(/<h1[^>]*>1\. Nets<\/h1> <h2[^>]*>1\.1 Floats<\/h2> <p>1\.1\.1 Cork floats\.<\/p>/)
    })

    it('leaves plain lists to be lists', async () => {
      const levels = level(0, 'decimal', '%1.') + level(1, 'bullet', 'o') + level(2, 'decimal', '%1.%3')
      const { text } = await convert(numbered(item('Nets') + item('Cork', 1) + item('Lines'), levels))
      expect(text).toMatch(
        /<ol type="1"> <li><p>Nets<\/p> <ul> <li><p>Cork<\/p><\/li> <\/ul><\/li> <li><p>Lines/,
      )
    })

    it('reads numbers that no list can have', async () => {
      const levels = level(0, 'lowerRoman', 'No. %1').replace('"1"/>', '"99999999999"/>')
      const list = numbered(item('a') + item('b', 40) + item('c', -1), levels)
      expect((await lines(list))[0]).toBe('No. i a')
    })
  })
})
