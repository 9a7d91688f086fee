import type { Bench, Edited } from '../bench.ts'
import { noPages } from '../failures.ts'
import { withPdf } from '../pdfium.ts'
import { QpdfError, rewrite } from '../qpdf.ts'
import { repairedCopy } from '../sound-copy.ts'

/** Writes a PDF anew: first by its structure, and where that is beyond mending, by the pages that can be read. */
export async function repairPdf(bench: Bench, original: Uint8Array): Promise<Edited> {
  // A password is asked for here, and not taken for damage; a file that only qpdf can repair is none that PDFium opens.
  const before = pagesOf(bench, original)
  const warnings: string[] = []
  let bytes: Uint8Array | null = null
  try {
    bytes = await rewrite(bench.qpdf, ['--object-streams=generate', '/source.pdf', '/result.pdf'], {
      'source.pdf': original,
    })
  } catch (error) {
    if (!(error instanceof QpdfError)) throw error
  }
  let pages = bytes ? pagesOf(bench, bytes) : 0
  if (!bytes || pages < before) {
    const copy = await repairedCopy(bench, original)
    bytes = copy.bytes
    warnings.push(...copy.warnings)
    pages = pagesOf(bench, bytes)
  }
  if (pages === 0) throw noPages()
  if (pages < before) warnings.push(`${before - pages} of ${before} pages could not be read and are missing.`)
  return { bytes, pages, warnings }
}

/** 0 for a file that is damaged beyond opening. */
function pagesOf(bench: Bench, bytes: Uint8Array): number {
  try {
    return withPdf(bench, bytes, (document) => document.pages)
  } catch (error) {
    if ((error as { code?: string }).code === 'source_damaged') return 0
    throw error
  }
}
