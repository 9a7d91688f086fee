import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { compress, decompress } from 'wawoff2'
import { sentence } from '../../kernel/sentence.ts'
import { readCollection } from './collection.ts'
import { damaged, tooLarge } from './failures.ts'
import { flavourOf, MAX_FONT_BYTES, readSfnt, type Sfnt, sfntBytes } from './sfnt.ts'
import { ByteReader, base128, KNOWN_TAGS } from './woff2-directory.ts'

/** The unpacked content of a WOFF2 file. */
export interface Unpacked {
  /** Whether it is a collection of several fonts. */
  collection: boolean
  /** `transformed` if the bytes are the transformed form of the table. */
  tables: { tag: string; length: number; transformed: boolean; bytes: Buffer }[]
}

/** Above this size maximum compression is too slow: three seconds per megabyte. */
const SLOW_BYTES = 4 * 1024 * 1024
const HEADER = 48
const NULL_TRANSFORM = 3

/**
 * Unpacks the stream of a WOFF2 file to at most the size in its directory, which is limited first;
 * the header's total isn't trusted. Source: W3C, "WOFF File Format 2.0", sections 4 and 5.
 */
export function unpackWoff2(file: Buffer): Unpacked {
  if (file.length < HEADER) throw damaged()
  const collection = file.toString('latin1', 4, 8) === 'ttcf'
  const count = file.readUInt16BE(12)
  const packed = file.readUInt32BE(20)
  if (count === 0 || file.readUInt32BE(16) > MAX_FONT_BYTES * 2) throw damaged()
  const reader = new ByteReader(file, HEADER)
  const directory = Array.from({ length: count }, () => {
    const flags = reader.byte()
    const tag = KNOWN_TAGS[flags & 63] ?? reader.tag()
    const length = reader.base128()
    const plain = tag === 'glyf' || tag === 'loca' ? flags >> 6 === NULL_TRANSFORM : flags >> 6 === 0
    return { tag, length, transformed: !plain, stored: plain ? length : reader.base128() }
  })
  if (collection) reader.skipCollection(count)
  const total = directory.reduce((sum, { stored }) => sum + stored, 0)
  const unpacked = directory.reduce((sum, { length }) => sum + length, 0)
  if (total > MAX_FONT_BYTES || unpacked > MAX_FONT_BYTES) throw tooLarge()
  if (total === 0 || reader.position + packed > file.length) throw damaged()
  const stream = inflate(file.subarray(reader.position, reader.position + packed), total)
  let at = 0
  const tables = directory.map(({ tag, length, transformed, stored }) => {
    const bytes = stream.subarray(at, at + stored)
    at += stored
    return { tag, length, transformed, bytes }
  })
  return { collection, tables }
}

function inflate(bytes: Buffer, length: number): Buffer {
  try {
    const stream = brotliDecompressSync(bytes, { maxOutputLength: length })
    if (stream.length === length) return stream
  } catch {
    // Reported below.
  }
  throw damaged()
}

/** The fonts of a WOFF2 file; several only for a collection. */
export async function readWoff2(file: Buffer): Promise<Sfnt[]> {
  const { collection, tables } = unpackWoff2(file)
  if (!collection && tables.every(({ transformed }) => !transformed)) {
    return [{ tables: new Map(tables.map(({ tag, bytes }) => [tag, bytes])) }]
  }
  const sfnt = Buffer.from(await decompress(file).catch(() => Promise.reject(damaged())))
  return collection ? readCollection(sfnt) : [readSfnt(sfnt)]
}

/**
 * Packs a font. TrueType outlines are transformed first, by the reference encoder; CFF has no
 * transform, so a plain stream gives the same file faster. Very large fonts skip the transform too,
 * since its compression would take minutes.
 */
export async function writeWoff2(font: Sfnt): Promise<Buffer> {
  const bytes = sfntBytes(font)
  if (flavourOf(font) === 'ttf' && bytes.length <= SLOW_BYTES) {
    return Buffer.from(
      await compress(bytes).catch(() =>
        Promise.reject(damaged(sentence`The font has shapes that cannot be read.`)),
      ),
    )
  }
  // The specification requires omitting DSIG, since the signature no longer matches.
  const tables = [...font.tables].filter(([tag]) => tag !== 'DSIG').toSorted(inOrder)
  const directory = tables.map(([tag, { length }]) => {
    const index = KNOWN_TAGS.indexOf(tag)
    const transform = tag === 'glyf' || tag === 'loca' ? NULL_TRANSFORM << 6 : 0
    const name = index < 0 ? Buffer.from(tag, 'latin1') : Buffer.alloc(0)
    return Buffer.concat([Buffer.from([transform | (index < 0 ? 63 : index)]), name, base128(length)])
  })
  const plain = Buffer.concat(tables.map(([, table]) => table))
  const stream = brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
      [constants.BROTLI_PARAM_QUALITY]: plain.length > SLOW_BYTES ? 9 : 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
  const header = Buffer.alloc(HEADER)
  const body = Buffer.concat([header, ...directory, stream])
  const padded = Buffer.concat([body, Buffer.alloc(-body.length & 3)])
  padded.write('wOF2', 0, 'latin1')
  padded.writeUInt32BE(flavourOf(font) === 'otf' ? 0x4f54544f : 0x00010000, 4)
  padded.writeUInt32BE(padded.length, 8)
  padded.writeUInt16BE(tables.length, 12)
  padded.writeUInt32BE(
    tables.reduce((sum, [, { length }]) => sum + 16 + ((length + 3) & ~3), 12),
    16,
  )
  padded.writeUInt32BE(stream.length, 20)
  padded.writeUInt16BE(1, 24)
  return padded
}

/** By tag, with `loca` directly after `glyf`, as the specification requires. */
function inOrder([a]: readonly [string, Buffer], [b]: readonly [string, Buffer]): number {
  const key = (tag: string) => (tag === 'loca' ? 'glyf ' : tag)
  return key(a) < key(b) ? -1 : 1
}
