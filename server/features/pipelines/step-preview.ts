import { and, eq } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { findConversion } from '../../core/find-conversion.ts'
import { conversions } from '../../core/schema.ts'
import { outcomeOf, runOnStored } from '../../core/service-runs.ts'
import type { StoredFile } from '../../http/file-answer.ts'

const PATIENCE = 20

/**
 * An image of what a step made of a file, counted from 1, while that is kept: of a dry run for an
 * hour.
 * @throws ApiProblem not_found where there is none to be had, unavailable while it is being drawn
 */
export async function stepPreview(
  ctx: Context,
  itemId: string,
  step: number,
  gone: AbortSignal,
): Promise<StoredFile> {
  const item = await findConversion(ctx, itemId, ['document'])
  const [row] = await ctx.platform.db
    .select()
    .from(conversions)
    .where(and(eq(conversions.parentId, item.id), eq(conversions.position, step - 1)))
  const none = new ApiProblem('not_found', 'This step has no preview.')
  if (!row?.outputKey || !row.output) throw none
  const { format, filename, size_bytes: size } = row.output
  const made = { key: row.outputKey, ownerId: row.ownerId, filename, size, format }
  const run = await runOnStored(
    ctx.platform,
    made,
    { operation: 'thumbnail', options: { size: 640 } },
    PATIENCE,
    gone,
  )
  const image = outcomeOf(run)
  if (!image) throw none
  return { ...image, type: `image/${image.format}` }
}
