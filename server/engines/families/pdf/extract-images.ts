import { createHash } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import { EngineFailure } from '../../kernel/engine.ts'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { plural, sentence } from '../../kernel/sentence.ts'
import { ZipWriter } from '../../kernel/zip-writer.ts'
import { jpegCoding } from '../image/jpeg-coding.ts'
import { checkImage } from '../image/reopen.ts'
import { imagesOn } from './images.ts'
import { pagesLeftOut } from './left-out.ts'
import { heap, type PdfDocument, type Pdfium, withMemory } from './pdfium.ts'

/** FPDFBitmap_Gray, _BGR, _BGRx, _BGRA; the last with premultiplied alpha. */
const CHANNELS: Readonly<Record<number, 1 | 3 | 4>> = { 1: 1, 2: 3, 3: 4, 4: 4, 5: 4 }
const UNUSED_ALPHA = 3
const MAX_IMAGES = 2000

interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 3 | 4
}

/**
 * Extracts the images of the pages, each once, as PNG or JPEG in an archive.
 * @throws `output_empty`
 */
export async function extractImages(
  pdfium: Pdfium,
  document: PdfDocument,
  pages: readonly number[],
  format: 'png' | 'jpg',
  maxPixels: number,
  output: string,
  report: Report,
): Promise<StepResult> {
  const name = `${output}.zip`
  const zip = new ZipWriter(join('out', name))
  const seen = new Set<string>()
  let unreadable = 0
  let lost = 0
  // Images share one buffer: new buffers would wait long for the garbage collector.
  let room = Buffer.alloc(0)
  const roomFor = (bytes: number): Buffer => {
    if (room.length < bytes) room = Buffer.alloc(bytes)
    return room.subarray(0, bytes)
  }
  for (const [done, index] of pages.entries()) {
    report(sentence`Looking through page ${index + 1}`, done / pages.length)
    const opened = document.open(index)
    if (!opened) {
      lost++
      continue
    }
    // One image at a time while the page is open: all of a page may exceed the memory.
    for (const { object } of imagesOn(pdfium, opened.page)) {
      if (seen.size >= MAX_IMAGES) break
      const pixels = pixelsOf(pdfium, object, maxPixels, roomFor)
      if (!pixels) {
        unreadable++
        continue
      }
      const bytes = await encoded(pixels, format)
      const key = createHash('sha256').update(bytes).digest('hex')
      if (seen.has(key)) continue
      seen.add(key)
      zip.add(`page-${index + 1}-picture-${seen.size}.${format}`, bytes)
    }
    opened.close()
  }
  zip.close()
  if (zip.entries === 0) {
    throw new EngineFailure(
      'output_empty',
      sentence`There are no images on these pages. Convert the pages themselves to images instead.`,
    )
  }
  const warnings = [
    ...pagesLeftOut(lost),
    ...(unreadable > 0 ? [sentence`${plural(unreadable, '# image', '# images')} could not be read.`] : []),
    ...(seen.size >= MAX_IMAGES
      ? [sentence`No more than ${MAX_IMAGES} images are taken at once. Choose fewer pages to be sure of all.`]
      : []),
  ]
  return { files: [name], format: 'zip', entries: zip.entries, warnings }
}

async function encoded({ data, ...raw }: Pixels, format: 'png' | 'jpg'): Promise<Buffer> {
  const image = sharp(data, { raw })
  const bytes = await (format === 'png'
    ? image.png()
    : image.flatten({ background: '#fff' }).jpeg(jpegCoding(92, raw))
  ).toBuffer()
  checkImage(bytes, format, raw)
  return bytes
}

/** The stored image with its color space converted to RGB. */
function pixelsOf(
  pdfium: Pdfium,
  object: number,
  maxPixels: number,
  roomFor: (bytes: number) => Buffer,
): Pixels | null {
  const size = withMemory(pdfium, 8, (at) => {
    pdfium.FPDFImageObj_GetImagePixelSize(object, at, at + 4)
    const view = new DataView(heap(pdfium).buffer, at, 8)
    return view.getUint32(0, true) * view.getUint32(4, true)
  })
  if (!(size > 0) || size > maxPixels) return null
  const bitmap = pdfium.FPDFImageObj_GetBitmap(object)
  if (!bitmap) return null
  try {
    const kind = pdfium.FPDFBitmap_GetFormat(bitmap)
    const channels = CHANNELS[kind]
    if (!channels) return null
    const [width, height] = [pdfium.FPDFBitmap_GetWidth(bitmap), pdfium.FPDFBitmap_GetHeight(bitmap)]
    const [at, stride] = [pdfium.FPDFBitmap_GetBuffer(bitmap), pdfium.FPDFBitmap_GetStride(bitmap)]
    const memory = heap(pdfium)
    const data = roomFor(width * height * channels)
    for (let row = 0; row < height; row++)
      data.set(
        memory.subarray(at + row * stride, at + row * stride + width * channels),
        row * width * channels,
      )
    if (channels > 1) {
      for (let pixel = 0; pixel < data.length; pixel += channels) {
        const blue = data[pixel] ?? 0
        data[pixel] = data[pixel + 2] ?? 0
        data[pixel + 2] = blue
        if (kind === UNUSED_ALPHA) data[pixel + 3] = 255
      }
    }
    return { data, width, height, channels }
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}
