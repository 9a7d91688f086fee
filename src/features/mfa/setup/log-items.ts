import type { SecurityEvent } from '../../../api/access.ts'
import { dayKey } from '../../../lib/format-date.ts'

export type LogItem =
  | { kind: 'day'; key: string; date: Date }
  | { kind: 'event'; key: string; event: SecurityEvent }

/** The log with a heading over each day. */
export function logItems(events: readonly SecurityEvent[]): LogItem[] {
  const items: LogItem[] = []
  let day = ''
  for (const event of events) {
    const date = new Date(event.at)
    if (dayKey(date) !== day) {
      day = dayKey(date)
      items.push({ kind: 'day', key: day, date })
    }
    items.push({ kind: 'event', key: event.id, event })
  }
  return items
}
