import type { Webhook } from '../../api/webhooks.ts'
import type { WebhooksSearch } from '../../paths.ts'
import { stateOf, WEBHOOK_STATES, type WebhookState } from './state.ts'

export interface WebhooksView {
  state: WebhookState | null
  q: string
}

/** Each key falls back separately, so a mistyped URL shows a list instead of an error. */
export const parseView = (search: URLSearchParams): WebhooksView => ({
  state: WEBHOOK_STATES.find((state) => state === search.get('state')) ?? null,
  q: (search.get('q') ?? '').slice(0, 100),
})

export const searchOf = ({ state, q }: WebhooksView): WebhooksSearch => ({
  ...(state && { state }),
  ...(q && { q }),
})

/** Whether the URL, the description or an event contains the search text. */
export function matches(webhook: Webhook, { state, q }: WebhooksView): boolean {
  if (state && stateOf(webhook) !== state) return false
  const text = q.trim().toLowerCase()
  return [webhook.url, webhook.description, ...webhook.events].some((one) => one.toLowerCase().includes(text))
}
