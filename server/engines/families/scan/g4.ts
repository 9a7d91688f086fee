import sharp from 'sharp'
import type { Raster } from './warp.ts'

/** A page in black and white as a fax has it (ITU-T T.6), for a PDF's `CCITTFaxDecode`. */
export interface G4 {
  data: Uint8Array
  /** With what was added at the right and at the bottom. */
  width: number
  height: number
  blackIs1: boolean
}

/** Numbers of TIFF's tags (TIFF 6.0). */
const TAG = { photometric: 262, offset: 324, length: 325 } as const
/** Sides of a TIFF's tile are multiples of it. */
const UNIT = 16

/**
 * Codes a raster of 0 and 255. libtiff codes it, as the one tile of a TIFF, since stripes would
 * each be a stream of their own.
 */
export async function encodeG4({ data, width, height }: Raster): Promise<G4> {
  const [across, down] = [Math.ceil(width / UNIT) * UNIT, Math.ceil(height / UNIT) * UNIT]
  const tiff = await sharp(data, { raw: { width, height, channels: 1 } })
    .extend({ right: across - width, bottom: down - height, background: '#fff' })
    .toColourspace('b-w') // one channel is taken for colour otherwise, which has no such coding
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

/** The first value of each tag in the first directory of a little-endian TIFF. */
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
