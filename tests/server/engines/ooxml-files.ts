import { docx, paragraph } from '../../corpora/make/documents.ts'
import { zip } from '../../corpora/make/zip.ts'

const OOXML = 'http://schemas.openxmlformats.org'
export const RELATIONS = `${OOXML}/officeDocument/2006/relationships`
const NAMESPACES = [
  `xmlns:r="${RELATIONS}"`,
  `xmlns:w="${OOXML}/wordprocessingml/2006/main"`,
  `xmlns:wp="${OOXML}/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:xdr="${OOXML}/drawingml/2006/spreadsheetDrawing"`,
  `xmlns:a="${OOXML}/drawingml/2006/main"`,
  `xmlns:c="${OOXML}/drawingml/2006/chart"`,
  `xmlns:dgm="${OOXML}/drawingml/2006/diagram"`,
  `xmlns:pic="${OOXML}/drawingml/2006/picture"`,
  `xmlns:mc="${OOXML}/markup-compatibility/2006"`,
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ')

/** Relations with ids r1, r2, … in the order given: type and target, or an external address. */
export const relations = (...list: [type: string, target: string, external?: boolean][]) =>
  `<Relationships xmlns="${OOXML}/package/2006/relationships">${list
    .map(
      ([type, target, external], index) =>
        `<Relationship Id="r${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`

/** A transparent PNG of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const points = (values: string[]) =>
  values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')

/** A chart of two series over two categories, whose numbers are percentages. */
export const CHART = `<c:chartSpace ${NAMESPACES}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Catch by harbour</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>${[
  'Herring',
  'Cod',
]
  .map(
    (name, index) =>
      `<c:ser><c:idx val="${index}"/><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>${name}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(['Tromsø', 'Bergen'])}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0.0%</c:formatCode>${points([`0.12${index}`, `0.34${index}`])}</c:numCache></c:numRef></c:val></c:ser>`,
  )
  .join(
    '',
  )}</c:barChart><c:valAx><c:title><c:tx><c:rich><a:p><a:r><a:t>Share of boats</a:t></a:r></a:p></c:rich></c:tx></c:title></c:valAx></c:plotArea></c:chart></c:chartSpace>`

const point = (id: number, text: string, type = '') =>
  `<dgm:pt modelId="${id}"${type}><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`

/** A diagram of three points, one below another, which are not in their order. */
export const DIAGRAM = `<dgm:dataModel ${NAMESPACES}><dgm:ptLst>${point(0, '', ' type="doc"')}${point(3, 'Sell fish')}${point(1, 'Sail out')}${point(2, 'Cast nets')}</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="3" srcOrd="1"/><dgm:cxn srcId="0" destId="1" srcOrd="0"/><dgm:cxn srcId="1" destId="2" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>`

export const graphic = (content: string) =>
  `<a:graphic ${NAMESPACES}><a:graphicData uri="x">${content}</a:graphicData></a:graphic>`
export const drawing = (content: string) =>
  `<w:r><w:drawing ${NAMESPACES}><wp:inline>${graphic(content)}</wp:inline></w:drawing></w:r>`
export const textBox = (text: string) =>
  `<wps:wsp><wps:txbx><w:txbxContent>${paragraph(text)}</w:txbxContent></wps:txbx></wps:wsp>`
export const image = (id: string) =>
  `<pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic>`

/** A part of a Word document, such as a header. */
export const wordPart = (name: string, content: string) => `<w:${name} ${NAMESPACES}>${content}</w:${name}>`

export const word = (body: string, more: Record<string, string | Uint8Array> = {}) =>
  docx('', { 'word/document.xml': wordPart('document', `<w:body>${body}</w:body>`), ...more })

const CELL_NAMESPACE = `${OOXML}/spreadsheetml/2006/main`
const types = (main: string, kind: string) =>
  `<Types xmlns="${OOXML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`

export interface Sheet {
  name: string
  /** Inside the worksheet. */
  content: string
  state?: string
  relations?: string
}

/** A workbook of these sheets; `workbook` stands before the list of sheets. */
export const excel = (sheets: Sheet[], more: Record<string, string | Uint8Array> = {}, workbook = '') =>
  zip({
    '[Content_Types].xml': types('xl/workbook.xml', 'spreadsheetml.sheet'),
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${CELL_NAMESPACE}" xmlns:r="${RELATIONS}">${workbook}<sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}" r:id="r${index + 1}"${state ? ` state="${state}"` : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...sheets.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ),
    ...Object.fromEntries(
      sheets.flatMap(({ content, relations: own }, index) => [
        [
          `xl/worksheets/sheet${index + 1}.xml`,
          `<worksheet xmlns="${CELL_NAMESPACE}" xmlns:r="${RELATIONS}">${content}</worksheet>`,
        ],
        ...(own ? [[`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, own]] : []),
      ]),
    ),
    ...more,
  })

export const sharedStrings = (...items: string[]) =>
  `<sst xmlns="${CELL_NAMESPACE}">${items.map((item) => `<si>${item}</si>`).join('')}</sst>`

/** Styles whose cells have these number formats: a built-in number, or a pattern. */
export const cellStyles = (...formats: (number | string)[]) =>
  `<styleSheet xmlns="${CELL_NAMESPACE}"><numFmts>${formats
    .map((format, index) =>
      typeof format === 'string'
        ? `<numFmt numFmtId="${200 + index}" formatCode="${format.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"/>`
        : '',
    )
    .join('')}</numFmts><cellXfs>${formats
    .map((format, index) => `<xf numFmtId="${typeof format === 'string' ? 200 + index : format}"/>`)
    .join('')}</cellXfs></styleSheet>`

/** Members of a workbook's drawing that hold a chart. */
export const sheetDrawing = {
  'xl/drawings/drawing1.xml': `<xdr:wsDr ${NAMESPACES}><xdr:twoCellAnchor><xdr:graphicFrame>${graphic('<c:chart r:id="r1"/>')}</xdr:graphicFrame></xdr:twoCellAnchor></xdr:wsDr>`,
  'xl/drawings/_rels/drawing1.xml.rels': relations(['chart', '../charts/chart1.xml']),
  'xl/charts/chart1.xml': CHART,
}

export interface Slide {
  /** Inside the tree of shapes. */
  shapes: string
  relations?: string
  hidden?: boolean
}

const slidePart = (name: string, shapes: string, attributes = '') =>
  `<p:${name} xmlns:p="${OOXML}/presentationml/2006/main" ${NAMESPACES}${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${name}>`

/** Speaker notes. */
export const notes = (shapes: string) => slidePart('notes', shapes)

export const powerPoint = (slides: Slide[], more: Record<string, string | Uint8Array> = {}) =>
  zip({
    '[Content_Types].xml': types('ppt/presentation.xml', 'presentationml.presentation'),
    '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `<p:presentation xmlns:p="${OOXML}/presentationml/2006/main" ${NAMESPACES}><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${300 + index}" r:id="r${index + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ...slides.map((_, index): [string, string] => ['slide', `slides/slide${index + 1}.xml`]),
    ),
    ...Object.fromEntries(
      slides.flatMap(({ shapes, relations: own, hidden }, index) => [
        [`ppt/slides/slide${index + 1}.xml`, slidePart('sld', shapes, hidden ? ' show="0"' : '')],
        ...(own ? [[`ppt/slides/_rels/slide${index + 1}.xml.rels`, own]] : []),
      ]),
    ),
    ...more,
  })

/** A shape of a slide with these paragraphs; a placeholder of a kind where one is given. */
export const shape = (paragraphs: string[], placeholder?: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="s"/><p:cNvSpPr/><p:nvPr>${placeholder ? `<p:ph type="${placeholder}"/>` : ''}</p:nvPr></p:nvSpPr><p:spPr/><p:txBody>${paragraphs.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`
export const frame = (content: string) => `<p:graphicFrame>${graphic(content)}</p:graphicFrame>`

const ODF = 'urn:oasis:names:tc:opendocument:xmlns'
const ODF_NAMESPACES = [
  ...['office', 'text', 'table', 'style', 'chart', 'presentation', 'manifest'].map((name) => [name, name]),
  ['draw', 'drawing'],
  ['svg', 'svg-compatible'],
]
  .map(([prefix, name]) => `xmlns:${prefix}="${ODF}:${name}:1.0"`)
  .concat('xmlns:xlink="http://www.w3.org/1999/xlink"')
  .join(' ')

/** A document of OpenDocument; `content` stands in its body. */
export function odf(
  kind: 'text' | 'spreadsheet' | 'presentation',
  content: string,
  {
    styles = '',
    masters = '',
    more = {},
  }: { styles?: string; masters?: string; more?: Record<string, string | Uint8Array> } = {},
) {
  return zip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': odfPart(
      'content',
      `<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${content}</office:${kind}></office:body>`,
    ),
    'styles.xml': odfPart('styles', `<office:master-styles>${masters}</office:master-styles>`),
    ...more,
  })
}
export const odfPart = (name: string, content: string) =>
  `<office:document-${name} ${ODF_NAMESPACES}>${content}</office:document-${name}>`

const odfRow = (...texts: string[]) =>
  `<table:table-row>${texts.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`

/** The content of a chart that is a file in the file. */
export const ODF_CHART = odfPart(
  'content',
  `<office:body><office:chart><chart:chart><chart:title><text:p>Catch by harbour</text:p></chart:title><table:table><table:table-header-rows>${odfRow('', 'Herring')}</table:table-header-rows><table:table-rows>${odfRow('Tromsø', '12')}${odfRow('Bergen', 'NaN')}</table:table-rows></table:table></chart:chart></office:chart></office:body>`,
)

export { paragraph }
