import { and, asc, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { queueOwner } from '../core/billing/limits-of.ts'
import { demandsOf } from '../core/conversion/demands.ts'
import { conversions } from '../core/schema.ts'
import { settleConversion } from '../core/settle.ts'
import { withPlatformTransaction } from '../core/transaction.ts'
import { sentence } from '../engines/kernel/sentence.ts'
import type { Platform } from '../platform.ts'

/** A conversion fails after this many attempts without a result. */
const MAX_ATTEMPTS = 5
const AFTER_MS = 15 * 60_000
const BATCH = 500
const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Requeues pending conversions whose job is missing, for instance because the queue's tables come
 * from an older backup. Fails a conversion after its last attempt, so that its credits are
 * released.
 */
export async function reconcileConversions(platform: Platform): Promise<void> {
  const { db, clock, jobs, log } = platform
  const before = new Date(clock().getTime() - AFTER_MS)
  // A file of a pipeline run has no job; its steps have.
  const hasJob = or(isNull(conversions.runId), isNotNull(conversions.parentId))
  for (let last = NO_ID; ; ) {
    const rows = await db
      .select({ id: conversions.id, attempts: conversions.attempts })
      .from(conversions)
      .where(
        and(
          eq(conversions.status, 'pending'),
          lt(conversions.createdAt, before),
          hasJob,
          gt(conversions.id, last),
        ),
      )
      .orderBy(asc(conversions.id))
      .limit(BATCH)
    const lost = await jobs.findLost(rows.map(({ id }) => id))
    for (const { id, attempts } of rows.filter((row) => lost.has(row.id))) {
      log.warn({ conversion: id, attempts }, 'a pending conversion had no job')
      await (attempts < MAX_ATTEMPTS ? sendAgain(platform, id) : failConversion(platform, id))
    }
    const next = rows.at(-1)
    if (!next || rows.length < BATCH) return
    last = next.id
  }
}

const sendAgain = (platform: Platform, id: string) =>
  withPlatformTransaction(platform, async ({ jobs, settings, engines }, tx) => {
    const [row] = await tx
      .select()
      .from(conversions)
      .where(and(eq(conversions.id, id), eq(conversions.status, 'pending')))
      .for('update')
    if (!row) return
    const isOwners = !row.service || row.runId !== null
    await jobs.sendConversion(tx, id, {
      owner: isOwners ? await queueOwner(tx, row.ownerId, settings) : { id: row.ownerId, service: true },
      demands: demandsOf({ engines }, row),
    })
  })

/** Fails a conversion after its last attempt, without a charge. */
export async function failConversion(platform: Platform, id: string): Promise<void> {
  const message = sentence`An internal error occurred repeatedly. Nothing was charged. Try again later.`
  await withPlatformTransaction(platform, (platform, tx) =>
    settleConversion(platform, tx, id, { status: 'failed', code: 'internal', message }),
  )
}
