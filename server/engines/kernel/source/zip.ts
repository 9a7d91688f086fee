import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { EngineFailure } from '../engine.ts'
import type { Limits } from '../limits.ts'
import { sentence } from '../sentence.ts'
import { ELSEWHERE, extraField, zip64Directory, zip64Numbers } from './zip64.ts'

export interface ZipEntry {
  name: string
  /** The name in the central directory. */
  bytes: Buffer
  /** Whether the name is Unicode, by flag 11 or the field 0x7075 (APPNOTE.TXT 4.6.9). */
  unicode: boolean
  /** Sizes in bytes from the central directory; not trusted. */
  inflated: number
  packed: number
  method: number
  encrypted: boolean
  symlink: boolean
  /** Offset of the local header. */
  offset: number
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
/** Larger directories aren't read; ten thousand entries with long names fit. */
const MAX_DIRECTORY = 8 * 1024 * 1024

const damaged = () =>
  new EngineFailure(
    'source_damaged',
    sentence`The file is damaged or cut short. Export or download it again, then try once more.`,
  )
const tooComplex = () =>
  new EngineFailure(
    'source_too_complex',
    sentence`The file unpacks to far more than it appears to hold, so it was not opened. Save it again from the program that made it.`,
  )

/** Reads byte ranges of a file; a short read means damage. */
class Slice {
  readonly size: number
  readonly #fd: number
  constructor(path: string) {
    this.#fd = openSync(path, 'r')
    this.size = fstatSync(this.#fd).size
  }
  at(position: number, length: number): Buffer {
    if (position < 0 || length < 0 || position + length > this.size) throw damaged()
    const buffer = Buffer.alloc(length)
    if (readSync(this.#fd, buffer, 0, length, position) !== length) throw damaged()
    return buffer
  }
  close(): void {
    closeSync(this.#fd)
  }
}

function withSlice<Result>(path: string, use: (slice: Slice) => Result): Result {
  const slice = new Slice(path)
  try {
    return use(slice)
  } finally {
    slice.close()
  }
}

/** Whether a file starts like a ZIP file. */
export function looksZipped(path: string): boolean {
  return withSlice(path, (slice) => slice.size >= 4 && slice.at(0, 2).toString('latin1') === 'PK')
}

/**
 * The central directory of a ZIP file, at most `maxEntries` entries.
 * @throws `source_damaged` if there is none, `source_too_complex` for more entries, which no
 * document needs.
 */
export function readZipDirectory(path: string, maxEntries: number): ZipEntry[] {
  return withSlice(path, (slice) => {
    const tail = slice.at(Math.max(0, slice.size - 65_557), Math.min(slice.size, 65_557))
    let end = tail.length - 22
    while (end >= 0 && tail.readUInt32LE(end) !== END_OF_DIRECTORY) end--
    if (end < 0) throw damaged()
    const short = {
      count: tail.readUInt16LE(end + 10),
      length: tail.readUInt32LE(end + 12),
      start: tail.readUInt32LE(end + 16),
    }
    const full = short.count === 0xffff || short.length === ELSEWHERE || short.start === ELSEWHERE
    const directory = full
      ? zip64Directory((...range) => slice.at(...range), slice.size - tail.length + end)
      : short
    if (!directory) throw damaged()
    const { count, length, start } = directory
    if (count > maxEntries || length > MAX_DIRECTORY) throw tooComplex()
    return parseDirectory(slice.at(start, length), count)
  })
}

function parseDirectory(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged()
    const nameLength = directory.readUInt16LE(at + 28)
    const extraLength = directory.readUInt16LE(at + 30)
    const next = at + 46 + nameLength + extraLength + directory.readUInt16LE(at + 32)
    if (next > directory.length) throw damaged()
    const extraStart = at + 46 + nameLength
    const extra = directory.subarray(extraStart, extraStart + extraLength)
    const numbers = zip64Numbers(extra, [
      directory.readUInt32LE(at + 24),
      directory.readUInt32LE(at + 20),
      directory.readUInt32LE(at + 42),
    ])
    if (!numbers) throw damaged()
    const [inflated = 0, packed = 0, offset = 0] = numbers
    const madeByUnix = directory.readUInt16LE(at + 4) >> 8 === 3
    entries.push({
      name: directory.toString('utf8', at + 46, extraStart),
      bytes: directory.subarray(at + 46, extraStart),
      unicode: (directory.readUInt16LE(at + 8) & 0x800) !== 0 || extraField(extra, 0x7075) !== null,
      inflated,
      packed,
      method: directory.readUInt16LE(at + 10),
      encrypted: (directory.readUInt16LE(at + 8) & 1) !== 0,
      symlink: madeByUnix && directory.readUInt32LE(at + 38) >>> 28 === 0xa,
      offset,
    })
    at = next
  }
  return entries
}

/**
 * Checks a ZIP-based document before an engine opens it, by its directory only; the engines' own
 * limits cover a false directory.
 * @throws `source_too_complex` for a bomb, `source_damaged` for entries that escape the archive
 * (`../`, absolute, symbolic links), `source_encrypted` for a password.
 */
export function checkZip(path: string, limits: Limits): ZipEntry[] {
  const entries = readZipDirectory(path, limits.zipEntries)
  const size = withSlice(path, (slice) => slice.size)
  let total = 0
  for (const entry of entries) {
    if (entry.symlink || pointsOutside(entry.name)) {
      throw new EngineFailure(
        'source_damaged',
        sentence`The file holds entries that point outside of it, so it was not opened. Save it again from the program that made it.`,
      )
    }
    if (entry.encrypted) throw encrypted()
    // Two entries may share one packed stream; each counts, since each would be inflated.
    total += entry.inflated
  }
  if (total > limits.zipInflatedBytes) throw tooComplex()
  if (total > 10 * 1024 * 1024 && total / size > limits.zipRatio) throw tooComplex()
  return entries
}

export const encrypted = () =>
  new EngineFailure(
    'source_encrypted',
    sentence`The file is password-protected. Enter its password in the options, or save a copy without it.`,
  )

function pointsOutside(name: string): boolean {
  return /^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)|\0/i.test(name)
}

/**
 * The content of one small entry (`mimetype`, `[Content_Types].xml`), inflated to at most
 * `maxBytes`, whatever the directory states; null if it is absent or longer.
 */
export function readZipEntry(
  path: string,
  entries: readonly ZipEntry[],
  name: string,
  maxBytes: number,
): Buffer | null {
  const entry = entries.find((one) => one.name === name)
  if (!entry || entry.packed > maxBytes) return null
  return withSlice(path, (slice) => {
    const header = slice.at(entry.offset, 30)
    if (header.readUInt32LE(0) !== LOCAL_HEADER) throw damaged()
    const data = slice.at(entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28), entry.packed)
    if (entry.method === 0) return data
    try {
      return inflateRawSync(data, { maxOutputLength: maxBytes })
    } catch {
      return null
    }
  })
}
