import { and, eq, lte } from 'drizzle-orm'
import type { EventType } from '../../../contract/events.ts'
import type { Platform, Transaction } from '../../platform.ts'
import { presentShare, selectShares } from '../present-share.ts'
import { shares } from '../schema.ts'
import { type TransactionPlatform, withPlatformTransaction } from '../transaction.ts'
import { emitEvent, eventView } from './emit-event.ts'

type ShareEvent = Extract<EventType, `share.${string}`>

const BATCH = 200

/** Emits an event of a link, in its current state, in the transaction that changes it. */
export async function emitShare(
  platform: TransactionPlatform,
  tx: Transaction,
  type: ShareEvent,
  id: string,
): Promise<void> {
  const [found] = await selectShares({ platform }, eq(shares.id, id))
  if (!found) return
  const object = presentShare({ ...eventView(platform), platform }, found)
  await emitEvent(platform, tx, found.share.ownerId, { type, objectId: id, object })
}

/** Emits the events of expired links, each once. Safe to run concurrently. */
export async function tellOfExpiredShares(platform: Platform): Promise<void> {
  const { db, clock } = platform
  const due = and(eq(shares.expiryTold, false), lte(shares.expiresAt, clock()))
  const found = await db.select({ id: shares.id }).from(shares).where(due).limit(BATCH)
  for (const { id } of found)
    await withPlatformTransaction(platform, async (platform, tx) => {
      const told = await tx
        .update(shares)
        .set({ expiryTold: true })
        .where(and(eq(shares.id, id), due))
        .returning({ revokedAt: shares.revokedAt })
      // A revoked link had already ended.
      if (told[0]?.revokedAt === null) await emitShare(platform, tx, 'share.expired', id)
    })
}
