import type { Transaction } from '../../platform.ts'
import { placeOf, presentPage, readScan } from '../scan/present.ts'
import type { ScanPageRow, ScanSessionRow } from '../schema.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { emitEvent } from './emit-event.ts'

/** Emits the event of a new photo, in the transaction that stores it. */
export async function emitScanPage(
  platform: TransactionPlatform,
  tx: Transaction,
  ownerId: string,
  row: ScanPageRow,
): Promise<void> {
  const page = presentPage(row, await placeOf(tx, row), 'desk')
  await emitEvent(platform, tx, ownerId, {
    type: 'scan.page.added',
    objectId: row.id,
    object: { ...page, session_id: row.sessionId },
  })
}

/** Emits the event of a completed PDF of a session. */
export async function emitScanCompleted(
  platform: TransactionPlatform,
  tx: Transaction,
  { id, ownerId }: Pick<ScanSessionRow, 'id' | 'ownerId'>,
): Promise<void> {
  const object = await readScan({ platform }, id, 'desk')
  if (object) await emitEvent(platform, tx, ownerId, { type: 'scan.completed', objectId: id, object })
}
