import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { findConversion } from '../../core/find-conversion.ts'
import { outcomeOf, runOnStored } from '../../core/service-runs.ts'
import type { OutputFile } from './download-output.ts'

const PATIENCE = 20

/**
 * A thumbnail of a conversion's result; of its original where nothing can draw the result, or there
 * is none yet. Drawn when it is first asked for, and kept as long as the file. @throws ApiProblem
 * not_found where there is no thumbnail to be had
 */
export async function getThumbnail(ctx: Context, id: string, gone: AbortSignal): Promise<OutputFile> {
  const row = await findConversion(ctx, id, undefined)
  const { ownerId, filename, sizeBytes: size } = row
  const files = [
    { key: row.outputKey, format: row.output?.format ?? null },
    { key: row.sourceKey, format: row.sourceFormat },
  ]
  for (const { key, format } of files) {
    if (!key) continue
    const file = { key, format, ownerId, filename, size }
    const run = await runOnStored(ctx.platform, file, { operation: 'thumbnail' }, PATIENCE, gone)
    // What takes too long is not asked for a second time here: the other file may be quicker.
    const thumbnail = run?.status === 'pending' ? null : outcomeOf(run)
    if (thumbnail) return { ...thumbnail, type: `image/${thumbnail.format}` }
  }
  throw new ApiProblem('not_found', 'This file has no thumbnail.')
}
