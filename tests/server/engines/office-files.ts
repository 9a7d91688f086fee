import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wasmFolder } from '../../../server/engines/families/office/wasm-package.ts'
import { readZipDirectory, readZipEntry } from '../../../server/engines/kernel/source/zip.ts'
import { zip } from './zips.ts'

/** The system's LibreOffice is used where it is installed and where the sandbox is the full one. */
export const hasOffice = existsSync('/usr/bin/soffice') && existsSync('/usr/bin/bwrap')

/** Both builds of LibreOffice, with the settings of engines that use each. */
export const OFFICES = [
  { engine: 'LibreOffice', here: hasOffice, settings: undefined },
  { engine: 'LibreOffice (WebAssembly)', here: wasmFolder() !== null, settings: { system: false } },
]

export const REPORT = `# Harbour report

The *lighthouses* of the coast, counted in **2026**.

| Vessel | Tons |
|--------|------|
| Aurora | 120  |
| Boreas | 340  |

- first
- second
`

const ODF = 'urn:oasis:names:tc:opendocument:xmlns'
const SPACES = ['office', 'text', 'table', 'draw', 'script', 'manifest']
  .map((name) => `xmlns:${name}="${ODF}:${name === 'draw' ? 'drawing' : name}:1.0"`)
  .join(' ')
const LINKS =
  'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dom="http://www.w3.org/2001/xml-events" xmlns:ooo="http://openoffice.org/2004/office"'

interface Odt {
  /** Inside `office:text`. */
  body: string
  /** Before the body: scripts with event listeners. */
  scripts?: string
  /** Further members, with their types for the manifest. */
  more?: Record<string, { type: string; content: string }>
  /** Inside the manifest's entry of the content. */
  encryption?: string
}

/** An ODT of the given parts. */
export function odt({ body, scripts = '', more = {}, encryption = '' }: Odt): Buffer {
  const type = 'application/vnd.oasis.opendocument.text'
  const entry = (path: string, media: string, inner = '') =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${media}"${inner ? ' manifest:size="9"' : ''}>${inner}</manifest:file-entry>`
  const members = Object.entries(more).map(([name, { content }]) => [name, content])
  return zip({
    mimetype: type,
    'content.xml': `<?xml version="1.0"?><office:document-content ${SPACES} ${LINKS} office:version="1.3">${scripts}<office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ...Object.fromEntries(members),
    'META-INF/manifest.xml': `<?xml version="1.0"?><manifest:manifest ${SPACES} manifest:version="1.3">${entry('/', type)}${entry('content.xml', 'text/xml', encryption)}${Object.entries(
      more,
    )
      .map(([path, { type: media }]) => entry(path, media))
      .join('')}</manifest:manifest>`,
  })
}

/** What a document says about being behind a password. */
export const ENCRYPTION = `<manifest:encryption-data manifest:checksum-type="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k" manifest:checksum="AAAA"><manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc" manifest:initialisation-vector="AAAAAAAAAAAAAAAAAAAAAA=="/><manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="1000" manifest:salt="AAAAAAAAAAAAAAAAAAAAAA=="/></manifest:encryption-data>`

/**
 * An ODT whose macro, were it to run when the document is opened, would write a word of its own
 * into it.
 */
export function odtWithMacro(): Buffer {
  const library = (head: string, body: string) =>
    `<?xml version="1.0"?><!DOCTYPE library:${head} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd"><library:${head} xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"${body}</library:${head}>`
  const xml = (content: string) => ({ type: 'text/xml', content })
  return odt({
    scripts: `<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts>`,
    body: '<text:p>before</text:p>',
    more: {
      'Basic/script-lc.xml': xml(
        library('libraries', '><library:library library:name="Standard" library:link="false"/>'),
      ),
      'Basic/Standard/script-lb.xml': xml(
        library(
          'library',
          ' library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/>',
        ),
      ),
      'Basic/Standard/Module1.xml': xml(
        `<?xml version="1.0"?><!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd"><script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">Sub Main\nThisComponent.getText().setString("the macro ran")\nEnd Sub</script:module>`,
      ),
    },
  })
}

/** An ODS of the given tables. */
export function workbook(tables: string): Buffer {
  const type = 'application/vnd.oasis.opendocument.spreadsheet'
  return zip({
    mimetype: type,
    'content.xml': `<?xml version="1.0"?><office:document-content ${SPACES} ${LINKS} office:version="1.3"><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    'META-INF/manifest.xml': `<?xml version="1.0"?><manifest:manifest ${SPACES} manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
  })
}

/** A DOCX whose main part says that it is of another type. */
export function retyped(docx: Buffer, type: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-docx-'))
  try {
    const path = join(folder, 'a.docx')
    writeFileSync(path, docx)
    const entries = readZipDirectory(path, 100)
    const members = entries.map(({ name }) => [
      name,
      readZipEntry(path, entries, name, 1e6)?.toString('utf8') ?? '',
    ])
    return zip(
      Object.fromEntries(
        members.map(([name, text = '']) => [
          name,
          text.replace(/application\/vnd[^"]*document\.main\+xml/, type),
        ]),
      ),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
