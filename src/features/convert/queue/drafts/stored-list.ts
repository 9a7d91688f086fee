import type { OptionValues } from '../../options/index.ts'
import { type ConvertFile, FRESH } from '../files.ts'

/** A queued file without its bytes, as stored in this browser. */
export interface StoredDraftFile {
  id: string
  name: string
  size: number
  s3Key: string | null
  url: string | null
  sniffed: string | null
  target: string | null
  options: OptionValues
  parts: StoredDraftFile[]
}

export interface StoredList {
  /** The owner of the list. */
  owner: string
  /** When it was last changed, in milliseconds. */
  at: number
  files: StoredDraftFile[]
}

/** Started conversions are in the history, so only files before that are stored. */
export const isQueued = ({ phase }: ConvertFile): boolean => phase !== 'accepted'

/** Passwords are never stored. */
const SECRET = /password/i

export const storedDraftFile = (file: ConvertFile): StoredDraftFile => ({
  id: file.id,
  name: file.name,
  size: file.size,
  s3Key: file.s3Key,
  url: file.url,
  sniffed: file.sniffed,
  target: file.target,
  options: Object.fromEntries(Object.entries(file.options).filter(([name]) => !SECRET.test(name))),
  parts: file.parts.map(storedDraftFile),
})

/** The files whose bytes are only in this browser, including each file of a merge. */
export const ownFiles = (files: readonly ConvertFile[]): ConvertFile[] =>
  files.flatMap((file) => (file.parts.length > 0 ? ownFiles(file.parts) : file.file ? [file] : []))

/** The files to store within a byte limit: as many as possible, so the smallest first. */
export function withinRoom(files: readonly ConvertFile[], room: number): Set<string> {
  const kept = new Set<string>()
  let left = room
  for (const { id, size } of [...files].sort((a, b) => a.size - b.size)) {
    if (size > left) break
    left -= size
    kept.add(id)
  }
  return kept
}

/** A file's bytes, or a handle that opens it with the user's permission. */
export type Bytes = Blob | FileSystemFileHandle

/**
 * A restored file. Without bytes it has to be selected again, unless the server has it or can
 * import it.
 */
export function restoredFile(kept: StoredDraftFile, bytes: ReadonlyMap<string, Bytes>): ConvertFile {
  const { id, name, size, s3Key, url, sniffed, target, options } = kept
  const found = bytes.get(id)
  const file = found instanceof Blob ? new File([found], name, { type: found.type }) : null
  const parts = kept.parts.map((part) => restoredFile(part, bytes))
  const elsewhere = s3Key !== null || url !== null || parts.length > 0
  const missing = !file && !elsewhere
  return {
    ...FRESH,
    id,
    name,
    size,
    file,
    s3Key,
    url,
    sniffed,
    target,
    options,
    parts,
    reading: file !== null,
    missing: missing ? { handle: found && !(found instanceof Blob) ? found : null } : null,
  }
}
