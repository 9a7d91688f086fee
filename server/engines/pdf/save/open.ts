import { PDFDocument } from '@cantoo/pdf-lib'
import { EngineFailure } from '../../engine.ts'
import { type Bench, damaged, noPages, rebuild } from '../bench.ts'
import { pagesOf } from '../form/pages.ts'
import { withPdf } from '../pdfium.ts'
import { QpdfError, rewrite } from '../qpdf.ts'

/** A PDF whose objects can be read and changed. */
export interface Opened {
  /** What `document` was read from: the file as it came, or what was made of it where that could not be used. */
  bytes: Uint8Array
  document: PDFDocument
  pages: number
  /** Whether `bytes` is the file as it came, so that changes can be written behind it. */
  asItCame: boolean
  warnings: string[]
}

/** Does not hold where all that is done is written behind the file. */
export const SIGNATURE_LOST = 'The PDF was signed digitally. The signature does not hold for the result.'

/**
 * Opens a PDF as it is where that goes, since a file that stays as it is keeps all that it has; without its password; and
 * mended where it is damaged. Throws `source_encrypted`, `source_damaged`.
 */
export async function openForEditing(
  bench: Bench,
  original: Uint8Array,
  password: string,
  mend = false,
): Promise<Opened> {
  const { pages, encrypted, signed } = withPdf(
    bench,
    original,
    (document) => ({
      pages: document.pages,
      encrypted: bench.pdfium.EPDF_IsEncrypted(document.handle),
      signed: bench.pdfium.FPDF_GetSignatureCount(document.handle) > 0,
    }),
    password,
  )
  if (pages === 0) throw noPages()
  const warnings: string[] = []
  if (encrypted && password === '')
    warnings.push('The PDF was restricted by its owner’s password. The result is not.')
  if (signed) warnings.push(SIGNATURE_LOST)
  if (!encrypted && !mend) {
    const document = await load(original, pages)
    if (document) return { bytes: original, document, pages, asItCame: true, warnings }
  }
  let bytes: Uint8Array
  try {
    const args = [`--password=${password}`, '--decrypt', '/source.pdf', '/result.pdf']
    bytes = await rewrite(bench.qpdf, args, { 'source.pdf': original })
  } catch (error) {
    if (!(error instanceof QpdfError)) throw error
    if (encrypted) throw damaged()
    bytes = rebuild(bench, original)
    warnings.push('The PDF was damaged. What could be read was put together anew.')
  }
  const found = withPdf(bench, bytes, (one) => one.pages)
  if (found === 0) throw noPages()
  const document = await load(bytes, found)
  if (!document) throw damaged()
  return { bytes, document, pages: found, asItCame: false, warnings }
}

/** Null where the objects cannot be read, or lead to other pages than those that are shown. */
async function load(bytes: Uint8Array, pages: number): Promise<PDFDocument | null> {
  try {
    const options = { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY }
    const document = await PDFDocument.load(bytes, options)
    return pagesOf(document).length === pages ? document : null
  } catch (error) {
    if (error instanceof EngineFailure) throw error
    return null
  }
}
