import { EngineFailure } from '../../kernel/engine.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { copyAttachments } from './attachments.ts'
import { damaged } from './failures.ts'
import { openPdf, savePdf, withPdf } from './pdfium.ts'
import { QpdfError, rewrite } from './qpdf.ts'
import { reread } from './reread.ts'
import type { PdfToolkit } from './toolkit.ts'

export interface SoundCopy {
  bytes: Uint8Array
  /** Warnings for any result made from it. */
  warnings: Sentence[]
}

/**
 * Rewrites a PDF without its password and repairs damage: by its structure if possible, otherwise
 * from the readable pages.
 * @throws `source_damaged`, `source_encrypted`
 */
export async function soundCopy(
  toolkit: PdfToolkit,
  original: Uint8Array,
  password = '',
): Promise<SoundCopy> {
  try {
    return { bytes: await decrypted(toolkit, original, password), warnings: [] }
  } catch (error) {
    if (!(error instanceof QpdfError)) throw error
  }
  const { bytes, warnings } = await repairedCopy(toolkit, original, password)
  const warning = sentence`The PDF was damaged. It was rebuilt from what could be read.`
  return { bytes, warnings: [warning, ...warnings] }
}

/**
 * Recovers a PDF that qpdf can't read: by scanning for its objects, else by PDFium's reading, else
 * the pages only. Warns of what is missing.
 */
export async function repairedCopy(
  toolkit: PdfToolkit,
  original: Uint8Array,
  password = '',
): Promise<SoundCopy> {
  const before = pagesThatOpen(toolkit, original, password)
  const sound = async (bytes: Uint8Array | null) => {
    const copy = bytes && (await soundOrNull(toolkit, bytes, password))
    return copy && Math.max(1, before) <= pagesThatOpen(toolkit, copy, '') ? copy : null
  }
  const whole =
    (await sound(await reread(original, password))) ??
    (before > 0 ? await sound(resaved(toolkit, original, password)) : null)
  if (whole) return { bytes: whole, warnings: [] }
  const { bytes, lostAttachments } = rebuild(toolkit, original, password)
  const warnings =
    lostAttachments > 0 ? [sentence`Attachments that could not be read are missing: ${lostAttachments}.`] : []
  return { bytes, warnings }
}

/**
 * The number of pages that PDFium can read; 0 if it can't open the file.
 * @throws `source_encrypted`
 */
function pagesThatOpen(toolkit: PdfToolkit, bytes: Uint8Array, password: string): number {
  try {
    return withPdf(
      toolkit,
      bytes,
      (document) => {
        let open = 0
        for (let index = 0; index < document.pages; index++)
          if (document.page(index, () => true) !== null) open++
        return open
      },
      password,
    )
  } catch (error) {
    if (error instanceof EngineFailure && error.code === 'source_damaged') return 0
    throw error
  }
}

const resaved = (toolkit: PdfToolkit, bytes: Uint8Array, password: string): Uint8Array =>
  withPdf(toolkit, bytes, ({ handle }) => savePdf(toolkit.pdfium, handle), password)

const decrypted = ({ qpdf }: PdfToolkit, bytes: Uint8Array, password: string): Promise<Uint8Array> =>
  rewrite(qpdf, [`--password=${password}`, '--decrypt', '/source.pdf', '/result.pdf'], {
    'source.pdf': bytes,
  })

/** Null if qpdf finds a fault in its own output. */
async function soundOrNull(
  toolkit: PdfToolkit,
  bytes: Uint8Array,
  password: string,
): Promise<Uint8Array | null> {
  try {
    const copy = await decrypted(toolkit, bytes, password)
    return (await isSound(toolkit, copy)) ? copy : null
  } catch (error) {
    if (!(error instanceof QpdfError)) throw error
    return null
  }
}

/**
 * Whether qpdf finds no fault in the structure and the streams of a file without a user password.
 */
export async function isSound({ qpdf }: Pick<PdfToolkit, 'qpdf'>, bytes: Uint8Array): Promise<boolean> {
  try {
    await qpdf(['--check', '/source.pdf'], { 'source.pdf': bytes }, 'strict')
    return true
  } catch (error) {
    if (!(error instanceof QpdfError)) throw error
    return false
  }
}

/** Copies the pages that PDFium can read, and the attachments, to a new file. */
export function rebuild(
  { pdfium }: Pick<PdfToolkit, 'pdfium'>,
  bytes: Uint8Array,
  password = '',
): { bytes: Uint8Array; lostAttachments: number } {
  const source = openPdf(pdfium, bytes, password)
  const made = pdfium.FPDF_CreateNewDocument()
  try {
    if (!pdfium.FPDF_ImportPages(made, source.handle, '', 0)) throw damaged()
    const lostAttachments = copyAttachments(pdfium, source.handle, made)
    return { bytes: savePdf(pdfium, made), lostAttachments }
  } finally {
    pdfium.FPDF_CloseDocument(made)
    source.close()
  }
}
