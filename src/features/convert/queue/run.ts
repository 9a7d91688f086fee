import { convertAgain, convertUrl, writeBalance } from '../../../api/convert.ts'
import { type ApiError, errorFromAnswer, errorFromNetwork, toApiError } from '../../../api/errors.ts'
import { follow, onConversionGone } from '../../../api/live.ts'
import { invalidateSoon } from '../../../api/query-client.ts'
import type { Family } from '../../../lib/families.ts'
import { randomId } from '../../../lib/random-id.ts'
import { addAutosave } from '../../../stores/acting.ts'
import { type Need, needCredits, needOf } from '../../../stores/needed-credits.ts'
import { type FormParts, formSender } from '../../../stores/senders.ts'
import {
  cancelUpload,
  enqueueUploads,
  type NewUpload,
  onUploadSettled,
  type Upload,
  useUploads,
} from '../../../stores/uploads.ts'
import { fetchAddress } from './add-stored.ts'
import { allFiles, type ConvertFile, changeFile, choose, fileCountOf, fileOf, hasFiles } from './files.ts'
import { forgetFiles } from './forget-files.ts'
import { passwordOption } from './password-option.ts'
import { type ConvertRow, storedOriginal } from './rows.ts'

/** The form of the convert endpoints: the options, then the files in order, as bytes or keys. */
function formOf({ file, target, operation }: ConvertRow, batch: string | null): FormParts {
  const known = (operation?.options.properties ?? {}) as Record<string, unknown>
  const options = Object.fromEntries(
    Object.entries(file.options)
      .filter(([name]) => name in known)
      .map(([name, value]) => [name, Array.isArray(value) ? value.filter((line) => line.trim()) : value]),
  )
  const fields = {
    target_format: target?.format ?? '',
    ...(operation && operation.operation !== 'convert' && { operation: operation.operation }),
    ...(Object.keys(options).length > 0 && { options: JSON.stringify(options) }),
    ...(batch && { batch_id: batch }),
  }
  return [...Object.entries(fields), ...sourcesOf(file)]
}

const sourcesOf = (file: ConvertFile): FormParts =>
  file.parts.length > 0 ? file.parts.flatMap((part) => sourceOf(part, 's3_keys')) : sourceOf(file, 's3_key')

const sourceOf = ({ s3Key, file }: ConvertFile, key: string): FormParts =>
  s3Key ? [[key, s3Key]] : file ? [['file', file]] : []

/** Sent rows, unchanged: a run refused for missing credits is sent again from here. */
const sent = new Map<string, ConvertRow>()

/** Offers to buy the missing credits, and then runs the files that still wait. */
export async function buyAndRun(rows: readonly ConvertRow[], need: Need): Promise<void> {
  if (!(await needCredits(need))) return
  runRows(
    rows.flatMap((row) => {
      const file = fileOf(row.file.id)
      return file?.phase === 'ready' ? [{ ...row, file, state: { kind: 'ready' } as const }] : []
    }),
  )
}

/** Starts all ready rows. Files that are started together share a batch. */
export function runRows(rows: readonly ConvertRow[]): void {
  const ready = rows.filter(({ state, family, target }) => state.kind === 'ready' && family && target)
  const batch = ready.length > 1 ? randomId() : null
  const uploads: NewUpload[] = []
  for (const row of ready) {
    const { file, family } = row
    if (!family) continue
    sent.set(file.id, row)
    const { id, name } = file
    const url = convertUrl(family)
    const parts = formOf(row, batch)
    // One key per request: a retry after a lost response finds its conversion.
    const idempotencyKey = randomId()
    changeFile(id, { phase: 'sending', target: row.choice, refusal: null })
    if (parts.some(([, value]) => value instanceof File)) {
      const sender = formSender(url, parts, idempotencyKey)
      uploads.push({ id, name, fileCount: fileCountOf(file), url, sender })
    } else void sendKeys(id, family, parts, idempotencyKey)
  }
  enqueueUploads(uploads)
}

async function sendKeys(id: string, family: Family, parts: FormParts, idempotencyKey: string): Promise<void> {
  try {
    const { conversion_id } = await convertAgain(family, parts, idempotencyKey)
    accepted(id, conversion_id)
  } catch (error) {
    refused(id, toApiError(error))
  }
}

/**
 * If an original is gone, the next attempt uploads or imports the file again. Missing credits are
 * not the file's error: it waits, and runs once they are bought.
 */
function refused(id: string, refusal: ApiError): void {
  const file = fileOf(id)
  if (!file) return
  if (refusal.code === 'insufficient_credits' || refusal.code === 'spend_limit_reached') {
    changeFile(id, { phase: 'ready' })
    if (refusal.code === 'insufficient_credits') writeBalance(refusal.problem?.credits_available ?? 0)
    return
  }
  const gone = refusal.code === 'not_found'
  changeFile(id, {
    phase: 'refused',
    refusal,
    ...(gone && {
      s3Key: file.file || file.url ? null : file.s3Key,
      parts: file.parts.map((part) => (part.file ? { ...part, s3Key: null } : part)),
    }),
  })
}

function accepted(id: string, conversionId: string): void {
  changeFile(id, { phase: 'accepted', conversionId })
  follow(conversionId)
  invalidateSoon('getDocumentCredits')
  invalidateSoon('listConversions')
}

function settled({ id, outcome }: Upload): void {
  const file = fileOf(id)
  if (file?.phase !== 'sending' || !outcome) return
  const made = outcome.body as { conversion_id?: unknown } | null
  if (outcome.status === 202 && typeof made?.conversion_id === 'string') {
    accepted(id, made.conversion_id)
    return
  }
  // Without a response the tray keeps it, with a retry. A refusal is shown only in the list.
  if (outcome.status === 0) return
  cancelUpload(id)
  const refusal = outcome.status >= 400 ? errorFromAnswer(outcome.status, outcome.body) : errorFromNetwork()
  refused(id, refusal)
  // Requests with keys handle this in the call; uploads do not.
  const need = needOf(refusal)
  const row = sent.get(id)
  if (need && row) void buyAndRun([row], need)
}

/** Called once, at startup. */
export function startConverting(): void {
  onUploadSettled(settled)
  useUploads.subscribe(({ uploads }, { uploads: before }) => {
    if (uploads.length < before.length) releaseStopped(before)
  })
  onConversionGone(releaseRemoved)
  addAutosave({ has: hasFiles, forget: forgetFiles })
}

/**
 * Deleted on another page, or evicted from the cache after a day: resets the file to before its
 * run.
 */
function releaseRemoved(conversionId: string): void {
  const file = allFiles().find((one) => one.conversionId === conversionId)
  if (file) changeFile(file.id, { phase: 'ready', conversionId: null })
}

/** Uploads that the tray aborted, or cleared after a failure, are ready again. */
function releaseStopped(before: readonly Upload[]): void {
  const left = new Set(useUploads.getState().uploads.map(({ id }) => id))
  for (const { id } of before)
    if (!left.has(id) && fileOf(id)?.phase === 'sending') changeFile(id, { phase: 'ready' })
}

/**
 * Runs a file again that failed, was refused or was aborted; a stored original saves the upload.
 */
export const retryRow = (row: ConvertRow): void => retryRows([row])

/** Runs several again that failed or were refused, as one batch. */
export function retryRows(rows: readonly ConvertRow[]): void {
  const [fetched, others] = [rows.filter(isFetched), rows.filter((row) => !isFetched(row))]
  for (const { file } of fetched) void fetchAddress(file.id)
  for (const row of others) choose(row.file.id, {}, storedOriginal(row))
  runRows(others.map((row) => ({ ...row, file: fileOf(row.file.id) ?? row.file, state: { kind: 'ready' } })))
}

/** Runs an encrypted file again with its password, which is not stored. */
export function unlockRow(row: ConvertRow, password: string): void {
  const name = passwordOption(row)
  const file = fileOf(row.file.id)
  if (name === null || !file) return
  const { [name]: _, ...options } = file.options
  choose(file.id, { options: { ...options, [name]: password } }, storedOriginal(row))
  const ready = fileOf(file.id)
  if (!ready) return
  runRows([{ ...row, file: ready, state: { kind: 'ready' } }])
  changeFile(file.id, { options, unlocking: true })
}

/** The server has not imported it from its URL yet. */
const isFetched = ({ file }: ConvertRow): boolean => file.url !== null && !file.s3Key
