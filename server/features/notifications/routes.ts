import type { notificationEndpoints } from '../../../contract/notifications.ts'
import type { Handlers } from '../../http/handlers.ts'
import { listNotifications } from './list-notifications.ts'
import { readNotifications } from './read-notifications.ts'
import { getNotificationSettings, putNotificationSettings } from './settings.ts'

export const notificationRoutes: Handlers<keyof typeof notificationEndpoints> = {
  listNotifications: async ({ ctx, query }) => ({ status: 200, body: await listNotifications(ctx, query) }),
  readNotifications: async ({ ctx, json }) => {
    await readNotifications(ctx, json)
    return { status: 204 }
  },
  getNotificationSettings: async ({ ctx }) => ({ status: 200, body: await getNotificationSettings(ctx) }),
  putNotificationSettings: async ({ ctx, json }) => ({
    status: 200,
    body: await putNotificationSettings(ctx, json),
  }),
}
