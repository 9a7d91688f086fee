import { EVENT_EXAMPLES } from '../../contract/event-examples.ts'
import { EVENT_TYPES, type EventType, matchesEvent } from '../../contract/events.ts'
import type { Db } from './db.ts'
import { newEvent, type StoredDelivery, type StoredEvent, type StoredWebhook } from './stored-webhooks.ts'
import { ANSWERS, addDelivery, attempt } from './webhook-attempts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const id = (group: string, at: number) => `018f2d6e-${group}-7000-8000-${String(at).padStart(12, '0')}`

/** A test event is of one webhook, so that nothing listens to it. */
const TYPES = EVENT_TYPES.filter((type) => matchesEvent(['*'], type) && type !== 'webhook.test')
const CONVERSIONS = TYPES.filter((type) => matchesEvent(['conversion.*'], type))
/** The figures of 24 hours begin with a whole hour, which is 23 hours ago or more. */
const SHOWN = 23 * HOUR
/** Conversion events in this time. */
const TOLD = 40
/** Since when nothing arrives at the archive. */
const FAILING_FOR = 5 * HOUR

interface Happened {
  type: EventType
  objectId?: string
  at: number
}

/** Three webhooks: one in good order, one that fails, and one whose receiver is gone. */
export function seedWebhooks(db: Db, owner: string, now = Date.now()): void {
  const orders = webhook(1, owner, now - 60 * DAY, {
    url: 'https://hooks.orders.example/filewright',
    events: ['conversion.*'],
    description: 'Order system',
    headerNames: ['X-Api-Gateway'],
  })
  const archive = webhook(2, owner, now - 30 * DAY, {
    url: 'https://archive.example/in',
    events: ['*'],
    description: 'Archive',
  })
  const former = webhook(3, owner, now - 90 * DAY, {
    url: 'https://crm.example/hooks/v1',
    events: ['conversion.*', 'pipeline.*'],
    description: 'Former CRM',
  })
  db.webhooks.webhooks.push(former, orders, archive)

  let deliveries = 0
  const tell = (to: StoredWebhook, event: StoredEvent, trigger: StoredDelivery['trigger'] = 'event') => {
    deliveries += 1
    const more = { id: id('8200', deliveries), at: event.createdAt }
    return addDelivery(db.webhooks, to.id, event, trigger, more)
  }
  /**
   * Makes the attempts that were due until now, each with the next answer; the last one repeats.
   */
  const deliver = (to: StoredWebhook, delivery: StoredDelivery, answers: (keyof typeof ANSWERS)[]) => {
    for (let made = 0; delivery.nextAttemptAt !== null; made++) {
      const due = Date.parse(delivery.nextAttemptAt) + 40
      const answer = answers[Math.min(made, answers.length - 1)]
      if (due > now || !answer) break
      attempt(db.webhooks, to, delivery, ANSWERS[answer], due)
    }
  }
  const add = (given: Happened) => {
    const event = eventOf(db.webhooks.events.length + 1, owner, given)
    db.webhooks.events.push(event)
    return event
  }
  const test = (to: StoredWebhook, age: number, answer: keyof typeof ANSWERS) => {
    const object = { ...EVENT_EXAMPLES['webhook.test'], webhook_id: to.id }
    const event = newEvent({
      ...{ id: id('8100', db.webhooks.events.length + 1), owner, type: 'webhook.test', objectId: null },
      ...{ createdAt: new Date(now - age).toISOString(), object },
    })
    db.webhooks.events.push(event)
    deliver(to, tell(to, event, 'test'), [answer])
  }

  const heard = TYPES.filter((type) => matchesEvent(former.events, type))
  for (let at = 0; at < 12; at++) {
    const event = add({ type: heard[at % heard.length] as EventType, at: now - 12 * DAY + at * 18 * HOUR })
    deliver(former, tell(former, event), [at === 11 ? 'gone' : 'ok'])
  }

  const old = add({ type: TYPES[0] as EventType, at: now - 34 * HOUR })
  deliver(archive, tell(archive, old), ['tooLarge'])
  test(orders, 20 * HOUR, 'unavailable')
  happened(db, owner, now).forEach((given, index) => {
    const event = add(given)
    if (matchesEvent(orders.events, event.type))
      deliver(orders, tell(orders, event), index % 17 === 9 ? ['unavailable', 'timeout', 'ok'] : ['ok'])
    const fails = given.at > now - FAILING_FOR
    const [first, second] =
      index % 3 === 0 ? (['timeout', 'broken'] as const) : (['broken', 'timeout'] as const)
    deliver(archive, tell(archive, event), fails ? [first, second, 'broken', 'certificate'] : ['ok'])
  })
  test(archive, 4 * HOUR, 'broken')
  test(archive, 2 * HOUR, 'timeout')
  test(archive, 25 * MINUTE, 'certificate')
}

function webhook(
  at: number,
  owner: string,
  created: number,
  given: Pick<StoredWebhook, 'url' | 'events' | 'description'> & Partial<StoredWebhook>,
): StoredWebhook {
  const createdAt = new Date(created).toISOString()
  return {
    id: id('8000', at),
    owner,
    headerNames: [],
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    // 32 bytes.
    secret: `whsec_${btoa(`the secret of the seeded hook ${at}.`)}`,
    previous: null,
    createdAt,
    updatedAt: createdAt,
    ...given,
  }
}

/** What a signing session that has ended well was told of, in its order. */
const SIGNED: readonly EventType[] = ['signing.sent', 'signing.opened', 'signing.signed', 'signing.completed']

/**
 * What happened in the last day, the oldest first: the seeded conversions, each type once, and more
 * conversions.
 */
function happened(db: Db, owner: string, now: number): Happened[] {
  const conversions = db.conversions.flatMap(({ conversion, owner: of }): Happened[] => {
    const at = Date.parse(conversion.completed_at ?? '')
    const type = CONVERSIONS.find((one) => one === `conversion.${conversion.status}`)
    return of === owner && type && at > now - SHOWN ? [{ type, objectId: conversion.id, at }] : []
  })
  const more = Math.max(0, TOLD - conversions.length - CONVERSIONS.length)
  // Most of them complete.
  const fill = Array.from(
    { length: more },
    (_, at) => CONVERSIONS[at % 5 === 4 ? at % CONVERSIONS.length : 0],
  )
  const types = [...TYPES, ...fill]
  const others = types.map((type, at) => ({
    type: type as EventType,
    // Across the day, in an order that mixes the types.
    at: now - 12 * MINUTE - Math.round(((at * 0.618) % 1) * (SHOWN - HOUR)),
  }))
  const session = db.signing.sessions.find(({ owner: of, state }) => of === owner && state === 'completed')
  const times = others.filter(({ type }) => SIGNED.includes(type)).map(({ at }) => at)
  times.sort((a, b) => a - b)
  const about = others.map((one) => {
    const at = session ? times[SIGNED.indexOf(one.type)] : undefined
    return session && at !== undefined ? { ...one, objectId: session.id, at } : one
  })
  return [...conversions, ...about].sort((a, b) => a.at - b.at)
}

/** The example of a type, about an object of its own. */
function eventOf(number: number, owner: string, { type, objectId, at }: Happened): StoredEvent {
  const example = EVENT_EXAMPLES[type]
  const ofExample = 'id' in example && typeof example.id === 'string' ? example.id : null
  const about = objectId ?? id('8300', number)
  return newEvent({
    ...{ id: id('8100', number), owner, type, objectId: about, createdAt: new Date(at).toISOString() },
    object: ofExample ? JSON.parse(JSON.stringify(example).replaceAll(ofExample, about)) : example,
  })
}
