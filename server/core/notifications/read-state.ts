import { and, eq, sql } from 'drizzle-orm'
import type { NotificationGroup } from '../../../contract/notifications.ts'
import { ApiProblem } from '../api-problem.ts'
import { type Context, requireOwner, userOf } from '../context.ts'
import { businessUsers, notificationSettings } from '../schema.ts'

/** What a user has read and muted in the account that they act for. */
export interface ReadState {
  /** Null for a key of a business, which has no user. */
  userId: string | null
  readUntil: Date | null
  muted: readonly NotificationGroup[]
}

/** Events of a business before the user joined count as read. */
export async function readStateOf(ctx: Context): Promise<ReadState> {
  const [userId, ownerId] = [userOf(ctx), requireOwner(ctx)]
  if (userId === null) return { userId, readUntil: null, muted: [] }
  const { db } = ctx.platform
  const [settings] = await db
    .select()
    .from(notificationSettings)
    .where(and(eq(notificationSettings.userId, userId), eq(notificationSettings.ownerId, ownerId)))
  const [member] = ctx.actor.business
    ? await db
        .select({ joinedAt: sql<Date | null>`max(joined_at)`.mapWith(businessUsers.createdAt) })
        .from(businessUsers)
        .where(and(eq(businessUsers.userId, userId), eq(businessUsers.businessId, ownerId)))
    : []
  const times = [settings?.readUntil, member?.joinedAt].flatMap((at) => (at ? [at.getTime()] : []))
  const readUntil = times.length > 0 ? new Date(Math.max(...times)) : null
  return { userId, readUntil, muted: settings?.muted ?? [] }
}

/** The user whose read state changes. @throws ApiProblem invalid_request for a key of a business */
export function requireReader(ctx: Context): { userId: string; ownerId: string } {
  const [userId, ownerId] = [userOf(ctx), requireOwner(ctx)]
  if (userId === null)
    throw new ApiProblem(
      'invalid_request',
      'The key of a business belongs to no person and has no read state. Use the key or session of a person.',
    )
  return { userId, ownerId }
}
