import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { compress, decompress } from 'wawoff2'
import { sentence } from '../../kernel/sentence.ts'
import { readCollection } from './collection.ts'
import { damaged, tooLarge } from './failures.ts'
import { flavourOf, MAX_FONT_BYTES, readSfnt, type Sfnt, sfntBytes } from './sfnt.ts'
import { ByteReader, base128, KNOWN_TAGS } from './woff2-directory.ts'

/** What a WOFF2 file holds once its one compressed stream is unpacked. */
export interface Unpacked {
  /** The number of fonts: more than one for a packed collection. */
  collection: boolean
  /** `transformed` where the bytes are not the table's own but its rearranged form. */
  tables: { tag: string; length: number; transformed: boolean; bytes: Buffer }[]
}

/** From here on the best compression takes more time than it is worth: three seconds a megabyte. */
const SLOW_BYTES = 4 * 1024 * 1024
const HEADER = 48
const NULL_TRANSFORM = 3

/**
 * Unpacks the stream of a WOFF2 file, no byte longer than its directory says, which is bounded
 * first: the header's own word on the total is never believed. Source: W3C, "WOFF File Format 2.0",
 * sections 4 and 5.
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
    // Said below.
  }
  throw damaged()
}

/** The fonts of a WOFF2 file; one, but for a packed collection. */
export async function readWoff2(file: Buffer): Promise<Sfnt[]> {
  const { collection, tables } = unpackWoff2(file)
  if (!collection && tables.every(({ transformed }) => !transformed)) {
    return [{ tables: new Map(tables.map(({ tag, bytes }) => [tag, bytes])) }]
  }
  const sfnt = Buffer.from(await decompress(file).catch(() => Promise.reject(damaged())))
  return collection ? readCollection(sfnt) : [readSfnt(sfnt)]
}

/**
 * Packs a font. TrueType outlines are rearranged first, which only the reference code does; CFF has
 * no such form, so that a plain stream is the same file, made faster. Very long fonts go without
 * the rearrangement as well, since it comes with a compression that would take minutes.
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
  // A signature is of the file as it was: the specification has it left out.
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

/** By tag, with `loca` right behind `glyf`, as the specification wants it. */
function inOrder([a]: readonly [string, Buffer], [b]: readonly [string, Buffer]): number {
  const key = (tag: string) => (tag === 'loca' ? 'glyf ' : tag)
  return key(a) < key(b) ? -1 : 1
}
