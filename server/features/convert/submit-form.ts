import type { Multipart } from '@fastify/multipart'
import { ConvertForm, ConvertJson } from '../../../contract/convert.ts'
import { check } from '../../core/check.ts'
import type { Context } from '../../core/context.ts'
import type { RouteFamily } from '../../core/families.ts'
import { discard, receiveForm } from '../../core/receive-upload.ts'
import { Refusal } from '../../core/refusal.ts'
import { parseOptions } from './parse-options.ts'
import { receiveUrl } from './receive-url.ts'
import { type Source, submitConversion } from './submit-conversion.ts'

const Fields = ConvertForm.omit({ file: true, s3_keys: true })
  .extend({ s3_keys: ConvertJson.shape.s3_keys })
  .strict()

/** A conversion sent as a form: reads it as it arrives, then takes it on. @returns the conversion's id */
export async function submitForm(
  ctx: Context,
  route: RouteFamily,
  parts: AsyncIterable<Multipart>,
  idempotencyKey: string | undefined,
  gone: AbortSignal,
): Promise<string> {
  const { fields, uploads, sources: sent } = await receiveForm(parts, ctx.platform.settings)
  try {
    const keys = sent.flatMap((source) => ('key' in source ? [source.key] : []))
    const {
      s3_key,
      url,
      options,
      s3_keys: _checked,
      ...wish
    } = check(Fields, {
      ...fields,
      ...(keys.length > 0 && { s3_keys: keys }),
    })
    const ways = [sent.length > 0, s3_key !== undefined, url !== undefined].filter(Boolean).length
    if (ways === 0) throw new Refusal('file_missing', 'The form has no file in its field “file”.')
    if (ways > 1)
      throw new Refusal(
        'invalid_request',
        'Send files, or name them by their keys, or give an address: one of these.',
      )
    const sources: Source[] = url
      ? [{ upload: await receiveUrl(ctx, url, undefined, gone) }]
      : s3_key
        ? [{ key: s3_key }]
        : sent
    return await submitConversion(ctx, {
      route,
      sources,
      wish: { ...wish, options: parseOptions(options) },
      idempotencyKey,
    })
  } finally {
    for (const upload of uploads) await discard(upload)
  }
}
