import { one } from './complete.ts'

/** Width and height in pixels. */
export interface Size {
  width: number
  height: number
}

/**
 * Parsers of image sizes for formats that image-size doesn't support. They throw for another format
 * or a truncated file.
 */
export const HEADERS: Record<string, (bytes: Buffer) => Size> = {
  qoi(bytes) {
    begins(bytes, 'qoif')
    one(bytes.subarray(-8).equals(Buffer.from([0, 0, 0, 0, 0, 0, 0, 1])))
    return { width: bytes.readUInt32BE(4), height: bytes.readUInt32BE(8) }
  },
  farbfeld(bytes) {
    begins(bytes, 'farbfeld')
    const size = { width: bytes.readUInt32BE(8), height: bytes.readUInt32BE(12) }
    one(16 + 8 * size.width * size.height === bytes.length)
    return size
  },
  dpx(bytes) {
    begins(bytes, 'SDPX')
    const [width, height] = [bytes.readUInt32BE(772), bytes.readUInt32BE(776)]
    // Its stated length ignores the padding of lines to four bytes.
    const channels = { 6: 1, 50: 3, 51: 4 }[bytes.readUInt8(800)] ?? Number.NaN
    const line = 4 * Math.ceil((width * channels * bytes.readUInt8(803)) / 32)
    one(bytes.readUInt32BE(4) + line * height === bytes.length)
    return { width, height }
  },
  xpm(bytes) {
    begins(bytes, '/* XPM */')
    one(bytes.toString('latin1', bytes.length - 8).endsWith('};\n'))
    const [, width, height] = /\n"(\d+) (\d+) \d+ \d+/.exec(bytes.toString('latin1', 0, 1024)) ?? []
    return { width: Number(width), height: Number(height) }
  },
  pcx,
  sgi,
  hdr,
  exr,
}

function begins(bytes: Buffer, mark: string): void {
  if (!bytes.toString('latin1', 0, mark.length).startsWith(mark)) throw new Error('another format')
}

/** PCX RLE, marked by the two upper bits; lines in sequence, each by planes. */
function pcx(bytes: Buffer): Size {
  begins(bytes, '\x0a\x05\x01')
  const width = bytes.readUInt16LE(8) - bytes.readUInt16LE(4) + 1
  const height = bytes.readUInt16LE(10) - bytes.readUInt16LE(6) + 1
  const wanted = bytes.readUInt8(65) * bytes.readUInt16LE(66) * height
  let found = 0
  let at = 128
  while (at < bytes.length && found < wanted) {
    const byte = bytes[at] as number
    found += byte < 0xc0 ? 1 : byte & 0x3f
    at += byte < 0xc0 ? 1 : 2
  }
  one(found === wanted && at <= bytes.length)
  return { width, height }
}

/** RLE with tables of offset and length per line and channel, or uncompressed. */
function sgi(bytes: Buffer): Size {
  one(bytes.readUInt16BE(0) === 0x01da)
  const [width, height, channels] = [bytes.readUInt16BE(6), bytes.readUInt16BE(8), bytes.readUInt16BE(10)]
  const lines = height * channels
  if (bytes.readUInt8(2) === 0) one(512 + width * lines * bytes.readUInt8(3) <= bytes.length)
  else
    for (let at = 512; at < 512 + 4 * lines; at += 4)
      one(bytes.readUInt32BE(at) + bytes.readUInt32BE(at + 4 * lines) <= bytes.length)
  return { width, height }
}

/** Radiance: header lines, an empty line, the size, then RLE rows of four channels. */
function hdr(bytes: Buffer): Size {
  begins(bytes, '#?RADIANCE')
  const [head = '', lines, columns] =
    /^[\s\S]*?\n\n-Y (\d+) \+X (\d+)\n/.exec(bytes.toString('latin1', 0, 4096)) ?? []
  const [width, height] = [Number(columns), Number(lines)]
  let at = head.length
  // Very short or very long rows aren't compressed.
  if (width < 8 || width > 0x7fff) at += 4 * width * height
  else
    for (let row = 0; row < height; row++) {
      one(bytes.readUInt16BE(at) === 0x0202 && bytes.readUInt16BE(at + 2) === width)
      at += 4
      for (let found = 0; found < 4 * width; ) {
        const run = bytes.readUInt8(at)
        found += run > 128 ? run - 128 : one(run > 0) && run
        at += run > 128 ? 2 : 1 + run
      }
    }
  one(at === bytes.length)
  return { width, height }
}

/** Rows per block, by compression type. */
const EXR_ROWS = [1, 1, 1, 16, 32, 16, 32, 32, 32, 256]

/** OpenEXR with one part: attributes, offset table, blocks. The last block ends the file. */
function exr(bytes: Buffer): Size {
  one(bytes.readUInt32LE(0) === 0x01312f76)
  const attributes = new Map<string, number>()
  let at = 8
  const text = () => {
    const end = bytes.indexOf(0, at)
    one(end >= at)
    const word = bytes.toString('latin1', at, end)
    at = end + 1
    return word
  }
  for (let name = text(); name !== ''; name = text()) {
    text() // attribute type
    attributes.set(name, at + 4)
    at += 4 + bytes.readUInt32LE(at)
  }
  const window = attributes.get('dataWindow') ?? Number.NaN
  const side = (from: number) => bytes.readInt32LE(window + from + 8) - bytes.readInt32LE(window + from) + 1
  const [width, height] = [side(0), side(4)]
  const rows = EXR_ROWS[bytes.readUInt8(attributes.get('compression') ?? Number.NaN)] ?? Number.NaN
  const last = Number(bytes.readBigUInt64LE(at + 8 * (Math.ceil(height / rows) - 1)))
  one(last + 8 + bytes.readUInt32LE(last + 4) === bytes.length)
  return { width, height }
}
