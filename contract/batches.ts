import { z } from 'zod'
import { Conversion, ConversionStatus } from './conversion.ts'
import { BYTES, endpoint } from './endpoint.ts'
import { FileName } from './file-name.ts'

/** Maximum number of conversions in one archive. */
export const BATCH_LIMIT = 1000

/**
 * Several conversions under one id: submitted with the same `batch_id`, or collected later. A batch
 * is pending while one of its conversions is; then it is completed, or failed if all failed.
 */
export const Batch = z
  .object({
    batch_id: z.uuid().meta({ description: 'Id of the batch.' }),
    id: z.uuid().meta({ description: 'The same as `batch_id`.' }),
    status: ConversionStatus,
    state: ConversionStatus.meta({ description: 'The same as `status`.' }),
    filename: z
      .string()
      .meta({ description: 'File name of the archive.', example: 'Filewright 2026-11-21.zip' }),
    total: z.int().min(0).meta({ description: 'Number of conversions.' }),
    pending: z.int().min(0).meta({ description: 'Number of queued or running conversions.' }),
    completed: z.int().min(0).meta({ description: 'Number of completed conversions.' }),
    failed: z.int().min(0).meta({ description: 'Number of failed conversions.' }),
    size_bytes: z
      .int()
      .min(0)
      .meta({ description: 'Total size of the finished files in bytes, before compression.' }),
    download_url: z
      .string()
      .nullable()
      .meta({ description: 'Absolute URL of the archive; null if no file is finished.' }),
    conversions: z.array(Conversion).meta({ description: 'The conversions of the batch.' }),
  })
  .meta({ id: 'Batch', description: 'Several conversions under one id.' })
export type Batch = z.infer<typeof Batch>

export const BatchOrConversion = z
  .union([Batch, Conversion])
  .meta({ id: 'BatchOrConversion', description: 'A batch or a conversion, depending on the id.' })

export const CollectJson = z
  .strictObject({
    conversion_ids: z
      .array(z.uuid())
      .min(1)
      .max(BATCH_LIMIT)
      .meta({ description: 'Ids of conversions of the caller, in the order of the archive.' }),
    filename: FileName.optional(),
  })
  .meta({ id: 'CollectJson', description: 'Conversions to collect into a ZIP.' })

const batchParams = z.object({ batch_id: z.uuid().meta({ description: 'Id of the batch.' }) })

const collect = (path: `/${string}`, auth: 'owner' | 'account') =>
  endpoint({
    method: 'POST',
    path,
    auth,
    permission: 'convert:write',
    area: 'batches',
    summary: 'Collect conversions into one ZIP',
    description:
      'Creates a batch from completed conversions of the caller, in the order of the ids. The ZIP is created when it is downloaded. Failed conversions are counted and left out.',
    json: CollectJson,
    idempotent: true,
    responses: { 201: Batch },
    problems: ['malformed_body', 'not_found', 'idempotency_conflict', 'unsupported_media_type'],
  })

const download = (path: `/${string}`) =>
  endpoint({
    method: 'GET',
    path,
    auth: 'owner',
    permission: 'convert:read',
    area: 'batches',
    summary: 'Download a batch as ZIP',
    description:
      'Streams the archive. Duplicate file names are numbered. The response is 409 if no file is finished, and 410 if all have expired.',
    params: batchParams,
    responses: { 200: BYTES },
    problems: ['not_found', 'not_finished', 'expired'],
  })

export const batchEndpoints = {
  collectDocuments: collect('/api/v1/docs_core/batch/collect/', 'owner'),
  downloadDocumentBatch: download('/api/v1/docs_core/batch/{batch_id}/download/'),
  collectMedia: collect('/api/v1/media_core/batch/collect/', 'account'),
  downloadMediaBatch: download('/api/v1/media_core/batch/{batch_id}/download/'),
} as const
