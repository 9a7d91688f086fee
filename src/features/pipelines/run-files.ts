import { create } from 'zustand'
import { writeBalance } from '../../api/convert.ts'
import { type ApiError, toApiError } from '../../api/errors.ts'
import { MOST_FILES, type PipelineRun } from '../../api/pipelines.ts'
import type { UserFile } from '../../api/storage.ts'
import { randomId } from '../../lib/random-id.ts'
import { onSignOut } from '../../stores/sign-out.ts'
import { type RunFile, sendRun, Withdrawn } from './send-run.ts'

export const fromDevice = (file: File): RunFile => ({
  id: randomId(),
  name: file.name,
  size: file.size,
  file,
  s3Key: null,
})

export const fromStorage = ({ file_name, file_size_bytes, s3_key }: UserFile): RunFile => ({
  id: randomId(),
  name: file_name,
  size: file_size_bytes,
  file: null,
  s3Key: s3_key,
})

/** The prepared files for the next run of one pipeline. */
export interface Desk {
  files: readonly RunFile[]
  /** The idempotency key: the same for retries, and a new one for other files. */
  key: string
  sending: boolean
  error: ApiError | null
}

const EMPTY: Desk = { files: [], key: '', sending: false, error: null }

/** Outside React, so that selected files survive navigation. */
const useDesks = create<{ desks: Record<string, Desk> }>(() => ({ desks: {} }))

export const useDesk = (pipeline: string): Desk => useDesks(({ desks }) => desks[pipeline] ?? EMPTY)

const deskOf = (pipeline: string): Desk => useDesks.getState().desks[pipeline] ?? EMPTY
const change = (pipeline: string, patch: Partial<Desk>) =>
  useDesks.setState(({ desks }) => ({
    desks: { ...desks, [pipeline]: { ...(desks[pipeline] ?? EMPTY), ...patch } },
  }))

const putFiles = (pipeline: string, files: readonly RunFile[]) =>
  change(pipeline, { files, key: randomId(), error: null })

const isPdf = (file: RunFile): boolean => /\.pdf$/i.test(file.name) || file.file?.type === 'application/pdf'

// Prepared files are private to the user.
onSignOut(() => useDesks.setState({ desks: {} }))

/** Returns how many were skipped: files that are not PDFs, and those above the run's limit. */
export function addFiles(pipeline: string, files: readonly RunFile[]): { other: number; excess: number } {
  const here = deskOf(pipeline).files
  const keys = new Set(here.flatMap(({ s3Key }) => s3Key ?? []))
  const pdfs = files.filter(isPdf)
  const fresh = pdfs.filter(({ s3Key }) => s3Key === null || !keys.has(s3Key))
  const taken = fresh.slice(0, Math.max(0, MOST_FILES - here.length))
  if (taken.length > 0) putFiles(pipeline, [...here, ...taken])
  return { other: files.length - pdfs.length, excess: fresh.length - taken.length }
}

/** Returns a function that restores them. */
export function removeFiles(pipeline: string, ids: readonly string[]): () => void {
  const previous = deskOf(pipeline).files
  putFiles(
    pipeline,
    previous.filter(({ id }) => !ids.includes(id)),
  )
  return () => putFiles(pipeline, previous)
}

/** A refusal is final for its key: another attempt needs a new key. */
const isRefusal = ({ status }: ApiError) => status >= 400 && status < 500

/**
 * Runs the prepared files. Null if it did not start: the error is then shown with the files, which
 * are kept.
 */
export async function startRun(pipeline: string): Promise<PipelineRun | null> {
  const { files, key } = deskOf(pipeline)
  change(pipeline, { sending: true, error: null })
  try {
    const run = await sendRun({
      pipeline,
      files,
      key,
      onStored: (id, s3Key) =>
        change(pipeline, {
          files: deskOf(pipeline).files.map((one) => (one.id === id ? { ...one, s3Key } : one)),
        }),
    })
    change(pipeline, EMPTY)
    return run
  } catch (wrong) {
    const error = wrong instanceof Withdrawn ? null : toApiError(wrong)
    // The balance in a refusal is newer than the one used for the price.
    if (error?.code === 'insufficient_credits') writeBalance(error.problem?.credits_available ?? 0)
    change(pipeline, { sending: false, error, ...(error && isRefusal(error) && { key: randomId() }) })
    return null
  }
}
