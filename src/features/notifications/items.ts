import type { Notification } from '../../api/notifications.ts'
import { dayKey } from '../../lib/format-date.ts'

export type Item =
  | { kind: 'day'; key: string; date: Date }
  | { kind: 'line'; key: string; notification: Notification }

/** Notifications with a heading per day. */
export function itemsOf(notifications: readonly Notification[]): Item[] {
  const items: Item[] = []
  let day = ''
  for (const notification of notifications) {
    const date = new Date(notification.created_at)
    if (dayKey(date) !== day) {
      day = dayKey(date)
      items.push({ kind: 'day', key: day, date })
    }
    items.push({ kind: 'line', key: notification.id, notification })
  }
  return items
}
