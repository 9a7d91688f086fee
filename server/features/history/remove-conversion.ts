import { and, eq } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, ownerOf } from '../../core/context.ts'
import { deleteObjects, leaveUnused } from '../../core/delete-objects.ts'
import { forgetSteps } from '../../core/pipeline-steps.ts'
import { conversionInputs, conversions } from '../../core/schema.ts'
import { settleConversion } from '../../core/settle.ts'
import { withTransaction } from '../../core/transaction.ts'
import { emitConversion } from '../../core/webhooks/conversion-events.ts'
import { sentence } from '../../engines/kernel/sentence.ts'

/**
 * Removes a conversion, its original and its output. One that still runs is stopped first and its
 * credits come back. A file that another conversion needs too stays until the last of them is gone.
 * @throws ApiProblem not_found
 */
export async function removeConversion(ctx: Context, id: string): Promise<void> {
  const owner = ownerOf(ctx)
  const leaving = await withTransaction(ctx, async (ctx, tx) => {
    const mine = and(eq(conversions.id, id), eq(conversions.ownerId, owner ?? ''))
    let [row] = owner ? await tx.select().from(conversions).where(mine) : []
    if (!row) throw new ApiProblem('not_found', 'Conversion not found.')
    if (row.status === 'pending') {
      const message = sentence`Removed while it was running.`
      const outcome = { status: 'failed', code: 'cancelled', message } as const
      row = (await settleConversion(ctx.platform, tx, id, outcome)) ?? row
    }
    await emitConversion(ctx.platform, tx, 'conversion.deleted', row)
    const between = row.runId ? await forgetSteps(tx, [id]) : []
    const further = await tx
      .select({ key: conversionInputs.key })
      .from(conversionInputs)
      .where(eq(conversionInputs.conversionId, id))
    const [removed] = await tx.delete(conversions).where(mine).returning()
    const own = [removed?.sourceKey, removed?.outputKey, ...further.map(({ key }) => key)]
    return [...between, ...(await leaveUnused(tx, own))]
  })
  await deleteObjects(ctx.platform, leaving)
}
