import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { sentence } from '../../kernel/sentence.ts'
import { addImagePage, sheetFor } from '../pdf/paper.ts'
import { applyChanges, type Source } from './changes.ts'
import { checkPages, type Page } from './check-pages.ts'
import type { ImageRequest } from './convert.ts'
import { endsAsJpeg, isReadyJpeg } from './ready-jpeg.ts'

/** Points per inch, and default pixels per inch. */
const POINTS = 72
const DOTS = 96
const MILLIMETRE = POINTS / 25.4

/**
 * Writes an image, or each page of a file, as a PDF page. An unchanged JPEG is embedded as it is.
 */
export async function writePages(
  request: ImageRequest,
  sources: readonly Source[],
  report: Report,
): Promise<StepResult> {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const { page_size: size = 'fit', margin = 0, quality = 85 } = request.options
  const document = await PDFDocument.create()
  const pages: Page[] = []
  for (const [index, source] of sources.entries()) {
    report(sentence`Converting page ${index + 1} of ${sources.length}`, index / sources.length)
    const upright = await applyChanges(source, 'jpg', request.options)
    const jpeg = (await untouched(request, source)) ?? (await upright.jpeg({ quality }).toBuffer())
    const image = await document.embedJpg(jpeg)
    const edge = margin * MILLIMETRE
    const natural = { width: (image.width * POINTS) / DOTS, height: (image.height * POINTS) / DOTS }
    const page =
      size === 'fit'
        ? { width: natural.width + 2 * edge, height: natural.height + 2 * edge }
        : sheetFor(size, natural)
    addImagePage(document, image, page, edge)
    pages.push({ ...page, image: { width: image.width, height: image.height } })
  }
  const name = `${request.output}.pdf`
  writeFileSync(join('out', name), await document.save())
  await checkPages(join('out', name), pages)
  return { files: [name], pages: sources.length, warnings: [] }
}

/**
 * The bytes of an upright sRGB JPEG without requested changes, with metadata removed; else null.
 */
async function untouched(request: ImageRequest, source: Source): Promise<Buffer | null> {
  if (request.format !== 'jpg' || typeof source.input !== 'string') return null
  const { width, height, rotate, flip, flop, crop_width, crop_height, grayscale, strip_metadata } =
    request.options
  if (width || height || rotate || flip || flop || crop_width || crop_height || grayscale) return null
  const metadata = await sharp(source.input, source.options).metadata()
  if (!isReadyJpeg(metadata) || (strip_metadata && (metadata.exif || metadata.xmp))) return null
  const bytes = readFileSync(source.input)
  // A truncated file is decoded fully and rejected there.
  return endsAsJpeg(bytes) ? bytes : null
}
