import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import type { Database, Log, Transaction } from '../platform.ts'
import { make, newId, objectsIn } from './store.ts'

const LATE_SECONDS = 30
const TIMEOUT_MS = 10_000
/** Seconds until the next attempt; Stripe tries for three days as well. */
const RETRIES = [5, 60, 600, 3600, 6 * 3600, 12 * 3600, 24 * 3600, 24 * 3600]
const AT_ONCE = 20

/** Writes an event and its delivery, in the transaction of what happened. */
export async function emit(
  tx: Transaction,
  now: Date,
  delivery: string,
  type: string,
  object: object,
): Promise<void> {
  const event = make<Stripe.EventBase>('event', {
    ...{ id: newId('evt'), api_version: Stripe.API_VERSION, created: Math.floor(now.getTime() / 1000) },
    ...{ data: { object: object as never }, pending_webhooks: 1, type: type as never },
    request: { id: null, idempotency_key: null },
  })
  await objectsIn(tx).put(event)
  if (delivery === 'withheld') return
  const delays =
    delivery === 'late'
      ? [LATE_SECONDS]
      : delivery === 'twice'
        ? [0, 2]
        : delivery === 'shuffled'
          ? [Math.random() * 5]
          : [0]
  for (const seconds of delays)
    await tx.execute(
      sql`insert into stripe_sandbox.deliveries (event_id, due_at) values (${event.id}, now() + ${seconds} * interval '1 second')`,
    )
}

/**
 * Sends events again that were sent, or withheld. @param id One of them; without it all that were
 * withheld
 */
export async function sendAgain(tx: Transaction, id?: string): Promise<void> {
  await tx.execute(sql`insert into stripe_sandbox.deliveries (event_id, due_at)
    select id, now() from stripe_sandbox.objects o where kind = 'event' and ${
      id
        ? sql`id = ${id}`
        : sql`not exists (select 1 from stripe_sandbox.deliveries d where d.event_id = o.id)`
    }`)
}

/** Delivers what is due, one attempt each, by whichever process comes first. */
export async function deliverDue(db: Database, log: Log, url: string, secret: string): Promise<void> {
  const due = await db.transaction(async (tx) => {
    // Taken for a minute: where this process ends meanwhile, another one delivers it.
    const { rows } = await tx.execute<{ id: string; attempts: number; body: object }>(sql`
      update stripe_sandbox.deliveries d set due_at = now() + interval '1 minute', attempts = attempts + 1
      from (select id from stripe_sandbox.deliveries where delivered_at is null and due_at <= now()
        order by due_at limit ${AT_ONCE} for update skip locked) as next, stripe_sandbox.objects o
      where d.id = next.id and o.id = d.event_id returning d.id::text, d.attempts, o.body`)
    return rows
  })
  await Promise.all(
    due.map(async ({ id, attempts, body }) => {
      const error = await post(url, secret, body)
      if (error === null) {
        await db.execute(
          sql`update stripe_sandbox.deliveries set delivered_at = now(), error = null where id = ${id}::bigint`,
        )
        return
      }
      log.debug({ delivery: id, error }, 'an event of the sandbox was not taken')
      const seconds = RETRIES[attempts - 1]
      await db.execute(sql`update stripe_sandbox.deliveries set error = ${error},
        ${seconds === undefined ? sql`delivered_at = now()` : sql`due_at = now() + ${seconds} * interval '1 second'`}
        where id = ${id}::bigint`)
    }),
  )
}

/** @returns null where it was taken */
async function post(url: string, secret: string, event: object): Promise<string | null> {
  const payload = JSON.stringify(event)
  const signature = new Stripe('sk_test_none').webhooks.generateTestHeaderString({ payload, secret })
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    })
    await answer.body?.cancel()
    return answer.ok ? null : `status ${answer.status}`
  } catch (error) {
    return String(error)
  }
}
