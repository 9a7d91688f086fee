import { eq } from 'drizzle-orm'
import type { Transaction } from '../../platform.ts'
import { type ConversionRow, scanSessions } from '../schema.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { emitScanCompleted } from '../webhooks/scan-events.ts'
import { noteChange } from './change.ts'

/** The operation that creates a PDF from a session's photos. */
export const SCAN = 'scan'

/** Notifies both sides of a session that its PDF is complete or has failed. */
export async function afterScan(
  platform: TransactionPlatform,
  tx: Transaction,
  row: ConversionRow,
): Promise<void> {
  const sessions = await tx
    .select()
    .from(scanSessions)
    .where(eq(scanSessions.conversionId, row.id))
    .for('update')
  for (const session of sessions) {
    await noteChange(platform, tx, session.id)
    if (row.status === 'completed') await emitScanCompleted(platform, tx, session)
  }
}
