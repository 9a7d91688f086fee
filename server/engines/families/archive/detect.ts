import { constants, gunzipSync } from 'node:zlib'

const MARKS: [mark: string, format: string, comic: string | null][] = [
  ['7z\xbc\xaf\x27\x1c', '7z', 'cb7'],
  ['Rar!\x1a\x07\x00', 'rar', 'cbr'],
  ['Rar!\x1a\x07\x01\x00', 'rar', 'cbr'],
]

/** Compressed streams whose bytes don't show whether they contain a TAR; the name decides. */
const STREAMS: [mark: string, format: string, tar: string, name: RegExp][] = [
  ['BZh', 'bz2', 'tbz2', /\.(tar\.bz2?|tbz2?|tb2)$/i],
  ['\xfd7zXZ\0', 'xz', 'txz', /\.(tar\.xz|txz)$/i],
  ['\x28\xb5\x2f\xfd', 'zst', 'tzst', /\.(tar\.zst|tzst)$/i],
]

/**
 * The archive format of a file's first bytes, or null. The name distinguishes archives from comics.
 */
export function archiveFormat(head: Buffer, filename: string): string | null {
  const start = head.toString('latin1', 0, 16)
  const extension = /\.(cb[7rtz])$/i.exec(filename)?.[1]?.toLowerCase()
  for (const [mark, format, comic] of MARKS) {
    if (start.startsWith(mark)) return extension !== undefined && comic !== null ? comic : format
  }
  if (start.startsWith('\x1f\x8b\x08')) return isTar(unpackedHead(head)) ? 'tgz' : 'gz'
  for (const [mark, format, tar, name] of STREAMS) {
    if (start.startsWith(mark)) return name.test(filename) ? tar : format
  }
  if (isTar(head)) return extension === undefined ? 'tar' : 'cbt'
  return null
}

/** Packed bytes sufficient for the first header; they inflate to at most 4 MB. */
const PACKED_BYTES = 4096

function unpackedHead(head: Buffer): Buffer {
  try {
    return gunzipSync(head.subarray(0, PACKED_BYTES), { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return Buffer.alloc(0)
  }
}

/**
 * Whether bytes start with a TAR header, by its checksum. POSIX.1-2017, pax, "ustar Interchange
 * Format".
 */
export function isTar(bytes: Buffer): boolean {
  if (bytes.length < 512 || bytes[0] === 0) return false
  const stated = /^ *([0-7]{1,7})[ \0]/.exec(bytes.toString('latin1', 148, 156))?.[1]
  if (stated === undefined) return false
  let sum = 8 * 32
  for (let at = 0; at < 512; at++) if (at < 148 || at >= 156) sum += bytes[at] ?? 0
  return sum === Number.parseInt(stated, 8)
}
