/** What 7-Zip calls the type of an archive, so that it tries no other reader on a hostile file. */
const TYPES: Record<string, string> = {
  zip: 'zip',
  tar: 'tar',
  tgz: 'gzip',
  gz: 'gzip',
  tbz2: 'bzip2',
  bz2: 'bzip2',
  txz: 'xz',
  xz: 'xz',
  tzst: 'zstd',
  zst: 'zstd',
  '7z': '7z',
}

/** Formats that may need a password. */
export const LOCKED_ARCHIVES = ['zip', '7z', 'rar'] as const

/** Formats whose names are bytes without a stated encoding. */
export const NAMED_IN_BYTES = ['zip'] as const

/** Every archive that is read, and those that are written. */
export const ARCHIVES: readonly string[] = [...Object.keys(TYPES), 'rar']
export const ARCHIVE_TARGETS = ['zip', 'tar', 'tgz', 'txz', '7z'] as const
export type ArchiveTarget = (typeof ARCHIVE_TARGETS)[number]

/** One compressed stream, in which there may be a TAR. */
const STREAMS = ['gzip', 'bzip2', 'xz', 'zstd']

/** The type that 7-Zip is told; `head` holds the first bytes of the file. */
export function archiveType(format: string, head: Buffer): string {
  if (format === 'rar') return head[6] === 1 ? 'rar5' : 'rar'
  return TYPES[format] ?? format
}

export const isStream = (type: string): boolean => STREAMS.includes(type)
