import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
} from '@cantoo/pdf-lib'
import sharp, { type Sharp } from 'sharp'
import type { Report } from '../../../kernel/protocol.ts'
import { sentence } from '../../../kernel/sentence.ts'
import { jpegCoding } from '../../image/jpeg-coding.ts'
import { type Displayed, sizeKey } from '../images.ts'

const name = (text: string) => PDFName.of(text)
const SAVING = 0.9

type Colours = { device: 'DeviceRGB' | 'DeviceGray'; channels: 1 | 3 }

/**
 * Re-encodes the images of a PDF as JPEG, downsampled above `dpi`. Replaces an image only if it
 * shrinks by 10 %. Skips masks, color-key masked images, fewer than 8 bits, palettes, CMYK and
 * undecodable data. Null if none shrank.
 */
export async function shrinkImages(
  bytes: Uint8Array,
  shown: Displayed,
  level: { quality: number; dpi: number },
  maxPixels: number,
  report: Report,
): Promise<Uint8Array | null> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const { context } = document
  const masks = new Set(
    context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFRawStream
          ? [String(object.dict.get(name('SMask'))), String(object.dict.get(name('Mask')))]
          : [],
      ),
  )
  const images = context
    .enumerateIndirectObjects()
    .filter(
      ([reference, object]) =>
        object instanceof PDFRawStream && isImage(object.dict) && !masks.has(String(reference)),
    )
  let replaced = 0
  for (const [index, [reference, object]] of images.entries()) {
    report(sentence`Image ${index + 1} of ${images.length}`, index / images.length)
    const stream = object as PDFRawStream
    const smaller = await shrink(stream, shown, level, maxPixels).catch(() => null)
    if (!smaller) continue
    const { dict } = stream
    dict.set(name('Filter'), name('DCTDecode'))
    dict.delete(name('DecodeParms'))
    dict.set(name('ColorSpace'), smaller.colourSpace ?? name(smaller.device))
    dict.set(name('BitsPerComponent'), PDFNumber.of(8))
    dict.set(name('Width'), PDFNumber.of(smaller.width))
    dict.set(name('Height'), PDFNumber.of(smaller.height))
    dict.set(name('Length'), PDFNumber.of(smaller.bytes.length))
    context.assign(reference, PDFRawStream.of(dict, smaller.bytes))
    replaced++
  }
  return replaced > 0 ? await document.save() : null
}

function isImage(dict: PDFDict): boolean {
  return (
    dict.get(name('Subtype')) === name('Image') &&
    String(dict.get(name('ImageMask'))) !== 'true' &&
    !(dict.lookup(name('Mask')) instanceof PDFArray) &&
    !dict.has(name('Decode')) &&
    // Colors premultiplied with the mask would no longer match it.
    !matted(dict)
  )
}

function matted(dict: PDFDict): boolean {
  const mask = dict.lookup(name('SMask'))
  return mask instanceof PDFRawStream && mask.dict.has(name('Matte'))
}

/** The color space of an image if it is RGB or gray, by device or ICC profile. */
function coloursOf(dict: PDFDict): Colours | null {
  const space = dict.lookup(name('ColorSpace'))
  if (space === name('DeviceRGB')) return { device: 'DeviceRGB', channels: 3 }
  if (space === name('DeviceGray')) return { device: 'DeviceGray', channels: 1 }
  if (!(space instanceof PDFArray)) return null
  const kind = space.lookup(0)
  if (kind === name('CalRGB')) return { device: 'DeviceRGB', channels: 3 }
  if (kind === name('CalGray')) return { device: 'DeviceGray', channels: 1 }
  if (kind !== name('ICCBased')) return null
  const profile = space.lookup(1)
  const parts = profile instanceof PDFRawStream ? String(profile.dict.get(name('N'))) : ''
  if (parts === '3') return { device: 'DeviceRGB', channels: 3 }
  return parts === '1' ? { device: 'DeviceGray', channels: 1 } : null
}

async function shrink(
  stream: PDFRawStream,
  shown: Displayed,
  level: { quality: number; dpi: number },
  maxPixels: number,
) {
  const { dict } = stream
  const colours = coloursOf(dict)
  const [width, height, bits] = ['Width', 'Height', 'BitsPerComponent'].map((key) =>
    Number(String(dict.lookup(name(key)))),
  ) as [number, number, number]
  if (!colours || bits !== 8 || !(width * height > 4096) || width * height > maxPixels) return null
  const pixels = pixelsOf(stream, width, height, colours.channels)
  if (!pixels) return null
  const dpi = shown.get(sizeKey(width, height))
  const scale = dpi ? Math.min(1, level.dpi / dpi) : 1
  let image = pixels.toColourspace(colours.channels === 1 ? 'b-w' : 'srgb')
  // A 10 % reduction isn't worth the blur.
  const size =
    scale < 0.9
      ? { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
      : { width, height }
  if (scale < 0.9) image = image.resize({ ...size, fit: 'fill' })
  const { data, info } = await image
    .jpeg(jpegCoding(level.quality, size))
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== colours.channels || data.length > stream.contents.length * SAVING) return null
  const space = dict.get(name('ColorSpace'))
  return {
    bytes: new Uint8Array(data),
    width: info.width,
    height: info.height,
    device: colours.device,
    colourSpace: space,
  }
}

/** Decodes an image by its filter: JPEG, or deflate and similar. */
function pixelsOf(stream: PDFRawStream, width: number, height: number, channels: 1 | 3): Sharp | null {
  const filter = stream.dict.lookup(name('Filter'))
  const filters = filter instanceof PDFArray ? filter.asArray() : [filter]
  if (filters.length === 1 && filters[0] === name('DCTDecode'))
    return sharp(stream.contents, { failOn: 'error', limitInputPixels: width * height * 2, ignoreIcc: true })
  const inflatable = ['FlateDecode', 'LZWDecode', 'RunLengthDecode'].map(name)
  if (filters.length !== 1 || !inflatable.some((one) => one === filters[0])) return null
  const decoded = decodePDFRawStream(stream).decode()
  const parameters = stream.dict.lookup(name('DecodeParms'))
  const predictor =
    parameters instanceof PDFDict ? Number(String(parameters.lookup(name('Predictor')) ?? 1)) : 1
  if (predictor === 2 || (parameters && !(parameters instanceof PDFDict))) return null
  const data = predictor >= 10 ? unpredicted(decoded, width * channels, height, channels) : decoded
  if (data.length < width * height * channels) return null
  return sharp(data.subarray(0, width * height * channels), { raw: { width, height, channels } })
}

/** Reverses the PNG predictors: a byte before each row names the filter (RFC 2083, 6). */
function unpredicted(data: Uint8Array, row: number, rows: number, channels: number): Uint8Array {
  const out = new Uint8Array(row * rows)
  for (let y = 0; y < rows; y++) {
    const kind = data[y * (row + 1)] ?? 0
    for (let x = 0; x < row; x++) {
      const at = y * row + x
      const left = x >= channels ? (out[at - channels] ?? 0) : 0
      const up = y > 0 ? (out[at - row] ?? 0) : 0
      const corner = x >= channels && y > 0 ? (out[at - row - channels] ?? 0) : 0
      out[at] = (data[y * (row + 1) + 1 + x] ?? 0) + guess(kind, left, up, corner)
    }
  }
  return out
}

function guess(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  if (kind !== 4) return 0
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
