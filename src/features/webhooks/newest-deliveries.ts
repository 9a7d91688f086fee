import type { EventDelivery, EventRecord } from '../../api/event-log.ts'

/** What needs a look stands first, so that folding hides only the rest. */
const ORDER: Record<EventDelivery['status'], number> = { failed: 0, pending: 1, succeeded: 2, cancelled: 3 }

export interface ToldEvent {
  event: EventRecord
  /** The newest delivery to each webhook; at least one. */
  deliveries: EventDelivery[]
}

/** The events that webhooks were told of, the oldest first. */
export const toldEvents = (events: readonly EventRecord[]): ToldEvent[] =>
  events
    .map((event) => ({ event, deliveries: newestOf(event.deliveries) }))
    .filter(({ deliveries }) => deliveries.length > 0)
    .sort((a, b) => a.event.created_at.localeCompare(b.event.created_at))

/** A delivery that was sent again stands for those before it. */
function newestOf(deliveries: readonly EventDelivery[]): EventDelivery[] {
  // They come with the oldest first.
  const byWebhook = new Map(deliveries.map((one) => [one.webhook_id, one]))
  return [...byWebhook.values()].sort((a, b) => ORDER[a.status] - ORDER[b.status])
}
