import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Context, ownerOf } from '../../core/context.ts'
import { deleteObjects } from '../../core/delete-objects.ts'
import { Refusal } from '../../core/refusal.ts'
import { conversions, objects } from '../../core/schema.ts'
import { settleConversion } from '../../core/settle.ts'

/**
 * Removes a conversion, its original and its output. One that still runs is stopped first and its credits come back. A file
 * that another conversion needs too stays until the last of them is gone.
 * @throws Refusal not_found
 */
export async function removeConversion(ctx: Context, id: string): Promise<void> {
  const owner = ownerOf(ctx)
  const { db, clock } = ctx.platform
  const leaving = await db.transaction(async (tx) => {
    const mine = and(eq(conversions.id, id), eq(conversions.ownerId, owner ?? ''))
    const [row] = owner ? await tx.select().from(conversions).where(mine) : []
    if (!row) throw new Refusal('not_found', 'There is no conversion of yours under this id.')
    if (row.status === 'pending') {
      await settleConversion(
        tx,
        id,
        { status: 'failed', code: 'cancelled', message: 'Removed while it was running.' },
        clock(),
      )
    }
    const [removed] = await tx.delete(conversions).where(mine).returning()
    const keys = [removed?.sourceKey, removed?.outputKey].filter((key) => key != null)
    if (keys.length === 0) return []
    const unused = sql`not exists (select 1 from conversions c where c.source_key = ${objects.key} or c.output_key = ${objects.key})`
    return tx
      .update(objects)
      .set({ state: 'leaving' })
      .where(and(inArray(objects.key, keys), unused))
      .returning({ key: objects.key })
  })
  await deleteObjects(
    ctx.platform,
    leaving.map(({ key }) => key),
  )
}
