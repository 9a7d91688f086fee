import type { Report } from '../../../kernel/protocol.ts'
import { sentence } from '../../../kernel/sentence.ts'
import { type Edited, openSource, type PdfToolkit, type Source } from '../toolkit.ts'
import { deletePages, extractPages, reorderPages, rotatePages } from './arrange.ts'
import type { RedactOptions } from './find.ts'
import { flattenKeepingLinks } from './links.ts'
import { editMetadata, type MetadataOptions } from './metadata.ts'
import { type OptimiseOptions, optimisePdf } from './optimise.ts'
import { decryptPdf, type EncryptOptions, encryptPdf } from './protect.ts'
import { redactPdf } from './redact.ts'
import { repairPdf } from './repair.ts'
import { type CropOptions, cropPages, type ResizeOptions, resizePages } from './resize.ts'
import { addPageNumbers, addWatermark, type PageNumberOptions, type WatermarkOptions } from './stamp.ts'

/** The options of each operation on one PDF, already validated. */
export interface EditOptions {
  extract_pages: { pages: string }
  delete_pages: { pages: string }
  reorder_pages: { order: string; reverse: boolean }
  rotate_pages: { pages: string; angle: number }
  watermark: WatermarkOptions
  page_numbers: PageNumberOptions
  encrypt: EncryptOptions
  optimize: OptimiseOptions
  flatten: Record<string, never>
  redact: RedactOptions
  metadata: MetadataOptions
  resize_pages: ResizeOptions
  crop_pages: CropOptions
}
export type EditName = keyof EditOptions

export interface EditContext {
  toolkit: PdfToolkit
  maxPixels: number
  report: Report
}

type Edits = {
  [Name in EditName]: (context: EditContext, source: Source, options: EditOptions[Name]) => Promise<Edited>
}

const EDITS: Edits = {
  extract_pages: ({ toolkit }, source, options) => extractPages(toolkit, source, options),
  delete_pages: ({ toolkit }, source, options) => deletePages(toolkit, source, options),
  reorder_pages: ({ toolkit }, source, options) => reorderPages(toolkit, source, options),
  rotate_pages: ({ toolkit }, source, options) => rotatePages(toolkit, source, options),
  watermark: ({ toolkit }, source, options) => addWatermark(toolkit, source, options),
  page_numbers: ({ toolkit, report }, source, options) => addPageNumbers(toolkit, source, options, report),
  encrypt: ({ toolkit }, source, options) => encryptPdf(toolkit, source, options),
  optimize: ({ toolkit, maxPixels, report }, source, options) =>
    optimisePdf(toolkit, source, options, maxPixels, report),
  flatten: ({ toolkit }, source) => flattenKeepingLinks(toolkit, source),
  redact: ({ toolkit, maxPixels, report }, source, options) =>
    redactPdf(toolkit, source, options, maxPixels, report),
  metadata: ({ toolkit }, source, options) => editMetadata(toolkit, source, options),
  resize_pages: ({ toolkit }, source, options) => resizePages(toolkit, source, options),
  crop_pages: ({ toolkit }, source, options) => cropPages(toolkit, source, options),
}

/** Operations on files that can't be opened, or not yet. */
const BARE = {
  decrypt: (toolkit: PdfToolkit, bytes: Uint8Array, options: { password: string }) =>
    decryptPdf(toolkit, bytes, options),
  repair: (toolkit: PdfToolkit, bytes: Uint8Array) => repairPdf(toolkit, bytes),
}

/** Runs one operation on one PDF. */
export async function runEdit<Name extends EditName>(
  context: EditContext,
  operation: string,
  bytes: Uint8Array,
  options: EditOptions[Name],
): Promise<Edited> {
  const { toolkit, report } = context
  if (operation === 'decrypt')
    return await BARE.decrypt(toolkit, bytes, options as unknown as { password: string })
  if (operation === 'repair') return await BARE.repair(toolkit, bytes)
  const source = await openSource(toolkit, bytes)
  report(sentence`Working`, null)
  const edit = EDITS[operation as Name]
  const edited = await edit(context, source, options)
  // An unchanged file keeps its signature, so the warnings don't apply.
  const same = edited.bytes === source.original
  return { ...edited, warnings: same ? edited.warnings : [...source.warnings, ...edited.warnings] }
}
