import type { Multipart } from '@fastify/multipart'
import type { z } from 'zod'
import { CheckPdfForm, type CheckPdfJson, PdfCheck } from '../../../contract/pdf.ts'
import { PdfEdits } from '../../../contract/pdf-edits.ts'
import { type Context, ownerOf } from '../../core/context.ts'
import type { Source } from '../../core/conversion/submit-conversion.ts'
import { byKeys, findFile } from '../../core/find-file.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { presentWarnings } from '../../core/present-message.ts'
import { discard, fileMissing, receiveForm } from '../../core/receive-upload.ts'
import { checkPart } from './check-part.ts'
import { inspectFile, readInspection } from './inspect-file.ts'

/** What saving a PDF that is sent along gives. @throws ApiProblem as `checkPdf` */
export async function checkSent(
  ctx: Context,
  parts: AsyncIterable<Multipart>,
  gone: AbortSignal,
): Promise<PdfCheck> {
  const { fields, uploads, sources: sent } = await receiveForm(parts, ctx.platform.settings, CheckPdfForm)
  try {
    const { edits, s3_keys: _, ...reference } = fields
    const named = await findFile(ctx, reference)
    return await checkPdf(ctx, named ? [named, ...sent] : sent, checkPart(PdfEdits, 'edits', edits), gone)
  } finally {
    for (const upload of uploads) await discard(upload)
  }
}

/** What saving a PDF of the caller's own gives. @throws ApiProblem as `checkPdf` */
export async function checkStored(
  ctx: Context,
  { s3_keys = [], edits, ...reference }: z.output<typeof CheckPdfJson>,
  gone: AbortSignal,
): Promise<PdfCheck> {
  const named = await findFile(ctx, reference)
  return checkPdf(ctx, [...(named ? [named] : []), ...byKeys(s3_keys)], edits, gone)
}

/** As the engine writes it, with the values in its sentences isolated. */
const Found = PdfCheck.omit({ warning_messages: true })

/**
 * Facts about the result of some edits, which a worker makes and does not keep; free and in no
 * list.
 * @throws ApiProblem file_missing, too_many_requests, invalid_request, unsupported_source,
 * inspection_failed
 */
async function checkPdf(
  ctx: Context,
  sources: readonly Source[],
  edits: PdfEdits,
  gone: AbortSignal,
): Promise<PdfCheck> {
  await consumeOrThrow(ctx, LIMIT_RULES.saveCheck, ownerOf(ctx) ?? ctx.address)
  if (sources.length === 0) throw fileMissing()
  const request = { operation: 'edit_check', target_format: 'json', options: edits } as const
  const inspection = await inspectFile(ctx, 'document', sources, request, gone)
  const found = Found.parse(await readInspection(ctx, inspection))
  return { ...found, ...presentWarnings(found.warnings) }
}
