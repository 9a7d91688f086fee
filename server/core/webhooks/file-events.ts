import { and, inArray, isNull } from 'drizzle-orm'
import type { EventType } from '../../../contract/events.ts'
import type { Transaction } from '../../platform.ts'
import { presentFile, selectFiles } from '../present-file.ts'
import { userFiles } from '../schema.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { emitEvents, eventView } from './emit-event.ts'

type FileEvent = Extract<EventType, `file.${string}`>

/**
 * Emits events of an owner's files, in their current state, in the transaction that changes them.
 * Versions emit none.
 */
export async function emitFiles(
  platform: TransactionPlatform,
  tx: Transaction,
  type: FileEvent,
  ownerId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await selectFiles(
    { platform },
    and(inArray(userFiles.id, [...ids]), isNull(userFiles.versionOf)),
  )
  const view = { ...eventView(platform), platform }
  const facts = rows.map((row) => ({ type, objectId: row.file.id, object: presentFile(view, row) }))
  await emitEvents(platform, tx, ownerId, facts)
}
