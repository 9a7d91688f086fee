import { and, eq, lte, sql } from 'drizzle-orm'
import type { Platform, Transaction } from '../../platform.ts'
import { findBatchOf } from '../find-batch.ts'
import { presentBatch } from '../present-batch.ts'
import { batchEnds, type ConversionRow } from '../schema.ts'
import { type TransactionPlatform, withPlatformTransaction } from '../transaction.ts'
import { emitEvent, eventView } from './emit-event.ts'
import { QUIET_MS } from './quiet.ts'

const AT_ONCE = 200

/** Emits the event of a batch if all its conversions have ended, in the caller's transaction. */
export async function emitEndOfBatch(
  platform: TransactionPlatform,
  tx: Transaction,
  ownerId: string,
  id: string,
): Promise<void> {
  const batch = await findBatchOf(tx, ownerId, id)
  if (!batch || batch.rows.some(({ status }) => status === 'pending')) return
  const object = presentBatch(eventView(platform), batch)
  await emitEvent(platform, tx, ownerId, { type: 'batch.completed', objectId: id, object })
}

/**
 * Records, in the transaction that ends a conversion, that its batch may have ended. Pipeline runs
 * emit their own event.
 */
export async function noteEndInBatch(
  tx: Transaction,
  { ownerId, batchId, runId, completedAt }: ConversionRow,
): Promise<void> {
  if (!batchId || runId || !completedAt) return
  await tx
    .insert(batchEnds)
    .values({ ownerId, batchId, endedAt: completedAt })
    .onConflictDoUpdate({
      target: [batchEnds.ownerId, batchEnds.batchId],
      set: { endedAt: sql`excluded.ended_at` },
    })
}

/** Emits the events of ended batches, each once. Safe to run concurrently. */
export async function tellOfEndedBatches(platform: Platform): Promise<void> {
  const { db, clock } = platform
  const quiet = lte(batchEnds.endedAt, new Date(clock().getTime() - QUIET_MS))
  const found = await db.select().from(batchEnds).where(quiet).limit(AT_ONCE)
  for (const { ownerId, batchId } of found)
    await withPlatformTransaction(platform, async (platform, tx) => {
      // A conversion that ends meanwhile waits for this row's lock, and inserts it again.
      const ended = await tx
        .delete(batchEnds)
        .where(and(eq(batchEnds.ownerId, ownerId), eq(batchEnds.batchId, batchId), quiet))
        .returning({ id: batchEnds.batchId })
      if (ended.length > 0) await emitEndOfBatch(platform, tx, ownerId, batchId)
    })
}
