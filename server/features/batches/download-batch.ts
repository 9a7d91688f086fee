import { ApiProblem } from '../../core/api-problem.ts'
import { type Archive, archiveOf } from '../../core/archive.ts'
import type { Context } from '../../core/context.ts'
import { findBatch } from '../../core/find-batch.ts'
import { refuseQuarantined } from '../../core/quarantine.ts'

/**
 * The finished files of a batch as one ZIP, made while it is read.
 * @throws ApiProblem not_found, not_finished, expired, file_quarantined
 */
export async function downloadBatch(ctx: Context, id: string): Promise<Archive> {
  const batch = await findBatch(ctx, id)
  if (!batch) throw new ApiProblem('not_found', 'Batch not found.')
  const finished = batch.rows.filter((row) => row.output)
  if (finished.length === 0)
    throw new ApiProblem(
      'not_finished',
      'No conversion of this batch is completed, so there is nothing to download.',
    )
  const here = finished.flatMap(({ outputKey: key, output, completedAt: at }) =>
    key && output ? { key, filename: output.filename, size: output.size_bytes, at } : [],
  )
  if (here.length === 0) throw new ApiProblem('expired', 'The files of this batch have expired.')
  await refuseQuarantined(ctx.platform.db, ...here.map(({ key }) => key))
  return archiveOf({ objects: ctx.platform.objects, log: ctx.log }, batch.filename, here)
}
