import { z } from 'zod'
import { EVENT_EXAMPLES, eventExample } from '../../contract/event-examples.ts'
import type { eventLogEndpoints } from '../../contract/event-log.ts'
import { EVENT_TYPES, EVENTS, eventPayload, matchesEvent } from '../../contract/events.ts'
import {
  DELIVERY_DAYS,
  MAX_WEBHOOKS,
  RECOVER_AT_ONCE,
  type webhookEndpoints,
} from '../../contract/webhooks.ts'
import type { Db } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem, type MockRequest } from './handler.ts'
import { now } from './identity.ts'
import { pageOf } from './page.ts'
import {
  eventIdOf,
  newEvent,
  newSecret,
  presentDelivery,
  presentEvent,
  presentWebhook,
  type StoredDelivery,
  type StoredEvent,
  type StoredWebhook,
} from './stored-webhooks.ts'
import { addDelivery, cancel, disable } from './webhook-attempts.ts'
import { detailedStatsOf } from './webhook-stats.ts'
import { checkUrl } from './webhook-url.ts'

type Handlers = AreaHandlers<keyof typeof webhookEndpoints | keyof typeof eventLogEndpoints>
type ListDeliveries = MockRequest<(typeof webhookEndpoints)['listDeliveries']>

const HOUR = 3_600_000
const TESTS_PER_HOUR = 60

/** Names that are not the owner's to choose, as on the server. */
const RESERVED =
  /^(webhook-.*|content-type|content-length|content-encoding|transfer-encoding|host|connection|keep-alive|upgrade|te|trailer|expect|user-agent|proxy-.*)$/i

function mine(db: Db, actor: Actor, id: string): StoredWebhook {
  const found = db.webhooks.webhooks.find((one) => one.owner === actor.id && one.id === id)
  if (!found) throw new MockProblem('not_found', 'Webhook not found.')
  return found
}

function deliveryOf(db: Db, webhook: StoredWebhook, id: string): StoredDelivery {
  const found = db.webhooks.deliveries.find((one) => one.webhookId === webhook.id && one.id === id)
  if (!found) throw new MockProblem('not_found', 'Delivery not found. Deliveries are kept for 30 days.')
  return found
}

function requireActive({ disabledAt }: StoredWebhook): void {
  if (disabledAt !== null)
    throw new MockProblem(
      'webhook_disabled',
      'The webhook is disabled. Enable it, then send the events again.',
    )
}

function checkHeaders(headers: Record<string, string>): void {
  const names = Object.keys(headers)
  const reserved = names.find((name) => RESERVED.test(name))
  const wrong =
    reserved ??
    names.find((name, at) => names.slice(0, at).some((other) => other.toLowerCase() === name.toLowerCase()))
  if (wrong === undefined) return
  const message = reserved
    ? 'This header is set by Filewright and cannot be chosen.'
    : 'The header appears twice.'
  throw new MockProblem('invalid_request', `${wrong}: ${message}`, {
    errors: [{ path: `headers.${wrong}`, message }],
  })
}

/** Sorted by when it was created; of two of one time the later one is the newer one. */
function inOrder<T extends { createdAt: string }>(rows: T[], direction: 'asc' | 'desc'): T[] {
  const sorted = rows.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  return direction === 'asc' ? sorted : sorted.reverse()
}

function matches({ id, event, status, createdAt }: StoredDelivery, query: ListDeliveries['query']): boolean {
  const text = query.q
  const uuid = text?.replace(/^evt_/, '').toLowerCase()
  const at = Date.parse(createdAt)
  return (
    (!query.status || status === query.status) &&
    (!query.type || event.type === query.type) &&
    (!query.since || at >= Date.parse(query.since)) &&
    (!query.until || at < Date.parse(query.until)) &&
    (!text || event.objectId === text || id === uuid || eventIdOf(event) === `evt_${uuid}`)
  )
}

/** Events that a webhook listens to and that neither were delivered to it nor are on their way. */
function missedBy({ webhooks: { events, deliveries } }: Db, webhook: StoredWebhook, since: string) {
  const there = new Set(
    deliveries
      .filter(
        ({ webhookId, status, trigger }) =>
          webhookId === webhook.id && ['succeeded', 'pending'].includes(status) && trigger !== 'test',
      )
      .map(({ event }) => event.id),
  )
  const kept = Date.now() - DELIVERY_DAYS * 24 * HOUR
  const from = Math.max(Date.parse(since), kept)
  return events.filter(
    (event: StoredEvent) =>
      event.owner === webhook.owner &&
      // A test tells of nothing that happened.
      event.objectId !== null &&
      Date.parse(event.createdAt) >= from &&
      matchesEvent(webhook.events, event.type) &&
      !there.has(event.id),
  )
}

function limitTests({ webhooks: { webhooks, deliveries } }: Db, owner: string): void {
  const own = new Set(webhooks.filter((one) => one.owner === owner).map(({ id }) => id))
  const tests = deliveries.filter(
    ({ webhookId, trigger, createdAt }) =>
      own.has(webhookId) && trigger === 'test' && Date.parse(createdAt) > Date.now() - HOUR,
  )
  if (tests.length >= TESTS_PER_HOUR)
    throw new MockProblem('too_many_requests', 'That was tried too often. Wait 2 seconds, then try again.', {
      retry_after: 2,
    })
}

export const webhookHandlers: Handlers = {
  listWebhooks({ db, actor, query }) {
    const own = db.webhooks.webhooks.filter(({ owner }) => owner === actor.id)
    const page = pageOf(inOrder(own, query.sort_dir), query)
    return {
      status: 200,
      body: { ...page, results: page.results.map((one) => presentWebhook(db, one)) },
    }
  },
  createWebhook({ db, actor, json }) {
    checkHeaders(json.headers)
    checkUrl(json.url)
    const { webhooks } = db.webhooks
    if (webhooks.filter(({ owner }) => owner === actor.id).length >= MAX_WEBHOOKS)
      throw new MockProblem(
        'limit_reached',
        `An account can have ${MAX_WEBHOOKS} webhooks. Delete one first.`,
      )
    const at = now()
    const webhook: StoredWebhook = {
      id: crypto.randomUUID(),
      owner: actor.id,
      createdBy: actor.user?.id ?? null,
      url: json.url,
      events: [...new Set(json.events)],
      description: json.description,
      headerNames: Object.keys(json.headers),
      disabledReason: json.is_active ? null : 'owner',
      disabledAt: json.is_active ? null : at,
      failingSince: null,
      secret: newSecret(),
      previous: null,
      createdAt: at,
      updatedAt: at,
    }
    webhooks.push(webhook)
    return { status: 201, body: { ...presentWebhook(db, webhook), secret: webhook.secret } }
  },
  listEventTypes({ db, actor }) {
    const since = Date.now() - DELIVERY_DAYS * 24 * HOUR
    const recent = db.webhooks.events.filter(
      ({ owner, createdAt }) => owner === actor.id && Date.parse(createdAt) >= since,
    )
    return {
      status: 200,
      body: {
        results: EVENT_TYPES.map((type) => ({
          type,
          group: EVENTS[type].group,
          description: EVENTS[type].description,
          payload_schema: z.toJSONSchema(eventPayload(type), { io: 'input', reused: 'inline' }) as Record<
            string,
            unknown
          >,
          payload_example: eventExample(type),
          last_30_days: recent.filter((event) => event.type === type).length,
        })),
      },
    }
  },
  listEvents({ db, actor, query }) {
    const found = db.webhooks.events.filter(
      (event) =>
        event.owner === actor.id &&
        // A test tells of nothing that happened.
        event.objectId !== null &&
        (!query.type || event.type === query.type) &&
        (!query.object_id || event.objectId === query.object_id) &&
        (!query.since || Date.parse(event.createdAt) >= Date.parse(query.since)),
    )
    const page = pageOf(inOrder(found, query.sort_dir), query)
    return {
      status: 200,
      body: { ...page, results: page.results.map((event) => presentEvent(db, event)) },
    }
  },
  checkWebhookUrl({ json }) {
    checkUrl(json.url)
    return { status: 204 }
  },
  getWebhook: ({ db, actor, params }) => ({
    status: 200,
    body: presentWebhook(db, mine(db, actor, params.webhook_id)),
  }),
  updateWebhook({ db, actor, params, json }) {
    if (json.headers) checkHeaders(json.headers)
    if (json.url !== undefined) checkUrl(json.url)
    const webhook = mine(db, actor, params.webhook_id)
    if (json.url !== undefined) webhook.url = json.url
    if (json.events !== undefined) webhook.events = [...new Set(json.events)]
    if (json.description !== undefined) webhook.description = json.description
    if (json.headers !== undefined) webhook.headerNames = Object.keys(json.headers)
    if (json.is_active === true && webhook.disabledAt !== null)
      Object.assign(webhook, { disabledReason: null, disabledAt: null, failingSince: null })
    webhook.updatedAt = now()
    if (json.is_active === false) disable(db.webhooks, webhook, 'owner', webhook.updatedAt)
    return { status: 200, body: presentWebhook(db, webhook) }
  },
  deleteWebhook({ db, actor, params }) {
    const { id } = mine(db, actor, params.webhook_id)
    const store = db.webhooks
    store.webhooks = store.webhooks.filter((one) => one.id !== id)
    store.deliveries = store.deliveries.filter(({ webhookId }) => webhookId !== id)
    return { status: 204 }
  },
  rotateWebhookSecret({ db, actor, params, json }) {
    const webhook = mine(db, actor, params.webhook_id)
    const until = new Date(Date.now() + json.grace_hours * HOUR).toISOString()
    webhook.previous = json.grace_hours > 0 ? { secret: webhook.secret, until } : null
    webhook.secret = newSecret()
    webhook.updatedAt = now()
    return { status: 200, body: { ...presentWebhook(db, webhook), secret: webhook.secret } }
  },
  getWebhookStats: ({ db, actor, params, query }) => ({
    status: 200,
    body: detailedStatsOf(db.webhooks.deliveries, mine(db, actor, params.webhook_id).id, query.hours),
  }),
  listDeliveries({ db, actor, params, query }) {
    const webhook = mine(db, actor, params.webhook_id)
    // An id that no delivery has makes the list fail, so that its error can be seen by hand.
    if (query.q === 'boom') throw new MockProblem('internal', 'This search fails on purpose.')
    const found = db.webhooks.deliveries.filter((one) => one.webhookId === webhook.id && matches(one, query))
    const page = pageOf(inOrder(found, query.sort_dir), query)
    return {
      status: 200,
      body: { ...page, results: page.results.map((one) => presentDelivery(webhook, one)) },
    }
  },
  getDelivery({ db, actor, params }) {
    const webhook = mine(db, actor, params.webhook_id)
    return { status: 200, body: presentDelivery(webhook, deliveryOf(db, webhook, params.delivery_id)) }
  },
  testWebhook({ db, actor, params, json: { type } }) {
    const webhook = mine(db, actor, params.webhook_id)
    limitTests(db, actor.id)
    const object =
      type === 'webhook.test' ? { ...EVENT_EXAMPLES[type], webhook_id: webhook.id } : EVENT_EXAMPLES[type]
    const event = newEvent({ owner: actor.id, type, objectId: null, createdAt: now(), object })
    db.webhooks.events.push(event)
    const delivery = addDelivery(db.webhooks, webhook.id, event, 'test')
    return { status: 202, body: presentDelivery(webhook, delivery) }
  },
  resendDelivery({ db, actor, params }) {
    const webhook = mine(db, actor, params.webhook_id)
    const { event } = deliveryOf(db, webhook, params.delivery_id)
    requireActive(webhook)
    const delivery = addDelivery(db.webhooks, webhook.id, event, 'resend')
    return { status: 202, body: presentDelivery(webhook, delivery) }
  },
  cancelDelivery({ db, actor, params }) {
    const webhook = mine(db, actor, params.webhook_id)
    const delivery = deliveryOf(db, webhook, params.delivery_id)
    cancel(delivery, now())
    return { status: 200, body: presentDelivery(webhook, delivery) }
  },
  recoverWebhook({ db, actor, params, json: { since, dry_run } }) {
    const webhook = mine(db, actor, params.webhook_id)
    if (!dry_run) requireActive(webhook)
    const missed = missedBy(db, webhook, since)
    const sent = missed.slice(0, RECOVER_AT_ONCE)
    if (!dry_run) for (const event of sent) addDelivery(db.webhooks, webhook.id, event, 'recover')
    return { status: 202, body: { count: sent.length, complete: missed.length <= RECOVER_AT_ONCE } }
  },
}
