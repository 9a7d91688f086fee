import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Catalog, type FormatEntry, type OperationEntry, useCatalog } from '../../../api/convert.ts'
import type { ApiError } from '../../../api/errors.ts'
import { type Conversion, conversionQuery } from '../../../api/history.ts'
import type { Family } from '../../../lib/families.ts'
import { type Upload, useUploads } from '../../../stores/uploads.ts'
import { type ConvertFile, fileCountOf, useFiles } from './files.ts'
import { defaultTarget, formatOf, operationOf, parseChoice } from './targets.ts'

export type RowState =
  | { kind: 'reading' }
  /** A restored file whose bytes this browser has not stored. */
  | { kind: 'missing' }
  /** The instance does not know the format, or has no conversion for it. */
  | { kind: 'unknown' }
  | { kind: 'ready' }
  | { kind: 'uploading'; upload: Upload }
  | { kind: 'working'; conversion: Conversion | null }
  | { kind: 'done'; conversion: Conversion }
  | { kind: 'failed'; conversion: Conversion; cancelled: boolean }
  | { kind: 'refused'; error: ApiError }

/** A file with its derived state, used by rows, panels and shortcuts. */
export interface ConvertRow {
  file: ConvertFile
  state: RowState
  /** For a merge: the first file's. */
  source: FormatEntry | null
  /** Whether the files have different formats. */
  mixed: boolean
  target: FormatEntry | null
  operation: OperationEntry | null
  /** The selected target with its operation, as stored. */
  choice: string | null
  family: Family | null
  /** The quoted or charged price. */
  credits: number | null
}

const stateOf = (
  file: ConvertFile,
  upload: Upload | undefined,
  conversion: Conversion | undefined,
  runnable: boolean,
): RowState => {
  if (file.phase === 'refused' && file.refusal) return { kind: 'refused', error: file.refusal }
  if (file.phase === 'sending')
    return upload ? { kind: 'uploading', upload } : { kind: 'working', conversion: null }
  if (file.phase === 'accepted') {
    if (!conversion || conversion.status === 'pending')
      return { kind: 'working', conversion: conversion ?? null }
    return conversion.status === 'completed'
      ? { kind: 'done', conversion }
      : { kind: 'failed', conversion, cancelled: conversion.error?.code === 'cancelled' }
  }
  if (file.missing || file.parts.some(({ missing }) => missing)) return { kind: 'missing' }
  if (file.reading) return { kind: 'reading' }
  return runnable ? { kind: 'ready' } : { kind: 'unknown' }
}

const takes = ({ min_files, max_files }: OperationEntry, count: number): boolean =>
  count >= min_files && count <= max_files

export function rowOf(
  catalog: Catalog,
  file: ConvertFile,
  upload?: Upload,
  conversion?: Conversion,
): ConvertRow {
  const [source = null, ...others] =
    file.parts.length > 0 ? file.parts.map((part) => formatOf(catalog, part)) : [formatOf(catalog, file)]
  const wanted = file.target ?? (source && defaultTarget(catalog, source))
  const found = source && wanted ? operationOf(catalog, source.format, wanted) : undefined
  const operation =
    found && takes(found, fileCountOf(file)) && others.every((one) => one && found.from.includes(one.format))
      ? found
      : null
  const result = operation && wanted ? parseChoice(wanted).format : null
  const target = catalog.formats.find(({ format }) => format === result) ?? null
  const state = stateOf(file, upload, conversion, operation !== null)
  const credits = conversion?.credits_charged ?? conversion?.credits_quoted ?? operation?.credits ?? null
  return {
    file,
    state,
    source,
    mixed: others.some((one) => one !== source),
    target,
    operation,
    choice: operation && wanted,
    // Images that become a document use the routes of documents.
    family: (file.parts.length > 0 ? operation?.family : source?.family) ?? null,
    credits,
  }
}

/** The number of files that these rows represent. */
export const filesIn = (rows: readonly ConvertRow[]): number =>
  rows.reduce((sum, { file }) => sum + fileCountOf(file), 0)

/** Its options can be set: it waits, or has failed. */
export const isTunable = ({ state }: ConvertRow): boolean =>
  state.kind === 'ready' || state.kind === 'failed' || state.kind === 'refused'

/**
 * The key of an ended row's original, so that another run needs no upload. For a merge the server
 * names only the first: all are uploaded again.
 */
export const storedOriginal = ({ file, state }: ConvertRow): string | null =>
  file.parts.length === 0 && (state.kind === 'done' || state.kind === 'failed')
    ? state.conversion.s3_key
    : null

/** A row and the values it was derived from. */
interface Derived {
  from: readonly [Catalog, ConvertFile, Upload | undefined, Conversion | undefined]
  row: ConvertRow
}

/**
 * Keeps unchanged rows the same objects, so that memoized components skip them. A changed file is a
 * new object.
 */
const ROWS = new WeakMap<ConvertFile, Derived>()

/** The whole list, joined with the uploads and with the cached conversions. */
export function useRows(): { rows: ConvertRow[]; catalog: ReturnType<typeof useCatalog> } {
  const files = useFiles((state) => state.files)
  const uploads = useUploads((state) => state.uploads)
  const catalog = useCatalog()
  // Read from the cache only: the follower writes conversions there.
  const ids = files.map(({ conversionId }) => conversionId).filter((id) => id !== null)
  const conversions = useQueries({
    queries: ids.map((id) => ({ ...conversionQuery(id), enabled: false })),
    combine: collect,
  })
  const rows = useMemo(() => {
    const byId = new Map(conversions.map((one) => [one.conversion_id, one]))
    const sending = new Map(uploads.map((one) => [one.id, one]))
    return files.map((file) => {
      const from = [catalog.catalog, file, sending.get(file.id), byId.get(file.conversionId ?? '')] as const
      const before = ROWS.get(file)
      if (before?.from.every((part, index) => part === from[index])) return before.row
      const row = rowOf(...from)
      ROWS.set(file, { from, row })
      return row
    })
  }, [files, uploads, conversions, catalog.catalog])
  return { rows, catalog }
}

const collect = (results: { data: Conversion | undefined }[]): Conversion[] =>
  results.map(({ data }) => data).filter((data) => data !== undefined)

/** The number of running files, for the sidebar. */
export function useRunningCount(): number {
  const files = useFiles((state) => state.files)
  const conversions = useQueries({
    queries: files
      .filter(({ conversionId }) => conversionId !== null)
      .map(({ conversionId }) => ({ ...conversionQuery(conversionId ?? ''), enabled: false })),
    combine: collect,
  })
  const ended = new Set(
    conversions.filter(({ status }) => status !== 'pending').map((one) => one.conversion_id),
  )
  return files.filter(
    ({ phase, conversionId }) =>
      phase === 'sending' || (phase === 'accepted' && !ended.has(conversionId ?? '')),
  ).length
}
