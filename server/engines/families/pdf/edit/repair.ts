import { type Sentence, sentence } from '../../../kernel/sentence.ts'
import { noPages } from '../failures.ts'
import { withPdf } from '../pdfium.ts'
import { QpdfError, rewrite } from '../qpdf.ts'
import { repairedCopy } from '../sound-copy.ts'
import type { Edited, PdfToolkit } from '../toolkit.ts'

/** Rewrites a PDF by its structure, or from the readable pages if that is damaged beyond repair. */
export async function repairPdf(toolkit: PdfToolkit, original: Uint8Array): Promise<Edited> {
  // A missing password must not count as damage; PDFium can't open a file that only qpdf can
  // repair.
  const before = pagesOf(toolkit, original)
  const warnings: Sentence[] = []
  let bytes: Uint8Array | null = null
  try {
    bytes = await rewrite(toolkit.qpdf, ['--object-streams=generate', '/source.pdf', '/result.pdf'], {
      'source.pdf': original,
    })
  } catch (error) {
    if (!(error instanceof QpdfError)) throw error
  }
  let pages = bytes ? pagesOf(toolkit, bytes) : 0
  if (!bytes || pages < before) {
    const copy = await repairedCopy(toolkit, original)
    bytes = copy.bytes
    warnings.push(...copy.warnings)
    pages = pagesOf(toolkit, bytes)
  }
  if (pages === 0) throw noPages()
  if (pages < before)
    warnings.push(sentence`${before - pages} of ${before} pages could not be read and are missing.`)
  return { bytes, pages, warnings }
}

/** 0 for a file that can't be opened. */
function pagesOf(toolkit: PdfToolkit, bytes: Uint8Array): number {
  try {
    return withPdf(toolkit, bytes, (document) => document.pages)
  } catch (error) {
    if ((error as { code?: string }).code === 'source_damaged') return 0
    throw error
  }
}
