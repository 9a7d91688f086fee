import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { damagedBook, tooLargeBook } from './failures.ts'
import { type BookHeader, type BookMetadata, readHeader } from './header.ts'
import { HuffmanUnpacker } from './huffman.ts'
import { PalmDatabase } from './palm-database.ts'

/** Maximum inflated text of a book, in bytes. */
const MOST_TEXT = 40 * 1024 * 1024
const PALMDOC = 2
const HUFFMAN = 17480

/** An opened book: its stored text and its records. */
export interface StoredBook {
  header: BookHeader
  metadata: BookMetadata
  text: Buffer
  /** A record by its number relative to the book's first. */
  record(index: number): Buffer
  /** The resources (images, fonts) in order, from 0. */
  resource(index: number): Buffer | null
}

/**
 * Opens a Mobipocket or Kindle book; of a hybrid file the newer part (KF8). Sources: MobileRead
 * Wiki, MOBI and KF8 (format descriptions).
 * @throws EngineFailure source_damaged, source_encrypted, source_too_complex, source_unsupported
 */
export function openBook(bytes: Buffer): StoredBook {
  if (bytes.toString('latin1', 0, 3) === 'TPZ') throw otherKind()
  const database = new PalmDatabase(bytes)
  const old = readHeader(database.record(0), database.name)
  const start =
    old.version < 8 && old.boundary !== null && isHeader(database, old.boundary) ? old.boundary : 0
  const header = start === 0 ? old : readHeader(database.record(start), database.name)
  const record = (index: number) => database.record(start + index)
  // In a hybrid file both parts share the images of the first part.
  const resources = old.firstResource
  return {
    header,
    metadata: header.metadata,
    text: readText(header, record),
    record,
    resource: (index) =>
      resources !== null && resources + index < database.count ? database.record(resources + index) : null,
  }
}

function isHeader(database: PalmDatabase, index: number): boolean {
  return index < database.count && database.record(index).toString('latin1', 16, 20) === 'MOBI'
}

const otherKind = () =>
  new EngineFailure(
    'source_unsupported',
    sentence`The book is in a format of early Kindles (Topaz) that can’t be opened here. Export it as EPUB, MOBI or AZW3.`,
  )

function readText(header: BookHeader, record: (index: number) => Buffer): Buffer {
  const { textRecords, recordSize, trailing } = header
  if (textRecords * recordSize > 16 * MOST_TEXT) throw tooLargeBook()
  const unpack = unpacker(header, record)
  const parts: Buffer[] = []
  let total = 0
  for (let index = 1; index <= textRecords; index++) {
    const part = unpack(withoutTrailing(record(index), trailing))
    total += part.length
    if (total > MOST_TEXT) throw tooLargeBook()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function unpacker(header: BookHeader, record: (index: number) => Buffer): (packed: Buffer) => Buffer {
  // Records hold 4096 bytes by convention; some writers exceed it.
  const most = Math.max(header.recordSize, 4096) * 4
  if (header.compression === 1) return (packed) => packed
  if (header.compression === PALMDOC) return (packed) => unpackPalmDoc(packed, most)
  if (header.compression !== HUFFMAN || !header.huffman)
    throw damagedBook(`compression ${header.compression}`)
  const { first, count } = header.huffman
  if (count > 1000) throw damagedBook('too many dictionaries')
  const dictionaries = Array.from({ length: count - 1 }, (_, index) => record(first + 1 + index))
  const huffman = new HuffmanUnpacker(record(first), dictionaries)
  return (packed) => huffman.unpack(packed, most)
}

/**
 * Removes the trailing data of a text record: indexes, and bytes of a character that continues in
 * the next record.
 */
function withoutTrailing(record: Buffer, flags: number): Buffer {
  let end = record.length
  for (let bits = flags >> 1; bits > 0; bits >>= 1)
    if (bits & 1) end -= backward(record.subarray(0, Math.max(0, end)))
  if (flags & 1 && end > 0) end -= ((record[end - 1] ?? 0) & 3) + 1
  return record.subarray(0, Math.max(0, end))
}

/** A backward-encoded number of up to four bytes; its first byte has the high bit set. */
function backward(bytes: Buffer): number {
  let value = 0
  for (const byte of bytes.subarray(-4)) value = (byte & 0x80 ? 0 : value * 128) + (byte & 0x7f)
  return value
}

/**
 * Decompresses a PalmDOC record: literals, literal runs, back-references, and a space with a
 * letter. `most` limits the result in bytes. Back-references before the start are ignored.
 */
function unpackPalmDoc(packed: Uint8Array, most: number): Buffer {
  const output = Buffer.alloc(most)
  let to = 0
  for (let at = 0; at < packed.length && to < most; ) {
    const byte = packed[at++] ?? 0
    if (byte >= 1 && byte <= 8) {
      for (let left = byte; left > 0 && at < packed.length && to < most; left--)
        output[to++] = packed[at++] ?? 0
    } else if (byte < 0x80) output[to++] = byte
    else if (byte < 0xc0) {
      const pair = (byte << 8) | (packed[at++] ?? 0)
      const distance = (pair & 0x3fff) >> 3
      if (distance === 0 || distance > to) continue
      for (let left = (pair & 7) + 3; left > 0 && to < most; left--, to++)
        output[to] = output[to - distance] ?? 0
    } else {
      output[to++] = 0x20
      if (to < most) output[to++] = byte ^ 0x80
    }
  }
  return output.subarray(0, to)
}
