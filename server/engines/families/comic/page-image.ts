import { readFileSync } from 'node:fs'
import sharp, { type Metadata, type SharpOptions } from 'sharp'
import { endsAsJpeg } from '../image/ready-jpeg.ts'

/** An image in PDF encoding. */
export interface PageImage {
  width: number
  height: number
  channels: 1 | 3
  bytes: Uint8Array
  filter: 'DCTDecode' | 'FlateDecode'
  /** The ICC profile of the pixels. */
  profile: Buffer | null
  /** Whether it was recompressed with loss. */
  changed: boolean
}

/** Lossless formats; they stay lossless in PDF. */
const LOSSLESS = ['png', 'gif', 'tiff']
const READ = [...LOSSLESS, 'jpeg', 'webp', 'heif', 'jxl']
const QUALITY = 92

/**
 * Encodes an image for PDF: a JPEG unchanged with its profile, lossless formats as lossless pixels,
 * others as JPEG. Flattens transparency on white.
 * @throws if it isn't an image
 */
export async function readPageImage(path: string, maxPixels: number): Promise<PageImage> {
  const options = { limitInputPixels: maxPixels, failOn: 'error' as const }
  const metadata = await sharp(path, options).metadata()
  if (!READ.includes(metadata.format)) throw new Error(`a page in ${metadata.format}`)
  const jpeg = await asJpeg(path, metadata, options)
  if (jpeg) return jpeg
  const upright = sharp(path, options).rotate().flatten({ background: '#ffffff' })
  const isGray = metadata.space === 'b-w' || metadata.space === 'grey16'
  const toned = upright.toColourspace(isGray ? 'b-w' : 'srgb')
  if (LOSSLESS.includes(metadata.format)) {
    const coded = await toned
      .png({ palette: false, compressionLevel: 6 })
      .toBuffer({ resolveWithObject: true })
    const { width, height } = coded.info
    const header = readPng(coded.data)
    if (header) {
      const shared = { width, height, filter: 'FlateDecode', profile: null, changed: false } as const
      return { ...shared, channels: header.channels, bytes: header.data }
    }
  }
  const { data, info } = await toned.jpeg({ quality: QUALITY }).toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const shared = { filter: 'DCTDecode', profile: null, changed: true } as const
  return { width, height, channels: channels === 1 ? 1 : 3, bytes: data, ...shared }
}

/** A JPEG that PDF supports unchanged; decoded once to detect damage. */
async function asJpeg(
  path: string,
  { format, orientation = 1, space, icc, width, height, channels }: Metadata,
  options: SharpOptions,
): Promise<PageImage | null> {
  if (format !== 'jpeg' || orientation !== 1 || (space !== 'srgb' && space !== 'b-w')) return null
  const bytes = readFileSync(path)
  if (!endsAsJpeg(bytes)) return null
  await sharp(path, options).stats()
  const gray = channels === 1
  return {
    width,
    height,
    channels: gray ? 1 : 3,
    bytes,
    filter: 'DCTDecode',
    profile: icc ?? null,
    changed: false,
  }
}

/**
 * The compressed data of a PNG, which PDF decodes with the PNG predictors; null for unsupported
 * PNGs.
 */
function readPng(png: Buffer): { channels: 1 | 3; data: Buffer } | null {
  const [depth, color, interlaced] = [png[24], png[25], png[28]]
  if (depth !== 8 || interlaced !== 0 || (color !== 0 && color !== 2)) return null
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  return { channels: color === 0 ? 1 : 3, data: Buffer.concat(parts) }
}
