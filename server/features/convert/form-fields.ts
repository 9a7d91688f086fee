import type { Multipart } from '@fastify/multipart'
import { FormFields, FormFieldsForm } from '../../../contract/pdf.ts'
import { check } from '../../core/check.ts'
import type { Context } from '../../core/context.ts'
import { discard, receiveForm } from '../../core/receive-upload.ts'
import { Refusal } from '../../core/refusal.ts'
import { lookInto, sightOf } from './look-into.ts'
import type { Source } from './submit-conversion.ts'

const Fields = FormFieldsForm.omit({ file: true }).strict()

/** The form fields of a PDF that is sent along. @throws Refusal as `formFields` */
export async function formFieldsSent(
  ctx: Context,
  parts: AsyncIterable<Multipart>,
  gone: AbortSignal,
): Promise<FormFields> {
  const { fields, uploads, sources } = await receiveForm(parts, ctx.platform.settings)
  try {
    const { s3_key, password } = check(Fields, fields)
    const given: Source[] = s3_key === undefined ? sources : [{ key: s3_key }, ...sources]
    return await formFields(ctx, given, password, gone)
  } finally {
    for (const upload of uploads) await discard(upload)
  }
}

/**
 * The form fields of one PDF, read by a worker as any conversion is, free and in no list.
 * @throws Refusal file_missing, invalid_request, unsupported_source, inspection_failed
 */
export async function formFields(
  ctx: Context,
  sources: readonly Source[],
  password: string | undefined,
  gone: AbortSignal,
): Promise<FormFields> {
  const [source, ...more] = sources
  if (!source) throw new Refusal('file_missing', 'Send the PDF in the field “file”, or name it by its key.')
  if (more.length > 0)
    throw new Refusal('invalid_request', 'Send one PDF.', {
      errors: [{ path: 'file', message: 'One file.' }],
    })
  const options = password === undefined ? {} : { password }
  const wish = { operation: 'form_fields', target_format: 'json', options } as const
  const row = await lookInto(ctx, 'document', source, wish, gone)
  return FormFields.parse({ ...((await sightOf(ctx, row)) as object), filename: row.filename })
}
