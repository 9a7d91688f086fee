import type { Report } from '../../protocol.ts'
import { type Bench, type Edited, openSource, type Source } from '../bench.ts'
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

/** What each operation on one PDF is told; checked against its schema before. */
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
  bench: Bench
  maxPixels: number
  report: Report
}

type Edits = {
  [Name in EditName]: (context: EditContext, source: Source, options: EditOptions[Name]) => Promise<Edited>
}

const EDITS: Edits = {
  extract_pages: ({ bench }, source, options) => extractPages(bench, source, options),
  delete_pages: ({ bench }, source, options) => deletePages(bench, source, options),
  reorder_pages: ({ bench }, source, options) => reorderPages(bench, source, options),
  rotate_pages: ({ bench }, source, options) => rotatePages(bench, source, options),
  watermark: ({ bench }, source, options) => addWatermark(bench, source, options),
  page_numbers: ({ bench, report }, source, options) => addPageNumbers(bench, source, options, report),
  encrypt: ({ bench }, source, options) => encryptPdf(bench, source, options),
  optimize: ({ bench, maxPixels, report }, source, options) =>
    optimisePdf(bench, source, options, maxPixels, report),
  flatten: ({ bench }, source) => flattenKeepingLinks(bench, source),
  redact: ({ bench, maxPixels, report }, source, options) =>
    redactPdf(bench, source, options, maxPixels, report),
  metadata: ({ bench }, source, options) => editMetadata(bench, source, options),
  resize_pages: ({ bench }, source, options) => resizePages(bench, source, options),
  crop_pages: ({ bench }, source, options) => cropPages(bench, source, options),
}

/** What works on a file that cannot be opened, or not yet. */
const BARE = {
  decrypt: (bench: Bench, bytes: Uint8Array, options: { password: string }) =>
    decryptPdf(bench, bytes, options),
  repair: (bench: Bench, bytes: Uint8Array) => repairPdf(bench, bytes),
}

/** Does one thing to one PDF. */
export async function runEdit<Name extends EditName>(
  context: EditContext,
  operation: string,
  bytes: Uint8Array,
  options: EditOptions[Name],
): Promise<Edited> {
  const { bench, report } = context
  if (operation === 'decrypt')
    return await BARE.decrypt(bench, bytes, options as unknown as { password: string })
  if (operation === 'repair') return await BARE.repair(bench, bytes)
  const source = await openSource(bench, bytes)
  report('Working', null)
  const edit = EDITS[operation as Name]
  const edited = await edit(context, source, options)
  // A file that could not be made smaller is the one that came, signature and all.
  const same = edited.bytes === source.original
  return { ...edited, warnings: same ? edited.warnings : [...source.warnings, ...edited.warnings] }
}
