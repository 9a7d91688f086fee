import { and, count, eq } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { deviceOf } from '../../core/device-name.ts'
import { noteChange } from '../../core/scan/change.ts'
import { scanPhones } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import type { Found } from './find-scan.ts'

/** Phones of one session. */
const MOST_PHONES = 20

/**
 * Notes that a phone is there; a new one is a change that the desk sees at once. @throws ApiProblem
 * limit_reached
 */
export async function seePhone(ctx: Context, { session, actor }: Found): Promise<void> {
  if (actor.side === 'desk' || actor.phoneId === null) return
  const { phoneId } = actor
  const sessionId = session.id
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
      throw new ApiProblem('limit_reached', `A scan session has at most ${MOST_PHONES} phones.`)
    await tx
      .insert(scanPhones)
      .values({ sessionId, phoneId, device: deviceOf(userAgent).name, pairedAt: now, lastSeenAt: now })
      .onConflictDoNothing()
    await noteChange(platform, tx, sessionId)
  })
}
