import { damaged } from './failures.ts'
import { readMtx } from './mtx.ts'
import { readSfnt, type Sfnt, sfntBytes } from './sfnt.ts'

const MAGIC = 0x504c
const COMPRESSED = 0x4
const MASKED = 0x10000000

/**
 * Extracts the font of an EOT file. Source: W3C, "Embedded OpenType (EOT) File Format", section 3.
 */
export function readEot(file: Buffer): Sfnt {
  if (file.length < 82 || file.readUInt16LE(34) !== MAGIC) throw damaged()
  const total = file.readUInt32LE(0)
  const length = file.readUInt32LE(4)
  const flags = file.readUInt32LE(12)
  if (total > file.length || length > total - 82) throw damaged()
  const stored = file.subarray(total - length, total)
  // The XOR mask is no encryption: a fixed byte.
  const font = flags & MASKED ? Buffer.from(stored.map((byte) => byte ^ 0x50)) : stored
  return flags & COMPRESSED ? readMtx(font) : readSfnt(font)
}

export interface EotNames {
  family: string
  style: string
  version: string
  full: string
}

/** Prepends a header of version 2.1 to the unchanged font. */
export function writeEot(font: Sfnt, names: EotNames): Buffer {
  const bytes = sfntBytes(font)
  const os2 = font.tables.get('OS/2') ?? Buffer.alloc(0)
  // The checksum adjustment of the embedded font, which a rebuilt font recalculates.
  const head = readSfnt(bytes).tables.get('head') ?? Buffer.alloc(12)
  const header = Buffer.alloc(82)
  header.writeUInt32LE(bytes.length, 4)
  header.writeUInt32LE(0x00020001, 8)
  header.writeUInt8(1, 26)
  header.writeUInt32LE(400, 28)
  header.writeUInt16LE(MAGIC, 34)
  if (os2.length >= 78) {
    os2.copy(header, 16, 32, 42)
    header.writeUInt8(os2.readUInt16BE(62) & 1, 27)
    header.writeUInt32LE(os2.readUInt16BE(4), 28)
    header.writeUInt16LE(os2.readUInt16BE(8), 32)
    for (let range = 0; range < 4; range++) {
      header.writeUInt32LE(os2.readUInt32BE(42 + 4 * range), 36 + 4 * range)
    }
  }
  if (os2.length >= 86) {
    header.writeUInt32LE(os2.readUInt32BE(78), 52)
    header.writeUInt32LE(os2.readUInt32BE(82), 56)
  }
  header.writeUInt32LE(head.readUInt32BE(8), 60)
  const texts = [names.family, names.style, names.version, names.full, ''].map((text, index) => {
    const encoded = Buffer.from(text.slice(0, 1000), 'utf16le')
    const size = Buffer.alloc(2)
    size.writeUInt16LE(encoded.length)
    return Buffer.concat([index === 0 ? Buffer.alloc(0) : Buffer.alloc(2), size, encoded])
  })
  const file = Buffer.concat([header, ...texts, bytes])
  file.writeUInt32LE(file.length, 0)
  return file
}
