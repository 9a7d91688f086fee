import { create } from 'zustand'
import type { ApiError } from '../../../api/errors.ts'
import { cancelAllUploads } from '../../../stores/uploads.ts'
import type { OptionValues } from '../options/index.ts'

/**
 * A file in the list. What the service knows of it lies in the query cache, under `conversionId`.
 */
export interface ConvertFile {
  id: string
  name: string
  size: number
  /** Null where the service has the original already (`s3Key`). */
  file: File | null
  /** An original that the service keeps: it is converted again without another upload. */
  s3Key: string | null
  /** Where the service is to fetch it, or has. */
  url: string | null
  /**
   * What the bytes say; null while they are read or when they say nothing. The name decides then.
   */
  sniffed: string | null
  reading: boolean
  target: string | null
  /** Only what differs from the defaults. */
  options: OptionValues
  phase: 'ready' | 'sending' | 'accepted' | 'refused'
  conversionId: string | null
  refusal: ApiError | null
  thumb: string | null
  pixels: { width: number; height: number } | null
  /**
   * Files that become one, in their order: the row stands for all of them, and is named after the
   * first. Else none.
   */
  parts: readonly ConvertFile[]
  /**
   * It was queued before the page was left, and its bytes were not kept; with a handle the browser
   * can find them.
   */
  missing: { handle: FileSystemFileHandle | null } | null
  /** A password was typed for it: its row asks again where that was wrong. */
  unlocking: boolean
}

interface Files {
  files: ConvertFile[]
  startedAt: number | null
}

/** The list lives outside React and outlasts the page: going away and coming back loses nothing. */
export const useFiles = create<Files>(() => ({ files: [], startedAt: null }))

export const allFiles = (): ConvertFile[] => useFiles.getState().files
export const fileOf = (id: string): ConvertFile | undefined => allFiles().find((file) => file.id === id)

/** How many files a row stands for. */
export const fileCountOf = ({ parts }: ConvertFile): number => Math.max(1, parts.length)

export function changeFile(id: string, patch: Partial<ConvertFile>): void {
  useFiles.setState({ files: allFiles().map((one) => (one.id === id ? { ...one, ...patch } : one)) })
}

const patches = new Map<string, Partial<ConvertFile>>()

/**
 * What is found out of many files at once is written together: a hundred of them must not draw the
 * list a hundred times.
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

/** Of a file that nobody has done anything to. */
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
 * Takes files off the list; answers with what puts them back. Nothing is deleted on the service.
 */
export function takeOff(ids: readonly string[]): () => void {
  const wanted = new Set(ids)
  const { files: before, startedAt } = useFiles.getState()
  const left = before.filter(({ id }) => !wanted.has(id))
  useFiles.setState({ files: left, ...(left.length === 0 && { startedAt: null }) })
  return () => {
    // Back to their places, among what stands there by now.
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
 * Another target or other options: what has ended is made ready for another run, from the original
 * that is kept.
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

/**
 * The same target, and options where they are given, for many at once: one change of the list, and
 * not one for each.
 */
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

/** Whether there is anything that would be forgotten. */
export const hasFiles = (): boolean => allFiles().length > 0

/** Empties the list and stops what is being sent. */
export function clearFiles(): void {
  cancelAllUploads()
  for (const { thumb } of allFiles().flatMap((file) => [file, ...file.parts]))
    if (thumb) URL.revokeObjectURL(thumb)
  useFiles.setState({ files: [], startedAt: null })
}

/** For the page's head. */
export function useFileTotals(): { count: number; startedAt: number | null } {
  const count = useFiles((state) => state.files.reduce((sum, file) => sum + fileCountOf(file), 0))
  const startedAt = useFiles((state) => state.startedAt)
  return { count, startedAt }
}
