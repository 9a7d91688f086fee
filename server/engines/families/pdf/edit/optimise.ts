import type { Report } from '../../../kernel/protocol.ts'
import { type Sentence, sentence } from '../../../kernel/sentence.ts'
import { displayedImages } from '../images.ts'
import { withPdf } from '../pdfium.ts'
import { rewrite } from '../qpdf.ts'
import { isSound } from '../sound-copy.ts'
import type { Edited, PdfToolkit, Source } from '../toolkit.ts'
import { shrinkImages } from './shrink.ts'

export interface OptimiseOptions {
  pictures: 'keep' | 'light' | 'medium' | 'strong'
  linearize: boolean
}

/** JPEG quality from 1 to 100, and the maximum displayed DPI of images. */
const LEVELS = {
  light: { quality: 82, dpi: 220 },
  medium: { quality: 70, dpi: 150 },
  strong: { quality: 50, dpi: 96 },
} as const

/** Reduces the size of a PDF. If that fails, returns the original, unless it is damaged. */
export async function optimisePdf(
  toolkit: PdfToolkit,
  source: Source,
  options: OptimiseOptions,
  maxPixels: number,
  report: Report,
): Promise<Edited> {
  const warnings: Sentence[] = []
  let bytes = source.bytes
  if (options.pictures !== 'keep') {
    const shown = withPdf(toolkit, bytes, (document) => displayedImages(toolkit.pdfium, document))
    const shrunk = await shrinkImages(bytes, shown, LEVELS[options.pictures], maxPixels, report)
    if (shrunk) bytes = shrunk
    else warnings.push(sentence`No image in the PDF could be made smaller.`)
  }
  report(sentence`Packing`, null)
  const packed = await rewrite(
    toolkit.qpdf,
    [
      ...['--object-streams=generate', '--recompress-flate', '--compression-level=9'],
      ...(options.linearize ? ['--linearize'] : []),
      ...['/source.pdf', '/result.pdf'],
    ],
    { 'source.pdf': bytes },
  )
  // Linearization is an explicit request and may enlarge the file slightly.
  if (packed.length < source.original.length || options.linearize)
    return { bytes: packed, pages: source.pages, warnings }
  if (await isSound(toolkit, source.original))
    return {
      bytes: source.original,
      pages: source.pages,
      warnings: [sentence`The PDF could not be made smaller and is unchanged.`],
    }
  return {
    bytes: packed,
    pages: source.pages,
    warnings: [
      (await isSound(toolkit, packed))
        ? sentence`The PDF was damaged and has been repaired. It could not be made smaller.`
        : sentence`The PDF is damaged, and only some of it could be repaired. Export or download it again if parts are missing.`,
    ],
  }
}
