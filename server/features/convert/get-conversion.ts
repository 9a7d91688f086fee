import type { Conversion } from '../../../contract/conversion.ts'
import type { Context } from '../../core/context.ts'
import { type Families, findConversion } from '../../core/find-conversion.ts'
import { presentQueued } from '../../core/present-queued.ts'

/** Where a conversion stands. @throws ApiProblem not_found */
export async function getConversion(ctx: Context, id: string, families: Families): Promise<Conversion> {
  return presentQueued(ctx, await findConversion(ctx, id, families))
}
