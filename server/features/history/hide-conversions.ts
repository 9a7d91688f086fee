import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Hidden, HideJson } from '../../../contract/history.ts'
import { type Context, ownerOf } from '../../core/context.ts'
import { conversions } from '../../core/schema.ts'

/**
 * Takes conversions out of every list, or brings them back. What is not the caller's is passed over
 * in silence: it is not in their lists anyway.
 */
export async function hideConversions(
  ctx: Context,
  { conversion_ids, hidden }: z.output<typeof HideJson>,
): Promise<z.input<typeof Hidden>> {
  const owner = ownerOf(ctx)
  if (!owner) return { conversion_ids: [] }
  const { db, clock } = ctx.platform
  const mine = and(inArray(conversions.id, conversion_ids), eq(conversions.ownerId, owner))
  await db
    .update(conversions)
    .set({ hiddenAt: hidden ? clock() : null })
    .where(and(mine, hidden ? isNull(conversions.hiddenAt) : isNotNull(conversions.hiddenAt)))
  const found = await db.select({ id: conversions.id }).from(conversions).where(mine)
  return { conversion_ids: found.map(({ id }) => id) }
}
