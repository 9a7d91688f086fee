import { and, eq, sql } from 'drizzle-orm'
import type { ConversionErrorCode } from '../../contract/conversion-errors.ts'
import { plain, type Sentence } from '../engines/kernel/sentence.ts'
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
import type { TransactionPlatform } from './transaction.ts'
import { noteEndInBatch } from './webhooks/batch-events.ts'
import { emitConversion, emitEndOfRun } from './webhooks/conversion-events.ts'
import { emitSpent } from './webhooks/credit-events.ts'

export const SETTLED_CHANNEL = 'conversion_settled'

export type Outcome =
  | { status: 'completed'; outputKey: string; output: StoredOutput }
  | { status: 'failed'; code: ConversionErrorCode; message: Sentence }

/**
 * Brings a conversion to its end: the row, the credits and the word to whoever waits, in one transaction. Only the first
 * end counts; a second one (a job that was run twice, a cancel that came too late) changes nothing and answers null. What
 * follows from it belongs to the same transaction: the next step of a pipeline, or the end of the file that it is a step of.
 */
export async function settleConversion(
  platform: TransactionPlatform,
  tx: Transaction,
  id: string,
  outcome: Outcome,
): Promise<ConversionRow | null> {
  if (!(await lockOwner(tx, id))) return null
  const result =
    outcome.status === 'completed'
      ? { outputKey: outcome.outputKey, output: outcome.output, progress: 1 }
      : { errorCode: outcome.code, errorMessage: outcome.message }
  const [row] = await tx
    .update(conversions)
    .set({
      ...result,
      status: outcome.status,
      stage: null,
      options: forgetSecrets,
      completedAt: platform.clock(),
      creditsCharged: outcome.status === 'completed' ? sql`credits_quoted` : 0,
    })
    .where(and(eq(conversions.id, id), eq(conversions.status, 'pending')))
    .returning()
  if (!row) return null
  if (row.outputKey) await tx.update(objects).set({ state: 'stored' }).where(eq(objects.key, row.outputKey))
  const charged = row.creditsCharged ?? 0
  const balance = row.creditsQuoted > 0 ? await endHold(platform, tx, row.ownerId, id, charged) : null
  if (row.delivery?.state === 'waiting') {
    row.delivery = await deliveredBy(platform, tx, row, row.delivery)
    await tx.update(conversions).set({ delivery: row.delivery }).where(eq(conversions.id, id))
  }
  await tell(tx, [id])
  await emitConversion(platform, tx, `conversion.${outcome.status}`, row)
  if (balance) await emitSpent(platform, tx, row.ownerId, { charged, balance })
  await noteEndInBatch(tx, row)
  if (row.operation === SCAN) await afterScan(platform, tx, row)
  if (row.service && row.operation === SEAL) await afterSeal(platform, tx, row)
  else if (row.parentId) {
    const end = await afterStep(platform, tx, row)
    if (end) await settleConversion(platform, tx, end.id, end.outcome)
  } else if (row.runId) {
    await tell(tx, await endSteps(tx, row))
    await emitEndOfRun(platform, tx, row)
  }
  return row
}

/** What fails is not brought anywhere. */
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

const tell = async (tx: Transaction, ids: readonly string[]) => {
  for (const id of ids) await tx.execute(sql`select pg_notify(${SETTLED_CHANNEL}, ${id})`)
}

/**
 * Owners before conversions: whoever locks both does it in this order, so that nobody waits in a circle. A conversion
 * whose visitor signs up meanwhile has another owner when the lock is had; then it is looked up again.
 */
async function lockOwner(tx: Transaction, id: string): Promise<boolean> {
  for (;;) {
    const [row] = await tx
      .select({ ownerId: conversions.ownerId })
      .from(conversions)
      .where(eq(conversions.id, id))
    if (!row) return false
    const locked = await tx
      .select({ id: owners.id })
      .from(owners)
      .where(eq(owners.id, row.ownerId))
      .for('no key update')
    if (locked.length > 0) return true
  }
}
