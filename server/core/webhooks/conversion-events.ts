import { and, eq, isNull } from 'drizzle-orm'
import type { EventType } from '../../../contract/events.ts'
import type { Transaction } from '../../platform.ts'
import { presentConversion } from '../present-conversion.ts'
import { presentRuns } from '../present-run.ts'
import { type ConversionRow, conversions, pipelineRuns } from '../schema.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { emitEvent, eventView } from './emit-event.ts'

type ConversionEvent = Extract<EventType, `conversion.${string}`>

/**
 * Emits an event of a conversion, in the transaction that changes it. Internal conversions have
 * none.
 */
export async function emitConversion(
  platform: TransactionPlatform,
  tx: Transaction,
  type: ConversionEvent,
  row: ConversionRow,
): Promise<void> {
  if (row.service) return
  const object = presentConversion(eventView(platform), row)
  await emitEvent(platform, tx, row.ownerId, { type, objectId: row.id, object })
}

/**
 * Emits the event of a run once its last file has ended. Concurrent ends are serialized by the lock
 * of the owner's row.
 */
export async function emitEndOfRun(
  platform: TransactionPlatform,
  tx: Transaction,
  { runId, service }: ConversionRow,
): Promise<void> {
  if (!runId || service) return
  const [running] = await tx
    .select({ id: conversions.id })
    .from(conversions)
    .where(and(eq(conversions.runId, runId), isNull(conversions.parentId), eq(conversions.status, 'pending')))
    .limit(1)
  if (running) return
  const rows = await tx.select().from(pipelineRuns).where(eq(pipelineRuns.id, runId))
  const [run] = await presentRuns({ ...eventView(platform), platform }, rows)
  if (!rows[0] || !run) return
  const type = run.completed > 0 ? 'pipeline.run.completed' : 'pipeline.run.failed'
  await emitEvent(platform, tx, rows[0].ownerId, { type, objectId: runId, object: run })
}
