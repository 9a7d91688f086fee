import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EngineFailure } from '../../../kernel/engine.ts'
import type { Report, StepResult } from '../../../kernel/protocol.ts'
import { plural, type Sentence, sentence } from '../../../kernel/sentence.ts'
import { AS_SEEN } from '../edit/flatten.ts'
import { pagesLeftOut } from '../left-out.ts'
import { type Bookmark, readOutline } from '../outline.ts'
import { type PdfDocument, type Pdfium, readText } from '../pdfium.ts'
import { documentOf } from './document.ts'
import { compared } from './headings.ts'
import { type PageParts, partsOf } from './page-parts.ts'
import { proveDocx } from './prove-docx.ts'
import type { Styles } from './read-glyphs.ts'
import { isScan, type Losses, noLosses, readPage } from './read-page.ts'
import { writeDocx } from './write-docx.ts'
import { writeMarkdown } from './write-markdown.ts'

export interface DocumentRequest {
  target: 'docx' | 'md'
  output: string
  maxPixels: number
  /** Only returns the numbers of pages that are scans without text. */
  findScans: boolean
}

/** Maximum total size of a document's images, in bytes. */
const MOST_IMAGE_BYTES = 300_000_000
const MAX_SCANS = 10_000
const MAX_TITLE = 300

/**
 * Converts PDF pages to a document.
 * @throws `output_empty` without text and images, `source_damaged` if no page is readable
 */
export async function makeDocument(
  pdfium: Pdfium,
  document: PdfDocument,
  pages: readonly number[],
  request: DocumentRequest,
  report: Report,
): Promise<StepResult> {
  const scans = request.target === 'docx' ? scansOf(pdfium, document, pages) : []
  if (request.findScans && scans.length > 0) {
    const name = `${request.output}.json`
    writeFileSync(join('out', name), JSON.stringify(scans.slice(0, MAX_SCANS).map((index) => index + 1)))
    return { files: [name], format: 'json', warnings: [] }
  }
  const losses = noLosses()
  const parts = await readParts(pdfium, document, pages, request, losses, report)
  if (parts.length === 0)
    throw new EngineFailure(
      'source_damaged',
      sentence`No page of the PDF could be read. Export or download it again.`,
    )
  report(sentence`Writing`, null)
  const title = readText(pdfium, (at, length) =>
    pdfium.FPDF_GetMetaText(document.handle, 'Title', at, length),
  )
  const titles = new Map<string, number>()
  addTitles(readOutline(pdfium, document), 1, titles)
  const model = documentOf(parts, titles, title.slice(0, MAX_TITLE))
  const name = `${request.output}.${request.target}`
  const hasText = parts.some(
    ({ chunks, tables, turned }) => chunks.length + tables.length + turned.length > 0,
  )
  const hasImages = parts.some(({ images }) => images.length > 0)
  if (!hasText && (request.target === 'md' || !hasImages)) throw nothing()
  const warnings = [
    ...pagesLeftOut(pages.length - parts.length),
    ...lossesSaid(losses, request.target),
    ...scansSaid(scans),
  ]
  if (request.target === 'md') {
    if (hasImages)
      warnings.push(sentence`Images are left out of Markdown. Convert to HTML or DOCX to keep them.`)
    writeFileSync(join('out', name), `${writeMarkdown(model).trim()}\n`)
  } else {
    const bytes = await writeDocx(model)
    writeFileSync(join('out', name), bytes)
    proveDocx(join('out', name), model)
  }
  return { files: [name], pages: parts.length, warnings }
}

const nothing = () =>
  new EngineFailure(
    'output_empty',
    sentence`There is no text on these pages; it looks like a scan or a drawing. Run text recognition on it first, or convert the pages to images.`,
  )

function scansOf(pdfium: Pdfium, document: PdfDocument, pages: readonly number[]): number[] {
  return pages.filter((index) => document.page(index, (page) => isScan(pdfium, page)) === true)
}

async function readParts(
  pdfium: Pdfium,
  document: PdfDocument,
  pages: readonly number[],
  { maxPixels }: DocumentRequest,
  losses: Losses,
  report: Report,
): Promise<PageParts[]> {
  const known: Styles = { fonts: new Map(), styles: new Map() }
  const parts: PageParts[] = []
  const files = new Map<string, Buffer>()
  let bytes = 0
  // Form values become page text only after flattening.
  const hasForm = pdfium.FPDF_GetFormType(document.handle) !== 0
  for (const [done, index] of pages.entries()) {
    report(sentence`Reading page ${done + 1} of ${pages.length}`, done / pages.length)
    if (hasForm) document.page(index, (page) => pdfium.FPDFPage_Flatten(page, AS_SEEN))
    const opened = document.open(index)
    if (!opened) continue
    try {
      const page = await readPage(pdfium, document, opened.page, index, known, losses, maxPixels)
      const own = partsOf(page)
      own.images = own.images.filter((image) => {
        // Deduplicates images across pages.
        const key = createHash('sha256').update(image.data).digest('hex')
        const before = files.get(key)
        if (before) image.data = before
        else bytes += image.data.length
        if (bytes <= MOST_IMAGE_BYTES) files.set(key, image.data)
        else losses.unreadableImages++
        return bytes <= MOST_IMAGE_BYTES
      })
      parts.push({ ...own, index: parts.length })
    } finally {
      opened.close()
      known.fonts.clear()
    }
  }
  return parts
}

function addTitles(bookmarks: readonly Bookmark[], level: number, titles: Map<string, number>): void {
  for (const { title, children } of bookmarks) {
    const key = compared(title)
    if (key !== '' && !titles.has(key)) titles.set(key, level)
    addTitles(children, level + 1, titles)
  }
}

function lossesSaid({ unreadableImages, askew, scans, drawings }: Losses, target: string): Sentence[] {
  const warnings: Sentence[] = []
  if (unreadableImages > 0)
    warnings.push(sentence`${plural(unreadableImages, '# image', '# images')} could not be read.`)
  if (askew > 0) warnings.push(sentence`Text that stands askew was set straight.`)
  if (scans > 0 && target !== 'md')
    warnings.push(
      sentence`The text of ${plural(scans, '# scanned page', '# scanned pages')} is in the document, and the scan is not.`,
    )
  if (drawings > 0)
    warnings.push(
      sentence`The drawings of ${plural(drawings, '# page', '# pages')} were left out. Their text was kept.`,
    )
  return warnings
}

function scansSaid(scans: readonly number[]): Sentence[] {
  if (scans.length === 0) return []
  const listed = scans
    .slice(0, 20)
    .map((index) => index + 1)
    .join(', ')
  return [
    scans.length > 20
      ? sentence`Page ${listed} and others has no text, and is in the document as an image.`
      : sentence`Page ${listed} has no text, and is in the document as an image.`,
  ]
}
