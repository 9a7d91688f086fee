import type { Multipart } from '@fastify/multipart'
import type { z } from 'zod'
import { FormFields, FormFieldsForm, type FormFieldsJson } from '../../../contract/pdf.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import type { Source } from '../../core/conversion/submit-conversion.ts'
import { findFile } from '../../core/find-file.ts'
import { discard, fileMissing, receiveForm } from '../../core/receive-upload.ts'
import { inspectFile, readInspection } from './inspect-file.ts'

/** The form fields of a PDF that is sent along. @throws ApiProblem as `formFields` */
export async function formFieldsSent(
  ctx: Context,
  parts: AsyncIterable<Multipart>,
  gone: AbortSignal,
): Promise<FormFields> {
  const { fields, uploads } = await receiveForm(parts, ctx.platform.settings, FormFieldsForm)
  try {
    const { password, ...reference } = fields
    const named = await findFile(ctx, reference)
    const [upload] = uploads
    if (upload && named)
      throw new ApiProblem('invalid_request', 'Send the PDF, or name a stored one: one of these.')
    return await formFields(ctx, upload ? { upload } : named, password, gone)
  } finally {
    for (const upload of uploads) await discard(upload)
  }
}

/** The form fields of a PDF of the caller's own. @throws ApiProblem as `formFields` */
export async function formFieldsStored(
  ctx: Context,
  { password, ...reference }: z.output<typeof FormFieldsJson>,
  gone: AbortSignal,
): Promise<FormFields> {
  return formFields(ctx, await findFile(ctx, reference), password, gone)
}

/**
 * The form fields of one PDF, read by a worker as any conversion is, free and in no list.
 * @throws ApiProblem file_missing, invalid_request, unsupported_source, inspection_failed
 */
async function formFields(
  ctx: Context,
  source: Source | null,
  password: string | undefined,
  gone: AbortSignal,
): Promise<FormFields> {
  if (!source) throw fileMissing()
  const options = password === undefined ? {} : { password }
  const request = { operation: 'form_fields', target_format: 'json', options } as const
  const row = await inspectFile(ctx, 'document', source, request, gone)
  return FormFields.parse({ ...((await readInspection(ctx, row)) as object), filename: row.filename })
}
