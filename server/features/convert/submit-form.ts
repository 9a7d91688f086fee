import type { Multipart } from '@fastify/multipart'
import { ConvertForm } from '../../../contract/convert.ts'
import type { Family } from '../../../contract/families.ts'
import { check } from '../../core/check.ts'
import type { Context } from '../../core/context.ts'
import { Refusal } from '../../core/refusal.ts'
import { discard, receiveForm } from './receive-upload.ts'
import { submitConversion } from './submit-conversion.ts'

const Fields = ConvertForm.omit({ file: true }).strict()

/** A conversion sent as a form: reads it as it arrives, then takes it on. @returns the conversion's id */
export async function submitForm(
  ctx: Context,
  family: Family,
  parts: AsyncIterable<Multipart>,
  idempotencyKey: string | undefined,
): Promise<string> {
  const { fields, upload } = await receiveForm(parts, ctx.platform.settings.scratch)
  try {
    const { s3_key, options, ...wish } = check(Fields, fields)
    if (upload && s3_key) throw new Refusal('invalid_request', 'Send a file or an s3_key, not both.')
    const source = upload ? { upload } : s3_key ? { key: s3_key } : null
    if (!source) throw new Refusal('file_missing', 'The form has no file in its field “file”.')
    return await submitConversion(ctx, {
      family,
      source,
      wish: { ...wish, options: parseOptions(options) },
      idempotencyKey,
    })
  } finally {
    if (upload) await discard(upload)
  }
}

function parseOptions(text: string | undefined): unknown {
  if (text === undefined || text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid_options', 'The options are not a JSON object.', {
      errors: [{ path: 'options', message: 'Not valid JSON.' }],
    })
  }
}
