import { and, count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ScanSession } from '../../../contract/scan.ts'
import type { Context } from '../../core/context.ts'
import { deviceOf } from '../../core/device-name.ts'
import { Refusal } from '../../core/refusal.ts'
import { noteChange } from '../../core/scan/change.ts'
import { scanPhones, scanSessions } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { type Found, touch } from './find-scan.ts'
import { present } from './sessions.ts'

interface Poll {
  since?: number | undefined
  wait: number
}

/**
 * The session once it has a newer revision than `since`, or as it is after `wait` seconds. A wait holds no connection.
 * @throws Refusal not_found
 */
export async function pollScan(
  ctx: Context,
  found: Found,
  { since, wait }: Poll,
  gone: AbortSignal,
): Promise<z.input<typeof ScanSession>> {
  const { platform } = ctx
  const { id } = found.session
  await touch(ctx, found)
  if (found.actor.side === 'phone' && found.actor.phoneId !== null && !ctx.isHead)
    await seePhone(ctx, id, found.actor.phoneId)
  const until = AbortSignal.any([AbortSignal.timeout(Math.ceil(wait * 1000)), gone])
  for (;;) {
    // Listen first, look second: what changes in between is not missed.
    const stop = new AbortController()
    const changed = platform.signals.scanChanged(id, AbortSignal.any([until, stop.signal]))
    const revision = await revisionOf(ctx, id).catch((error: unknown) => {
      stop.abort()
      throw error
    })
    if (since === undefined || revision > since || until.aborted) {
      stop.abort()
      return present(ctx, id, found.actor.side)
    }
    await changed
  }
}

async function revisionOf({ platform }: Context, id: string): Promise<number> {
  const [row] = await platform.db
    .select({ revision: scanSessions.revision })
    .from(scanSessions)
    .where(eq(scanSessions.id, id))
  return row?.revision ?? Number.POSITIVE_INFINITY
}

/** Phones of one session. */
const MOST_PHONES = 20

/** Notes that a phone is there; a new one is a change that the desk sees at once. @throws Refusal limit_reached */
async function seePhone(ctx: Context, sessionId: string, phoneId: string): Promise<void> {
  const now = ctx.platform.clock()
  const mine = and(eq(scanPhones.sessionId, sessionId), eq(scanPhones.phoneId, phoneId))
  const seen = await ctx.platform.db
    .update(scanPhones)
    .set({ lastSeenAt: now })
    .where(mine)
    .returning({ id: scanPhones.phoneId })
  if (seen.length > 0) return
  await withTransaction(ctx, async ({ platform, userAgent }, tx) => {
    const [known] = await tx
      .select({ phones: count() })
      .from(scanPhones)
      .where(eq(scanPhones.sessionId, sessionId))
    if ((known?.phones ?? 0) >= MOST_PHONES)
      throw new Refusal('limit_reached', `A scan session has at most ${MOST_PHONES} phones.`)
    await tx
      .insert(scanPhones)
      .values({ sessionId, phoneId, device: deviceOf(userAgent).name, pairedAt: now, lastSeenAt: now })
      .onConflictDoNothing()
    await noteChange(platform, tx, sessionId)
  })
}
