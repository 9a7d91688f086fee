import { familyOf } from './made-file.ts'
import { zip } from './zip.ts'

const OOXML = 'http://schemas.openxmlformats.org'
const WORD = `xmlns:w="${OOXML}/wordprocessingml/2006/main" xmlns:r="${OOXML}/officeDocument/2006/relationships"`

/** The smallest DOCX with this body; `more` adds or replaces members. */
export const docx = (body: string, more: Record<string, string | Uint8Array> = {}, declaration = '') =>
  zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${OOXML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${OOXML}/package/2006/relationships"><Relationship Id="r1" Type="${OOXML}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0"?>${declaration}<w:document ${WORD}><w:body>${body}</w:body></w:document>`,
    ...more,
  })

export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

const cell = (text: string) =>
  `<w:tc><w:tcPr><w:tcW w="2000" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`
const table = `<w:tbl><w:tblPr><w:tblW w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid><w:tr>${cell('Berth')}${cell('Länge')}</w:tr><w:tr>${cell('A 1')}${cell('12 m')}</w:tr></w:tbl>`

const xlsx = zip({
  '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${OOXML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${OOXML}/package/2006/relationships"><Relationship Id="r1" Type="${OOXML}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${OOXML}/spreadsheetml/2006/main" xmlns:r="${OOXML}/officeDocument/2006/relationships"><sheets><sheet name="Berths" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${OOXML}/package/2006/relationships"><Relationship Id="r1" Type="${OOXML}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="${OOXML}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Berth</t></is></c><c r="B1"><v>12</v></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Länge</t></is></c><c r="B2"><v>3.5</v></c></row></sheetData></worksheet>`,
})

const odt = zip({
  mimetype: 'application/vnd.oasis.opendocument.text',
  'content.xml':
    '<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3"><office:body><office:text><text:h text:outline-level="1">Harbour report</text:h><text:p>Größe der Boote</text:p></office:text></office:body></office:document-content>',
  'styles.xml':
    '<?xml version="1.0"?><office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.3"><office:styles/></office:document-styles>',
  'META-INF/manifest.xml':
    '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/></manifest:manifest>',
})

const epub = zip({
  mimetype: 'application/epub+zip',
  'META-INF/container.xml':
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  'book.opf':
    '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">made</dc:identifier><dc:title>Harbours</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2020-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/></spine></package>',
  'nav.xhtml':
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body><nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav></body></html>',
  'one.xhtml':
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body><h1>One</h1><p>Boats.</p></body></html>',
})

const letter = docx(`${paragraph('Sehr geehrte Frau Møller')}${table}${paragraph('Mit Grüßen')}`)
/** An encrypted OOXML file is a compound file whose directory names the encrypted package. */
const encrypted = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(1024),
  Buffer.from('EncryptedPackage', 'utf16le'),
  Buffer.alloc(1024),
])

export const documents = familyOf('docs', [
  ['letter.docx', letter],
  ['table.xlsx', xlsx],
  ['report.odt', odt],
  ['book.epub', epub],
  ['truncated.docx', letter.subarray(0, letter.length / 2), 'clean-fail', 'truncated'],
  ['truncated.epub', epub.subarray(0, epub.length / 2), 'clean-fail', 'truncated'],
  ['locked.docx', encrypted, 'clean-fail', 'password protected'],
])
