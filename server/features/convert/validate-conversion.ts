import type { Multipart } from '@fastify/multipart'
import type { z } from 'zod'
import { ValidateForm, type ValidateJson, type Validation } from '../../../contract/convert.ts'
import type { Context } from '../../core/context.ts'
import type { RouteFamily } from '../../core/families.ts'
import { type FileReference, findFile } from '../../core/find-file.ts'
import { priceOf } from '../../core/prices.ts'
import { discard, receiveForm } from '../../core/receive-upload.ts'
import { Refusal } from '../../core/refusal.ts'
import { ownedObject } from '../../core/stored-files.ts'
import { parseJsonPart } from './parse-json-part.ts'
import { type File, planConversion, type Wish } from './plan-conversion.ts'

/** A dry run of what a form holds. The file is looked at and thrown away: nothing is stored, run or charged. */
export async function validateForm(
  ctx: Context,
  route: RouteFamily,
  parts: AsyncIterable<Multipart>,
): Promise<Validation> {
  const { fields, uploads } = await receiveForm(parts, ctx.platform.settings, ValidateForm)
  try {
    const { s3_key, file_id, conversion_id, filename, options, ...wish } = fields
    return await dryRun(ctx, route, wish, async () => {
      const [upload] = uploads
      if (upload?.size === 0) throw new Refusal('file_empty', `${upload.filename} is empty: it has no bytes.`)
      const named = { s3_key, file_id, conversion_id }
      const file = upload ?? (await fileOf(ctx, named, wish.source_format, filename))
      return { file, wish: { ...wish, options: parseJsonPart('options', options, 'invalid_options') } }
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
  const { s3_key, file_id, conversion_id, filename, ...wish } = body
  const named = { s3_key, file_id, conversion_id }
  return dryRun(ctx, route, wish, async () => ({
    file: await fileOf(ctx, named, wish.source_format, filename),
    wish,
  }))
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
    throw new Refusal('file_missing', 'Send a file, name a stored one, or give its source_format.')
  return { filename: filename ?? 'The file', format: null, stated: true }
}

/** Refusals of the plan are the answer here, and no refusal of the question. */
async function dryRun(
  ctx: Context,
  route: RouteFamily,
  asked: Pick<Wish, 'operation' | 'target_format' | 'source_format'>,
  prepare: () => Promise<{ file: File; wish: Wish }>,
): Promise<Validation> {
  try {
    const { file, wish } = await prepare()
    const plan = await planConversion(ctx, route, [file], wish, { single: true })
    const { operation } = plan
    ctx.platform.engines.prepare(operation)
    return {
      valid: true,
      engine: operation.engine,
      credits: await priceOf(ctx.platform.db, operation.family, operation.operation),
      operation: operation.operation,
      source_format: plan.sourceFormats[0] ?? null,
      target_format: plan.targetFormat,
      problem: null,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { engines } = ctx.platform
    return {
      valid: false,
      engine: null,
      credits: null,
      operation: asked.operation ?? 'convert',
      source_format: asked.source_format === undefined ? null : engines.normalise(asked.source_format, route),
      target_format: engines.normalise(asked.target_format, route),
      problem: { code: error.code, detail: error.message, errors: error.extras.errors ?? [] },
    }
  }
}
