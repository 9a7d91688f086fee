import { matchesEvent } from '../../contract/events.ts'
import { nextAttemptAt } from '../../server/core/webhooks/attempt-times.ts'
import type { Db } from './db.ts'
import {
  newEvent,
  type StoredDelivery,
  type StoredEvent,
  type StoredWebhook,
  secretsAt,
  type WebhookStore,
} from './stored-webhooks.ts'

type Attempt = StoredDelivery['attempts'][number]
type Answer = Omit<Attempt, 'at' | 'duration_ms'> & { duration_ms?: number }

const answered = (status_code: number, response_body: string, type = 'text/plain'): Answer => ({
  status_code,
  error:
    status_code === 410
      ? 'The receiver answered 410 (Gone). The webhook was disabled.'
      : status_code < 300
        ? null
        : `The receiver answered ${status_code}. Only 2xx counts as delivered.`,
  response_headers: {
    'content-type': `${type}; charset=utf-8`,
    'content-length': String(new TextEncoder().encode(response_body).length),
    server: 'nginx',
  },
  response_body,
})

const unanswered = (error: string, duration_ms?: number): Answer => ({
  status_code: null,
  error,
  response_headers: null,
  response_body: null,
  ...(duration_ms !== undefined && { duration_ms }),
})

/** How receivers answer. */
export const ANSWERS = {
  ok: answered(200, '{"received":true}', 'application/json'),
  broken: answered(
    500,
    '<!doctype html><html><body><h1>Internal Server Error</h1><script>alert(1)</script></body></html>',
    'text/html',
  ),
  tooLarge: answered(413, 'Request entity too large'),
  unavailable: answered(503, 'Deploying, back in a minute'),
  gone: answered(410, 'This endpoint was removed.'),
  timeout: unanswered('The receiver did not answer within 15 seconds.', 15_000),
  certificate: unanswered('Its certificate has expired.'),
} as const satisfies Record<string, Answer>

/**
 * Receivers that fail, by their URL; every other one answers 200. The host is the one that fails in
 * the seed.
 */
const FAILING: [url: RegExp, answer: Answer][] = [
  [/\/gone/, ANSWERS.gone],
  [/\/slow/, ANSWERS.timeout],
  [/\/certificate/, ANSWERS.certificate],
  [/\/fail|\/\/archive\.example/, ANSWERS.broken],
]

const answerOf = ({ url }: StoredWebhook): Answer =>
  FAILING.find(([pattern]) => pattern.test(url))?.[1] ?? ANSWERS.ok

/** A delivery that waits for its first attempt. */
export function addDelivery(
  { deliveries }: WebhookStore,
  webhookId: string,
  event: StoredEvent,
  trigger: StoredDelivery['trigger'],
  more: { id?: string; at?: string } = {},
): StoredDelivery {
  const { id = crypto.randomUUID(), at = new Date().toISOString() } = more
  const delivery: StoredDelivery = {
    id,
    webhookId,
    event,
    trigger,
    status: 'pending',
    attempts: [],
    nextAttemptAt: at,
    signedWith: [],
    createdAt: at,
    completedAt: null,
  }
  deliveries.push(delivery)
  return delivery
}

/**
 * What happened to an object of an account, delivered to the webhooks that listen. Visitors have no
 * events.
 */
export function happened(
  { users, businesses, webhooks: store }: Pick<Db, 'users' | 'businesses' | 'webhooks'>,
  given: Parameters<typeof newEvent>[0],
): void {
  const { owner, type, createdAt: at } = given
  if (![...users.map(({ user }) => user), ...businesses.businesses].some(({ id }) => id === owner)) return
  const event = newEvent(given)
  store.events.push(event)
  for (const webhook of store.webhooks)
    if (webhook.owner === owner && webhook.disabledAt === null && matchesEvent(webhook.events, type))
      addDelivery(store, webhook.id, event, 'event', { at })
}

/** Disables a webhook and cancels what waits for it. */
export function disable(
  { deliveries }: WebhookStore,
  webhook: StoredWebhook,
  reason: NonNullable<StoredWebhook['disabledReason']>,
  at: string,
): void {
  if (webhook.disabledAt !== null) return
  Object.assign(webhook, { disabledReason: reason, disabledAt: at, updatedAt: at })
  for (const one of deliveries) if (one.webhookId === webhook.id) cancel(one, at)
}

/** Ends a delivery that waits; one that has ended stays as it is. */
export function cancel(delivery: StoredDelivery, at: string): void {
  if (delivery.status === 'pending')
    Object.assign(delivery, { status: 'cancelled', nextAttemptAt: null, completedAt: at })
}

/**
 * Makes the attempts whose time has come. The first takes a moment, so that somebody who looks sees
 * it wait.
 */
export function advanceWebhooks({ webhooks: store, pace }: Pick<Db, 'webhooks' | 'pace'>, now: number): void {
  for (const delivery of store.deliveries) {
    const webhook = store.webhooks.find(({ id }) => id === delivery.webhookId)
    if (!webhook) continue
    while (delivery.nextAttemptAt !== null) {
      const due = Date.parse(delivery.nextAttemptAt) + (delivery.attempts.length === 0 ? pace / 4 : 0)
      if (due > now) break
      attempt(store, webhook, delivery, answerOf(webhook), due)
    }
  }
}

/** One attempt, and what it says of the webhook. A test is sent once and says nothing of it. */
export function attempt(
  store: WebhookStore,
  webhook: StoredWebhook,
  delivery: StoredDelivery,
  { duration_ms, ...answer }: Answer,
  at: number,
): void {
  const isTest = delivery.trigger === 'test'
  const taken = duration_ms ?? durationOf(delivery)
  const ended = new Date(at + taken)
  delivery.attempts.push({ at: new Date(at).toISOString(), duration_ms: taken, ...answer })
  delivery.signedWith = secretsAt(webhook, at)
  const next =
    answer.error === null || isTest || answer.status_code === 410
      ? null
      : nextAttemptAt(delivery.attempts.length, ended, undefined)
  delivery.status = answer.error === null ? 'succeeded' : next ? 'pending' : 'failed'
  delivery.nextAttemptAt = next?.toISOString() ?? null
  delivery.completedAt = next ? null : ended.toISOString()
  if (isTest) return
  if (answer.error === null) webhook.failingSince = null
  else {
    webhook.failingSince ??= ended.toISOString()
    if (answer.status_code === 410) disable(store, webhook, 'gone', ended.toISOString())
  }
}

/** Milliseconds that differ between deliveries and are the same for one. */
const durationOf = ({ id, attempts }: StoredDelivery) =>
  38 + ((Number.parseInt(id.slice(-4), 16) * 37 + attempts.length * 11) % 190)
