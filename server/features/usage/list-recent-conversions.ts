import { desc } from 'drizzle-orm'
import type { Conversion } from '../../../contract/conversion.ts'
import { type Context, requireUser } from '../../core/context.ts'
import { presentConversion } from '../../core/present-conversion.ts'
import { conversions } from '../../core/schema.ts'
import { counted } from './figures.ts'

/** The newest conversions, as history lists them. */
export async function listRecentConversions(ctx: Context, limit: number): Promise<Conversion[]> {
  const rows = await ctx.platform.db
    .select()
    .from(conversions)
    .where(counted(requireUser(ctx)))
    .orderBy(desc(conversions.createdAt), desc(conversions.id))
    .limit(limit)
  return rows.map((row) => presentConversion(ctx, row))
}
