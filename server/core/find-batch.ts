import { and, asc, eq } from 'drizzle-orm'
import { BATCH_LIMIT } from '../../contract/batches.ts'
import type { Queries } from '../platform.ts'
import { archiveName } from './archive.ts'
import { type Context, ownerOf } from './context.ts'
import { batches, batchItems, type ConversionRow, conversions } from './schema.ts'

export interface FoundBatch {
  id: string
  filename: string
  rows: ConversionRow[]
}

/**
 * The caller's batch, or null: a collected batch, or else the conversions with this `batch_id`.
 * Both ids are UUIDs, so they do not collide.
 */
export async function findBatch(ctx: Context, id: string): Promise<FoundBatch | null> {
  const owner = ownerOf(ctx)
  return owner ? findBatchOf(ctx.platform.db, owner, id) : null
}

/** Like `findBatch`, for any owner. */
export async function findBatchOf(db: Queries, owner: string, id: string): Promise<FoundBatch | null> {
  const [batch] = await db
    .select()
    .from(batches)
    .where(and(eq(batches.id, id), eq(batches.ownerId, owner)))
  if (batch) {
    const rows = await db
      .select({ conversion: conversions })
      .from(batchItems)
      .innerJoin(conversions, eq(conversions.id, batchItems.conversionId))
      .where(and(eq(batchItems.batchId, id), eq(conversions.ownerId, owner)))
      .orderBy(asc(batchItems.position))
    return { id, filename: batch.filename, rows: rows.map(({ conversion }) => conversion) }
  }
  const rows = await db
    .select()
    .from(conversions)
    .where(and(eq(conversions.batchId, id), eq(conversions.ownerId, owner)))
    .orderBy(asc(conversions.createdAt), asc(conversions.id))
    .limit(BATCH_LIMIT)
  const [first] = rows
  return first ? { id, filename: archiveName(first.createdAt), rows } : null
}
