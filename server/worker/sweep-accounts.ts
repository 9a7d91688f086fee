import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { KEEPS_FOR } from '../core/access-tokens.ts'
import { endPaymentsOf, forgetBuyer } from '../core/billing/forget-buyer.ts'
import { deleteObjects } from '../core/delete-objects.ts'
import { lockOwner } from '../core/lock-owner.ts'
import {
  challenges,
  conversions,
  factorSetups,
  linkTokens,
  objects,
  owners,
  providerFlows,
  quarantines,
  refreshTokens,
  scanSessions,
  securityEvents,
  sessions,
  signingFiles,
  signingKeys,
  signingSessions,
  signingTemplates,
  trustedDevices,
  uploads,
  userFiles,
  users,
} from '../core/schema.ts'
import { settleConversion } from '../core/settle.ts'
import { withPlatformTransaction } from '../core/transaction.ts'
import { sentence } from '../engines/kernel/sentence.ts'
import type { Platform } from '../platform.ts'

const DAY = 86_400_000
/** Retention of the security log. */
const EVENTS_KEPT = 400 * DAY

/** Deletes expired security data, and accounts whose grace period has ended. */
export async function sweepAccounts(platform: Platform): Promise<void> {
  const { db, clock } = platform
  const now = clock()
  const before = (span: number) => new Date(now.getTime() - span)
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
  await db.delete(challenges).where(lt(challenges.expiresAt, now))
  await db.delete(factorSetups).where(lt(factorSetups.expiresAt, now))
  await db.delete(linkTokens).where(lt(linkTokens.expiresAt, now))
  await db.delete(providerFlows).where(lt(providerFlows.expiresAt, now))
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now))
  await db.delete(trustedDevices).where(lt(trustedDevices.expiresAt, now))
  await db.delete(signingKeys).where(lt(signingKeys.createdAt, before(KEEPS_FOR)))
  await db.delete(securityEvents).where(lt(securityEvents.createdAt, before(EVENTS_KEPT)))
  // A file in quarantine is evidence: its account is not deleted before the release.
  const held = sql`exists (select from ${quarantines} q join ${objects} o on o.key = q.object_key where o.owner_id = ${users.id})`
  const due = await db
    .select({ id: users.id })
    .from(users)
    .where(and(lt(users.deleteAfter, now), sql`not ${held}`))
  for (const { id } of due)
    await deleteAccount(platform, id).catch((error: unknown) =>
      // For example, the payment provider is unavailable: the next sweep retries.
      platform.log.warn({ err: error, user: id }, 'an account was not deleted yet'),
    )
}

/**
 * Deletes an account permanently. Deletes the bytes of its files before their rows: if interrupted,
 * the next sweep continues, since the account is still due.
 */
async function deleteAccount(platform: Platform, id: string) {
  const { db, clock, log } = platform
  await endPaymentsOf(platform, id)
  const leaving = await withPlatformTransaction(platform, async (platform, tx) => {
    await lockOwner(tx, id)
    const due = and(eq(users.id, id), lt(users.deleteAfter, clock()))
    const [user] = await tx.select({ id: users.id }).from(users).where(due).for('update')
    if (!user) return null // the user cancelled the deletion meanwhile
    // Deletes references to documents first: referenced objects cannot be deleted, nor their owner.
    const own = tx
      .select({ id: signingSessions.id })
      .from(signingSessions)
      .where(eq(signingSessions.ownerId, id))
    await tx.delete(signingFiles).where(inArray(signingFiles.sessionId, own))
    await tx.delete(signingSessions).where(eq(signingSessions.ownerId, id))
    await tx.delete(signingTemplates).where(eq(signingTemplates.ownerId, id))
    const running = await tx
      .select({ id: conversions.id })
      .from(conversions)
      .where(and(eq(conversions.ownerId, id), eq(conversions.status, 'pending')))
    for (const one of running) {
      const message = sentence`The account was deleted.`
      await settleConversion(platform, tx, one.id, { status: 'failed', code: 'cancelled', message })
    }
    await tx.delete(userFiles).where(eq(userFiles.ownerId, id))
    await tx.delete(scanSessions).where(eq(scanSessions.ownerId, id))
    await tx.delete(uploads).where(eq(uploads.ownerId, id))
    await tx.delete(conversions).where(eq(conversions.ownerId, id))
    await forgetBuyer(tx, id)
    await tx.update(users).set({ avatarKey: null }).where(eq(users.id, id))
    return tx
      .update(objects)
      .set({ state: 'leaving' })
      .where(eq(objects.ownerId, id))
      .returning({ key: objects.key })
  })
  if (!leaving) return
  await deleteObjects(
    platform,
    leaving.map(({ key }) => key),
  )
  const gone = await db
    .delete(owners)
    .where(
      and(
        eq(owners.id, id),
        sql`not exists (select 1 from ${objects} where ${objects.ownerId} = ${id})`,
        sql`exists (select 1 from ${users} where ${users.id} = ${id} and ${users.deleteAfter} < ${clock()})`,
      ),
    )
    .returning({ id: owners.id })
  if (gone.length > 0) log.info({ user: id }, 'account deleted permanently')
}
