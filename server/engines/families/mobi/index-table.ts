import { damagedBook } from './failures.ts'

export interface IndexEntry {
  name: string
  /** The values per tag. */
  tags: Map<number, number[]>
}

interface Index {
  entries: IndexEntry[]
  /** The referenced texts by offset. */
  texts: Map<number, string>
}

interface Tag {
  tag: number
  values: number
  mask: number
  ends: boolean
}

const MOST_ENTRIES = 100_000
const TEXTS_PER_RECORD = 0x10000

/**
 * An index of a book: its table of contents, or the parts of its text. `record` reads a record by
 * its number relative to the book.
 * @throws EngineFailure source_damaged
 */
export function readIndex(first: number, record: (index: number) => Buffer, encoding: string): Index {
  const head = indexRecord(record(first))
  const [headLength, records, textRecords] = [
    head.readUInt32BE(4),
    head.readUInt32BE(24),
    head.readUInt32BE(52),
  ]
  const { tags, controlBytes } = readTags(head, headLength)
  const entries: IndexEntry[] = []
  if (records > 10_000 || textRecords > 1000) throw damagedBook('too many records of an index')
  for (let index = 1; index <= records; index++)
    readEntries(indexRecord(record(first + index)), tags, controlBytes, entries)
  const texts = new Map<number, string>()
  for (let index = 0; index < textRecords; index++)
    readTexts(record(first + records + 1 + index), index * TEXTS_PER_RECORD, texts, encoding)
  return { entries, texts }
}

function indexRecord(bytes: Buffer): Buffer {
  if (bytes.length < 56 || bytes.toString('latin1', 0, 4) !== 'INDX') throw damagedBook('INDX')
  return bytes
}

function readTags(head: Buffer, at: number): { tags: Tag[]; controlBytes: number } {
  if (at + 12 > head.length || head.toString('latin1', at, at + 4) !== 'TAGX') throw damagedBook('TAGX')
  const end = Math.min(at + head.readUInt32BE(at + 4), head.length)
  const tags: Tag[] = []
  for (let place = at + 12; place + 4 <= end; place += 4) {
    const [tag = 0, values = 0, mask = 0, last = 0] = head.subarray(place, place + 4)
    tags.push({ tag, values, mask, ends: last !== 0 })
  }
  return { tags, controlBytes: head.readUInt32BE(at + 8) }
}

function readEntries(bytes: Buffer, tags: readonly Tag[], controlBytes: number, entries: IndexEntry[]): void {
  const [table, count] = [bytes.readUInt32BE(20), bytes.readUInt32BE(24)]
  if (table + 4 + 2 * count > bytes.length || entries.length + count > MOST_ENTRIES) throw damagedBook('IDXT')
  for (let index = 0; index < count; index++) {
    const at = bytes.readUInt16BE(table + 4 + 2 * index)
    const nameEnd = at + 1 + (bytes[at] ?? 0)
    const values = bytes.subarray(nameEnd, table)
    entries.push({
      name: bytes.toString('latin1', at + 1, nameEnd),
      tags: readValues(values, tags, controlBytes),
    })
  }
}

/** Control bytes, whose bits give the tags and their counts, followed by the values. */
function readValues(bytes: Buffer, tags: readonly Tag[], controlBytes: number): Map<number, number[]> {
  const cursor = { at: controlBytes }
  const planned: { tag: number; count: number | null; length: number }[] = []
  let control = 0
  for (const { tag, values, mask, ends } of tags) {
    if (ends) {
      control += 1
      continue
    }
    const bits = (bytes[control] ?? 0) & mask
    if (bits === 0) continue
    if (bits === mask && ones(mask) > 1) planned.push({ tag, count: null, length: forward(bytes, cursor) })
    else planned.push({ tag, count: (bits / lowest(mask)) * values, length: 0 })
  }
  const found = new Map<number, number[]>()
  for (const { tag, count, length } of planned) {
    const values: number[] = []
    const end = count === null ? cursor.at + length : Number.POSITIVE_INFINITY
    while (cursor.at < Math.min(end, bytes.length) && values.length < (count ?? MOST_ENTRIES))
      values.push(forward(bytes, cursor))
    found.set(tag, values)
  }
  return found
}

const ones = (mask: number) => mask.toString(2).replaceAll('0', '').length
const lowest = (mask: number) => mask & -mask

/** A variable-length number of 7-bit groups; the last byte has its high bit set. */
function forward(bytes: Buffer, cursor: { at: number }): number {
  let value = 0
  for (let taken = 0; taken < 4 && cursor.at < bytes.length; taken++) {
    const byte = bytes[cursor.at++] ?? 0
    value = value * 128 + (byte & 0x7f)
    if (byte & 0x80) break
  }
  return value
}

function readTexts(bytes: Buffer, base: number, texts: Map<number, string>, encoding: string): void {
  const decoder = new TextDecoder(encoding)
  const cursor = { at: 0 }
  while (cursor.at < bytes.length && texts.size < MOST_ENTRIES) {
    const place = cursor.at
    const length = forward(bytes, cursor)
    if (length === 0 && bytes[place] === 0) return
    texts.set(base + place, decoder.decode(bytes.subarray(cursor.at, cursor.at + length)))
    cursor.at += length
  }
}
