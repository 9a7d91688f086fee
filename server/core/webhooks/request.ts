import { Webhook } from 'standardwebhooks'
import type { Platform } from '../../platform.ts'
import type { EventRow, WebhookRow } from '../schema.ts'
import { eventIdOf } from './emit-event.ts'
import { openHeaders, openSecret } from './secrets.ts'

/** Replaces the value of the owner's headers where requests are shown. */
export const HIDDEN = '(hidden)'

/** The headers of a request before it is signed. */
export const unsignedHeaders = (event: Pick<EventRow, 'id'>): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Filewright-Webhooks',
  'webhook-id': eventIdOf(event.id),
})

/**
 * Headers of a request: the owner's, ours, and the Standard Webhooks signature. After a rotation of
 * the secret there are two signatures for a while, so that a receiver accepts either secret.
 * @returns `shown` omits the values of the owner's headers
 */
export function requestHeaders(
  platform: Pick<Platform, 'secrets'>,
  webhook: WebhookRow,
  event: Pick<EventRow, 'id' | 'body'>,
  at: Date,
): { sent: Record<string, string>; shown: Record<string, string> } {
  const id = eventIdOf(event.id)
  const valid = webhook.previousSecretExpiresAt !== null && webhook.previousSecretExpiresAt > at
  const secrets = [webhook.secret, ...(valid && webhook.previousSecret ? [webhook.previousSecret] : [])]
  const signatures = secrets.map((sealed) =>
    new Webhook(openSecret(platform, sealed)).sign(id, at, event.body),
  )
  const ours = {
    ...unsignedHeaders(event),
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
  return {
    sent: { ...openHeaders(platform, webhook), ...ours },
    shown: { ...Object.fromEntries(webhook.headerNames.map((name) => [name, HIDDEN])), ...ours },
  }
}

/** Header names that owners cannot set: those of HTTP itself, and those that we set. */
export const isReservedHeader = (name: string): boolean =>
  /^(webhook-.*|content-type|content-length|content-encoding|transfer-encoding|host|connection|keep-alive|upgrade|te|trailer|expect|user-agent|proxy-.*)$/i.test(
    name,
  )
