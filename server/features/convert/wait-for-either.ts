import type { Batch } from '../../../contract/batches.ts'
import type { Conversion } from '../../../contract/conversion.ts'
import type { Context } from '../../core/context.ts'
import { findBatch } from '../../core/find-batch.ts'
import type { Families } from '../../core/find-conversion.ts'
import { presentBatch } from '../../core/present-batch.ts'
import { waitForConversion } from './wait-for-conversion.ts'

/**
 * As `waitForConversion`; of a batch, when the last of its conversions settles. @throws ApiProblem
 * not_found
 */
export async function waitForEither(
  ctx: Context,
  id: string,
  families: Families,
  timeout: number,
  gone: AbortSignal,
): Promise<Conversion | Batch> {
  const until = Date.now() + timeout * 1000
  for (;;) {
    const batch = await findBatch(ctx, id)
    if (!batch) return waitForConversion(ctx, id, families, timeout, gone)
    const running = batch.rows.find(({ status }) => status === 'pending')
    const left = (until - Date.now()) / 1000
    if (!running || left <= 0 || gone.aborted) return presentBatch(ctx, batch)
    await waitForConversion(ctx, running.id, undefined, left, gone)
  }
}
