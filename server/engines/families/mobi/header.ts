import { damagedBook, protectedBook } from './failures.ts'

const NONE = 0xffffffff
const MOST_EXTH = 2000

export interface BookMetadata {
  title: string
  authors: string[]
  publisher: string
  description: string
  subjects: string[]
  date: string
  rights: string
  isbn: string
  language: string
}

/** The first record of a book: compression, and record numbers relative to this record. */
export interface BookHeader {
  compression: number
  textRecords: number
  /** Bytes of an inflated record. */
  recordSize: number
  encoding: 'utf-8' | 'windows-1252'
  version: number
  firstResource: number | null
  huffman: { first: number; count: number } | null
  trailing: number
  contents: number | null
  /** KF8 only. */
  flows: number | null
  fragments: number | null
  skeletons: number | null
  /** The first record of the KF8 part in a hybrid file. */
  boundary: number | null
  cover: number | null
  metadata: BookMetadata
}

const LANGUAGES: Record<number, string> = {
  ...{
    1: 'ar',
    4: 'zh',
    5: 'cs',
    6: 'da',
    7: 'de',
    8: 'el',
    9: 'en',
    10: 'es',
    11: 'fi',
    12: 'fr',
    13: 'he',
    14: 'hu',
    16: 'it',
  },
  ...{
    17: 'ja',
    18: 'ko',
    19: 'nl',
    20: 'no',
    21: 'pl',
    22: 'pt',
    25: 'ru',
    29: 'sv',
    30: 'th',
    31: 'tr',
    34: 'uk',
    42: 'vi',
  },
}

/** @throws EngineFailure source_encrypted for a DRM-protected book, source_damaged */
export function readHeader(record: Buffer, name: string): BookHeader {
  if (record.length < 16) throw damagedBook('the first record')
  if (record.readUInt16BE(12) !== 0) throw protectedBook()
  const isMobi = record.length >= 132 && record.toString('latin1', 16, 20) === 'MOBI'
  const length = isMobi ? record.readUInt32BE(20) : 0
  /** A number of the header, or null if the header is shorter or the value is unset. */
  const number = (at: number): number | null => {
    if (!isMobi || at + 4 > 16 + length || at + 4 > record.length) return null
    const value = record.readUInt32BE(at)
    return value === NONE ? null : value
  }
  const encoding = number(28) === 65001 ? 'utf-8' : 'windows-1252'
  const exth =
    (number(128) ?? 0) & 0x40 ? readExth(record.subarray(16 + length)) : new Map<number, Buffer[]>()
  const [huffman, tables] = [number(112), number(116) ?? 0]
  const version = number(36) ?? 1
  return {
    compression: record.readUInt16BE(0),
    textRecords: record.readUInt16BE(8),
    recordSize: record.readUInt16BE(10) || 4096,
    encoding,
    version,
    firstResource: number(108),
    huffman: huffman !== null && tables > 1 ? { first: huffman, count: tables } : null,
    trailing: (number(240) ?? 0) & 0xffff,
    contents: number(244),
    flows: version >= 8 ? number(192) : null,
    fragments: version >= 8 ? number(248) : null,
    skeletons: version >= 8 ? number(252) : null,
    boundary: exthNumber(exth, 121),
    cover: exthNumber(exth, 201),
    metadata: metadataOf(
      exth,
      encoding,
      fullName(record, number) || name,
      LANGUAGES[(number(92) ?? 0) & 0xff] ?? '',
    ),
  }
}

function fullName(record: Buffer, number: (at: number) => number | null): string {
  const [start, length] = [number(84) ?? 0, number(88) ?? 0]
  return length > 0 && start + length <= record.length
    ? new TextDecoder(number(28) === 65001 ? 'utf-8' : 'windows-1252').decode(
        record.subarray(start, start + length),
      )
    : ''
}

function readExth(bytes: Buffer): Map<number, Buffer[]> {
  const found = new Map<number, Buffer[]>()
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'EXTH') return found
  const count = Math.min(bytes.readUInt32BE(8), MOST_EXTH)
  for (let index = 0, at = 12; index < count && at + 8 <= bytes.length; index++) {
    const [type, length] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
    if (length < 8 || at + length > bytes.length) break
    found.set(type, [...(found.get(type) ?? []), bytes.subarray(at + 8, at + length)])
    at += length
  }
  return found
}

function exthNumber(exth: Map<number, Buffer[]>, type: number): number | null {
  const value = exth.get(type)?.[0]
  const number = value?.length === 4 ? value.readUInt32BE(0) : NONE
  return number === NONE ? null : number
}

function metadataOf(
  exth: Map<number, Buffer[]>,
  encoding: string,
  name: string,
  language: string,
): BookMetadata {
  const decoder = new TextDecoder(encoding)
  const all = (type: number) =>
    (exth.get(type) ?? []).slice(0, 100).map((value) =>
      decoder
        .decode(value)
        .replace(/\p{Cc}+/gu, ' ')
        .trim(),
    )
  const first = (type: number) => all(type)[0] ?? ''
  const tag = first(524) || language
  return {
    title: (first(503) || name).slice(0, 1000),
    authors: all(100),
    publisher: first(101),
    description: first(103).slice(0, 5000),
    subjects: all(105),
    date: first(106),
    rights: first(109),
    isbn: first(104),
    language: /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag) ? tag : 'und',
  }
}
