import type { Conversion } from '../../contract/conversion.ts'
import type { Context } from './context.ts'
import { presentConversion } from './present-conversion.ts'
import { queuePositions } from './queue-positions.ts'
import type { ConversionRow } from './schema.ts'

/** One conversion with its position in the queue. */
export async function presentQueued(ctx: Context, row: ConversionRow): Promise<Conversion> {
  const positions = await queuePositions(ctx.platform, [row])
  return presentConversion(ctx, row, positions.get(row.id))
}
