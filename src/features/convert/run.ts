import { cancelConversion, convertAgain, convertUrl } from '../../api/convert.ts'
import { errorFromAnswer, errorFromNetwork, toApiError } from '../../api/errors.ts'
import { follow, writeConversion } from '../../api/live.ts'
import { invalidateSoon, queryClient } from '../../api/query-client.ts'
import { FAMILY_NAMES } from '../../lib/families.ts'
import { randomId } from '../../lib/random-id.ts'
import {
  cancelUpload,
  enqueueUploads,
  type NewUpload,
  onUploadSettled,
  type Upload,
} from '../../stores/uploads.ts'
import { changeFile, choose, fetchAddress, fileOf } from './files.ts'
import type { ConvertRow } from './rows.ts'

/** The fields of a run, as the convert endpoints take them. They go before the file. */
function fieldsOf({ file, target, operation }: ConvertRow, batch: string | null): Record<string, string> {
  const known = (operation?.options.properties ?? {}) as Record<string, unknown>
  const options = Object.fromEntries(
    Object.entries(file.options)
      .filter(([name]) => name in known)
      .map(([name, value]) => [name, Array.isArray(value) ? value.filter((line) => line.trim()) : value]),
  )
  return {
    target_format: target?.format ?? '',
    ...(operation && operation.operation !== 'convert' && { operation: operation.operation }),
    ...(Object.keys(options).length > 0 && { options: JSON.stringify(options) }),
    ...(batch && { batch_id: batch }),
  }
}

/** Starts everything that is ready. Files that go together share a batch. */
export function runRows(rows: readonly ConvertRow[]): void {
  const ready = rows.filter(({ state, family, target }) => state.kind === 'ready' && family && target)
  const batch = ready.length > 1 ? randomId() : null
  const uploads: NewUpload[] = []
  for (const row of ready) {
    const { file, family } = row
    if (!family) continue
    const url = convertUrl(family)
    const fields = fieldsOf(row, batch)
    // One key for one wish: a retry after a lost answer finds the conversion that it has made.
    const idempotencyKey = randomId()
    changeFile(file.id, { phase: 'sending', target: row.choice, refusal: null })
    if (file.s3Key) void sendKey(file.id, family, { ...fields, s3_key: file.s3Key }, idempotencyKey)
    else if (file.file) uploads.push({ id: file.id, file: file.file, url, fields, idempotencyKey })
  }
  enqueueUploads(uploads)
}

async function sendKey(
  id: string,
  family: NonNullable<ConvertRow['family']>,
  fields: Record<string, string>,
  idempotencyKey: string,
): Promise<void> {
  try {
    const { conversion_id } = await convertAgain(family, fields, idempotencyKey)
    accepted(id, conversion_id, family)
  } catch (error) {
    const refusal = toApiError(error)
    // The original is gone: the file itself, where we still have it, is sent instead.
    const file = fileOf(id)
    if (refusal.code === 'not_found' && file?.file) changeFile(id, { phase: 'ready', s3Key: null })
    else if (refusal.code === 'not_found' && file?.url)
      changeFile(id, { phase: 'refused', refusal, s3Key: null })
    else changeFile(id, { phase: 'refused', refusal })
  }
}

function accepted(id: string, conversionId: string, family: NonNullable<ConvertRow['family']>): void {
  changeFile(id, { phase: 'accepted', conversionId })
  follow(conversionId, family)
  invalidateSoon('getDocumentCredits')
  invalidateSoon('listConversions')
}

/** The upload's URL says which family it was for: the service has judged it by then. */
function settled({ id, url, outcome }: Upload): void {
  const file = fileOf(id)
  if (file?.phase !== 'sending' || !outcome) return
  const made = outcome.body as { conversion_id?: unknown } | null
  if (outcome.status === 202 && typeof made?.conversion_id === 'string') {
    accepted(id, made.conversion_id, FAMILY_NAMES.find((family) => convertUrl(family) === url) ?? 'document')
    return
  }
  // Without an answer the tray keeps it, with a way to try again. A refusal is shown in the list, and only there.
  if (outcome.status === 0) return
  cancelUpload(id)
  const refusal = outcome.status >= 400 ? errorFromAnswer(outcome.status, outcome.body) : errorFromNetwork()
  changeFile(id, { phase: 'refused', refusal })
}

/** Called once, at the start. */
export function startConverting(): void {
  onUploadSettled(settled)
}

/** Runs a file again that failed, was refused or was stopped; a kept original saves the upload. */
export function retryRow(row: ConvertRow): void {
  const { state, file } = row
  if (file.url && !file.s3Key) {
    void fetchAddress(file.id)
    return
  }
  const key = state.kind === 'failed' ? state.conversion.s3_key : null
  choose(file.id, {}, key)
  runRows([{ ...row, file: fileOf(file.id) ?? file, state: { kind: 'ready' } }])
}

/** Stops what runs: the upload here, or the conversion on the service. Answers with what went wrong. */
export async function stopRow({ file, state }: ConvertRow): Promise<unknown> {
  if (state.kind === 'uploading') {
    cancelUpload(file.id)
    changeFile(file.id, { phase: 'ready' })
    return null
  }
  if (state.kind !== 'working' || !file.conversionId) return null
  try {
    writeConversion(queryClient, await cancelConversion(file.conversionId))
    return null
  } catch (error) {
    return error
  }
}
