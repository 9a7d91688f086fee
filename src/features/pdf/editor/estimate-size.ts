import type { Draft, DraftPage } from './draft.ts'
import { neededFiles, pagesOf } from './draft.ts'

type Estimate = {
  draft: Draft
  /** The size of the main file, in bytes; null while unknown. */
  size: number | null
  /** Its number of pages. */
  pages: number
  files: ReadonlyMap<string, Blob>
  /** The number of pages of each inserted file. */
  counts: ReadonlyMap<string, { pages: number }>
}

/** Bytes that a filled field adds, including its appearance. */
const FIELD_BYTES = 700

/**
 * The estimated size of the result, in bytes: assumes equally large pages in a file, and adds
 * inserted content. Null while the file's size is unknown.
 */
export function estimateSize({ draft, size, pages, files, counts }: Estimate): number | null {
  if (size === null) return null
  const result = pagesOf(draft, pages)
  const share = (bytes: number, of: number, id?: string) =>
    of > 0 ? (bytes * Math.min(of, distinct(result, id))) / of : bytes
  const further = neededFiles(draft).map(({ id, kind }) => {
    const bytes = files.get(id)?.size ?? 0
    return kind === 'pdf' ? share(bytes, counts.get(id)?.pages ?? 0, id) : bytes
  })
  const added = JSON.stringify(draft.marks).length + FIELD_BYTES * Object.keys(draft.fields).length
  const total = (draft.pages ? share(size, pages) : size) + further.reduce((sum, one) => sum + one, 0) + added
  return Math.round(total)
}

/** The number of different pages of a file in the result. */
const distinct = (result: readonly DraftPage[], file: string | undefined): number =>
  new Set(result.filter((page) => page.file === file).map(({ page }) => page)).size
