import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Batch, CollectJson } from '../../../contract/batches.ts'
import { fileNameWith } from '../../../contract/file-name.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { archiveName } from '../../core/archive.ts'
import { type Context, ownerOf, userOf } from '../../core/context.ts'
import { findBatch } from '../../core/find-batch.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { presentBatch } from '../../core/present-batch.ts'
import { batches, batchItems, conversions } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { emitEndOfBatch } from '../../core/webhooks/batch-events.ts'

/**
 * Puts several of the caller's conversions under one id, in the order given. Nothing is copied: the
 * archive is made while it is downloaded, of what is finished then.
 * @throws ApiProblem not_found when one of them is not the caller's, idempotency_conflict
 */
export async function collectBatch(
  ctx: Context,
  { conversion_ids, filename }: z.output<typeof CollectJson>,
  idempotencyKey: string | undefined,
): Promise<Batch> {
  const owner = ownerOf(ctx)
  const ids = [...new Set(conversion_ids)]
  const { db, clock } = ctx.platform
  const mine = owner
    ? await db
        .select({ id: conversions.id })
        .from(conversions)
        .where(and(inArray(conversions.id, ids), eq(conversions.ownerId, owner)))
    : []
  if (!owner || mine.length < ids.length)
    throw new ApiProblem('not_found', 'One of these conversions no longer exists or isn’t yours.')
  const requestFingerprint = fingerprint(ctx.platform, ['batch', ids, filename])
  const { answer } = await withTransaction(ctx, (ctx, tx) =>
    once(tx, { scope: owner, key: idempotencyKey, fingerprint: requestFingerprint }, async () => {
      const id = randomUUID()
      await tx.insert(batches).values({
        id,
        ownerId: owner,
        createdBy: userOf(ctx),
        filename: filename ? fileNameWith('.zip', filename) : archiveName(clock()),
      })
      await tx
        .insert(batchItems)
        .values(ids.map((conversionId, position) => ({ batchId: id, conversionId, position })))
      await emitEndOfBatch(ctx.platform, tx, owner, id)
      return { id }
    }),
  )
  const batch = await findBatch(ctx, answer.id)
  if (!batch) throw new ApiProblem('not_found', 'This batch no longer exists.')
  return presentBatch(ctx, batch)
}
