import type { Draft, DraftPage } from './draft.ts'
import { neededFiles, pagesOf } from './draft.ts'

type Estimate = {
  draft: Draft
  /** Of the file itself, in bytes; null while it is not known. */
  size: number | null
  /** How many pages it has. */
  pages: number
  files: ReadonlyMap<string, Blob>
  /** How many pages the further files have. */
  counts: ReadonlyMap<string, { pages: number }>
}

/** What a filled field adds, appearance included, in bytes. */
const FIELD_BYTES = 700

/**
 * About how large the result will be, in bytes: a file's pages are taken for equally large, and
 * what is added is written behind the file. Null while the size of the file is not known.
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

/** How many different pages of a file are in the result. */
const distinct = (result: readonly DraftPage[], file: string | undefined): number =>
  new Set(result.filter((page) => page.file === file).map(({ page }) => page)).size
