import { and, eq, inArray } from 'drizzle-orm'
import { RESPONSE_BYTES } from '../../contract/webhooks.ts'
import { gather } from '../core/gather.ts'
import { events, webhookDeliveries, webhooks } from '../core/schema.ts'
import { WebError } from '../core/web-error.ts'
import { requestHeaders } from '../core/webhooks/request.ts'
import type { AttemptJob, Platform } from '../platform.ts'
import {
  type AttemptResult,
  type EndedAttempt,
  endAlone,
  endTogether,
  type WantedAttempt,
} from './write-attempts.ts'

const TIMEOUT_MS = 15_000
/** Batch size for reading and recording attempts. */
const AT_ONCE = 64

/**
 * Delivers events. The row is authoritative: an attempt that was made, or that is no longer due, is
 * not repeated; if a process dies before it records an attempt, the attempt is repeated with the
 * same `webhook-id`. Concurrent attempts are read and recorded in batches, since a commit per
 * attempt would dominate the cost of a delivery.
 * @returns a function that makes the attempt of a job and completes the job in the transaction that
 * records the attempt
 */
export function deliverEvents(platform: Platform): (job: AttemptJob, jobId: string) => Promise<void> {
  const find = gather(AT_ONCE, (jobs: readonly AttemptJob[]) => findDue(platform, jobs))
  const end = gather(AT_ONCE, (ended: readonly EndedAttempt[]) => endTogether(platform, ended))
  return async (job, jobId) => {
    const found = await find(job)
    const made = found && { ...found, result: await attempt(platform, found) }
    if (made) {
      const { error, durationMs } = made.result
      platform.metrics.delivery({
        result: error === null ? 'succeeded' : 'failed',
        seconds: durationMs / 1000,
      })
    }
    const isDone = await end({ jobId, made })
    if (made && !isDone) await endAlone(platform, { jobId, made })
  }
}

/** The data for the attempts of these jobs; null for an attempt that is not due. */
async function findDue({ db }: Platform, jobs: readonly AttemptJob[]): Promise<(WantedAttempt | null)[]> {
  const ids = jobs.map(({ deliveryId }) => deliveryId)
  const rows = await db
    .select({ delivery: webhookDeliveries, webhook: webhooks, event: events })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(and(inArray(webhookDeliveries.id, ids), eq(webhookDeliveries.status, 'pending')))
  const byId = new Map(rows.map((row) => [row.delivery.id, row]))
  return jobs.map(({ deliveryId, attempts }) => {
    const found = byId.get(deliveryId)
    return found?.delivery.attempts === attempts ? found : null
  })
}

/**
 * Traces the attempt with its result. The span omits the receiver's URL, which may hold a token.
 */
function attempt(platform: Platform, wanted: WantedAttempt): Promise<AttemptResult> {
  const { delivery, event } = wanted
  const attributes = {
    'http.request.method': 'POST',
    'filewright.event.type': event.type,
    'filewright.delivery': delivery.id,
    'http.request.resend_count': delivery.attempts,
  }
  return platform.tracer.span('deliver webhook', { kind: 'client', attributes }, async (span) => {
    const result = await post(platform, wanted)
    const { status, error } = result
    if (status !== null) span.set({ 'http.response.status_code': status })
    if (error !== null) span.fail(status === null ? 'no_response' : String(status))
    return result
  })
}

async function post(platform: Platform, { webhook, event }: WantedAttempt): Promise<AttemptResult> {
  const at = platform.clock()
  const { sent, shown } = requestHeaders(platform, webhook, event, at)
  const begun = performance.now()
  const taken = () => Math.round(performance.now() - begun)
  try {
    const { status, headers, body } = await platform.receivers.post(webhook.url, {
      headers: sent,
      body: event.body,
      maxBytes: RESPONSE_BYTES,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return {
      ...{ at, shown, status, headers, durationMs: taken() },
      error: errorOf(status, headers),
      // PostgreSQL text cannot contain NUL.
      body: body.toString('utf8').replaceAll('\0', '\ufffd'),
    }
  } catch (error) {
    if (!(error instanceof WebError)) throw error
    return {
      ...{ at, shown, durationMs: taken(), error: error.message },
      ...{ status: null, headers: null, body: null },
    }
  }
}

function errorOf(status: number, headers: Record<string, string>): string | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'The receiver answered 410 (Gone). The webhook was disabled.'
  if (status >= 300 && status < 400 && headers.location)
    return `The receiver answered ${status}, a redirect, which is not followed. Register the URL that it leads to.`
  return `The receiver answered ${status}. Only 2xx counts as delivered.`
}
