import { Webhook } from 'standardwebhooks'
import { request } from 'undici'
import type { FeedEvent } from './event-feed.ts'
import { networkError } from './network-error.ts'

/** As the server sends to one webhook: so many at a time, and so long at most. */
const AT_ONCE = 8
const TIMEOUT_SECONDS = 15
/** Events that wait for their turn; more are not asked for until then. */
const WAITING = 1000
const RESPONSE_BYTES = 1_000_000

/** What became of one request. */
export interface Forwarded {
  event: FeedEvent
  /** Null where there was no answer. */
  status: number | null
  /** Milliseconds. */
  duration: number
  error: string | null
}

/**
 * Posts events with the headers of Standard Webhooks, once each. `send` resolves when there is room
 * for the next; whatever becomes of a request goes to `report`.
 */
export function openForwarder(url: URL, secret: string, report: (result: Forwarded) => void) {
  const signer = new Webhook(secret)
  const waiting: FeedEvent[] = []
  let active = 0
  let room: (() => void) | null = null
  const next = () => {
    while (active < AT_ONCE) {
      const event = waiting.shift()
      if (!event) break
      active++
      void post(url, signer, event).then((result) => {
        active--
        report(result)
        next()
      })
    }
    if (waiting.length < WAITING) room?.()
  }
  return {
    send: async (event: FeedEvent): Promise<void> => {
      waiting.push(event)
      next()
      if (waiting.length >= WAITING)
        await new Promise<void>((resolve) => {
          room = resolve
        })
    },
  }
}

async function post(url: URL, signer: Webhook, event: FeedEvent): Promise<Forwarded> {
  const started = performance.now()
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000)
  const ended = (status: number | null, error: string | null): Forwarded => ({
    ...{ event, status, error },
    duration: Math.round(performance.now() - started),
  })
  const headers = signedHeaders(signer, event)
  if (headers === null) return ended(null, 'not sent: its signature cannot be verified')
  try {
    const answer = await request(url, { method: 'POST', headers, body: event.request_body, signal })
    await answer.body.dump({ limit: RESPONSE_BYTES, signal })
    return ended(answer.statusCode, null)
  } catch (error) {
    return ended(null, networkError(error, signal, TIMEOUT_SECONDS))
  }
}

/** Headers that a receiver's own code verifies; null where it would not. */
function signedHeaders(
  signer: Webhook,
  { id, request_body: body }: FeedEvent,
): Record<string, string> | null {
  const now = new Date()
  const signed = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signer.sign(id, now, body),
  }
  try {
    signer.verify(body, signed)
  } catch {
    return null
  }
  return { 'content-type': 'application/json', 'user-agent': 'Filewright-Webhooks', ...signed }
}
