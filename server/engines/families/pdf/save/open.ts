import { PDFDocument } from '@cantoo/pdf-lib'
import { EngineFailure } from '../../../kernel/engine.ts'
import { type Sentence, sentence } from '../../../kernel/sentence.ts'
import { damaged, noPages } from '../failures.ts'
import { pagesOf } from '../form/pages.ts'
import { withPdf } from '../pdfium.ts'
import { reread } from '../reread.ts'
import { soundCopy } from '../sound-copy.ts'
import type { PdfToolkit } from '../toolkit.ts'

/** A PDF with readable and editable objects. */
export interface Opened {
  /** The bytes that `document` was parsed from: the original, or a repaired copy. */
  bytes: Uint8Array
  document: PDFDocument
  pages: number
  /** Whether `bytes` is the original, so that an incremental update is possible. */
  asItCame: boolean
  warnings: Sentence[]
}

/** Doesn't apply if all changes are one incremental update. */
export const SIGNATURE_LOST = sentence`The PDF was signed digitally. The signature does not hold for the result.`

/**
 * Opens a PDF unchanged if possible, which preserves all its data; otherwise decrypted or repaired.
 * @throws `source_encrypted`, `source_damaged`
 */
export async function openForEditing(
  toolkit: PdfToolkit,
  original: Uint8Array,
  password: string,
  repair = false,
): Promise<Opened> {
  const seen = look(toolkit, original, password)
  if (seen?.pages === 0) throw noPages()
  const warnings: Sentence[] = []
  if (seen?.encrypted && password === '')
    warnings.push(sentence`The PDF was restricted by its owner’s password. The result is not.`)
  if (seen?.signed) warnings.push(SIGNATURE_LOST)
  if (seen && !seen.encrypted && !repair) {
    const document = await load(original, seen.pages)
    if (document) return { bytes: original, document, pages: seen.pages, asItCame: true, warnings }
  }
  const copy = await soundCopy(toolkit, original, password)
  warnings.push(...copy.warnings)
  const opened = (await openCopy(toolkit, copy.bytes)) ?? (await openCopy(toolkit, await reread(copy.bytes)))
  if (!opened) throw damaged()
  return { ...opened, asItCame: false, warnings }
}

/**
 * Null if PDFium can't open it; another program may.
 * @throws `source_encrypted`
 */
function look(toolkit: PdfToolkit, bytes: Uint8Array, password: string) {
  const { pdfium } = toolkit
  try {
    return withPdf(
      toolkit,
      bytes,
      ({ pages, handle }) => ({
        pages,
        encrypted: pdfium.EPDF_IsEncrypted(handle),
        signed: pdfium.FPDF_GetSignatureCount(handle) > 0,
      }),
      password,
    )
  } catch (error) {
    if (error instanceof EngineFailure && error.code === 'source_damaged') return null
    throw error
  }
}

async function openCopy(
  toolkit: PdfToolkit,
  bytes: Uint8Array | null,
): Promise<Pick<Opened, 'bytes' | 'document' | 'pages'> | null> {
  if (!bytes) return null
  const pages = withPdf(toolkit, bytes, (one) => one.pages)
  if (pages === 0) throw noPages()
  const document = await load(bytes, pages)
  return document && { bytes, document, pages }
}

/** Null if the objects are unreadable, or their page count differs from PDFium's. */
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
