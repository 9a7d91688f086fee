import sharp from 'sharp'
import type { Raster } from './warp.ts'

/** A bilevel page in fax coding (ITU-T T.6), for PDF's `CCITTFaxDecode`. */
export interface G4 {
  data: Uint8Array
  /** With the padding at the right and bottom. */
  width: number
  height: number
  blackIs1: boolean
}

/** TIFF tag numbers (TIFF 6.0). */
const TAG = { photometric: 262, offset: 324, length: 325 } as const
/** TIFF tile sides are multiples of this. */
const UNIT = 16

/**
 * Encodes a raster of 0 and 255 with libtiff, as a single TIFF tile, since strips would be separate
 * streams.
 */
export async function encodeG4({ data, width, height }: Raster): Promise<G4> {
  const [across, down] = [Math.ceil(width / UNIT) * UNIT, Math.ceil(height / UNIT) * UNIT]
  const tiff = await sharp(data, { raw: { width, height, channels: 1 } })
    .extend({ right: across - width, bottom: down - height, background: '#fff' })
    .toColourspace('b-w') // a single channel would otherwise count as color, which G4 can't encode
    .threshold(128)
    .tiff({ compression: 'ccittfax4', bitdepth: 1, tile: true, tileWidth: across, tileHeight: down })
    .toBuffer()
  const tag = tagsOf(tiff)
  const offset = tag(TAG.offset)
  return {
    data: tiff.subarray(offset, offset + tag(TAG.length)),
    width: across,
    height: down,
    blackIs1: tag(TAG.photometric) === 1,
  }
}

/** The first value of each tag in the first IFD of a little-endian TIFF. */
function tagsOf(tiff: Buffer): (tag: number) => number {
  const at = tiff.readUInt32LE(4)
  const values = new Map<number, number>()
  for (let entry = 0; entry < tiff.readUInt16LE(at); entry++) {
    const from = at + 2 + entry * 12
    const isShort = tiff.readUInt16LE(from + 2) === 3
    values.set(tiff.readUInt16LE(from), isShort ? tiff.readUInt16LE(from + 8) : tiff.readUInt32LE(from + 8))
  }
  return (tag) => {
    const value = values.get(tag)
    if (value === undefined) throw new Error(`The TIFF has no tag ${tag}.`)
    return value
  }
}
