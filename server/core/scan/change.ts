import { and, eq, isNull, sql } from 'drizzle-orm'
import { SCAN_LIMITS } from '../../../contract/scan.ts'
import type { Transaction } from '../../platform.ts'
import { ApiProblem } from '../api-problem.ts'
import { leaveUnused } from '../delete-objects.ts'
import { endDeviceLinks } from '../device-links.ts'
import { type ScanSessionRow, scanPages, scanSessions } from '../schema.ts'
import { notifyAfterCommit, type TransactionPlatform } from '../transaction.ts'
import { SCAN_CHANNEL } from './channel.ts'

/** Whether a session has ended or expired, even if not yet recorded. */
export const isOver = ({ clock }: { clock: () => Date }, session: ScanSessionRow): boolean =>
  session.endedAt !== null ||
  session.expiresAt <= clock() ||
  session.touchedAt.getTime() + SCAN_LIMITS.idleSeconds * 1000 <= clock().getTime()

const closed = () =>
  new ApiProblem('scan_closed', 'This scan session has ended. Its photos are deleted; open a new session.')

/** Locks an open session until the transaction ends. @throws ApiProblem scan_closed, not_found */
export async function holdScan(
  platform: TransactionPlatform,
  tx: Transaction,
  id: string,
): Promise<ScanSessionRow> {
  const [session] = await tx.select().from(scanSessions).where(eq(scanSessions.id, id)).for('update')
  if (!session) throw noScan()
  if (isOver(platform, session)) throw closed()
  return session
}

export const noScan = () => new ApiProblem('not_found', 'Scan session not found.')

/** Refuses an expired session. @throws ApiProblem scan_closed */
export function requireOpenScan(platform: { clock: () => Date }, session: ScanSessionRow): void {
  if (isOver(platform, session)) throw closed()
}

/** Saves a change of a session, increments its version, and wakes the waiting polls. */
export async function noteChange(
  { clock }: Pick<TransactionPlatform, 'clock'>,
  tx: Transaction,
  id: string,
  changes: Partial<Pick<ScanSessionRow, 'title' | 'pageOrder' | 'conversionId'>> = {},
): Promise<void> {
  await tx
    .update(scanSessions)
    .set({ ...changes, revision: sql`revision + 1`, touchedAt: clock() })
    .where(eq(scanSessions.id, id))
  notifyAfterCommit(SCAN_CHANNEL, id)
}

/**
 * Ends a session: revokes its links and releases its photos. @returns keys for `deleteObjects`
 * after the commit
 */
export async function endScan(
  { clock }: Pick<TransactionPlatform, 'clock'>,
  tx: Transaction,
  id: string,
  expired: boolean,
): Promise<string[]> {
  const ended = await tx
    .update(scanSessions)
    .set({ endedAt: clock(), expired, revision: sql`revision + 1`, codeHash: null, codeExpiresAt: null })
    .where(and(eq(scanSessions.id, id), isNull(scanSessions.endedAt)))
    .returning({ id: scanSessions.id })
  if (ended.length === 0) return []
  await endDeviceLinks(tx, { scanSessionId: id })
  const held = await tx
    .select({ preview: scanPages.previewKey, photo: scanPages.photoKey })
    .from(scanPages)
    .where(eq(scanPages.sessionId, id))
  // The rows stay, since the list shows the number of pages.
  await tx.update(scanPages).set({ previewKey: null, photoKey: null }).where(eq(scanPages.sessionId, id))
  notifyAfterCommit(SCAN_CHANNEL, id)
  return leaveUnused(
    tx,
    held.flatMap(({ preview, photo }) => [preview, photo]),
  )
}
