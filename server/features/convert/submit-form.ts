import type { Multipart } from '@fastify/multipart'
import { ConvertForm } from '../../../contract/convert.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { parseJsonPart } from '../../core/conversion/parse-json-part.ts'
import { renameFirst, type Source, submitConversion } from '../../core/conversion/submit-conversion.ts'
import type { RouteFamily } from '../../core/families.ts'
import { findFile } from '../../core/find-file.ts'
import { discard, fileMissing, receiveForm } from '../../core/receive-upload.ts'
import { receiveUrl } from './receive-url.ts'

/**
 * A conversion sent as a form: reads it as it arrives, then takes it on. @returns the conversion's
 * id
 */
export async function submitForm(
  ctx: Context,
  route: RouteFamily,
  parts: AsyncIterable<Multipart>,
  idempotencyKey: string | undefined,
  gone: AbortSignal,
): Promise<string> {
  const { fields, uploads, sources: sent } = await receiveForm(parts, ctx.platform.settings, ConvertForm)
  try {
    const { s3_key, file_id, conversion_id, s3_keys: _sent, url, filename, options, ...request } = fields
    const named = await findFile(ctx, { s3_key, file_id, conversion_id })
    const ways = [sent.length > 0, named !== null, url !== undefined].filter(Boolean).length
    if (ways === 0) throw fileMissing()
    if (ways > 1)
      throw new ApiProblem('invalid_request', 'Send files, name a stored one, or give a URL: one of these.')
    const sources: Source[] = url
      ? [{ upload: await receiveUrl(ctx, url, filename, gone) }]
      : renameFirst(named ? [named] : sent, filename)
    return await submitConversion(ctx, {
      route,
      sources,
      request: { ...request, options: parseJsonPart('options', options, 'invalid_options') },
      idempotencyKey,
    })
  } finally {
    for (const upload of uploads) await discard(upload)
  }
}
