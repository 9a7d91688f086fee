import type { Conversion } from '../../contract/conversion.ts'
import { presentMessage, presentStage, presentWarnings } from './present-message.ts'
import type { ConversionRow, Delivery } from './schema.ts'
import { withoutSecrets } from './secret-options.ts'
import { type Caller, urlHere } from './url-here.ts'

/** The path of a conversion's result. */
export function downloadPath({ family, id }: Pick<ConversionRow, 'family' | 'id'>): string {
  if (family === 'document') return `/api/v1/pdf_handler/${id}/download/`
  if (family === 'font') return `/api/v1/fonts/${id}/download/`
  return `/api/v1/media_core/files/${id}/download/`
}

const instant = (at: Date | null) => at?.toISOString() ?? null

const deliveryOf = ({ kind, state, file_id, link_id, session_id = null, problem }: Delivery) => ({
  kind,
  state,
  file_id,
  link_id,
  session_id,
  problem,
})

/**
 * A conversion in responses of status, wait and history (decision 4). `position` comes from
 * `queuePositions`.
 */
export function presentConversion(
  ctx: Caller,
  row: ConversionRow,
  position: number | null = null,
): Conversion {
  const { outputKey } = row
  return {
    conversion_id: row.id,
    id: row.id,
    status: row.status,
    state: row.status,
    family: row.family,
    operation: row.operation,
    source_format: row.sourceFormat,
    target_format: row.targetFormat,
    filename: row.filename,
    size_bytes: row.sizeBytes,
    file_count: row.fileCount,
    s3_key: row.sourceKey,
    options: withoutSecrets(row.options, row.operation),
    progress: row.progress,
    ...presentStage(row.stage),
    queue_position: position,
    error: row.errorCode && { code: row.errorCode, ...presentMessage(row.errorMessage ?? '') },
    download_url: outputKey && urlHere(ctx, downloadPath(row)),
    output: row.output && { ...row.output, s3_key: outputKey, ...presentWarnings(row.output.warnings) },
    credits_quoted: row.creditsQuoted,
    credits_charged: row.creditsCharged,
    external_token: row.externalToken,
    batch_id: row.batchId,
    delivery: row.delivery && deliveryOf(row.delivery),
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    started_at: instant(row.startedAt),
    completed_at: instant(row.completedAt),
    expires_at: instant(row.expiresAt),
  }
}
