import { and, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { SCAN_LIMITS } from '../../contract/scan.ts'
import { deleteObjects, leaveUnused } from '../core/delete-objects.ts'
import { forgetDeviceLinks } from '../core/device-links.ts'
import { endScan } from '../core/scan/change.ts'
import { scanPages, scanSessions } from '../core/schema.ts'
import { withPlatformTransaction } from '../core/transaction.ts'
import type { Platform } from '../platform.ts'

const DAY = 86_400_000
/** The list tells of sessions for so long after their end. */
const KEPT = 30 * DAY
const BATCH = 200

/**
 * Ends scan sessions whose time is over, with their photos, and forgets old ones. Any number of
 * workers may do it at once.
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

/** Pages that were deleted and cannot be restored any more. */
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
