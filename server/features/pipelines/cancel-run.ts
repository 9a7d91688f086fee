import { and, eq, isNull } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { findRun } from '../../core/present-run.ts'
import { conversions } from '../../core/schema.ts'
import { settleConversion } from '../../core/settle.ts'
import { withTransaction } from '../../core/transaction.ts'
import { sentence } from '../../engines/kernel/sentence.ts'

/**
 * Stops the files of a run that have not finished; their credits come back. @throws ApiProblem
 * not_found, already_finished
 */
export async function cancelRun(ctx: Context, id: string): Promise<void> {
  await findRun(ctx, id)
  const outcome = { status: 'failed', code: 'cancelled', message: sentence`You cancelled this run.` } as const
  const stopped = await withTransaction(ctx, async (ctx, tx) => {
    const items = await tx
      .select({ id: conversions.id })
      .from(conversions)
      .where(and(eq(conversions.runId, id), isNull(conversions.parentId), eq(conversions.status, 'pending')))
    let count = 0
    for (const item of items) if (await settleConversion(ctx.platform, tx, item.id, outcome)) count++
    return count
  })
  if (stopped === 0) throw new ApiProblem('already_finished', 'The run ended before it could be cancelled.')
}
