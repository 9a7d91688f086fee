import sharp from 'sharp'
import { heap, type PdfDocument, type Pdfium, withMemory } from '../pdfium.ts'
import { type Matrix, sound, times, transformed } from './frame.ts'
import type { Box, ImageBlock } from './model.ts'
import { objectMatrix, type PageObject } from './page-objects.ts'

/** More pixels per side add no visible detail. */
const MAX_SIDE = 2400
/** Smaller images are parts of drawings, in points. */
const SMALL = 3
const MAX_BYTES = 40_000_000

/** Pixels of an image object as displayed, with its mask, before encoding. */
export interface Drawn {
  box: Box
  rgba: Buffer
  width: number
  height: number
  /** The embedded file if it is an upright, plain JPEG. */
  jpeg: Buffer | null
  description: string
}

/** The displayed box of an image object; null if unknown. */
export function imageBox(pdfium: Pdfium, { handle, matrix }: PageObject, display: Matrix): Box | null {
  const whole = times(times(objectMatrix(pdfium, handle), matrix), display)
  if (!sound(...whole)) return null
  const box = transformed(whole, { left: 0, top: 0, right: 1, bottom: 1 })
  return box.right - box.left < SMALL || box.bottom - box.top < SMALL ? null : box
}

/** Renders one image object; null on failure or above `maxPixels`. */
export function drawImage(
  pdfium: Pdfium,
  document: PdfDocument,
  page: number,
  object: PageObject,
  display: Matrix,
  maxPixels: number,
): Omit<Drawn, 'description'> | null {
  const box = imageBox(pdfium, object, display)
  const pixels = pixelSize(pdfium, object.handle)
  if (!box || !(pixels.width * pixels.height > 0) || pixels.width * pixels.height > maxPixels) return null
  const own = objectMatrix(pdfium, object.handle)
  const whole = times(times(own, object.matrix), display)
  const scale = scaleOf(box, whole, pixels)
  // PDFium's y axis points up; displayed coordinates point down.
  const drawn = times(whole, [scale, 0, 0, -scale, 0, 0])
  setMatrix(pdfium, object.handle, drawn)
  const bitmap = pdfium.FPDFImageObj_GetRenderedBitmap(document.handle, page, object.handle)
  setMatrix(pdfium, object.handle, own)
  if (!bitmap) return null
  try {
    const copied = copyBitmap(pdfium, bitmap)
    const upright = whole[0] > 0 && whole[3] < 0 && Math.abs(whole[1]) + Math.abs(whole[2]) < 0.01
    const opaque = copied !== null && isOpaque(copied.rgba)
    return copied && { box, ...copied, jpeg: upright && opaque ? plainJpeg(pdfium, object.handle) : null }
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

/** Encodes an image as its own JPEG or a PNG, rotated clockwise by degrees. */
export async function encodeImage(
  { box, rgba, width, height, jpeg, description }: Drawn,
  degrees: number,
): Promise<ImageBlock> {
  if (jpeg && degrees === 0) {
    const facts = await sharp(jpeg)
      .metadata()
      .catch(() => null)
    if (facts?.format === 'jpeg' && (facts.channels === 1 || facts.channels === 3))
      return {
        kind: 'image',
        box,
        data: jpeg,
        type: 'jpg',
        pixels: { width: facts.width, height: facts.height },
        description,
        before: 0,
      }
  }
  const image = sharp(rgba, { raw: { width, height, channels: 4 } }).rotate(degrees)
  const photo = jpeg !== null
  const { data, info } = await (photo
    ? image.removeAlpha().jpeg({ quality: 90 })
    : image.png({ compressionLevel: 6 })
  ).toBuffer({ resolveWithObject: true })
  const pixels = { width: info.width, height: info.height }
  return { kind: 'image', box, data, type: photo ? 'jpg' : 'png', pixels, description, before: 0 }
}

function pixelSize(pdfium: Pdfium, handle: number): { width: number; height: number } {
  return withMemory(pdfium, 8, (at) => {
    if (!pdfium.FPDFImageObj_GetImagePixelSize(handle, at, at + 4)) return { width: 0, height: 0 }
    const view = new DataView(heap(pdfium).buffer, at, 8)
    return { width: view.getUint32(0, true), height: view.getUint32(4, true) }
  })
}

/** Pixels per point that preserve the image's resolution, up to a limit. */
function scaleOf(box: Box, matrix: Matrix, pixels: { width: number; height: number }): number {
  const across = Math.hypot(matrix[0], matrix[1])
  const down = Math.hypot(matrix[2], matrix[3])
  const own = Math.max(pixels.width / Math.max(across, 0.01), pixels.height / Math.max(down, 0.01))
  return Math.min(own, MAX_SIDE / Math.max(box.right - box.left, box.bottom - box.top))
}

function setMatrix(pdfium: Pdfium, handle: number, matrix: Matrix): void {
  withMemory(pdfium, 24, (at) => {
    const view = new DataView(heap(pdfium).buffer, at, 24)
    for (const [index, value] of matrix.entries()) view.setFloat32(4 * index, value, true)
    pdfium.FPDFPageObj_SetMatrix(handle, at)
  })
}

/** FPDFBitmap_BGRA and similar have four bytes per pixel, FPDFBitmap_BGR three. */
function copyBitmap(pdfium: Pdfium, bitmap: number): { rgba: Buffer; width: number; height: number } | null {
  const [width, height] = [pdfium.FPDFBitmap_GetWidth(bitmap), pdfium.FPDFBitmap_GetHeight(bitmap)]
  const format = pdfium.FPDFBitmap_GetFormat(bitmap)
  const channels = { 1: 1, 2: 3, 3: 4, 4: 4, 5: 4 }[format]
  if (!channels || width * height === 0 || width > 4 * MAX_SIDE || height > 4 * MAX_SIDE) return null
  const [at, stride] = [pdfium.FPDFBitmap_GetBuffer(bitmap), pdfium.FPDFBitmap_GetStride(bitmap)]
  const memory = heap(pdfium)
  const rgba = Buffer.alloc(width * height * 4)
  for (let row = 0, to = 0; row < height; row++) {
    for (let from = at + row * stride, x = 0; x < width; x++, from += channels, to += 4) {
      const gray = channels === 1
      rgba[to] = memory[from + (gray ? 0 : 2)] ?? 0
      rgba[to + 1] = memory[from + (gray ? 0 : 1)] ?? 0
      rgba[to + 2] = memory[from] ?? 0
      rgba[to + 3] = channels === 4 && format !== 3 ? (memory[from + 3] ?? 255) : 255
    }
  }
  return { rgba, width, height }
}

function isOpaque(rgba: Buffer): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false
  return true
}

/** The bytes of an object whose only filter is JPEG. */
function plainJpeg(pdfium: Pdfium, handle: number): Buffer | null {
  if (pdfium.FPDFImageObj_GetImageFilterCount(handle) !== 1) return null
  const filter = withMemory(pdfium, 64, (at) => {
    const length = pdfium.FPDFImageObj_GetImageFilter(handle, 0, at, 64)
    return Buffer.from(heap(pdfium).slice(at, at + Math.max(0, Math.min(length, 64) - 1))).toString('latin1')
  })
  if (filter !== 'DCTDecode') return null
  const length = pdfium.FPDFImageObj_GetImageDataRaw(handle, 0, 0)
  if (length < 4 || length > MAX_BYTES) return null
  return withMemory(pdfium, length, (at) => {
    pdfium.FPDFImageObj_GetImageDataRaw(handle, at, length)
    return Buffer.from(heap(pdfium).slice(at, at + length))
  })
}
