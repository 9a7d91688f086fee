import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { notificationEndpoints } from '../../../contract/notifications.ts'
import type { Context } from '../../core/context.ts'
import { requireReader } from '../../core/notifications/read-state.ts'
import { events, notificationReads, notificationSettings } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'

type Json = z.output<(typeof notificationEndpoints)['readNotifications']['json']>

/**
 * Marks notifications as read for the person who acts. @throws ApiProblem invalid_request for the
 * key of a business
 */
export async function readNotifications(ctx: Context, json: Json): Promise<void> {
  const { userId, ownerId } = requireReader(ctx)
  if ('all' in json) return readUntil(ctx, userId, ownerId, new Date(json.until))
  const ids = json.ids.map((id) => id.slice('evt_'.length))
  // In the order of ids: two requests at once would lock each other otherwise.
  await ctx.platform.db.execute(
    sql`insert into ${notificationReads} (user_id, event_id)
        select ${userId}, id from ${events}
        where id = any(${sql.param(ids)}::uuid[]) and owner_id = ${ownerId} order by id
        on conflict do nothing`,
  )
}

/**
 * Moves the time up to which everything is read, never back, and deletes the single marks before
 * it.
 */
async function readUntil(ctx: Context, userId: string, ownerId: string, upTo: Date): Promise<void> {
  const now = ctx.platform.clock()
  const until = upTo > now ? now : upTo
  await withTransaction(ctx, async (_ctx, tx) => {
    await tx
      .insert(notificationSettings)
      .values({ userId, ownerId, readUntil: until })
      .onConflictDoUpdate({
        target: [notificationSettings.userId, notificationSettings.ownerId],
        set: { readUntil: sql`greatest(notification_settings.read_until, excluded.read_until)` },
      })
    await tx.execute(
      sql`delete from ${notificationReads} using ${events}
          where notification_reads.user_id = ${userId} and events.id = notification_reads.event_id
            and events.owner_id = ${ownerId} and events.created_at <= ${until.toISOString()}::timestamptz`,
    )
  })
}
