import { ApiError, errorFromAnswer } from '../../api/errors.ts'
import { MOST_SENT, type PipelineRun, runPipeline, runStarted, runUrl } from '../../api/pipelines.ts'
import { invalidateStorageSoon, uploadRoutes } from '../../api/storage.ts'
import { randomId } from '../../lib/random-id.ts'
import type { UploadOutcome } from '../../stores/send-request.ts'
import { formSender, pieceSender } from '../../stores/senders.ts'
import {
  cancelUpload,
  enqueueUploads,
  type NewUpload,
  onUploadSettled,
  useUploads,
} from '../../stores/uploads.ts'

/** A PDF to run: from this device, or on the server. */
export interface RunFile {
  id: string
  name: string
  size: number
  file: File | null
  s3Key: string | null
}

/** The user has removed an upload from the tray. */
export class Withdrawn extends Error {}

/**
 * Uploads through the tray, which shows, pauses and retries it. Resolves with the response, or
 * rejects on removal.
 */
function sent(upload: NewUpload): Promise<UploadOutcome> {
  return new Promise((resolve, reject) => {
    const stops = [
      onUploadSettled(({ id, outcome }) => {
        // Without a response the tray keeps it, with a retry.
        if (id === upload.id && outcome && outcome.status !== 0) end(() => resolve(outcome))
      }),
      useUploads.subscribe(({ uploads }) => {
        if (!uploads.some(({ id }) => id === upload.id)) end(() => reject(new Withdrawn()))
      }),
    ]
    function end(act: () => void) {
      for (const stop of stops) stop()
      act()
    }
    enqueueUploads([upload])
  })
}

const isRun = (body: unknown): body is PipelineRun =>
  typeof body === 'object' && body !== null && 'run_id' in body && 'steps' in body

/** All files in one form, those on the server by their keys. */
async function sendForm(pipeline: string, files: readonly RunFile[], dryRun: boolean, key: string) {
  const url = runUrl(pipeline)
  const parts = [
    ...(dryRun ? [['dry_run', 'true'] as const] : []),
    ...files.flatMap(({ s3Key }) => (s3Key ? [['s3_keys', s3Key] as const] : [])),
    ...files.flatMap(({ file, s3Key }) => (file && !s3Key ? [['file', file] as const] : [])),
  ]
  const own = files.filter(({ s3Key }) => !s3Key)
  const id = randomId()
  const name = own[0]?.name ?? ''
  const outcome = await sent({ id, name, fileCount: own.length, url, sender: formSender(url, parts, key) })
  if (isRun(outcome.body) && outcome.status < 300) {
    runStarted(outcome.body)
    return outcome.body
  }
  // A refusal is only shown where the run was started.
  cancelUpload(id)
  throw errorFromAnswer(outcome.status, outcome.body)
}

const keyIn = (body: unknown): string | null => {
  const file = (body as { file?: { s3_key?: unknown } } | null)?.file
  return typeof file?.s3_key === 'string' ? file.s3_key : null
}

/** Uploads one file to storage in chunks, so that a disconnect loses at most one. */
async function store(file: File): Promise<string> {
  const id = randomId()
  const url = uploadRoutes.begin()
  const sender = pieceSender(file, { ...uploadRoutes, begin: url }, id)
  const outcome = await sent({ id, name: file.name, fileCount: 1, url, sender })
  const key = keyIn(outcome.body)
  if (key) {
    invalidateStorageSoon()
    return key
  }
  cancelUpload(id)
  throw errorFromAnswer(outcome.status, outcome.body)
}

/** More files than a form accepts are stored first, and run from storage. */
export const isStoredFirst = (files: readonly RunFile[]): boolean =>
  files.filter(({ s3Key }) => !s3Key).length > MOST_SENT

type Run = {
  pipeline: string
  files: readonly RunFile[]
  dryRun?: boolean
  /** The same for every attempt: a retry after a lost response finds the created run. */
  key: string
  /** Called when a file was stored: a retry does not upload it again. */
  onStored?: (id: string, s3Key: string) => void
}

/**
 * Starts a run. Local files are uploaded first, by the upload tray, whatever page is open.
 * @throws ApiError, or Withdrawn if an upload was removed from the tray.
 */
export async function sendRun({ pipeline, files, dryRun = false, key, onStored }: Run): Promise<PipelineRun> {
  if (files.some(({ s3Key }) => !s3Key) && !isStoredFirst(files))
    return sendForm(pipeline, files, dryRun, key)
  const settled = await Promise.allSettled(
    files.map(async ({ id, file, s3Key }) => {
      if (s3Key || !file) return s3Key ?? ''
      const stored = await store(file)
      onStored?.(id, stored)
      return stored
    }),
  )
  const failed = settled.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  const keys = settled.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
  if (keys.length === 0) throw new ApiError('file_missing', 400)
  return runPipeline(pipeline, { s3_keys: keys, dry_run: dryRun }, key)
}
