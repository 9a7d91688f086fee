import { createHash } from 'node:crypto'
import { type Zippable, zipSync } from 'fflate'
import type { BookMetadata } from './header.ts'

export interface EpubImage {
  /** Its path in the book: `images/1.jpg`. */
  name: string
  mimeType: string
  bytes: Uint8Array
}

export interface EpubContent {
  metadata: BookMetadata
  /** The body content of each page, well-formed. */
  pages: string[]
  /** URLs within the book: `page-1.xhtml#place`. */
  contents: { label: string; href: string; level: number }[]
  styles: string
  images: EpubImage[]
  /** The path of the cover image, or null. */
  cover: string | null
}

const XML = '<?xml version="1.0" encoding="utf-8"?>\n'
const CONTAINER = `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n`

export const pageName = (index: number) => `page-${index + 1}.xhtml`

/** Writes an EPUB 3 with a navigation document. The output is deterministic. */
export function writeEpub(content: EpubContent): Uint8Array {
  const { pages, images, styles, metadata } = content
  const files: Zippable = {
    // The format requires `mimetype` as the first, stored entry.
    mimetype: [Buffer.from('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': Buffer.from(CONTAINER),
    'OEBPS/book.opf': Buffer.from(packageDocument(content)),
    'OEBPS/nav.xhtml': Buffer.from(navigation(content)),
    'OEBPS/style.css': Buffer.from(`${styles}\n`),
  }
  for (const [index, page] of pages.entries())
    files[`OEBPS/${pageName(index)}`] = Buffer.from(xhtml(metadata, metadata.title, page))
  for (const { name, bytes } of images) files[`OEBPS/${name}`] = [bytes, { level: 0 }]
  return zipSync(files, { mtime: new Date(1980, 0, 1) })
}

function xhtml({ language }: BookMetadata, title: string, body: string): string {
  return `${XML}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}"><head><title>${escapeXml(title) || 'Book'}</title><link rel="stylesheet" type="text/css" href="style.css"/></head><body>${body || '<p></p>'}</body></html>\n`
}

function packageDocument({ metadata, pages, images, cover }: EpubContent): string {
  const { title, authors, publisher, description, subjects, date, rights, language, isbn } = metadata
  const hash = createHash('sha256').update(JSON.stringify(metadata)).update(pages.join()).digest('hex')
  const uuid = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ].join('-')
  const element = (name: string, values: readonly string[]) =>
    values
      .filter(Boolean)
      .map((value) => `<dc:${name}>${escapeXml(value)}</dc:${name}>`)
      .join('')
  const items = pages.map((_, index) => item(`page-${index + 1}`, pageName(index), 'application/xhtml+xml'))
  const imageItems = images.map(({ name, mimeType }, index) =>
    item(`image-${index + 1}`, name, mimeType, name === cover ? ' properties="cover-image"' : ''),
  )
  const spine = pages.map((_, index) => `<itemref idref="page-${index + 1}"/>`).join('')
  return `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:${uuid}</dc:identifier>${element('identifier', isbn ? [`urn:isbn:${isbn}`] : [])}${element('title', [title || 'Untitled'])}${element('creator', authors)}${element('language', [language])}${element('publisher', [publisher])}${element('description', [description])}${element('subject', subjects)}${element('rights', [rights])}${element('date', /^\d{4}(-\d\d(-\d\d.*)?)?$/.test(date) ? [date.slice(0, 10)] : [])}<meta property="dcterms:modified">2000-01-01T00:00:00Z</meta></metadata><manifest>${item('nav', 'nav.xhtml', 'application/xhtml+xml', ' properties="nav"')}${item('style', 'style.css', 'text/css')}${items.join('')}${imageItems.join('')}</manifest><spine>${spine}</spine></package>\n`
}

const item = (id: string, href: string, type: string, more = '') =>
  `<item id="${id}" href="${href}" media-type="${type}"${more}/>`

function navigation({ metadata, contents }: EpubContent): string {
  const entries =
    contents.length > 0 ? contents : [{ label: metadata.title || 'Book', href: pageName(0), level: 0 }]
  return xhtml(metadata, metadata.title, `<nav epub:type="toc"><ol>${list(entries)}</ol></nav>`)
}

/** Entries as nested lists; skipped levels count as one. */
function list(entries: EpubContent['contents']): string {
  let depth = 0
  let open = false
  const parts: string[] = []
  for (const { label, href, level } of entries) {
    const wanted = Math.min(Math.max(level, 0), open ? depth + 1 : 0, 8)
    if (open && wanted > depth) parts.push('<ol>')
    else if (open) parts.push('</li>', '</ol></li>'.repeat(depth - wanted))
    parts.push(`<li><a href="${escapeXml(href)}">${escapeXml(label) || '–'}</a>`)
    depth = wanted
    open = true
  }
  return open ? `${parts.join('')}</li>${'</ol></li>'.repeat(depth)}` : ''
}

function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]+/gu, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .trim()
}
