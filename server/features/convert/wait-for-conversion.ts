import type { Conversion } from '../../../contract/conversion.ts'
import type { Context } from '../../core/context.ts'
import { type Families, findConversion } from '../../core/find-conversion.ts'
import { presentConversion } from '../../core/present-conversion.ts'

/**
 * Answers when the conversion settles, or after `timeout` seconds with how it stands then. `gone` ends the wait early
 * when the caller has left.
 */
export async function waitForConversion(
  ctx: Context,
  id: string,
  families: Families,
  timeout: number,
  gone: AbortSignal,
): Promise<Conversion> {
  const until = AbortSignal.any([AbortSignal.timeout(timeout * 1000), gone])
  for (;;) {
    // Listen first, look second: what settles in between is not missed.
    const stop = new AbortController()
    const settled = ctx.platform.signals.settled(id, AbortSignal.any([until, stop.signal]))
    const row = await findConversion(ctx, id, families).catch((error: unknown) => {
      stop.abort()
      throw error
    })
    if (row.status !== 'pending' || until.aborted) {
      stop.abort()
      return presentConversion(ctx, row)
    }
    await settled
  }
}
