import { closeSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Limits } from '../../kernel/limits.ts'
import { readHead } from '../../kernel/source/head.ts'
import { encrypted, readZipDirectory } from '../../kernel/source/zip.ts'
import { isTar } from './detect.ts'
import { damaged, tooLarge, tooMany, unpacksTooLarge, wrongPassword } from './failures.ts'
import { archiveType, isStream } from './formats.ts'
import { LineReader } from './lines.ts'
import { type ListedEntry, ListingReader } from './listing.ts'
import { runSevenZip, type SevenZipRun, writeAll } from './seven-zip.ts'
import { decodeZipNames, type NameEncoding } from './zip-names.ts'

export type ArchiveBounds = Pick<Limits, 'zipInflatedBytes' | 'zipEntries' | 'zipRatio'>

export interface ArchiveSource {
  /** A path in `in` or `tmp`. */
  path: string
  format: string
  password: string
  encoding: NameEncoding
}

/** An unpacked archive: the contents of its entries are concatenated in the file `tmp/content`. */
export interface Unpacked {
  entries: (ListedEntry & { at: number; size: number })[]
  wasEncrypted: boolean
  /** The encoding used for names without a stated one, and their number. */
  names: { encoding: string; count: number } | null
}

export const CONTENT = join('tmp', 'content')
const INNER = join('tmp', 'inner.tar')
/** Below this size the compression ratio is meaningless. */
const RATIO_FROM = 10 * 1024 * 1024
/** A password that can't be valid; without one 7-Zip would prompt. */
const NO_PASSWORD = '\u0001'

/**
 * Unpacks an archive without using its names: all contents go to one file.
 * @throws `source_damaged`, `source_encrypted`, `source_too_complex` above the bounds
 */
export async function readArchive(source: ArchiveSource, bounds: ArchiveBounds): Promise<Unpacked> {
  const { head } = await readHead(source.path, 16)
  const type = archiveType(source.format, head)
  if (!isStream(type)) return readEntries(source, type, bounds)
  const { listed } = await list(source.path, type, source.password, bounds)
  const size = await unpack(source, type, INNER, bounds)
  const inner = { ...source, path: INNER }
  if (isTar((await readHead(INNER, 512)).head)) {
    const unpacked = await readEntries(inner, 'tar', bounds)
    rmSync(INNER)
    return unpacked
  }
  const [entry] = listed
  const path = entry?.path && entry.path !== 'source' ? entry.path : 'file'
  renameSync(INNER, CONTENT)
  const file = { kind: 'file', mode: null, encrypted: false, target: null, crc: null, at: 0 } as const
  return {
    entries: [{ ...file, path, size, modified: entry?.modified ?? null }],
    wasEncrypted: false,
    names: null,
  }
}

async function readEntries(source: ArchiveSource, type: string, bounds: ArchiveBounds): Promise<Unpacked> {
  const { listed, unstated } = await list(source.path, type, source.password, bounds)
  const isEncrypted = listed.some((entry) => entry.encrypted)
  if (isEncrypted && source.password === '') throw encrypted()
  const sizes = listed.map(({ size, kind }) => (kind === 'hardlink' || kind === 'special' ? 0 : (size ?? 0)))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  checkTotal(total, source.path, bounds)
  const written = await unpack(source, type, CONTENT, bounds)
  const places = placesOf(listed, sizes, written)
  const read = unstated > 0 ? { encoding: 'windows-1252', count: unstated } : null
  const names = (type === 'zip' ? renamed(source, listed) : null) ?? read
  return {
    entries: listed.map((entry, at) => ({ ...entry, ...(places[at] ?? { at: 0, size: 0 }) })),
    wasEncrypted: isEncrypted,
    names,
  }
}

/**
 * The offset of each content. Most archives store symbolic link targets as content, some (RAR 5)
 * don't; the total length tells which.
 */
function placesOf(listed: readonly ListedEntry[], sizes: readonly number[], written: number) {
  for (const withLinks of [true, false]) {
    let position = 0
    const places = sizes.map((size, index) => {
      const at = position
      const own = listed[index]?.kind === 'symlink' && !withLinks ? 0 : size
      position += own
      return { at, size: own }
    })
    if (position === written) return places
  }
  throw damaged('the contents have another length than the directory says')
}

function checkTotal(total: number, path: string, bounds: ArchiveBounds): void {
  if (total > bounds.zipInflatedBytes) throw tooLarge(bounds.zipInflatedBytes)
  const packed = statSync(path).size
  if (total > RATIO_FROM && total / packed > bounds.zipRatio) throw unpacksTooLarge()
}

async function list(path: string, type: string, password: string, bounds: ArchiveBounds) {
  let unstated = 0
  const reader = new ListingReader(bounds.zipEntries, () => {
    throw tooMany(bounds.zipEntries)
  })
  const lines = new LineReader((line, isUnicode) => {
    if (!isUnicode && line.startsWith('Path = ')) unstated++
    reader.line(line)
  })
  const args = ['l', '-slt', '-ba', '-bsp0', `-t${type}`, passwordArgument(password), '--', `/${path}`]
  const run = await runSevenZip(args, { onBytes: (bytes) => lines.add(bytes) })
  lines.end()
  reader.end()
  requireSuccess(run, password)
  return { listed: reader.entries, unstated }
}

/** Writes all contents to a file and returns their length in bytes. */
async function unpack(
  { path, password }: ArchiveSource,
  type: string,
  to: string,
  bounds: ArchiveBounds,
): Promise<number> {
  const packed = statSync(path).size
  const fd = openSync(to, 'w')
  let written = 0
  try {
    const args = ['x', '-so', '-bd', `-t${type}`, passwordArgument(password), '--', `/${path}`]
    const run = await runSevenZip(args, {
      onBytes(bytes) {
        written += bytes.length
        // The directory can be false, and a stream has none.
        if (written > bounds.zipInflatedBytes) throw tooLarge(bounds.zipInflatedBytes)
        if (written > RATIO_FROM && written / packed > bounds.zipRatio) throw unpacksTooLarge()
        writeAll(fd, bytes)
      },
    })
    requireSuccess(run, password)
    return written
  } finally {
    closeSync(fd)
  }
}

const passwordArgument = (password: string) => `-p${password === '' ? NO_PASSWORD : password}`

function requireSuccess({ status, errors }: SevenZipRun, password: string): void {
  if (status === 0) return
  const said = errors.join('\n')
  if (/wrong password/i.test(said)) throw password === '' ? encrypted() : wrongPassword()
  throw damaged(said.slice(0, 500))
}

/** Decodes the names of ZIP entries that aren't marked as Unicode. */
function renamed({ path, encoding }: ArchiveSource, listed: ListedEntry[]): Unpacked['names'] {
  let directory: ReturnType<typeof readZipDirectory>
  try {
    directory = readZipDirectory(path, listed.length)
  } catch {
    return null
  }
  const isSame =
    directory.length === listed.length &&
    directory.every(({ inflated }, at) => inflated === listed[at]?.size || listed[at]?.kind === 'folder')
  const decoded = isSame ? decodeZipNames(directory, encoding) : null
  if (!decoded) return null
  for (const [at, name] of decoded.names) {
    const entry = listed[at]
    if (entry) entry.path = name
  }
  return { encoding: decoded.encoding, count: decoded.names.size }
}

/** The content of an entry of at most `most` bytes, else null. */
export function contentOf({ at, size }: { at: number; size: number }, most: number): Buffer | null {
  if (size > most) return null
  if (size === 0) return Buffer.alloc(0)
  const fd = openSync(CONTENT, 'r')
  try {
    const bytes = Buffer.alloc(size)
    return readSync(fd, bytes, 0, size, at) === size ? bytes : null
  } finally {
    closeSync(fd)
  }
}
