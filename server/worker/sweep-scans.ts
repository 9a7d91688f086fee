import { and, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { SCAN_LIMITS } from '../../contract/scan.ts'
import { deleteObjects, leaveUnused } from '../core/delete-objects.ts'
import { forgetDeviceLinks } from '../core/device-links.ts'
import { endScan } from '../core/scan/change.ts'
import { scanPages, scanSessions } from '../core/schema.ts'
import { withPlatformTransaction } from '../core/transaction.ts'
import type { Platform } from '../platform.ts'

const DAY = 86_400_000
/** Retention of ended sessions in the list. */
const KEPT = 30 * DAY
const BATCH = 200

/**
 * Ends expired scan sessions, deletes their photos, and deletes old sessions. Safe to run
 * concurrently.
 */
export async function sweepScans(platform: Platform): Promise<void> {
  const { db, clock } = platform
  const now = clock()
  const idle = new Date(now.getTime() - SCAN_LIMITS.idleSeconds * 1000)
  const over = and(
    isNull(scanSessions.endedAt),
    or(lt(scanSessions.touchedAt, idle), lt(scanSessions.expiresAt, now)),
  )
  const due = await db.select({ id: scanSessions.id }).from(scanSessions).where(over).limit(BATCH)
  for (const { id } of due) {
    const leaving = await withPlatformTransaction(platform, (platform, tx) => endScan(platform, tx, id, true))
    await deleteObjects(platform, leaving)
  }
  await purgePages(platform, new Date(now.getTime() - SCAN_LIMITS.undoSeconds * 1000))
  await db.delete(scanSessions).where(lt(scanSessions.endedAt, new Date(now.getTime() - KEPT)))
  await forgetDeviceLinks(platform)
}

/** Purges deleted pages that can no longer be restored. */
async function purgePages(platform: Platform, before: Date): Promise<void> {
  const leaving = await withPlatformTransaction(platform, async (_platform, tx) => {
    const gone = await tx
      .delete(scanPages)
      .where(and(isNotNull(scanPages.deletedAt), lt(scanPages.deletedAt, before)))
      .returning({ preview: scanPages.previewKey, photo: scanPages.photoKey })
    return leaveUnused(
      tx,
      gone.flatMap(({ preview, photo }) => [preview, photo]),
    )
  })
  await deleteObjects(platform, leaving)
}
