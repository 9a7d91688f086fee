import type { Multipart } from '@fastify/multipart'
import type { z } from 'zod'
import { fileNameWith } from '../../../contract/file-name.ts'
import { Destination, SavePdfForm, type SavePdfJson } from '../../../contract/pdf.ts'
import { PdfEdits } from '../../../contract/pdf-edits.ts'
import type { Context } from '../../core/context.ts'
import { deliveryOf } from '../../core/conversion/delivery-of.ts'
import { renameFirst, type Source, submitConversion } from '../../core/conversion/submit-conversion.ts'
import { byKeys, findFile } from '../../core/find-file.ts'
import { discard, fileMissing, receiveForm } from '../../core/receive-upload.ts'
import { checkPart } from './check-part.ts'

interface Save {
  sources: Source[]
  edits: PdfEdits
  destination: Destination
  filename?: string | undefined
}

/**
 * Saves a PDF that is sent along, with its edits. @returns the conversion's id. @throws ApiProblem
 * as `savePdf`
 */
export async function saveSent(
  ctx: Context,
  parts: AsyncIterable<Multipart>,
  idempotencyKey: string | undefined,
): Promise<string> {
  const { fields, uploads, sources: sent } = await receiveForm(parts, ctx.platform.settings, SavePdfForm)
  try {
    const { s3_key, file_id, conversion_id, edits, destination, filename } = fields
    const named = await findFile(ctx, { s3_key, file_id, conversion_id })
    const save = {
      sources: named ? [named, ...sent] : sent,
      edits: checkPart(PdfEdits, 'edits', edits),
      destination: checkPart(Destination, 'destination', destination ?? '{"kind":"download"}'),
      filename,
    }
    return await savePdf(ctx, save, idempotencyKey)
  } finally {
    for (const upload of uploads) await discard(upload)
  }
}

/**
 * Saves a PDF of the caller's own, with its edits. @returns the conversion's id. @throws ApiProblem
 * as `savePdf`
 */
export async function saveStored(
  ctx: Context,
  { s3_key, file_id, conversion_id, s3_keys = [], ...save }: z.output<typeof SavePdfJson>,
  idempotencyKey: string | undefined,
): Promise<string> {
  const named = await findFile(ctx, { s3_key, file_id, conversion_id })
  const sources = [...(named ? [named] : []), ...byKeys(s3_keys)]
  return savePdf(ctx, { sources, ...save }, idempotencyKey)
}

/**
 * Takes the saving on as a conversion: edits are applied by a worker, and the result goes where it
 * is asked to go in the transaction that ends it.
 * @throws ApiProblem file_missing, unauthenticated, not_found, invalid_request, share_rule, and as
 * `submitConversion`
 */
async function savePdf(
  ctx: Context,
  { sources, edits, destination, filename }: Save,
  idempotencyKey: string | undefined,
): Promise<string> {
  if (sources.length === 0) throw fileMissing()
  const delivery = await deliveryOf(ctx, destination)
  const name = filename === undefined ? undefined : fileNameWith('.pdf', filename)
  return submitConversion(ctx, {
    route: 'document',
    sources: renameFirst(sources, name),
    request: { operation: 'edit', target_format: 'pdf', options: edits },
    idempotencyKey,
    own: true,
    delivery,
  })
}
