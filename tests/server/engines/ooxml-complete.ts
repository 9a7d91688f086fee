import {
  CHART,
  cellStyles,
  DIAGRAM,
  drawing,
  excel,
  frame,
  notes,
  ODF_CHART,
  odf,
  paragraph,
  powerPoint,
  relations,
  shape,
  sharedStrings,
  sheetDrawing,
  textBox,
  word,
  wordPart,
} from './ooxml-files.ts'

/** Charts that show their numbers as they stand in the file. */
const PLAIN_CHART = CHART.replaceAll('0.0%', '0.000')
const PLAIN_ODF_CHART = ODF_CHART.replace('NaN', '7')

const p = (text: string) => `<text:p>${text}</text:p>`
const box = (text: string) => `<draw:frame><draw:text-box>${p(text)}</draw:text-box></draw:frame>`
const object = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'
const withChart = { 'Object 1/content.xml': PLAIN_ODF_CHART }

/** A document of each format with text in every place where a person reads it. */
export const COMPLETE: Readonly<Record<string, Uint8Array>> = {
  docx: word(
    `${paragraph('Body words')}<w:p>${drawing(textBox('Boxed words'))}</w:p><w:p>${drawing(`<wpg:wgp>${textBox('Grouped words')}</wpg:wgp>`)}</w:p><w:tbl><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc><w:p>${drawing(textBox('Boxed cell'))}</w:p><w:tbl><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc>${paragraph('Nested cell')}</w:tc></w:tr></w:tbl>${paragraph('')}</w:tc></w:tr></w:tbl><w:p>${drawing('<c:chart r:id="r1"/>')}${drawing('<dgm:relIds r:dm="r2"/>')}</w:p><w:p><w:fldSimple w:instr="REF a"><w:r><w:t>Field words</w:t></w:r></w:fldSimple><w:r><w:footnoteReference w:id="2"/></w:r></w:p><w:sectPr><w:headerReference r:id="r3"/><w:footerReference r:id="r4"/></w:sectPr>`,
    {
      'word/_rels/document.xml.rels': relations(
        ['chart', 'charts/chart1.xml'],
        ['diagramData', 'diagrams/data1.xml'],
        ['header', 'header1.xml'],
        ['footer', 'footer1.xml'],
        ['footnotes', 'footnotes.xml'],
      ),
      'word/charts/chart1.xml': PLAIN_CHART,
      'word/diagrams/data1.xml': DIAGRAM,
      'word/header1.xml': wordPart('hdr', `<w:p>${drawing(textBox('Boxed header'))}</w:p>`),
      'word/footer1.xml': wordPart('ftr', paragraph('Footer words')),
      'word/footnotes.xml': wordPart(
        'footnotes',
        `<w:footnote w:id="2">${paragraph('Note words')}</w:footnote>`,
      ),
    },
  ),
  pptx: powerPoint(
    [
      {
        shapes: `${shape(['Title words'], 'title')}${shape(['Body words'], 'body')}<p:grpSp>${shape(['Grouped words'])}</p:grpSp>${shape(['Footer words'], 'ftr')}${frame('<c:chart r:id="r1"/>')}${frame('<dgm:relIds r:dm="r2"/>')}`,
        relations: relations(
          ['chart', '../charts/chart1.xml'],
          ['diagramData', '../diagrams/data1.xml'],
          ['notesSlide', '../notesSlides/notesSlide1.xml'],
        ),
      },
    ],
    {
      'ppt/charts/chart1.xml': PLAIN_CHART,
      'ppt/diagrams/data1.xml': DIAGRAM,
      'ppt/notesSlides/notesSlide1.xml': notes(shape(['Note words'], 'body')),
    },
  ),
  xlsx: excel(
    [
      {
        name: 'Sheet',
        content:
          '<sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row></sheetData><drawing r:id="r1"/>',
        relations: relations(['drawing', '../drawings/drawing1.xml']),
      },
    ],
    {
      ...sheetDrawing,
      'xl/charts/chart1.xml': PLAIN_CHART,
      'xl/styles.xml': cellStyles(0),
      'xl/sharedStrings.xml': sharedStrings('<t>Cell words</t>', '<r><t>Rich </t></r><r><t>words</t></r>'),
    },
  ),
  odt: odf(
    'text',
    `${p(`Body words ${box('Boxed words')}<draw:g>${box('Grouped words')}</draw:g>${object}`)}${p('<text:author-name>Field words</text:author-name>')}${p('A<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Note words</text:p></text:note-body></text:note>')}`,
    { more: withChart },
  ),
  ods: odf(
    'spreadsheet',
    `<table:table table:name="Sheet"><table:shapes>${box('Boxed words')}</table:shapes><table:table-row><table:table-cell>${p('Cell words')}${object}</table:table-cell></table:table-row></table:table>`,
    { more: withChart },
  ),
  odp: odf(
    'presentation',
    `<draw:page>${box('Boxed words')}${object}<draw:g><draw:rect>${p('Grouped words')}</draw:rect></draw:g><presentation:notes>${box('Note words')}</presentation:notes></draw:page>`,
    { more: withChart },
  ),
}
