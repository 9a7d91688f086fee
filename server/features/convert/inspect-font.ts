import { FontInspection } from '../../../contract/font-inspection.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { type FileReference, findFile } from '../../core/find-file.ts'
import type { Upload } from '../../core/receive-upload.ts'
import { runOnStored } from '../../core/service-runs.ts'
import { ownedObject } from '../../core/stored-files.ts'
import { inspectFile, PATIENCE, readInspection } from './inspect-file.ts'

/**
 * What a font that was sent along says of itself. @throws ApiProblem as `submitConversion`, and
 * inspection_failed
 */
export async function inspectSent(ctx: Context, upload: Upload, gone: AbortSignal): Promise<FontInspection> {
  const request = { operation: 'inspect', target_format: 'json' } as const
  return FontInspection.parse(
    await readInspection(ctx, await inspectFile(ctx, 'font', { upload }, request, gone)),
  )
}

/**
 * What a stored font of the caller's own says of itself. @throws ApiProblem file_missing,
 * not_found, unsupported_source, inspection_failed
 */
export async function inspectStored(
  ctx: Context,
  reference: FileReference,
  gone: AbortSignal,
): Promise<FontInspection> {
  const named = await findFile(ctx, reference)
  if (!named) throw new ApiProblem('file_missing', 'Name the font by its s3_key, file_id or conversion_id.')
  const file = await ownedObject(ctx, named.key, named.filename, named.field)
  const font = ctx.platform.engines.formats('font').some(({ format }) => format === file.format)
  const run = font ? await runOnStored(ctx.platform, file, { operation: 'inspect' }, PATIENCE, gone) : null
  if (!run)
    throw new ApiProblem('unsupported_source', `${file.filename} is not a font that can be inspected.`)
  return FontInspection.parse(await readInspection(ctx, run))
}
