import { EngineFailure } from '../../kernel/engine.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { noPages } from './failures.ts'
import { type Pdfium, startPdfium, withPdf } from './pdfium.ts'
import { loadQpdf, type Qpdf, rewrite } from './qpdf.ts'
import { soundCopy } from './sound-copy.ts'

/** The PDF tools: PDFium for page content, qpdf for file structure. */
export interface PdfToolkit {
  pdfium: Pdfium
  qpdf: Qpdf
}

/** Loads both tools and uses each once, so that the first job isn't slower. */
export async function openToolkit(): Promise<PdfToolkit> {
  const toolkit = { pdfium: await startPdfium(), qpdf: await loadQpdf() }
  await rewrite(toolkit.qpdf, ['--empty', '/result.pdf'], {})
  return toolkit
}

/** A PDF that both tools can read: decrypted, and repaired if it was damaged. */
export interface Source {
  /** The uploaded bytes. */
  original: Uint8Array
  bytes: Uint8Array
  pages: number
  /** Warnings for any result made from it. */
  warnings: Sentence[]
}

/** A result before verification. */
export interface Edited {
  bytes: Uint8Array
  /** The expected number of pages. */
  pages: number
  warnings: Sentence[]
  /** Pages that became images, counted from 1. */
  imagePages?: number[]
  /** The password that opens it, if any. */
  password?: string
}

/**
 * Checks and rewrites a PDF, so that later steps get a sound file.
 * @throws `source_encrypted`, `source_damaged`
 */
export async function openSource(toolkit: PdfToolkit, original: Uint8Array, password = ''): Promise<Source> {
  const warnings: Sentence[] = []
  const signed = withPdf(
    toolkit,
    original,
    (document) => {
      if (document.pages === 0) throw noPages()
      if (password === '' && toolkit.pdfium.EPDF_IsEncrypted(document.handle))
        warnings.push(sentence`The PDF was restricted by its owner’s password. The result is not.`)
      return toolkit.pdfium.FPDF_GetSignatureCount(document.handle) > 0
    },
    password,
  )
  if (signed)
    warnings.push(sentence`The PDF was signed digitally. The signature does not hold for the result.`)
  const copy = await soundCopy(toolkit, original, password)
  warnings.push(...copy.warnings)
  const { bytes } = copy
  const pages = withPdf(toolkit, bytes, (document) => document.pages)
  if (pages === 0) throw noPages()
  return { original, bytes, pages, warnings }
}

/**
 * Reopens a result with both tools and compares its page count.
 * @throws `output_wrong`
 */
export async function proveResult(toolkit: PdfToolkit, { bytes, pages, password }: Edited): Promise<void> {
  let found: number
  try {
    found = withPdf(
      toolkit,
      bytes,
      (document) => {
        // A page tree can list pages that don't exist.
        for (const index of new Set([0, pages - 1])) if (document.page(index, () => true) === null) return -1
        return document.pages
      },
      password,
    )
    // PDFium repairs faults silently; qpdf reports them.
    await toolkit.qpdf(
      [`--password=${password ?? ''}`, '--show-npages', '/result.pdf'],
      { 'result.pdf': bytes },
      'strict',
    )
  } catch {
    throw wrong()
  }
  if (found !== pages) throw wrong()
}

const wrong = () =>
  new EngineFailure(
    'output_wrong',
    sentence`The result could not be opened again as it should be. Repair the PDF first, then try again.`,
  )
