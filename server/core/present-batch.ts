import type { Batch } from '../../contract/batches.ts'
import { MEDIA } from './families.ts'
import type { FoundBatch } from './find-batch.ts'
import { presentConversion } from './present-conversion.ts'
import { type Caller, urlHere } from './url-here.ts'

/** A batch in the responses of its operations. */
export function presentBatch(ctx: Caller, { id, filename, rows }: FoundBatch): Batch {
  const count = (status: string) => rows.filter((row) => row.status === status).length
  const [pending, completed, failed] = [count('pending'), count('completed'), count('failed')]
  const status = pending > 0 ? 'pending' : completed > 0 ? 'completed' : 'failed'
  const core = rows.every(({ family }) => MEDIA.includes(family)) ? 'media_core' : 'docs_core'
  const here = rows.filter(({ outputKey }) => outputKey !== null)
  return {
    batch_id: id,
    id,
    status,
    state: status,
    filename,
    total: rows.length,
    pending,
    completed,
    failed,
    size_bytes: here.reduce((sum, { output }) => sum + (output?.size_bytes ?? 0), 0),
    download_url: here.length > 0 ? urlHere(ctx, `/api/v1/${core}/batch/${id}/download/`) : null,
    conversions: rows.map((row) => presentConversion(ctx, row)),
  }
}
