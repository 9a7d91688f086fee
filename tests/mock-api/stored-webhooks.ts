import { Webhook as Signer } from 'standardwebhooks'
import type { z } from 'zod'
import type { EventRecord } from '../../contract/event-log.ts'
import type { EventType } from '../../contract/events.ts'
import type { Delivery, DisabledReason, Webhook } from '../../contract/webhooks.ts'
import { creatorOf } from './creator.ts'
import type { Db } from './db.ts'
import { statsOf } from './webhook-stats.ts'

export interface StoredWebhook {
  id: string
  owner: string
  /** The user who made it; absent for seeded ones of one person. */
  createdBy?: string | null
  url: string
  events: string[]
  description: string
  /** The mock sends nothing, so that it keeps no values. */
  headerNames: string[]
  disabledReason: z.infer<typeof DisabledReason> | null
  disabledAt: string | null
  failingSince: string | null
  secret: string
  previous: { secret: string; until: string } | null
  createdAt: string
  updatedAt: string
}

export interface StoredEvent {
  id: string
  owner: string
  type: EventType
  /** Null for a test, which tells of nothing that happened. */
  objectId: string | null
  body: string
  createdAt: string
}

export interface StoredDelivery {
  id: string
  webhookId: string
  event: StoredEvent
  trigger: Delivery['trigger']
  status: Delivery['status']
  attempts: Delivery['attempts']
  nextAttemptAt: string | null
  /** The secrets that the last request was signed with. */
  signedWith: string[]
  createdAt: string
  completedAt: string | null
}

/** Everything in the order in which it was written. */
export interface WebhookStore {
  webhooks: StoredWebhook[]
  events: StoredEvent[]
  deliveries: StoredDelivery[]
}

export const emptyWebhooks = (): WebhookStore => ({ webhooks: [], events: [], deliveries: [] })

const STATS_HOURS = 24
const HIDDEN = '(hidden)'

export const eventIdOf = ({ id }: Pick<StoredEvent, 'id'>) => `evt_${id}`

/** An event with the body that each of its requests has. */
export function newEvent(
  given: Pick<StoredEvent, 'owner' | 'type' | 'objectId' | 'createdAt'> & { id?: string; object: object },
): StoredEvent {
  const { id = crypto.randomUUID(), object, ...event } = given
  const { type, createdAt: timestamp } = event
  return {
    ...event,
    id,
    body: JSON.stringify({ id: eventIdOf({ id }), type, timestamp, data: { object } }),
  }
}

/** A secret as Standard Webhooks writes it. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}

/** The secrets that are valid at a time, the newest first. */
export const secretsAt = ({ secret, previous }: StoredWebhook, at: number): string[] => [
  secret,
  ...(previous && Date.parse(previous.until) > at ? [previous.secret] : []),
]

export function presentWebhook({ webhooks: { deliveries } }: Db, webhook: StoredWebhook): Webhook {
  const { previous } = webhook
  return {
    webhook_id: webhook.id,
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    description: webhook.description,
    header_names: webhook.headerNames,
    is_active: webhook.disabledAt === null,
    disabled_reason: webhook.disabledReason,
    disabled_at: webhook.disabledAt,
    failing_since: webhook.failingSince,
    previous_secret_expires_at: previous && Date.parse(previous.until) > Date.now() ? previous.until : null,
    stats: statsOf(deliveries, webhook.id, STATS_HOURS),
    created_by: creatorOf(webhook),
    created_at: webhook.createdAt,
    updated_at: webhook.updatedAt,
  }
}

export function presentDelivery({ headerNames }: StoredWebhook, delivery: StoredDelivery): Delivery {
  const { event, attempts } = delivery
  return {
    delivery_id: delivery.id,
    id: delivery.id,
    webhook_id: delivery.webhookId,
    event_id: eventIdOf(event),
    type: event.type,
    object_id: event.objectId,
    status: delivery.status,
    trigger: delivery.trigger,
    attempts,
    next_attempt_at: delivery.nextAttemptAt,
    request_headers: {
      ...Object.fromEntries(headerNames.map((name) => [name, HIDDEN])),
      'content-type': 'application/json',
      'user-agent': 'Filewright-Webhooks',
      'webhook-id': eventIdOf(event),
      ...signatureOf(delivery),
    },
    request_body: event.body,
    created_at: delivery.createdAt,
    completed_at: delivery.completedAt,
  }
}

/** An event that happened, with its deliveries. */
export function presentEvent({ webhooks: { webhooks, deliveries } }: Db, event: StoredEvent): EventRecord {
  const of = deliveries.filter((one) => one.event.id === event.id)
  return {
    event_id: eventIdOf(event),
    id: eventIdOf(event),
    type: event.type,
    object_id: event.objectId as string,
    created_at: event.createdAt,
    request_body: event.body,
    deliveries: of.map((delivery) => ({
      delivery_id: delivery.id,
      webhook_id: delivery.webhookId,
      url: webhooks.find(({ id }) => id === delivery.webhookId)?.url ?? '',
      status: delivery.status,
      trigger: delivery.trigger,
      attempts: delivery.attempts.length,
      error: delivery.attempts.at(-1)?.error ?? null,
      next_attempt_at: delivery.nextAttemptAt,
      created_at: delivery.createdAt,
      completed_at: delivery.completedAt,
    })),
  }
}

/** The headers that the last attempt was signed with; none before the first. */
function signatureOf({ attempts, event, signedWith }: StoredDelivery): Record<string, string> {
  const last = attempts.at(-1)
  if (!last) return {}
  const at = new Date(last.at)
  const signatures = signedWith.map((secret) => new Signer(secret).sign(eventIdOf(event), at, event.body))
  return {
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
