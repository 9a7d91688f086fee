import { PDFDocument, type PDFImage } from '@cantoo/pdf-lib'
import sharp, { type Sharp } from 'sharp'
import { EngineFailure } from '../../../kernel/engine.ts'
import type { Report } from '../../../kernel/protocol.ts'
import { nested, sentence } from '../../../kernel/sentence.ts'
import { jpegCoding } from '../../image/jpeg-coding.ts'
import { endsAsJpeg, isReadyJpeg } from '../../image/ready-jpeg.ts'
import { type Bookmark, moveOutline, readOutline, writeOutline } from '../outline.ts'
import { addImagePage, sheetFor } from '../paper.ts'
import { readText, withPdf } from '../pdfium.ts'
import { rewrite } from '../qpdf.ts'
import { type Edited, openSource, type PdfToolkit, type Source } from '../toolkit.ts'

export interface MergeOptions {
  outline: 'keep' | 'per_file' | 'none'
  picture_page: ImagePageSize
}
export type ImagePageSize = 'fit' | 'a4' | 'letter'

/** Concatenates PDFs and images. */
export async function mergeFiles(
  toolkit: PdfToolkit,
  files: readonly { bytes: Uint8Array; format: string }[],
  options: MergeOptions,
  maxPixels: number,
  report: Report,
): Promise<Edited> {
  const sources: Source[] = []
  for (const [index, { bytes, format }] of files.entries()) {
    report(sentence`Reading file ${index + 1} of ${files.length}`, index / files.length)
    try {
      const pdf = format === 'pdf' ? bytes : await imagePages(bytes, options.picture_page, maxPixels)
      sources.push(await openSource(toolkit, pdf))
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error
      throw new EngineFailure(error.code, sentence`File ${index + 1}: ${nested(error.message)}`, {
        cause: error.cause,
      })
    }
  }
  report(sentence`Putting together`, null)
  const names = sources.map((_, index) => `${index}.pdf`)
  const merged = await rewrite(
    toolkit.qpdf,
    ['--empty', '--pages', ...names.flatMap((name) => [`/${name}`, '1-z']), '--', '/result.pdf'],
    Object.fromEntries(sources.map(({ bytes }, index) => [`${index}.pdf`, bytes])),
  )
  const outline = options.outline === 'none' ? [] : outlineOfAll(toolkit, sources, options.outline)
  return {
    bytes: await writeOutline(toolkit.qpdf, merged, outline),
    pages: sources.reduce((sum, { pages }) => sum + pages, 0),
    warnings: sources.flatMap(({ warnings }, index) =>
      warnings.map((warning) => sentence`File ${index + 1}: ${warning}`),
    ),
  }
}

/** The bookmarks of all files, below a bookmark per file if requested. */
function outlineOfAll(toolkit: PdfToolkit, sources: readonly Source[], how: 'keep' | 'per_file'): Bookmark[] {
  let before = 0
  return sources.flatMap(({ bytes, pages }, index) => {
    const start = before
    before += pages
    const { own, title } = withPdf(toolkit, bytes, (document) => ({
      own: readOutline(toolkit.pdfium, document),
      title: readText(toolkit.pdfium, (at, length) =>
        toolkit.pdfium.FPDF_GetMetaText(document.handle, 'Title', at, length),
      ),
    }))
    const children = moveOutline(own, (page) => page + start)
    if (how === 'keep') return children
    return [{ title: title.trim().slice(0, 200) || `Document ${index + 1}`, page: start, children }]
  })
}

/** DPI of an image without a stated resolution. */
const USUAL_DENSITY = 96
const MAX_POINTS = 14_400

/**
 * Converts each frame of an image to a PDF page: at its own size (`fit`, by its DPI), or centered
 * on a sheet in the image's orientation.
 * @throws `source_damaged`
 */
export async function imagePages(
  bytes: Uint8Array,
  sheet: ImagePageSize,
  maxPixels: number,
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const
  try {
    const { pages = 1, format } = await sharp(bytes, limits).metadata()
    // Animations use the first frame; each page of a TIFF is a page.
    for (let frame = 0; frame < (format === 'tiff' ? pages : 1); frame++) {
      await addImage(document, sharp(bytes, { ...limits, page: frame }), bytes, sheet)
    }
  } catch (error) {
    if (error instanceof EngineFailure) throw error
    throw new EngineFailure(
      'source_damaged',
      sentence`The image is damaged or too large to be put on a page. Check that it opens elsewhere.`,
      { cause: error },
    )
  }
  return await document.save()
}

async function addImage(
  document: PDFDocument,
  image: Sharp,
  bytes: Uint8Array,
  sheet: ImagePageSize,
): Promise<void> {
  const { density = USUAL_DENSITY } = await image.metadata()
  const embedded = await embedImage(document, image, bytes)
  addImagePage(
    document,
    embedded,
    sheet === 'fit' ? naturalSize(embedded, density) : sheetFor(sheet, embedded),
  )
}

/** Embeds an image upright, in sRGB. `bytes` is its source file. */
export async function embedImage(document: PDFDocument, image: Sharp, bytes: Uint8Array): Promise<PDFImage> {
  const metadata = await image.metadata()
  const { format, hasAlpha } = metadata
  // A plain JPEG is embedded unchanged; others are rotated and re-encoded, losslessly if they were.
  const asIs = isReadyJpeg(metadata) && endsAsJpeg(bytes)
  const upright = image.autoOrient().toColourspace('srgb')
  if (asIs) return await document.embedJpg(bytes)
  if (format === 'jpeg')
    return await document.embedJpg(await upright.jpeg(jpegCoding(92, metadata)).toBuffer())
  return await document.embedPng(await (hasAlpha ? upright : upright.removeAlpha()).png().toBuffer())
}

/** Size in points, limited to the maximum page size. */
function naturalSize({ width, height }: PDFImage, density: number): { width: number; height: number } {
  const points = 72 / (density >= 10 && density <= 5000 ? density : USUAL_DENSITY)
  const scale = Math.min(points, MAX_POINTS / Math.max(width, height))
  return { width: width * scale, height: height * scale }
}
