import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { serve } from '../../kernel/child-serve.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { ZipWriter } from '../../kernel/zip-writer.ts'
import { jpegCoding } from '../image/jpeg-coding.ts'
import { checkImage } from '../image/reopen.ts'
import { AS_SEEN } from './edit/flatten.ts'
import { extractImages } from './extract-images.ts'
import { inspectPdf } from './inspect.ts'
import { PdfInspection } from './inspection.ts'
import { pagesLeftOut } from './left-out.ts'
import { pagesOf } from './page-range.ts'
import { openPdf, type PdfDocument, type Pdfium, startPdfium } from './pdfium.ts'
import { type RenderedPage, renderPage } from './render.ts'
import { pageText } from './text.ts'

export interface PdfRequest {
  input: string
  /** Base name of the result in `out`; the number of pages decides between image and archive. */
  output: string
  target: 'txt' | 'md' | 'docx' | 'png' | 'jpg' | 'webp' | 'json'
  /** The operation: a conversion, or an inspection. */
  operation: 'convert' | 'inspect' | 'thumbnail' | 'extract_images'
  /** `1-3,7`; empty for all. */
  pages: string
  dpi: number
  quality: number
  grayscale: boolean
  /** Longer side of a thumbnail, in pixels. */
  size: number
  maxPixels: number
  /** For documents: only reports which pages are scans without text. */
  findScans: boolean
}

const IMAGE_FORMATS: readonly string[] = ['png', 'jpg', 'webp']

/** More pages in one archive of images are usually a mistake. */
const MAX_IMAGES = 2000

let pdfium: Pdfium

await serve<PdfRequest>({
  async warm() {
    sharp.concurrency(1)
    sharp.cache(false)
    pdfium = await startPdfium()
    await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
  },

  async run(request, report) {
    report(sentence`Reading`, null)
    const bytes = readFileSync(join('in', request.input))
    const document = openPdf(pdfium, bytes)
    try {
      if (document.pages === 0) {
        throw new EngineFailure(
          'source_damaged',
          sentence`The PDF has no pages that can be read. Export or download it again.`,
        )
      }
      const pages = pagesOf(request.pages, document.pages)
      if (request.operation === 'inspect') return inspection(document, bytes.length, request, report)
      if (request.operation === 'thumbnail') return await thumbnail(document, request)
      if (request.operation === 'extract_images') {
        const format = request.target === 'jpg' ? 'jpg' : 'png'
        return await extractImages(pdfium, document, pages, format, request.maxPixels, request.output, report)
      }
      const { target } = request
      if (target === 'docx' || target === 'md') {
        // Loaded lazily: the writers load slowly and most jobs don't need them.
        const { makeDocument } = await import('./layout/make-document.ts')
        return await makeDocument(pdfium, document, pages, { ...request, target }, report)
      }
      return IMAGE_FORMATS.includes(request.target)
        ? await pageImages(document, pages, request, report)
        : text(document, pages, request, report)
    } finally {
      document.close()
    }
  },
})

function text(
  document: PdfDocument,
  pages: readonly number[],
  request: PdfRequest,
  report: Report,
): StepResult {
  let read = 0
  // Form values become page text only after flattening.
  const hasForm = pdfium.FPDF_GetFormType(document.handle) !== 0
  const each = <Result>(use: (page: number) => Result): Result[] =>
    pages.flatMap((index, done) => {
      report(sentence`Reading page ${done + 1} of ${pages.length}`, done / pages.length)
      if (hasForm) document.page(index, (page) => pdfium.FPDFPage_Flatten(page, AS_SEEN))
      const found = document.page(index, (page) => [use(page)]) ?? []
      read += found.length
      return found
    })
  const result = each((page) => pageText(pdfium, page))
    .filter(Boolean)
    .join('\n\n')
  if (read === 0) throw noPage()
  if (result.trim() === '') {
    throw new EngineFailure(
      'output_empty',
      sentence`There is no text on these pages; it looks like a scan or a drawing. Run text recognition on it first, or convert the pages to images.`,
    )
  }
  const name = `${request.output}.${request.target}`
  writeFileSync(join('out', name), `${result.trim()}\n`)
  return { files: [name], pages: read, warnings: pagesLeftOut(pages.length - read) }
}

const noPage = () =>
  new EngineFailure(
    'source_damaged',
    sentence`No page of the PDF could be read. Export or download it again.`,
  )

async function pageImages(
  document: PdfDocument,
  pages: readonly number[],
  request: PdfRequest,
  report: Report,
): Promise<StepResult> {
  if (pages.length > MAX_IMAGES) {
    throw new EngineFailure(
      'option_refused',
      sentence`At most ${MAX_IMAGES} pages become images at once. Choose fewer pages.`,
    )
  }
  const single = pages.length === 1
  const name = `${request.output}.${single ? request.target : 'zip'}`
  const zip = single ? null : new ZipWriter(join('out', name))
  const warnings: Sentence[] = []
  const digits = String(document.pages).length
  let last: RenderedPage | null = null
  for (const [done, index] of pages.entries()) {
    report(sentence`Rendering page ${index + 1} of ${document.pages}`, done / pages.length)
    const rendered = document.page(index, (page) =>
      renderPage(pdfium, document, page, index, request.dpi, request.maxPixels),
    )
    if (!rendered) {
      warnings.push(sentence`Page ${index + 1} could not be read and was left out.`)
      continue
    }
    last = rendered
    const bytes = await encode(rendered, request)
    if (zip) zip.add(`page-${String(index + 1).padStart(digits, '0')}.${request.target}`, bytes)
    else writeFileSync(join('out', name), bytes)
  }
  zip?.close()
  if (!last) throw noPage()
  if (zip) return { files: [name], format: 'zip', entries: zip.entries, pages: zip.entries, warnings }
  return { files: [name], pages: 1, width: last.width, height: last.height, warnings }
}

function inspection(document: PdfDocument, bytes: number, request: PdfRequest, report: Report): StepResult {
  const facts = inspectPdf(pdfium, document, bytes, (index) =>
    report(sentence`Reading page ${index + 1} of ${document.pages}`, index / document.pages),
  )
  if (facts.pages_looked_at === 0) throw noPage()
  const name = `${request.output}.json`
  // Validates the report against its schema.
  writeFileSync(join('out', name), `${JSON.stringify(PdfInspection.parse(facts), null, 2)}\n`)
  return { files: [name], pages: document.pages, warnings: [] }
}

/** The first readable page, its longer side scaled to `size` pixels. */
async function thumbnail(document: PdfDocument, request: PdfRequest): Promise<StepResult> {
  for (let index = 0; index < Math.min(document.pages, 10); index++) {
    const rendered = document.page(index, (page) => {
      const width = Math.max(1, pdfium.FPDF_GetPageWidthF(page))
      const height = Math.max(1, pdfium.FPDF_GetPageHeightF(page))
      const dpi = (72 * request.size) / Math.max(width, height)
      return renderPage(pdfium, document, page, index, dpi, request.maxPixels)
    })
    if (!rendered) continue
    const { rgba, ...size } = rendered
    const name = `${request.output}.webp`
    const bytes = await sharp(rgba, { raw: { ...size, channels: 4 } })
      .removeAlpha()
      .webp({ quality: 80 })
      .toBuffer()
    checkImage(bytes, 'webp', size)
    writeFileSync(join('out', name), bytes)
    return { files: [name], ...size, warnings: [] }
  }
  throw noPage()
}

async function encode({ rgba, width, height }: RenderedPage, request: PdfRequest): Promise<Buffer> {
  const raw = { width, height, channels: 4 as const }
  let image = sharp(rgba, { raw, limitInputPixels: request.maxPixels })
    .removeAlpha()
    .withMetadata({ density: request.dpi })
  if (request.grayscale) image = image.grayscale()
  const bytes = await written(image, request, raw).toBuffer()
  checkImage(bytes, request.target, { width, height })
  return bytes
}

function written(
  image: Sharp,
  { target, quality }: PdfRequest,
  size: { width: number; height: number },
): Sharp {
  if (target === 'jpg') return image.jpeg(jpegCoding(quality, size))
  return target === 'webp' ? image.webp({ quality, effort: 3 }) : image.png({ compressionLevel: 6 })
}
