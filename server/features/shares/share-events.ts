import { randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { shareEvents, shares } from '../../core/schema.ts'
import { type QueryContext, withTransaction } from '../../core/transaction.ts'
import type { Queries } from '../../platform.ts'

type Kind = (typeof shareEvents.$inferInsert)['kind']

/** Writes down what somebody did by a link. */
export async function logEvent(
  { platform, address, userAgent }: QueryContext,
  db: Queries,
  shareId: string,
  kind: Kind,
  { email, emailConfirmed }: { email: string | null; emailConfirmed: boolean },
): Promise<void> {
  await db.insert(shareEvents).values({
    id: randomUUID(),
    shareId,
    kind,
    createdAt: platform.clock(),
    address,
    userAgent,
    email,
    emailConfirmed,
  })
}

/** Whoever loads the page again in so many minutes is the same visitor. */
const SAME_VISIT_MINUTES = 30

/** Counts a look at what is shared: not its owner's own, and each visit once. */
export async function countView(
  ctx: Context,
  { id, ownerId }: { id: string; ownerId: string },
  visitor: { email: string | null; emailConfirmed: boolean },
): Promise<void> {
  if (ctx.isHead || (ctx.actor.principal.kind === 'user' && ctx.actor.owner?.id === ownerId)) return
  const { clock } = ctx.platform
  const now = clock()
  await withTransaction(ctx, async (ctx, tx) => {
    // The link's row is the lock: two looks at once are one visit.
    await tx.select({ id: shares.id }).from(shares).where(eq(shares.id, id)).for('no key update')
    const [before] = await tx
      .select({ id: shareEvents.id })
      .from(shareEvents)
      .where(
        and(
          eq(shareEvents.shareId, id),
          eq(shareEvents.kind, 'viewed'),
          eq(shareEvents.address, ctx.address),
          eq(shareEvents.userAgent, ctx.userAgent),
          gt(shareEvents.createdAt, new Date(now.getTime() - SAME_VISIT_MINUTES * 60_000)),
        ),
      )
      .limit(1)
    if (before) return
    await logEvent(ctx, tx, id, 'viewed', visitor)
    await tx.update(shares).set({ views: sql`views + 1`, lastViewedAt: now }).where(eq(shares.id, id))
  })
}
