import { sentence } from '../../kernel/sentence.ts'
import { damaged } from './failures.ts'

/** A font as its tables. `bytes` is the source file if it holds exactly this font. */
export interface Sfnt {
  tables: Map<string, Buffer>
  bytes?: Buffer
}

/** A plausibility limit: the largest CJK fonts have 35 MB. */
export const MAX_FONT_BYTES = 96 * 1024 * 1024
export const MAX_TABLES = 512
const TAG = /^[\x20-\x7e]{4}$/
const OTTO = 0x4f54544f
/** Apple's `true` also marks TrueType outlines. */
const VERSIONS = { otf: [OTTO], ttf: [0x00010000, 0x74727565] }

/** `otf` for CFF outlines, `ttf` otherwise, by the tables and not by header or name. */
export function flavourOf({ tables }: Sfnt): 'ttf' | 'otf' {
  return tables.has('CFF ') || tables.has('CFF2') ? 'otf' : 'ttf'
}

/**
 * The number of glyphs in `maxp`.
 * @throws `source_damaged`
 */
export function glyphCount({ tables }: Sfnt): number {
  const maxp = tables.get('maxp')
  if (!maxp || maxp.length < 6) throw damaged(sentence`The font does not say how many characters it has.`)
  return maxp.readUInt16BE(4)
}

/**
 * Parses the table directory at `at` in `file`; offsets count from the start of the file. Source:
 * OpenType 1.9, "Organization of an OpenType font".
 * @throws `source_damaged` for tables outside the file
 */
export function parseSfnt(file: Buffer, at = 0): Sfnt {
  if (at + 12 > file.length) throw damaged()
  const known = Object.values(VERSIONS).flat().includes(file.readUInt32BE(at))
  const count = file.readUInt16BE(at + 4)
  if (!known || count === 0 || count > MAX_TABLES || at + 12 + 16 * count > file.length) throw damaged()
  const tables = new Map<string, Buffer>()
  for (let index = 0; index < count; index++) {
    const record = at + 12 + 16 * index
    const tag = file.toString('latin1', record, record + 4)
    const start = file.readUInt32BE(record + 8)
    const length = file.readUInt32BE(record + 12)
    if (start + length > file.length || tables.has(tag) || !TAG.test(tag)) throw damaged()
    tables.set(tag, file.subarray(start, start + length))
  }
  return { tables }
}

/** Reads a single-font file. If its header contradicts its tables, it is rewritten on output. */
export function readSfnt(file: Buffer): Sfnt {
  const font = parseSfnt(file)
  const rightly = VERSIONS[flavourOf(font)].includes(file.readUInt32BE(0))
  return rightly ? { ...font, bytes: file } : font
}

/** The font as a separate file; the source file if it is one. */
export function sfntBytes(font: Sfnt): Buffer {
  font.bytes ??= buildSfnt(font)
  return font.bytes
}

/**
 * Writes header, directory and tables with checksums; `shift` is added to all offsets, for
 * embedding in a larger file.
 */
export function buildSfnt(font: Sfnt, shift = 0): Buffer {
  const sorted = [...font.tables].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const directory = Buffer.alloc(12 + 16 * sorted.length)
  const power = Math.floor(Math.log2(sorted.length))
  directory.writeUInt32BE(VERSIONS[flavourOf(font)][0] ?? OTTO, 0)
  directory.writeUInt16BE(sorted.length, 4)
  directory.writeUInt16BE(16 << power, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE(16 * sorted.length - (16 << power), 10)
  const parts: Buffer[] = [directory]
  let head: Buffer | null = null
  let position = directory.length
  let total = 0
  for (const [index, [tag, bytes]] of sorted.entries()) {
    const padded = Buffer.alloc((bytes.length + 3) & ~3)
    padded.set(bytes)
    if (tag === 'head' && bytes.length >= 12) {
      head = padded
      head.writeUInt32BE(0, 8)
    }
    const sum = checksum(padded)
    total += sum
    const record = 12 + 16 * index
    directory.write(tag, record, 'latin1')
    directory.writeUInt32BE(sum, record + 4)
    directory.writeUInt32BE(position + shift, record + 8)
    directory.writeUInt32BE(bytes.length, record + 12)
    parts.push(padded)
    position += padded.length
  }
  head?.writeUInt32BE((0xb1b0afba - ((total + checksum(directory)) % 2 ** 32) + 2 ** 32) >>> 0, 8)
  return Buffer.concat(parts, position)
}

/** The sum of big-endian 32-bit words modulo 2³². The length must be a multiple of four. */
export function checksum(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
  return sum
}
