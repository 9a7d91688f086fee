import { EngineFailure } from '../../kernel/engine.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { noPages } from './failures.ts'
import { type Pdfium, startPdfium, withPdf } from './pdfium.ts'
import { loadQpdf, type Qpdf, rewrite } from './qpdf.ts'
import { soundCopy } from './sound-copy.ts'

/**
 * What a PDF is worked on with: PDFium for what stands on the pages, qpdf for how the file is put
 * together.
 */
export interface PdfToolkit {
  pdfium: Pdfium
  qpdf: Qpdf
}

/** Both tools, each used once, so that the first job does not pay for it. */
export async function openToolkit(): Promise<PdfToolkit> {
  const toolkit = { pdfium: await startPdfium(), qpdf: await loadQpdf() }
  await rewrite(toolkit.qpdf, ['--empty', '/result.pdf'], {})
  return toolkit
}

/** A PDF that both can read: without a password, and repaired where it was damaged. */
export interface Source {
  /** The file as it came. */
  original: Uint8Array
  bytes: Uint8Array
  pages: number
  /** What a person should know of any result made from it. */
  warnings: Sentence[]
}

/** A result before it has been looked at. */
export interface Edited {
  bytes: Uint8Array
  /** How many pages it must have. */
  pages: number
  warnings: Sentence[]
  /** Pages that became images, from 1. */
  imagePages?: number[]
  /** What opens it, where it has a password. */
  password?: string
}

/**
 * Looks at a PDF and writes it anew, so that whatever follows meets a sound file. Throws
 * `source_encrypted` or `source_damaged`.
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

/** Opens a result again with both readers and counts its pages. Throws `output_wrong`. */
export async function proveResult(toolkit: PdfToolkit, { bytes, pages, password }: Edited): Promise<void> {
  let found: number
  try {
    found = withPdf(
      toolkit,
      bytes,
      (document) => {
        // A page tree may promise what is not there.
        for (const index of new Set([0, pages - 1])) if (document.page(index, () => true) === null) return -1
        return document.pages
      },
      password,
    )
    // PDFium repairs silently what it reads; qpdf says so.
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
