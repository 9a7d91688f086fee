import { create } from 'zustand'
import type { ApiError } from '../../../api/errors.ts'
import { cancelAllUploads } from '../../../stores/uploads.ts'
import type { OptionValues } from '../options/index.ts'

/** A file in the list. Its conversion is in the query cache, under `conversionId`. */
export interface ConvertFile {
  id: string
  name: string
  size: number
  /** Null if the server already has the original (`s3Key`). */
  file: File | null
  /** A stored original: it is converted without another upload. */
  s3Key: string | null
  /** The URL of an import. */
  url: string | null
  /** The detected format; null while it is being read or if unknown. The name is used then. */
  sniffed: string | null
  reading: boolean
  target: string | null
  /** Only values that differ from the defaults. */
  options: OptionValues
  phase: 'ready' | 'sending' | 'accepted' | 'refused'
  conversionId: string | null
  refusal: ApiError | null
  thumb: string | null
  pixels: { width: number; height: number } | null
  /**
   * The files of a merge, in order: the row represents all of them, and has the first one's name.
   * Otherwise empty.
   */
  parts: readonly ConvertFile[]
  /** A restored file without stored bytes; with a handle the browser can reopen it. */
  missing: { handle: FileSystemFileHandle | null } | null
  /** A password was entered: if it was wrong, the row asks again. */
  unlocking: boolean
}

interface Files {
  files: ConvertFile[]
  startedAt: number | null
}

/** The list is outside React and outlives the page, so that navigation loses nothing. */
export const useFiles = create<Files>(() => ({ files: [], startedAt: null }))

export const allFiles = (): ConvertFile[] => useFiles.getState().files
export const fileOf = (id: string): ConvertFile | undefined => allFiles().find((file) => file.id === id)

/** How many files a row represents. */
export const fileCountOf = ({ parts }: ConvertFile): number => Math.max(1, parts.length)

export function changeFile(id: string, patch: Partial<ConvertFile>): void {
  useFiles.setState({ files: allFiles().map((one) => (one.id === id ? { ...one, ...patch } : one)) })
}

const patches = new Map<string, Partial<ConvertFile>>()

/**
 * Batches changes that are found for many files at once: a hundred of them must not render the list
 * a hundred times.
 */
export function changeSoon(id: string, patch: Partial<ConvertFile>): void {
  if (patches.size === 0) setTimeout(writePatches, 20)
  patches.set(id, { ...patches.get(id), ...patch })
}

export function writePatches(): void {
  if (patches.size === 0) return
  const files = allFiles().map(patched)
  patches.clear()
  useFiles.setState({ files })
}

function patched(file: ConvertFile): ConvertFile {
  const parts = file.parts.some(({ id }) => patches.has(id)) ? file.parts.map(patched) : file.parts
  const patch = patches.get(file.id)
  return patch || parts !== file.parts ? { ...file, ...patch, parts } : file
}

/** The state of an untouched file. */
export const FRESH = {
  options: {},
  phase: 'ready',
  conversionId: null,
  refusal: null,
  thumb: null,
  pixels: null,
  target: null,
  file: null,
  s3Key: null,
  url: null,
  parts: [],
  missing: null,
  unlocking: false,
} as const satisfies Partial<ConvertFile>

export function push(files: ConvertFile[]): void {
  const { startedAt } = useFiles.getState()
  useFiles.setState({ files: [...allFiles(), ...files], startedAt: startedAt ?? Date.now() })
}

/**
 * Removes files from the list; returns a function that restores them. The server deletes nothing.
 */
export function takeOff(ids: readonly string[]): () => void {
  const wanted = new Set(ids)
  const { files: before, startedAt } = useFiles.getState()
  const left = before.filter(({ id }) => !wanted.has(id))
  useFiles.setState({ files: left, ...(left.length === 0 && { startedAt: null }) })
  return () => {
    // Back to their positions among the current files.
    const now = new Map(allFiles().map((file) => [file.id, file]))
    const files = before.map((file) => (wanted.has(file.id) ? file : now.get(file.id)))
    for (const { id } of before) now.delete(id)
    useFiles.setState({
      files: [...files.filter((file) => file !== undefined), ...now.values()],
      startedAt,
    })
  }
}

/**
 * Another target or other options: an ended file is reset for another run, from its stored
 * original.
 */
export function choose(
  id: string,
  patch: { target?: string; options?: OptionValues },
  s3Key?: string | null,
): void {
  const file = fileOf(id)
  if (!file || file.phase === 'sending') return
  changeFile(id, {
    ...patch,
    ...(patch.target !== undefined && patch.target !== file.target && { options: patch.options ?? {} }),
    phase: 'ready',
    conversionId: null,
    refusal: null,
    unlocking: false,
    ...(s3Key && { s3Key }),
  })
}

/** The same target, and options if given, for many files: one change of the list. */
export function chooseAll(ids: readonly string[], target: string, options?: OptionValues): void {
  const wanted = new Set(ids)
  useFiles.setState({
    files: allFiles().map((file) =>
      wanted.has(file.id) && file.phase !== 'sending'
        ? {
            ...file,
            ...((file.target !== target || options) && { target, options: options ?? {} }),
            phase: 'ready',
            refusal: null,
          }
        : file,
    ),
  })
}

/** Whether the list has files. */
export const hasFiles = (): boolean => allFiles().length > 0

/** Clears the list and aborts uploads. */
export function clearFiles(): void {
  cancelAllUploads()
  for (const { thumb } of allFiles().flatMap((file) => [file, ...file.parts]))
    if (thumb) URL.revokeObjectURL(thumb)
  useFiles.setState({ files: [], startedAt: null })
}

/** For the page header. */
export function useFileTotals(): { count: number; startedAt: number | null } {
  const count = useFiles((state) => state.files.reduce((sum, file) => sum + fileCountOf(file), 0))
  const startedAt = useFiles((state) => state.startedAt)
  return { count, startedAt }
}
