import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { serve } from '../../kernel/child-serve.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { imagePages } from '../pdf/edit/merge.ts'
import { damaged } from '../pdf/failures.ts'
import { addDisplayed, type Displayed } from '../pdf/images.ts'
import { pagesOf } from '../pdf/page-range.ts'
import { startPdfium, withPdf } from '../pdf/pdfium.ts'
import { loadQpdf, QpdfError } from '../pdf/qpdf.ts'
import { renderPage } from '../pdf/render.ts'
import { literal, pageText } from '../pdf/text.ts'
import { openSource, type PdfToolkit, proveResult, type Source } from '../pdf/toolkit.ts'
import { installedLanguages } from './languages.ts'
import { addLayers } from './layers.ts'
import { Reader, type ReadPage } from './reader.ts'

export interface OcrRequest {
  input: string
  format: string
  /** `words`: the words of an image as JSON (`PageWords`), for the process that writes the page. */
  target: 'pdf' | 'txt' | 'md' | 'words'
  /** Name of the result in `out`. */
  output: string
  languages: string[]
  pages: string
  dpi: number
  skipText: boolean
  maxPixels: number
}

/** A page of the result: recognized, with its existing text, or omitted. */
type Outcome = { page: number } & ({ read: ReadPage } | { had: string })

/** Maximum number of pages per job: each takes seconds. */
const MAX_PAGES = 300
/** Maximum longer side in pixels: a higher resolution doesn't improve recognition. */
const MAX_SIDE = 5000
/** Below this confidence a warning suggests checking the text. */
const DOUBTFUL = 60

let toolkit: PdfToolkit
const reader = new Reader()

await serve<OcrRequest>({
  async warm() {
    sharp.concurrency(1)
    sharp.cache(false)
    toolkit = { pdfium: await startPdfium(), qpdf: await loadQpdf() }
    await reader.speak(installedLanguages().slice(0, 1))
  },

  async run(request, report) {
    const bytes = readFileSync(join('in', request.input))
    // One of several parallel pages: the job reports the overall progress.
    if (request.target === 'words') return await readWords(bytes, request)
    report(sentence`Reading`, null)
    const isPdf = request.format === 'pdf'
    try {
      const source = await openSource(
        toolkit,
        isPdf ? bytes : await imagePages(bytes, 'fit', request.maxPixels),
      )
      await reader.speak(request.languages)
      const outcomes = await readPages(source, request, report)
      return await write(source, outcomes, request, report)
    } catch (error) {
      if (error instanceof QpdfError) throw damaged()
      throw error
    }
  },
})

async function readWords(image: Buffer, { languages, output }: OcrRequest): Promise<StepResult> {
  await reader.speak(languages)
  const words = await reader.readWords(image)
  writeFileSync(join('out', output), JSON.stringify(words))
  return { files: [output], warnings: [] }
}

async function readPages(source: Source, request: OcrRequest, report: Report): Promise<Outcome[]> {
  const pages = pagesOf(request.pages, source.pages)
  if (pages.length > MAX_PAGES) {
    throw new EngineFailure(
      'option_refused',
      sentence`At most ${MAX_PAGES} pages are read at once. Choose fewer pages.`,
    )
  }
  const outcomes: Outcome[] = []
  for (const [done, page] of pages.entries()) {
    const tell = (progress: number) =>
      report(sentence`Reading page ${page + 1} of ${source.pages}`, (done + progress) / pages.length)
    tell(0)
    const had = request.skipText
      ? withPdf(
          toolkit,
          source.bytes,
          (document) => document.page(page, (one) => pageText(toolkit.pdfium, one)) ?? '',
        )
      : ''
    if (had !== '') outcomes.push({ page, had })
    else {
      const image = await imageOf(source, page, request)
      outcomes.push({ page, read: await reader.read(image, tell) })
    }
  }
  return outcomes
}

/**
 * A page as a gray image. A scanned image keeps its pixels; a PDF page is rendered at the requested
 * resolution.
 */
async function imageOf(source: Source, index: number, request: OcrRequest): Promise<Buffer> {
  const drawn = withPdf(toolkit, source.bytes, (document) =>
    document.page(index, (page) => {
      const dpi = request.format === 'pdf' ? request.dpi : ownDensity(page)
      return { dpi, ...renderPage(toolkit.pdfium, document, page, index, dpi, request.maxPixels) }
    }),
  )
  if (!drawn) {
    throw new EngineFailure(
      'source_damaged',
      sentence`Page ${index + 1} could not be read. Repair the PDF, or leave the page out.`,
    )
  }
  const { rgba, width, height, dpi } = drawn
  return await sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .grayscale()
    .withMetadata({ density: Math.round(dpi) })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

function ownDensity(page: number): number {
  const shown: Displayed = new Map()
  addDisplayed(toolkit.pdfium, page, shown)
  const side = Math.max(toolkit.pdfium.FPDF_GetPageWidthF(page), toolkit.pdfium.FPDF_GetPageHeightF(page))
  const [own] = [...shown.values()].filter((dpi) => dpi !== null)
  return Math.min(own ?? 200, (MAX_SIDE / Math.max(1, side)) * 72)
}

async function write(
  source: Source,
  outcomes: readonly Outcome[],
  request: OcrRequest,
  report: Report,
): Promise<StepResult> {
  const read = outcomes.flatMap((one) => ('read' in one ? [one.read] : []))
  const written = outcomes.filter((one) => ('read' in one ? one.read.text : one.had) !== '')
  if (written.length === 0) {
    throw new EngineFailure(
      'output_empty',
      sentence`No text was found on these pages. Check that they are upright, or try a higher resolution or another language.`,
    )
  }
  const warnings = [...source.warnings, ...doubts(outcomes)]
  const name = request.output
  if (request.target !== 'pdf') {
    const text = written
      .map((one) => ('had' in one ? one.had : request.target === 'md' ? markdown(one.read) : one.read.text))
      .join('\n\n')
    writeFileSync(join('out', name), `${text.trim()}\n`)
    return { files: [name], pages: outcomes.length, warnings }
  }
  if (read.length === 0)
    warnings.push(
      sentence`Every page has text already, so nothing was read. Turn off "Skip pages with text" to read them anyway.`,
    )
  report(sentence`Putting together`, null)
  const layers = outcomes.flatMap((one) =>
    'read' in one && one.read.text !== '' ? [{ page: one.page, layer: one.read.layer }] : [],
  )
  const bytes = await addLayers(toolkit, source, layers)
  await proveResult(toolkit, { bytes, pages: source.pages, warnings: [] })
  proveText(
    bytes,
    layers.map(({ page }) => page),
  )
  writeFileSync(join('out', name), bytes)
  return { files: [name], pages: source.pages, warnings }
}

/** Verifies that each page with a layer now has text. */
function proveText(bytes: Uint8Array, pages: readonly number[]): void {
  const found = withPdf(toolkit, bytes, (document) =>
    pages.every((index) => document.page(index, (page) => pageText(toolkit.pdfium, page) !== '') === true),
  )
  if (found) return
  throw new EngineFailure(
    'output_wrong',
    sentence`The text could not be laid over the pages as it should be. Choose plain text as the target instead.`,
  )
}

const markdown = ({ paragraphs }: ReadPage): string =>
  paragraphs.map((lines) => literal(lines.join(' ').replace(/(\p{L})- (\p{Ll})/gu, '$1$2'))).join('\n\n')

function doubts(outcomes: readonly Outcome[]): Sentence[] {
  const pages = outcomes.flatMap((one) =>
    'read' in one && (one.read.confidence < DOUBTFUL || one.read.text === '') ? [one.page + 1] : [],
  )
  if (pages.length === 0) return []
  const listed = pages.slice(0, 20).join(', ')
  return [
    pages.length > 20
      ? sentence`The text of page ${listed} and others is uncertain or missing. Compare it with the original.`
      : sentence`The text of page ${listed} is uncertain or missing. Compare it with the original.`,
  ]
}
