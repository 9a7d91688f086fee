import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { ConversionErrorCode } from '../../contract/conversion-errors.ts'
import { plain } from '../../contract/message-pattern.ts'
import type { Sentence } from '../engines/kernel/sentence.ts'
import type { Transaction } from '../platform.ts'
import { endHold } from './credits/ledger.ts'
import { deliver } from './deliver.ts'
import { afterStep, endSteps } from './pipeline-steps.ts'
import { afterScan, SCAN } from './scan/after-conversion.ts'
import {
  type ConversionRow,
  conversions,
  type Delivery,
  objects,
  owners,
  type StoredOutput,
} from './schema.ts'
import { forgetSecrets } from './secret-options.ts'
import { afterSeal, SEAL } from './signing/seal.ts'
import { notifyAfterCommit, type TransactionPlatform } from './transaction.ts'
import { noteEndInBatch } from './webhooks/batch-events.ts'
import { emitConversion, emitEndOfRun } from './webhooks/conversion-events.ts'
import { emitSpent } from './webhooks/credit-events.ts'

export const SETTLED_CHANNEL = 'conversion_settled'

export type Outcome =
  | { status: 'completed'; outputKey: string; output: StoredOutput }
  | { status: 'failed'; code: ConversionErrorCode; message: Sentence }

/**
 * Settles a conversion: the row and the credits in one transaction, which notifies waiters after
 * the commit. Only the first settlement counts; a later one (a job that ran twice, a late
 * cancellation) changes nothing and returns null. The same transaction starts the pipeline's next
 * step, or settles the step's file. `completion` completes the job in either case.
 */
export async function settleConversion(
  platform: TransactionPlatform,
  tx: Transaction,
  id: string,
  outcome: Outcome,
  completion?: SQL,
): Promise<ConversionRow | null> {
  const result =
    outcome.status === 'completed'
      ? { outputKey: outcome.outputKey, output: outcome.output, progress: 1 }
      : { errorCode: outcome.code, errorMessage: outcome.message }
  const row = await end(
    tx,
    id,
    {
      ...result,
      status: outcome.status,
      stage: null,
      options: forgetSecrets,
      completedAt: platform.clock(),
      creditsCharged: outcome.status === 'completed' ? sql`credits_quoted` : 0,
    },
    outcome.status === 'completed' ? outcome.output : null,
    completion,
  )
  if (!row) return null
  notifyAfterCommit(SETTLED_CHANNEL, id)
  const charged = row.creditsCharged ?? 0
  const balance = row.creditsQuoted > 0 ? await endHold(platform, tx, row.ownerId, id, charged) : null
  if (row.delivery?.state === 'waiting') {
    row.delivery = await deliveredBy(platform, tx, row, row.delivery)
    await tx.update(conversions).set({ delivery: row.delivery }).where(eq(conversions.id, id))
  }
  await emitConversion(platform, tx, `conversion.${outcome.status}`, row)
  if (balance) await emitSpent(platform, tx, row.ownerId, { charged, balance })
  await noteEndInBatch(tx, row)
  if (row.operation === SCAN) await afterScan(platform, tx, row)
  if (row.service && row.operation === SEAL) await afterSeal(platform, tx, row)
  else if (row.parentId) {
    const end = await afterStep(platform, tx, row)
    if (end) await settleConversion(platform, tx, end.id, end.outcome)
  } else if (row.runId) {
    for (const ended of await endSteps(tx, row)) notifyAfterCommit(SETTLED_CHANNEL, ended)
    await emitEndOfRun(platform, tx, row)
  }
  return row
}

/** Failed conversions are not delivered. */
const deliveredBy = (
  platform: TransactionPlatform,
  tx: Transaction,
  row: ConversionRow,
  delivery: Delivery,
) =>
  row.status === 'completed'
    ? deliver(platform, tx, row, delivery)
    : {
        ...delivery,
        share: undefined,
        state: 'failed' as const,
        problem: row.errorMessage && plain(row.errorMessage),
      }

/**
 * Settles it in one statement, since every conversion waits for it: the owner's lock, the row, its
 * output. Uses the current owner: a guest may have become a user since the job started. Locks
 * owners before conversions, as everywhere, to avoid deadlocks. The update runs after the owner's
 * lock, because it reads the locked row.
 */
async function end(
  tx: Transaction,
  id: string,
  change: PgUpdateSetSource<typeof conversions>,
  output: StoredOutput | null,
  completion?: SQL,
): Promise<ConversionRow | null> {
  const facts = output && {
    filename: output.filename,
    format: output.format,
    sizeBytes: output.size_bytes,
    sha256: output.sha256,
  }
  const locked = tx
    .$with('locked')
    .as(
      tx
        .select({ owner: owners.id })
        .from(owners)
        .innerJoin(conversions, eq(conversions.ownerId, owners.id))
        .where(eq(conversions.id, id))
        .for('no key update', { of: owners }),
    )
  const isPending = and(eq(conversions.id, id), eq(conversions.status, 'pending'))
  const ended = tx.$with('ended').as(
    tx
      .update(conversions)
      .set(change)
      .from(locked)
      .where(and(isPending, eq(conversions.ownerId, locked.owner)))
      .returning(getTableColumns(conversions)),
  )
  const stored = tx.$with('stored').as(
    tx
      .update(objects)
      .set({ state: 'stored', ...facts, ownerId: sql`${ended.ownerId}` })
      .from(ended)
      // A pipeline's result is that of its last step, which is already stored.
      .where(and(eq(objects.key, ended.outputKey), eq(objects.state, 'arriving')))
      .returning({ key: objects.key }),
  )
  const parts = [locked, ended, stored, ...(completion ? [tx.$with('completed', {}).as(completion)] : [])]
  for (;;) {
    const [found] = await tx
      .with(...parts)
      .select()
      .from(ended)
    if (found) return found
    // If the guest signs up meanwhile, the conversion has another owner after the lock.
    const [left] = await tx.select({ id: conversions.id }).from(conversions).where(isPending)
    if (!left) return null
  }
}
