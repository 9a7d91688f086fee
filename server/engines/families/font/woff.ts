import { constants, deflateSync, inflateSync } from 'node:zlib'
import { damaged, tooLarge } from './failures.ts'
import { flavourOf, MAX_FONT_BYTES, type Sfnt } from './sfnt.ts'

const HEADER = 44
const RECORD = 20

/**
 * Unpacks a WOFF 1.0 file; no table may exceed its stated length. Source: W3C, "WOFF File Format
 * 1.0".
 */
export function readWoff(file: Buffer): Sfnt {
  if (file.length < HEADER) throw damaged()
  const count = file.readUInt16BE(12)
  if (count === 0 || HEADER + RECORD * count > file.length) throw damaged()
  const tables = new Map<string, Buffer>()
  let total = 0
  for (let index = 0; index < count; index++) {
    const record = HEADER + RECORD * index
    const tag = file.toString('latin1', record, record + 4)
    const start = file.readUInt32BE(record + 4)
    const packed = file.readUInt32BE(record + 8)
    const length = file.readUInt32BE(record + 12)
    total += length
    if (total > MAX_FONT_BYTES) throw tooLarge()
    if (start + packed > file.length || packed > length || tables.has(tag)) throw damaged()
    const bytes = file.subarray(start, start + packed)
    tables.set(tag, packed === length ? bytes : inflate(bytes, length))
  }
  return { tables }
}

function inflate(bytes: Buffer, length: number): Buffer {
  try {
    const table = inflateSync(bytes, { maxOutputLength: Math.max(1, length) })
    if (table.length === length) return table
  } catch {
    // Reported below.
  }
  throw damaged()
}

/** Packs a font as WOFF 1.0; compresses each table only if that makes it smaller. */
export function writeWoff(font: Sfnt): Buffer {
  const sorted = [...font.tables].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const header = Buffer.alloc(HEADER + RECORD * sorted.length)
  const parts: Buffer[] = [header]
  let position = header.length
  let unpacked = 12 + 16 * sorted.length
  for (const [index, [tag, bytes]] of sorted.entries()) {
    const squeezed = deflateSync(bytes, { level: constants.Z_BEST_COMPRESSION })
    const packed = squeezed.length < bytes.length ? squeezed : bytes
    const record = HEADER + RECORD * index
    header.write(tag, record, 'latin1')
    header.writeUInt32BE(position, record + 4)
    header.writeUInt32BE(packed.length, record + 8)
    header.writeUInt32BE(bytes.length, record + 12)
    header.writeUInt32BE(tableChecksum(tag, bytes), record + 16)
    const padding = Buffer.alloc(-packed.length & 3)
    parts.push(packed, padding)
    position += packed.length + padding.length
    unpacked += (bytes.length + 3) & ~3
  }
  header.write('wOFF', 0, 'latin1')
  header.writeUInt32BE(flavourOf(font) === 'otf' ? 0x4f54544f : 0x00010000, 4)
  header.writeUInt32BE(position, 8)
  header.writeUInt16BE(sorted.length, 12)
  header.writeUInt32BE(unpacked, 16)
  header.writeUInt16BE(1, 20)
  return Buffer.concat(parts, position)
}

/** The checksum of `head` excludes its file checksum field. */
function tableChecksum(tag: string, bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) {
    if (tag === 'head' && at === 8) continue
    const left = bytes.length - at
    const word = left >= 4 ? bytes.readUInt32BE(at) : bytes.readUIntBE(at, left) * 2 ** (8 * (4 - left))
    sum = (sum + word) >>> 0
  }
  return sum
}
