import type { Multipart } from '@fastify/multipart'
import type { z } from 'zod'
import { ValidateForm, type ValidateJson, type Validation } from '../../../contract/convert.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { parseJsonPart } from '../../core/conversion/parse-json-part.ts'
import {
  type Choice,
  type ConversionRequest,
  checkOptions,
  chooseOperation,
  type File,
} from '../../core/conversion/plan-conversion.ts'
import type { RouteFamily } from '../../core/families.ts'
import { type FileReference, findFile } from '../../core/find-file.ts'
import { priceOf } from '../../core/prices.ts'
import { discard, receiveForm } from '../../core/receive-upload.ts'
import { ownedObject } from '../../core/stored-files.ts'

/**
 * A dry run of what a form holds. The file is looked at and thrown away: nothing is stored, run or
 * charged.
 */
export async function validateForm(
  ctx: Context,
  route: RouteFamily,
  parts: AsyncIterable<Multipart>,
): Promise<Validation> {
  const { fields, uploads } = await receiveForm(parts, ctx.platform.settings, ValidateForm)
  try {
    const { s3_key, file_id, conversion_id, filename, options, ...request } = fields
    return await dryRun(ctx, route, request, {
      file: async () => {
        const [upload] = uploads
        if (upload?.size === 0) throw new ApiProblem('file_empty', `${upload.filename} is empty (0 bytes).`)
        const named = { s3_key, file_id, conversion_id }
        return upload ?? (await fileOf(ctx, named, request.source_format, filename))
      },
      options: () => parseJsonPart('options', options, 'invalid_options'),
    })
  } finally {
    for (const upload of uploads) await discard(upload)
  }
}

/** A dry run of a stored file, or of any file of a format: nothing is run or charged. */
export function validateJson(
  ctx: Context,
  route: RouteFamily,
  body: z.output<typeof ValidateJson>,
): Promise<Validation> {
  const { s3_key, file_id, conversion_id, filename, options, ...request } = body
  const named = { s3_key, file_id, conversion_id }
  return dryRun(ctx, route, request, {
    file: () => fileOf(ctx, named, request.source_format, filename),
    options: () => options,
  })
}

/** A stored file; or none at all, of which only the format is known. */
async function fileOf(
  ctx: Context,
  named: FileReference,
  sourceFormat: string | undefined,
  filename: string | undefined,
): Promise<File> {
  const found = await findFile(ctx, named)
  if (found) return ownedObject(ctx, found.key, filename ?? found.filename, found.field)
  if (sourceFormat === undefined)
    throw new ApiProblem('file_missing', 'Send a file, name a stored one, or give its source_format.')
  return { filename: filename ?? 'The file', format: null, stated: true }
}

/** A refusal is the answer here; what is known of the conversion is answered beside it. */
async function dryRun(
  ctx: Context,
  route: RouteFamily,
  request: Pick<ConversionRequest, 'operation' | 'target_format' | 'source_format'>,
  part: { file: () => Promise<File>; options: () => unknown },
): Promise<Validation> {
  const { engines, db } = ctx.platform
  let choice: Choice | undefined
  let problem: Validation['problem'] = null
  try {
    choice = await chooseOperation(ctx, route, [await part.file()], request)
    checkOptions(ctx, choice.operation, part.options())
    engines.prepare(choice.operation)
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    problem = { code: error.code, detail: error.message, errors: error.extras.errors ?? [] }
  }
  const { source_format: stated, target_format } = request
  return {
    valid: problem === null,
    engine: choice?.operation.engine ?? null,
    losses: choice ? engines.losses(choice.operation, choice.sourceFormats[0] ?? '') : [],
    credits: choice ? await priceOf(db, choice.operation.family, choice.operation.operation) : null,
    operation: choice?.operation.operation ?? request.operation ?? 'convert',
    source_format:
      choice?.sourceFormats[0] ?? (stated === undefined ? null : engines.normalise(stated, route)),
    target_format: choice?.targetFormat ?? engines.normalise(target_format, route),
    problem,
  }
}
