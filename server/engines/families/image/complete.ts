import { crc32 } from 'node:zlib'

/**
 * Counts the images of a file by following its format's structure to the end: lengths, checksums,
 * offsets and end markers. Throws for a truncated file or trailing data. Every loop advances in the
 * existing bytes.
 */
export const COMPLETE: Record<string, (bytes: Buffer) => number> = {
  jpg: (bytes) => one(bytes.readUInt16BE(bytes.length - 2) === 0xffd9),
  png,
  webp,
  avif: (bytes) => one(['meta', 'mdat'].every((type) => boxes(bytes).includes(type))),
  gif,
  tiff,
  // A bare codestream has no end marker.
  jxl: (bytes) => one(bytes.readUInt16BE(0) === 0xff0a || boxes(bytes).length > 0),
  jp2: (bytes) => one(boxes(bytes).includes('jp2c') && bytes.readUInt16BE(bytes.length - 2) === 0xffd9),
  psd,
  bmp: (bytes) => one(bytes.readUInt32LE(2) === bytes.length),
  ico,
  tga,
  dds,
  ppm,
  pam,
}

/** Counts one image; throws if it is incomplete. */
export function one(complete: boolean): number {
  if (!complete) throw new Error('the image is cut short')
  return 1
}

/** PNG specification, 5: chunks with a CRC each, up to IEND. */
function png(bytes: Buffer): number {
  let at = 8
  for (let type = ''; type !== 'IEND'; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    type = bytes.toString('latin1', at + 4, at + 8)
    one(bytes.readUInt32BE(end) === crc32(bytes.subarray(at + 4, end)))
    at = end + 4
  }
  return one(at === bytes.length)
}

/** RIFF chunks padded to an even length; an animation has an ANMF per frame. */
function webp(bytes: Buffer): number {
  one(bytes.readUInt32LE(4) + 8 === bytes.length)
  let frames = 0
  let at = 12
  while (at < bytes.length) {
    const length = bytes.readUInt32LE(at + 4)
    if (bytes.toString('latin1', at, at + 4) === 'ANMF') frames += 1
    at += 8 + length + (length % 2)
  }
  one(at === bytes.length)
  return Math.max(1, frames)
}

/**
 * GIF89a: images and extensions as chains of sub-blocks with an empty terminator, up to the
 * trailer.
 */
function gif(bytes: Buffer): number {
  const colours = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  const behindBlocks = (start: number) => {
    let at = start
    for (let length = bytes[at]; length; length = bytes[at]) at += length + 1
    return at + 1
  }
  let frames = 0
  let at = 13 + colours(bytes.readUInt8(10))
  for (;;) {
    const kind = bytes.readUInt8(at)
    if (kind === 0x3b) break
    one(kind === 0x21 || kind === 0x2c)
    if (kind === 0x2c) frames += 1
    at = behindBlocks(kind === 0x21 ? at + 2 : at + 11 + colours(bytes.readUInt8(at + 9)))
  }
  one(at + 1 === bytes.length && frames > 0)
  return frames
}

/** Types of the top-level boxes of an ISO base media file, which must fill it. */
function boxes(bytes: Buffer): string[] {
  const types: string[] = []
  let at = 0
  while (at < bytes.length) {
    const said = bytes.readUInt32BE(at)
    const length = said === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : said === 0 ? bytes.length - at : said
    one(length >= 8)
    types.push(bytes.toString('latin1', at + 4, at + 8))
    at += length
  }
  one(at === bytes.length)
  return types
}

/** TIFF 6.0, 2: a chain of IFDs, each with the offsets and lengths of its strips or tiles. */
function tiff(bytes: Buffer): number {
  one(bytes.toString('latin1', 0, 4) === 'II*\0')
  let pages = 0
  for (
    let at = bytes.readUInt32LE(4);
    at !== 0;
    at = bytes.readUInt32LE(at + 2 + 12 * bytes.readUInt16LE(at))
  ) {
    // A cyclic chain exceeds the maximum number of IFDs in the file.
    pages += one(pages < bytes.length / 12)
    const fields = new Map<number, number[]>()
    for (let field = at + 2; field < at + 2 + 12 * bytes.readUInt16LE(at); field += 12)
      fields.set(bytes.readUInt16LE(field), places(bytes, field))
    const offsets = fields.get(273) ?? fields.get(324) ?? []
    const lengths = fields.get(279) ?? fields.get(325) ?? []
    one(offsets.length > 0 && offsets.length === lengths.length)
    one(offsets.every((offset, index) => offset + (lengths[index] ?? 0) <= bytes.length))
  }
  one(pages > 0)
  return pages
}

/** The values of a SHORT or LONG field; empty for other types. */
function places(bytes: Buffer, field: number): number[] {
  const type = bytes.readUInt16LE(field + 2)
  const count = bytes.readUInt32LE(field + 4)
  const size = type === 3 ? 2 : 4
  if (type !== 3 && type !== 4) return []
  const start = size * count <= 4 ? field + 8 : bytes.readUInt32LE(field + 8)
  one(start + size * count <= bytes.length)
  return Array.from({ length: count }, (_, index) => bytes.readUIntLE(start + size * index, size))
}

/**
 * Header, three sections with lengths, then the image: raw, or RLE with the lengths of all rows.
 */
function psd(bytes: Buffer): number {
  const [channels, height, width, depth] = [
    bytes.readUInt16BE(12),
    bytes.readUInt32BE(14),
    bytes.readUInt32BE(18),
    bytes.readUInt16BE(22),
  ]
  let at = 26
  for (let section = 0; section < 3; section++) at += 4 + bytes.readUInt32BE(at)
  const packed = bytes.readUInt16BE(at) === 1
  at += 2
  if (!packed) return one(at + channels * height * Math.ceil((width * depth) / 8) === bytes.length)
  const rows = channels * height
  let end = at + 2 * rows
  for (let row = 0; row < rows; row++) end += bytes.readUInt16BE(at + 2 * row)
  return one(end === bytes.length)
}

/** The directory of an icon with the offset of each size; together they count as one image. */
function ico(bytes: Buffer): number {
  const count = bytes.readUInt16LE(4)
  one(count > 0)
  for (let entry = 6; entry < 6 + 16 * count; entry += 16)
    one(bytes.readUInt32LE(entry + 8) + bytes.readUInt32LE(entry + 12) <= bytes.length)
  return 1
}

/** Uncompressed types 1 to 3, as written here. */
function tga(bytes: Buffer): number {
  const palette = bytes.readUInt16LE(5) * Math.ceil(bytes.readUInt8(7) / 8)
  const pixels = bytes.readUInt16LE(12) * bytes.readUInt16LE(14) * Math.ceil(bytes.readUInt8(16) / 8)
  return one(bytes.readUInt8(2) <= 3 && 18 + bytes.readUInt8(0) + palette + pixels <= bytes.length)
}

/** Blocks of 4 × 4 pixels for the image and each mipmap. */
function dds(bytes: Buffer): number {
  const block = { DXT1: 8, DXT3: 16, DXT5: 16 }[bytes.toString('latin1', 84, 88)] ?? Number.NaN
  const levels = Math.min(32, Math.max(1, bytes.readUInt32LE(28)))
  const blocks = (side: number, level: number) => Math.max(1, Math.ceil(Math.floor(side / 2 ** level) / 4))
  let end = 128
  for (let level = 0; level < levels; level++)
    end += block * blocks(bytes.readUInt32LE(16), level) * blocks(bytes.readUInt32LE(12), level)
  return one(end === bytes.length)
}

function ppm(bytes: Buffer): number {
  const [head = '', width, height, most] =
    /^P6\s+(\d+)\s+(\d+)\s+(\d+)\s/.exec(bytes.toString('latin1', 0, 64)) ?? []
  return one(head.length + Number(width) * Number(height) * 3 * (Number(most) > 255 ? 2 : 1) === bytes.length)
}

function pam(bytes: Buffer): number {
  const [head = ''] = /^P7\n[\s\S]*?\nENDHDR\n/.exec(bytes.toString('latin1', 0, 512)) ?? []
  const field = (name: string) => Number(new RegExp(`\\n${name} (\\d+)\\n`).exec(head)?.[1])
  const sample = field('MAXVAL') > 255 ? 2 : 1
  return one(head.length + field('WIDTH') * field('HEIGHT') * field('DEPTH') * sample === bytes.length)
}
