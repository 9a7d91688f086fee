import { and, eq, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import { deleteObjects, leaveUnused, unneeded } from '../core/delete-objects.ts'
import {
  conversionInputs,
  conversions,
  idempotencyKeys,
  limits,
  objects,
  pipelineRuns,
  shareCodes,
  shareGrants,
  uploadPieces,
  uploads,
} from '../core/schema.ts'
import { withPlatformTransaction } from '../core/transaction.ts'
import { purgeFiles } from '../core/user-files.ts'
import type { Platform } from '../platform.ts'
import { forgetMessages, reconcileMessages } from './deliver-message.ts'
import { reconcileConversions } from './reconcile.ts'
import { sweepAccounts } from './sweep-accounts.ts'
import { forgetEvents, reconcileDeliveries } from './sweep-deliveries.ts'
import { sweepScans } from './sweep-scans.ts'
import { sweepScratch } from './sweep-scratch.ts'

const HOUR = 3_600_000
/** Longer than the maximum time of any upload or job. */
const ABANDONED = 24 * HOUR
const BATCH = 500

/**
 * Deletes expired data and what crashes left behind. One worker does it for all; concurrent runs
 * are safe.
 */
export async function sweep(platform: Platform): Promise<void> {
  await reconcileConversions(platform)
  await reconcileDeliveries(platform)
  await reconcileMessages(platform)
  await expire(platform)
  await expireLoose(platform)
  await purgeFiles(platform)
  await forgetPassing(platform)
  await clearUnsettled(platform)
  await sweepScratch(platform)
  const old = new Date(platform.clock().getTime() - 2 * ABANDONED)
  await platform.db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, old))
  await platform.db.delete(limits).where(lt(limits.expire, platform.clock().getTime()))
  await forgetMessages(platform)
  await forgetEvents(platform)
  await sweepScans(platform)
  await sweepAccounts(platform)
  platform.log.info('swept')
}

/** Deletes the files of expired conversions; the rows stay for the history. */
async function expire(platform: Platform) {
  const { db, clock } = platform
  for (;;) {
    const due = await db
      .select({ id: conversions.id, source: conversions.sourceKey, output: conversions.outputKey })
      .from(conversions)
      .where(
        and(
          lt(conversions.expiresAt, clock()),
          ne(conversions.status, 'pending'),
          or(isNotNull(conversions.sourceKey), isNotNull(conversions.outputKey)),
        ),
      )
      .limit(BATCH)
    if (due.length === 0) return
    const leaving = await withPlatformTransaction(platform, async (_platform, tx) => {
      const ids = due.map(({ id }) => id)
      const further = await tx
        .delete(conversionInputs)
        .where(inArray(conversionInputs.conversionId, ids))
        .returning({ key: conversionInputs.key })
      await tx
        .update(conversions)
        .set({ sourceKey: null, outputKey: null })
        .where(inArray(conversions.id, ids))
      return leaveUnused(tx, [
        ...due.flatMap(({ source, output }) => [source, output]),
        ...further.map(({ key }) => key),
      ])
    })
    await deleteObjects(platform, leaving)
  }
}

/** Deletes unused files whose one day has expired. */
async function expireLoose(platform: Platform) {
  const { db, clock } = platform
  const due = await db
    .select({ key: objects.key })
    .from(objects)
    .where(and(lt(objects.expiresAt, clock()), eq(objects.state, 'stored'), unneeded))
    .limit(BATCH)
  const leaving = await withPlatformTransaction(platform, (_platform, tx) =>
    leaveUnused(
      tx,
      due.map(({ key }) => key),
    ),
  )
  await deleteObjects(platform, leaving)
}

/**
 * Deletes expired uploads and share grants. The scratch sweep deletes the bytes of an upload, or
 * the object sweep as unreferenced objects.
 */
async function forgetPassing({ db, clock }: Platform) {
  const now = clock()
  await db.delete(uploads).where(lt(uploads.expiresAt, now))
  await db.delete(shareGrants).where(lt(shareGrants.expiresAt, now))
  // Its files expire earlier, after an hour.
  const files = sql`select 1 from ${conversions} c where c.run_id = ${pipelineRuns.id}
    and (c.status = 'pending' or c.source_key is not null or c.output_key is not null)`
  const dry = and(
    eq(pipelineRuns.dryRun, true),
    lt(pipelineRuns.createdAt, new Date(now.getTime() - ABANDONED)),
  )
  await db.delete(pipelineRuns).where(and(dry, sql`not exists (${files})`))
  await db.delete(shareCodes).where(lt(shareCodes.expiresAt, now))
}

/** Deletes objects whose storing or deletion was interrupted by a crash. */
async function clearUnsettled(platform: Platform) {
  const old = new Date(platform.clock().getTime() - ABANDONED)
  const found = await platform.db
    .select({ key: objects.key })
    .from(objects)
    .where(
      or(
        sql`${objects.state} = 'leaving'`,
        and(
          sql`${objects.state} = 'arriving'`,
          lt(objects.createdAt, old),
          // A resumable upload may have started earlier.
          sql`not exists (select 1 from ${uploadPieces} where ${uploadPieces.objectKey} = ${objects.key})`,
        ),
      ),
    )
    .limit(BATCH)
  await deleteObjects(
    platform,
    found.map(({ key }) => key),
  )
}
