import type { Conversion } from '../../../contract/conversion.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { findConversion } from '../../core/find-conversion.ts'
import { presentConversion } from '../../core/present-conversion.ts'
import { settleConversion } from '../../core/settle.ts'
import { withTransaction } from '../../core/transaction.ts'
import { sentence } from '../../engines/kernel/sentence.ts'

/**
 * Stops a conversion that waits or runs: it ends as failed with the code `cancelled`, its credits
 * come back, and the worker that has it is told to stop.
 * @throws ApiProblem not_found, already_finished
 */
export async function cancelConversion(ctx: Context, id: string): Promise<Conversion> {
  await findConversion(ctx, id, undefined)
  const outcome = {
    status: 'failed',
    code: 'cancelled',
    message: sentence`You cancelled this conversion.`,
  } as const
  const row = await withTransaction(ctx, (ctx, tx) => settleConversion(ctx.platform, tx, id, outcome))
  if (!row) throw new ApiProblem('already_finished', 'The conversion ended before it could be cancelled.')
  return presentConversion(ctx, row)
}
