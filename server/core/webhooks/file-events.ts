import { and, inArray, isNull } from 'drizzle-orm'
import type { EventType } from '../../../contract/events.ts'
import type { Transaction } from '../../platform.ts'
import { presentFile, selectFiles } from '../present-file.ts'
import { userFiles } from '../schema.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { emitEvents, eventView } from './emit-event.ts'

type FileEvent = Extract<EventType, `file.${string}`>

/**
 * Tells of files of one owner, as they are now, in the transaction that changes them. What they
 * were before a version tells nothing.
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
