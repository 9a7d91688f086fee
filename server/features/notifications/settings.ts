import type { NotificationSettings } from '../../../contract/notifications.ts'
import type { Context } from '../../core/context.ts'
import { readStateOf, requireReader } from '../../core/notifications/read-state.ts'
import { notificationSettings } from '../../core/schema.ts'

/** The groups that the caller has muted for the account that they act for. */
export const getNotificationSettings = async (ctx: Context): Promise<NotificationSettings> => ({
  muted: [...(await readStateOf(ctx)).muted],
})

/** Replaces the muted groups. @throws ApiProblem invalid_request for the key of a business */
export async function putNotificationSettings(
  ctx: Context,
  { muted }: NotificationSettings,
): Promise<NotificationSettings> {
  const reader = requireReader(ctx)
  await ctx.platform.db
    .insert(notificationSettings)
    .values({ ...reader, muted })
    .onConflictDoUpdate({
      target: [notificationSettings.userId, notificationSettings.ownerId],
      set: { muted },
    })
  return { muted }
}
