import type { Conversion } from '../../../contract/conversion.ts'
import type { Context } from '../../core/context.ts'
import { type Families, findConversion } from '../../core/find-conversion.ts'
import { presentQueued } from '../../core/present-queued.ts'
import { waitForSettlement } from '../../core/wait-for-settlement.ts'

/**
 * Answers when the conversion settles, or after `timeout` seconds with how it stands then. `gone`
 * ends the wait early when the caller has left.
 */
export async function waitForConversion(
  ctx: Context,
  id: string,
  families: Families,
  timeout: number,
  gone: AbortSignal,
): Promise<Conversion> {
  const find = () => findConversion(ctx, id, families)
  return presentQueued(ctx, await waitForSettlement(ctx.platform, id, find, timeout, gone))
}
