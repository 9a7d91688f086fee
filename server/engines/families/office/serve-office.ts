import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, parse, resolve } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import { DEFAULT_LIMITS } from '../../kernel/limits.ts'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { fontWarnings } from '../../kernel/script-fonts.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { ZipWriter } from '../../kernel/zip-writer.ts'
import { officeLosses } from '../ooxml/office-losses.ts'
import { type Pdfium, startPdfium, withPdf } from '../pdf/pdfium.ts'
import { pageText } from '../pdf/text.ts'
import { prepareCsv, sheetName } from './csv.ts'
import {
  type CsvExport,
  csvWriter,
  type Filter,
  OFFICE_FORMATS,
  type PdfExport,
  pdfWriter,
  type Writer,
} from './filters.ts'
import type { Office } from './office.ts'
import { drawFirstPage } from './thumbnail.ts'
import { verifyOffice, verifyPdf } from './verify.ts'

export interface OfficeRequest {
  /** Name in `in`, with the extension of `format`. */
  input: string
  format: string
  /** `webp` is an image of the first page. */
  target: string
  pdf?: PdfExport
  csv?: CsvExport
  /** Size of an image in pixels. */
  size?: number
}

/** The main loop of an office child. */
export async function serveOffice(office: Office): Promise<void> {
  const pdfium = await startPdfium()
  await serve<OfficeRequest>({
    warm: () => office.start(),

    async run(request, report) {
      if (!office.alive) await office.start()
      report(sentence`Converting`, null)
      const began = performance.now()
      const files = await convert(office, request)
      const took = performance.now() - began
      report(sentence`Checking`, null)
      const result = await finish(pdfium, office, request, files, report)
      // Thumbnails need no warnings about losses.
      const lost = request.size === undefined ? await lossesOf(office, request, took) : []
      return { ...result, warnings: [...result.warnings, ...lost] }
    },
  })
}

/** The losses of a conversion; old formats are first converted to their modern form for reading. */
async function lossesOf(office: Office, request: OfficeRequest, took: number): Promise<Sentence[]> {
  const { input, format, target } = request
  const own = officeLosses(join('in', input), { format, target }, DEFAULT_LIMITS)
  const modern = MODERN_FORM[format]
  const printed = request.pdf !== undefined
  if (!modern || !printed || !office.alive) return own
  // The modern form takes about as long as the PDF did, and the job's time is limited.
  if (took > LONG_MS)
    return [...own, sentence`The document is long, so comments and hidden content were not counted.`]
  const outFolder = resolve('tmp', 'modern')
  mkdirSync(outFolder)
  const writer = { extension: modern, name: OFFICE_FORMATS[modern]?.writer ?? '' }
  await office.convert({ ...reading(request), outFolder, writer })
  const [made] = readdirSync(outFolder)
  const lost = made ? officeLosses(join(outFolder, made), { format: modern, target }, DEFAULT_LIMITS) : []
  return [...new Set([...own, ...lost])]
}

/** Longer conversions aren't repeated for the losses. */
const LONG_MS = 10_000

const MODERN_FORM: Readonly<Record<string, string>> = { doc: 'docx', rtf: 'docx', xls: 'xlsx', ppt: 'pptx' }

/** LibreOffice reports an error and may exit; without this message it crashed. */
const REFUSAL = /^Error: /m

/** The output files for a document. Throws if there are none. */
async function convert(office: Office, request: OfficeRequest): Promise<string[]> {
  const outFolder = resolve('out', 'made')
  mkdirSync(outFolder)
  const job = { ...reading(request), outFolder, writer: writerOf(request) }
  await office.convert(job)
  const files = () => readdirSync(outFolder).map((name) => join(outFolder, name))
  if (!office.alive && files().length === 0 && !REFUSAL.test(office.said)) {
    // Retries once with a fresh process, which tells whether the document is the cause.
    process.stderr.write(office.said)
    await office.start()
    await office.convert(job)
    if (!office.alive && files().length === 0 && !REFUSAL.test(office.said)) {
      throw new EngineFailure(
        'engine_failed',
        sentence`The conversion engine stopped unexpectedly on this file. Check that the file opens elsewhere, or try another target format.`,
      )
    }
  }
  const made = files().filter((path) => statSync(path).size > 0)
  if (made.length > 0) return made
  process.stderr.write(office.said)
  throw noResult(office, request)
}

function reading({ input, format }: OfficeRequest): { input: string; reader?: Filter } {
  if (format === 'csv') {
    const path = resolve('tmp', 'source.csv')
    return { input: path, reader: prepareCsv(join('in', input), path) }
  }
  const reader = OFFICE_FORMATS[format]?.reader
  return { input: resolve('in', input), ...(reader ? { reader: { name: reader } } : {}) }
}

function writerOf({ format, target, pdf, csv }: OfficeRequest): Writer {
  if (pdf) return pdfWriter(format, pdf)
  if (csv) return csvWriter(csv)
  return { extension: target, name: OFFICE_FORMATS[target]?.writer ?? '' }
}

function noResult(office: Office, { pdf, csv }: OfficeRequest): EngineFailure {
  if (/could not be loaded/.test(office.said)) {
    return new EngineFailure(
      'source_damaged',
      sentence`The document is damaged and could not be opened. Check that it opens elsewhere, and save it again.`,
    )
  }
  if (pdf?.pages) {
    return new EngineFailure(
      'option_refused',
      sentence`The document has no pages "${pdf.pages}". Choose pages that are there, or leave this empty for all.`,
    )
  }
  if (csv && csv.sheet > 1) {
    return new EngineFailure(
      'option_refused',
      sentence`The document has no sheet number ${csv.sheet}, or it is empty. Choose another, or 0 for all.`,
    )
  }
  return new EngineFailure(
    'output_empty',
    sentence`The conversion ended without a result. Try another target format.`,
  )
}

async function finish(
  pdfium: Pdfium,
  office: Office,
  request: OfficeRequest,
  files: string[],
  report: Report,
): Promise<StepResult> {
  const { target, pdf, csv, size } = request
  const [file = ''] = files
  const name = `result.${target}`
  if (pdf) {
    const pages = verifyPdf(pdfium, file, pdf.pdf_a === '2b')
    if (target === 'pdf') {
      const warnings = fontWarnings(textOf(pdfium, file), (letter) => office.hasLetter(letter))
      return { files: [moved(file, name)], pages, warnings }
    }
    report(sentence`Drawing`, null)
    const image = await drawFirstPage(pdfium, file, size ?? 680)
    writeFileSync(join('out', name), image.bytes)
    return { files: [name], width: image.width, height: image.height, warnings: [] }
  }
  if (csv) return sheets(files, parse(request.input).name)
  await verifyOffice(file, target)
  return { files: [moved(file, name)], warnings: [] }
}

/** Pages to read for a document's scripts. */
const PAGES_TO_READ = 100

function textOf(pdfium: Pdfium, path: string): string {
  return withPdf({ pdfium }, readFileSync(path), (document) =>
    Array.from({ length: Math.min(document.pages, PAGES_TO_READ) }, (_, index) =>
      document.page(index, (page) => pageText(pdfium, page)),
    ).join('\n'),
  )
}

function moved(from: string, name: string): string {
  renameSync(from, join('out', name))
  return name
}

/** A single sheet, or several in a ZIP. Omits sheets without text. */
function sheets(files: string[], source: string): StepResult {
  const filled = files.filter((file) => /[^\s,;"]/.test(readFileSync(file, 'utf8')))
  const [first] = filled
  if (!first)
    throw new EngineFailure(
      'output_empty',
      sentence`There is nothing in the sheet. Choose another, or 0 for all.`,
    )
  if (filled.length === 1) return { files: [moved(first, 'result.csv')], warnings: [] }
  const zip = new ZipWriter(join('out', 'result.zip'))
  const names = new Set<string>()
  for (const file of filled) {
    let name = sheetName(file, source)
    while (names.has(name)) name += '_'
    names.add(name)
    zip.add(`${name}.csv`, readFileSync(file))
  }
  zip.close()
  return { files: ['result.zip'], format: 'zip', entries: filled.length, warnings: [] }
}
