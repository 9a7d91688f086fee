/** 7-Zip's archive types; naming the type keeps it from trying other parsers on a hostile file. */
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

/** Formats that support passwords. */
export const LOCKED_ARCHIVES = ['zip', '7z', 'rar'] as const

/** Formats whose names may lack a stated encoding. */
export const NAMED_IN_BYTES = ['zip'] as const

/** The readable archive formats, and the writable ones. */
export const ARCHIVES: readonly string[] = [...Object.keys(TYPES), 'rar']
export const ARCHIVE_TARGETS = ['zip', 'tar', 'tgz', 'txz', '7z'] as const
export type ArchiveTarget = (typeof ARCHIVE_TARGETS)[number]

/** Compressed streams that may contain a TAR. */
const STREAMS = ['gzip', 'bzip2', 'xz', 'zstd']

/** The type argument for 7-Zip; `head` has the first bytes of the file. */
export function archiveType(format: string, head: Buffer): string {
  if (format === 'rar') return head[6] === 1 ? 'rar5' : 'rar'
  return TYPES[format] ?? format
}

export const isStream = (type: string): boolean => STREAMS.includes(type)
